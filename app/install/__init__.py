"""A Raspberry Pi becomes a table, and a plain Pi again. Standard library only."""
