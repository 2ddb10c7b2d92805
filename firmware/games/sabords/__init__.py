"""Aux Sabords at the table."""
