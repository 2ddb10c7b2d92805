"""A plain printed card for the rendered mat: paper, its number's marks in two corners."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.cards.marks import pattern
from vision.cards.measures import EDGE_MM, QUIET_MM, SIZE_MM
from vision.synth.stage import Print

WIDTH_MM, HEIGHT_MM = 63.0, 88.0
PER_MM = 10
PAPER, RIM, WHITE, INK = (218, 238, 246), (44, 58, 140), (242, 250, 253), (24, 33, 43)  # BGR


@lru_cache(maxsize=64)
def card(number: int) -> Print:
    width, height = round(WIDTH_MM * PER_MM), round(HEIGHT_MM * PER_MM)
    pixels = np.full((height, width, 3), PAPER, np.uint8)
    inset = round(1.9 * PER_MM)
    cv2.rectangle(pixels, (inset, inset), (width - inset, height - inset), RIM, 4)
    side, quiet = round(SIZE_MM * PER_MM), round(QUIET_MM * PER_MM)
    cells = cv2.resize(pattern(number), (side, side), interpolation=cv2.INTER_NEAREST)
    mark = np.where(cells[..., None] > 0, np.array(WHITE), np.array(INK)).astype(np.uint8)
    near = round(EDGE_MM * PER_MM)
    for x, y, turned in ((near, near, mark), (width - near - side, height - near - side, mark[::-1, ::-1])):
        pixels[y - quiet : y + side + quiet, x - quiet : x + side + quiet] = WHITE
        pixels[y : y + side, x : x + side] = turned
    cv2.circle(pixels, (width // 2, height // 2), round(14 * PER_MM), RIM, 8)
    cv2.putText(pixels, str(number), (width // 2 - 90, height // 2 + 40), cv2.FONT_HERSHEY_DUPLEX, 4.0, INK, 9)
    return Print(pixels, WIDTH_MM, HEIGHT_MM)
