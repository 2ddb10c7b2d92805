"""What is written down: the journal, finished games, and what they tell when looked at together."""
