"""The dice in one frame: where they may lie, whether they lie flat, and what they show."""
