"""How a printed card's marks are made: what press and eyes agree on. No OpenCV, so that the table may know it."""

from __future__ import annotations

CELLS = 7  # to a side of a mark, its black rim included
MARKS = 250  # there are, of ArUco's DICT_5X5_250: the mat's markers are of another dictionary
SIZE_MM = 8.4  # a side; nearly as good as 9.8 for a 720p webcam at 60 cm, where 7.0 is not: see vision/README.md
QUIET_MM = 1.2  # light paper around it
EDGE_MM = 4.5  # from the card's edge: lines around a mark are 3 mm from the cut
CARDS_MM = ((56.0, 87.0), (63.0, 88.0))  # the sizes there are, for sleeves
