"""The eyes: a process of its own with the camera, what it says, and the one who minds it."""
