"""Pirates en Duel on screen."""
