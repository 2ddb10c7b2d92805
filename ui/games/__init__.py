"""The games' screens, a room for each."""
