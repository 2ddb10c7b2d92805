"""How backs are named among the cards that are taught. Apart from all that needs OpenCV."""

BACK = "back"  # what their names begin with
