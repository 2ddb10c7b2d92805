"""Cards that lie in view: the printed ones by their marks."""
