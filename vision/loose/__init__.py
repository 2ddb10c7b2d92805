"""Dice of any shape on any ground, without the mat: taught from photos of single dice, read in pixels."""
