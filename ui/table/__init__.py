"""What the screens of all games share."""
