"""What is under people's fingers: buttons, lamps and the series pad, on the Pi's pins."""
