"""Where cards may lie: rectangles of a known size, from the outlines of what lies there.

A card that lies alone is an outline of its size. Of one that a hand, a die or another card hides in part there is at
least a corner: two sides at a right angle, and where they lead.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.plane import PER_MM

Array = NDArray[Any]
SIDE_PX = 9.0  # a shorter side tells nothing
SQUARE_DEG = 8.0  # so far from a right angle a corner may seem
GAP_PX = 12.0  # so far two sides may end before the corner: it may be round
SLACK_MM = 4.5  # so much larger or smaller an outline may be than a card
OUT_PX = 1.8  # an outline lies so far outside
BOWED_PX = 1.2, 2.2  # sides are so even: the first finds more of them, the second sees past small dents
MOST = 24  # places are looked at in one picture
SUPPORT = 0.42  # of its border, that has to be an edge
APART_PX, APART_DEG = 7.0, 10.0  # two places nearer than this are one


def places(edges: Array, width: float, height: float) -> Array:
    """The middles (in pixels) and turns of the rectangles there may be, likeliest first, and how much of their borders
    is seen: (n, 4). A turn is between 0 and 180 degrees, of the side `width`."""
    size = np.array([width, height]) * PER_MM
    outlines, _ = cv2.findContours(edges, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found: list[tuple[float, float, float]] = []
    for outline in outlines:
        if len(outline) < size[0]:
            continue
        found += _whole(outline, size)
        for bowed in BOWED_PX:
            found += _by_corners(outline, size, bowed)
    return _likeliest(edges, np.array(found).reshape(-1, 3), size)


def _whole(outline: Array, size: Array) -> list[tuple[float, float, float]]:
    (x, y), (wide, high), turn = cv2.minAreaRect(outline)
    slack = SLACK_MM * PER_MM
    wide, high = wide - 2 * OUT_PX, high - 2 * OUT_PX
    if abs(wide - size[0]) < slack and abs(high - size[1]) < slack:
        return [(x, y, turn % 180)]
    if abs(high - size[0]) < slack and abs(wide - size[1]) < slack:
        return [(x, y, (turn + 90) % 180)]
    return []


def _by_corners(outline: Array, size: Array, bowed: float) -> list[tuple[float, float, float]]:
    corners = cv2.approxPolyDP(outline, bowed, True)[:, 0].astype(np.float64)
    if len(corners) < 3:
        return []
    if cv2.contourArea(corners.astype(np.float32), True) < 0:
        corners = corners[::-1]
    ahead = np.roll(corners, -1, axis=0) - corners
    long = np.hypot(*ahead.T)
    sides = np.flatnonzero(long >= SIDE_PX)
    if len(sides) < 2:
        return []
    found = []
    slack = SLACK_MM * PER_MM
    for one, next_ in zip(sides.tolist(), np.roll(sides, -1).tolist(), strict=True):
        a, b = ahead[one] / long[one], ahead[next_] / long[next_]
        cross = a[0] * b[1] - a[1] * b[0]
        if cross < np.cos(np.radians(SQUARE_DEG)):  # it has to turn inward, by a right angle
            continue
        end, start = corners[one] + ahead[one], corners[next_]
        if np.hypot(*(start - end)) > 2 * GAP_PX:
            continue
        along = ((start - end)[0] * b[1] - (start - end)[1] * b[0]) / cross
        meet = end + a * along
        if np.hypot(*(meet - end)) > GAP_PX or np.hypot(*(meet - start)) > GAP_PX:
            continue
        back, on = _square(-a, b, long[one], long[next_])
        meet = meet + OUT_PX * (back + on)
        for first, second, width_axis in ((size[0], size[1], back), (size[1], size[0], on)):
            if long[one] > first + slack + 2 * OUT_PX or long[next_] > second + slack + 2 * OUT_PX:
                continue
            middle = meet + back * first / 2 + on * second / 2
            turn = np.degrees(np.arctan2(width_axis[1], width_axis[0])) % 180
            found.append((float(middle[0]), float(middle[1]), float(turn)))
    return found


def _square(back: Array, on: Array, first: float, second: float) -> tuple[Array, Array]:
    """Two directions made square to one another, the longer side's word counting more."""
    turned = np.array([on[1], -on[0]])
    turned = turned if turned @ back > 0 else -turned
    mean = back * first + turned * second
    mean /= np.hypot(*mean)
    other = np.array([-mean[1], mean[0]])
    return mean, other if other @ on > 0 else -other


def _likeliest(edges: Array, found: Array, size: Array) -> Array:
    if not len(found):
        return np.zeros((0, 4))
    seen = support(edges, found, size)
    kept: list[Array] = []
    for i in np.argsort(-seen).tolist():
        if seen[i] < SUPPORT or len(kept) == MOST:
            break
        if all(not _near(found[i], other) for other in kept):
            kept.append(np.append(found[i], seen[i]))
    return np.array(kept).reshape(-1, 4)


def _near(one: Array, other: Array) -> bool:
    off = abs((one[2] - other[2] + 90) % 180 - 90)
    return bool(np.hypot(*(one[:2] - other[:2])) < APART_PX and off < APART_DEG)


_T = (np.arange(14) + 0.5) / 14 - 0.5
_ROUND = np.concatenate(
    [
        np.column_stack(part)
        for part in ((_T, -0.5 + 0 * _T), (_T, 0.5 + 0 * _T), (-0.5 + 0 * _T, _T), (0.5 + 0 * _T, _T))
    ]
)


def support(edges: Array, found: Array, size: Array) -> Array:
    """How much of the border of each rectangle is an edge."""
    turn = np.radians(found[:, 2])
    spots = _ROUND * size
    x = found[:, :1] + spots[:, 0] * np.cos(turn)[:, None] - spots[:, 1] * np.sin(turn)[:, None]
    y = found[:, 1:2] + spots[:, 0] * np.sin(turn)[:, None] + spots[:, 1] * np.cos(turn)[:, None]
    column, row = np.rint(x).astype(int), np.rint(y).astype(int)
    inside = (column >= 0) & (row >= 0) & (column < edges.shape[1]) & (row < edges.shape[0])
    there = edges[np.clip(row, 0, edges.shape[0] - 1), np.clip(column, 0, edges.shape[1] - 1)] > 0
    return np.asarray((there & inside).mean(axis=1))
