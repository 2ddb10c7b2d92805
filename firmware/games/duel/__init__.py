"""Pirates en Duel at the table."""
