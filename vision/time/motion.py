"""Cheap eyes: has anything moved between two frames, and was it a thing, a hand, or only the light?

Everything here works on a small grey picture. Light changes smoothly from place to place, things have edges: so what
counts as a change of things is where the *ratio* of two pictures has an edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.limits import count, limit

Array = NDArray[Any]
WIDTH = 320
LEVELS = count("motion.levels")
FEW = count("motion.few")
EDGE = limit("motion.edge")
CHANGED = limit("motion.changed")
HAND_SHARE = limit("motion.hand_share")
FLAT = limit("motion.flat")
DARK, DARK_SHARE = count("motion.dark"), limit("motion.dark_share")
_LOG = np.log(np.maximum(np.arange(256), 6)).astype(np.float32)


def small(frame: Array) -> Array:
    height = max(1, round(frame.shape[0] * WIDTH / frame.shape[1]))
    reduced = cv2.resize(frame, (WIDTH, height), interpolation=cv2.INTER_LINEAR)
    return cv2.blur(cv2.cvtColor(reduced, cv2.COLOR_BGR2GRAY), (3, 3))


def differs(one: Array, other: Array, noise: float = 0.0) -> bool:
    """Whether more than a few pixels changed at all. This is what a frame costs on which nothing happens."""
    apart = cv2.absdiff(one, other)
    return cv2.countNonZero(_over(apart, LEVELS + 3 * noise)) > FEW


def _over(picture: Array, limit: float) -> Array:
    return cv2.threshold(picture, limit, 255, cv2.THRESH_BINARY)[1].astype(np.uint8)


@dataclass(frozen=True)
class Difference:
    """What changed between two small pictures: `things` marks edges that came or went, `share` is how much of the
    picture changed together and reaches the border (a hand comes from outside)."""

    things: Array
    share: float

    @property
    def count(self) -> int:
        return int(cv2.countNonZero(self.things))

    @property
    def is_light(self) -> bool:
        return self.count <= FEW

    @property
    def is_hand(self) -> bool:
        return not self.is_light and self.share > HAND_SHARE


def difference(now: Array, before: Array) -> Difference:
    ratio = cv2.subtract(_LOG[now], _LOG[before])
    ratio = cv2.GaussianBlur(ratio, (0, 0), 0.8)
    across = cv2.absdiff(ratio[1:-1, 2:], ratio[1:-1, :-2])
    down = cv2.absdiff(ratio[2:, 1:-1], ratio[:-2, 1:-1])
    edges = np.zeros(now.shape, np.uint8)
    edges[1:-1, 1:-1] = _over(cv2.max(across, down), EDGE)
    limit = min(DARK, DARK_SHARE * float(np.median(now)))
    dark = cv2.threshold(cv2.max(now, before), limit, 255, cv2.THRESH_BINARY_INV)[1]
    edges[cv2.dilate(dark, np.ones((7, 7), np.uint8)) > 0] = 0
    if cv2.countNonZero(edges) <= FEW:
        return Difference(edges, 0.0)
    return Difference(edges, _from_outside(ratio))


def _from_outside(ratio: Array) -> float:
    """The share of the largest piece of changed picture that touches the border."""
    calm = float(np.median(ratio))
    changed = _over(np.abs(ratio - calm), CHANGED)
    changed = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    changed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    count, _, boxes, _ = cv2.connectedComponentsWithStats(changed)
    height, width = changed.shape
    best = 0
    for x, y, w, h, area in boxes[1:count]:
        if x <= 2 or y <= 2 or x + w >= width - 2 or y + h >= height - 2:
            best = max(best, int(area))
    return best / changed.size


def emptiness(picture: Array) -> str | None:
    """'dark' or 'bright' where a picture shows nothing at all."""
    mean, spread = cv2.meanStdDev(picture)
    if float(spread[0, 0]) >= FLAT:
        return None
    return "dark" if float(mean[0, 0]) < 128 else "bright"
