"""The plank on the screen."""
