"""The mat: its geometry, and from its markers the camera's pose and lens."""
