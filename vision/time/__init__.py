"""From frame to frame: what moves, when it is settled, and which die is which."""
