"""The games' cards, to print, cut and play with: fronts that the eyes know by a mark, backs that meet them."""
