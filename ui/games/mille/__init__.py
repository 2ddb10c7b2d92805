"""Mille Sabords on screen."""
