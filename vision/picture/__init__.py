"""A frame made ready: its light, its colours, and squares of the mat seen from straight above."""
