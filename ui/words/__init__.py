"""Messages in the player's language."""
