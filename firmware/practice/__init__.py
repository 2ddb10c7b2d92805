"""The table without hardware: a virtual mat with the house's dice, and robots that play on it."""
