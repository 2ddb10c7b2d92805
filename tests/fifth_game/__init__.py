"""A fifth game, as small as a game can be: the plank. Its three rooms are the example to copy; a test registers it, and
everything works for it that works for the others."""
