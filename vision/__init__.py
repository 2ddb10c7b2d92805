"""From a camera frame of the mat to what lies where, showing what, at rest or not."""
