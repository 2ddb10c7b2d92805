"""Ordinary pip dice, read without teaching."""
