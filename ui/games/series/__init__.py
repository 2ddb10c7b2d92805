"""The treasure race on screen."""
