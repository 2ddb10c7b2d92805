"""The plank at the table: one pip die on the track, and two choices."""
