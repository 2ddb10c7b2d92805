"""Every picture the program can show, by name."""
