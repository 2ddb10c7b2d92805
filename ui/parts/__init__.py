"""Pieces of furniture that any page may use: the ribbon, plates, tags, plots, the tray of dice."""
