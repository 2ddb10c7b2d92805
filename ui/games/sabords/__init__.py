"""Aux Sabords on screen."""
