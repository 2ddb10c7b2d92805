"""The marks on printed cards: small squares of a dictionary of their own, told for sure at any turn or not at all.

A mark is 7 by 7 cells, a black rim around 5 by 5 (ArUco's DICT_5X5_250; the mat's markers are of another). In the
picture of a simple webcam a cell is hardly two pixels wide, too little for a detector that cuts black from white cell
by cell. Here the camera's pose is known, and so is the mark's size: dark squares of that size are looked for, and the
grey of all cells together is compared with every mark in every turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.measures import CELLS, MARKS, SIZE_MM
from vision.mat.pose import Pose
from vision.picture.views import warp

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark as it lies: its number, its middle on the mat and its turn, and how sure it is."""

    number: int
    x_mm: float
    y_mm: float
    turn_deg: float
    sure: float


def pattern(number: int) -> Array:
    """The cells of a mark, 0 black and 1 white."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    return (cv2.aruco.generateImageMarker(dictionary, number, CELLS) > 127).astype(np.uint8)


# A dark square is a mark where it is so like it (correlation of 49 cells) and by so much more than any other: the less
# like in dim light, the farther from all others.
SURE = ((0.90, 0.10), (0.76, 0.20))
BLURS = (0.3, 0.55)  # how far a cell runs into its neighbours, in cells (one sigma): a near camera, a far one
SHIFT_MM, LEAN_DEG = 0.5, 3.5  # how far a spot may be off
_TRIES = np.array([(0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]) * (
    SHIFT_MM,
    SHIFT_MM,
    LEAN_DEG,
)
FEW = 24  # marks that a spot is compared with closely: those likest the mean of all tries
FINE = 3  # samples to a cell


def find(gray: Array, half: Array, pose: Pose, size: float = SIZE_MM) -> list[Mark]:
    """All marks that lie flat in this frame, on the mat or beside it. `half` is the frame at half its size."""
    spots = _spots(gray, half, pose, size)
    if not len(spots):
        return []
    tried = spots[:, None] + _TRIES
    cells = _cells(gray, pose, tried.reshape(-1, 3), size).reshape(len(spots), len(_TRIES), -1)
    found = []
    for k, where in enumerate(tried):
        seen = _likeliest(cells[k])
        if seen is not None:
            number, place, quarter, like = seen
            x, y, turn = where[place]
            found.append(Mark(number, float(x), float(y), float(turn + 90 * quarter) % 360, like))
    return found


def _likeliest(cells: Array) -> tuple[int, int, int, float] | None:
    """Which mark a spot is, at which of its tries, in which quarter turn, and how like it is; None: not surely one."""
    likeness = (_patterns() @ cells.mean(axis=0)).reshape(len(BLURS), 4, MARKS)
    few = np.argpartition(-likeness.max(axis=(0, 1)), FEW)[:FEW]
    each = (_by_number()[few].reshape(-1, CELLS * CELLS) @ cells.T).reshape(FEW, len(BLURS), 4, len(cells))
    best = each.max(axis=(1, 2, 3))
    order = np.argsort(-best)
    like, apart = float(best[order[0]]), float(best[order[0]] - best[order[1]])
    if not any(like >= enough and apart >= gap for enough, gap in SURE):
        return None
    _, quarter, place = np.unravel_index(each[order[0]].argmax(), each.shape[1:])
    return int(few[order[0]]), int(place), int(quarter), like


def near_marks(frame: Array, pose: Pose, at: Array) -> Array:
    """Which of these places (n, 2) on the mat are a card's marks: to the eyes for dice they look like odd ones."""
    gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    half = cv2.resize(gray, (gray.shape[1] // 2, gray.shape[0] // 2), interpolation=cv2.INTER_AREA)
    found = find(gray, half, pose)
    if not found:
        return np.zeros(len(at), bool)
    places = np.array([(mark.x_mm, mark.y_mm) for mark in found])
    return np.asarray(np.hypot(*(at[:, None] - places[None]).T).T.min(axis=1) < SIZE_MM)


def _spots(gray: Array, half: Array, pose: Pose, size: float) -> Array:
    """Dark squares of a mark's size, as they lie on the mat: x, y, turn (k, 3)."""
    side = size * float(pose.matrix[0, 0] / pose.camera[2]) * gray.shape[1] / pose.size[0]
    around = round(side) | 1  # of the half picture: twice the mark
    near = cv2.blur(half, (around, around))
    dark = cv2.compare(half, cv2.convertScaleAbs(near, alpha=0.88), cv2.CMP_LT)
    _, _, stats, middles = cv2.connectedComponentsWithStatsWithAlgorithm(
        dark, 8, cv2.CV_32S, cv2.CCL_GRANA
    )  # the fastest
    wide, high, area = stats[:, 2], stats[:, 3], stats[:, 4]
    low, top = 0.3 * side, 0.85 * side
    fits = (wide > low) & (wide < top) & (high > low) & (high < top) & (area > 0.06 * side * side)
    fits[0] = False
    reach = round(side)
    found = []
    for x, y in np.rint(middles[fits] * 2 + 0.5).astype(int):
        x0, y0 = max(0, x - reach), max(0, y - reach)
        square = _square(gray[y0 : y + reach + 1, x0 : x + reach + 1], side)
        if square is not None:
            found.append(np.add(square, (x0, y0)))
    if not found:
        return np.zeros((0, 3))
    at = pose.mat_points(np.concatenate(found)).reshape(-1, 2, 2)
    ahead = at[:, 1] - at[:, 0]
    return np.column_stack([at[:, 0], np.degrees(np.arctan2(ahead[:, 1], ahead[:, 0]))])


def _square(patch: Array, side: float) -> Array | None:
    """The dark square in a small piece of the frame: its middle, and the middle of its right edge (2, 2)."""
    _, dark = cv2.threshold(patch, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    outlines, _ = cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        (x, y), (wide, high), turn = cv2.minAreaRect(outline)
        if 0.72 * side < min(wide, high) and max(wide, high) < 1.3 * side:
            angle = np.radians(turn)
            return np.array([(x, y), (x + np.cos(angle) * side / 2, y + np.sin(angle) * side / 2)])
    return None


def _cells(gray: Array, pose: Pose, at: Array, size: float) -> Array:
    """The grey of each cell, its mean taken off and of length one: (n, 49)."""
    seen = warp(gray, pose, at[:, 0], at[:, 1], at[:, 2], size, CELLS * FINE, 0.0)
    cells = seen.reshape(-1, CELLS, FINE, CELLS, FINE).mean(axis=(2, 4), dtype=np.float32).reshape(len(at), -1)
    return _alike(cells)


def _alike(cells: Array) -> Array:
    cells = cells - cells.mean(axis=1, keepdims=True)
    return np.asarray(cells / np.maximum(np.linalg.norm(cells, axis=1, keepdims=True), 1e-6), np.float32)


@cache
def _by_number() -> Array:
    """The same by their numbers: (MARKS, blurs * 4, 49)."""
    return np.ascontiguousarray(_patterns().reshape(-1, MARKS, CELLS * CELLS).transpose(1, 0, 2))


@cache
def _patterns() -> Array:
    """Every mark as a blurred picture of it shows, in four turns: (blurs * 4 * MARKS, 49)."""
    plain = np.stack([pattern(number) for number in range(MARKS)]).astype(np.float32)
    paper = np.pad(plain, ((0, 0), (2, 2), (2, 2)), constant_values=1.0)
    seen = []
    for blur in BLURS:
        large = paper.repeat(4, axis=1).repeat(4, axis=2)
        soft = np.stack([cv2.GaussianBlur(each, (0, 0), blur * 4) for each in large])[:, 8:-8, 8:-8]
        cells = soft.reshape(MARKS, CELLS, 4, CELLS, 4).mean(axis=(2, 4))
        seen += [np.rot90(cells, -quarter, axes=(1, 2)) for quarter in range(4)]
    return _alike(np.concatenate(seen).reshape(-1, CELLS * CELLS))
