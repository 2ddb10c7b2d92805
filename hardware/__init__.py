"""What it takes to build the table: mat, dice, wiring, stand; drawn from the data the program reads."""
