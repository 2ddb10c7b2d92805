"""Everything between the senses and the rules: buttons, lamps, cameras, journal, referees, virtual table."""
