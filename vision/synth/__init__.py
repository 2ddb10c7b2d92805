"""Rendered frames of the mat with dice, a hand and odd things, for the virtual table and for tests."""
