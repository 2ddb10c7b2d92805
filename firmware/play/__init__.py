"""A game at the table: what happens, who rules on it, and what is kept of it."""
