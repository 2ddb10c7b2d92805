"""The faces of the rendered dice as they come from the printer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.say import Message, Trouble
from vision.art import pictograms
from vision.art.pictograms import COLOURS, Rgb
from vision.synth.dice import BODIES, DARK, PALE, Cube, Face, ink_of
from vision.synth.glyphs import glyph

Array = NDArray[Any]
ART_PX = 192
ART_SHARE = 0.74  # of the die's edge


@lru_cache(maxsize=256)
def sheet(cube: Cube, side: int) -> Array:
    """The six faces side by side (side x 6 side, BGR, uint8)."""
    faces = [cv2.resize(printed(face, cube.body), (side, side), interpolation=cv2.INTER_AREA) for face in cube.faces]
    return np.ascontiguousarray(np.hstack(faces))


@lru_cache(maxsize=512)
def printed(face: Face, body: str) -> Array:
    """One face as it comes from the printer, ART_PX wide."""
    if face.art.startswith("file:"):
        picture = cv2.imread(face.art.removeprefix("file:"))
        if picture is None:
            raise Trouble(Message("{file} is not a picture.", file=face.art.removeprefix("file:")))
        return cv2.resize(picture, (ART_PX, ART_PX), interpolation=cv2.INTER_AREA)
    paper = BODIES[body]
    big = np.full((2 * ART_PX, 2 * ART_PX, 3), paper[::-1], np.uint8)
    if face.art == "pips":
        _pips(big, int(face.name), PALE if body in DARK else (30, 28, 30))
    elif face.art.startswith("glyph:"):
        _, seed, ink = face.art.split(":")
        mask = cv2.resize(glyph(int(seed)), (int(2 * ART_PX * ART_SHARE),) * 2, interpolation=cv2.INTER_AREA)
        colour = COLOURS[ink] if ink and body not in DARK else PALE
        at = (2 * ART_PX - mask.shape[0]) // 2
        spot = big[at : at + mask.shape[0], at : at + mask.shape[0]]
        share = (mask / 255.0)[..., None]
        spot[:] = spot * (1 - share) + np.array(colour[::-1]) * share
    elif face.art != "blank":
        for polygon, colour in pictograms.painted(pictograms.load(face.art), ink_of(face, body), paper):
            points = ((np.array(polygon) - 0.5) * ART_SHARE + 0.5) * big.shape[0] * 16
            cv2.fillPoly(big, [np.rint(points).astype(np.int32)], colour[::-1], cv2.LINE_AA, 4)
    return cv2.resize(big, (ART_PX, ART_PX), interpolation=cv2.INTER_AREA)


def _pips(big: Array, count: int, ink: Rgb) -> None:
    a, b, c = 0.26, 0.5, 0.74
    spots = {
        1: [(b, b)],
        2: [(a, a), (c, c)],
        3: [(a, a), (b, b), (c, c)],
        4: [(a, a), (a, c), (c, a), (c, c)],
        5: [(a, a), (a, c), (b, b), (c, a), (c, c)],
        6: [(a, a), (a, b), (a, c), (c, a), (c, b), (c, c)],
    }[count]
    side = big.shape[0]
    for x, y in spots:
        cv2.circle(big, (round(x * side), round(y * side)), round(side * 0.085), ink[::-1], -1, cv2.LINE_AA)
