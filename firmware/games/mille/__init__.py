"""Mille Sabords at the table."""
