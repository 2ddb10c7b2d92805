"""A candidate square, measured: where its four sides really are, and whether it lies as a flat die lies.

Each side is found twice, in its two halves, along the normal: eight offsets. Together they move, turn and stretch
the square; what is left over says that it is no level square at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import SUM, Square, patch
from vision.pose import Pose

Array = NDArray[Any]

PX = 3.0  # pixels per millimetre
RIM = 4.5  # millimetres of surroundings on each side
REACH = 2.5  # how far from its expected place a side is looked for


@dataclass(frozen=True, slots=True)
class Fit:
    x: float
    y: float
    turn: float
    across: float  # width over the expected edge
    down: float
    askew: float  # what no move, turn or stretch explains, rms millimetres
    sides: tuple[float, float, float, float]  # strength of each side's gradient: left, right, top, bottom
    blur: float  # width of the sides' gradient, millimetres


def measure(picture: Array, pose: Pose, square: Square, edge: float) -> Fit:
    x, y, turn = square.x, square.y, square.turn
    prior = 1.2
    across = down = 1.0
    size = edge + 2 * RIM
    px = int(round(size * PX))
    for last in (False, False, True):
        view = patch(picture, pose, (x, y), turn, size, px, edge)
        offsets, strength, width = _offsets(view, edge, prior)
        l1, l2, r1, r2, t1, t2, b1, b2 = offsets
        # outward is positive; halves lie a quarter edge from the middle
        dx, dy = (r1 + r2 - l1 - l2) / 4, (b1 + b2 - t1 - t2) / 4
        spin = ((r1 - r2) + (l2 - l1) + (b2 - b1) + (t1 - t2)) / 4 / (edge / 2)
        across, down = 1 + (l1 + l2 + r1 + r2) / 2 / edge, 1 + (t1 + t2 + b1 + b2) / 2 / edge
        if last:
            break
        a = np.deg2rad(turn)
        x, y = x + dx * np.cos(a) - dy * np.sin(a), y + dx * np.sin(a) + dy * np.cos(a)
        turn += float(np.rad2deg(spin))
        prior = 0.7
    q = spin * edge / 4
    expected = np.array([-dx - q, -dx + q, dx + q, dx - q, -dy + q, -dy - q, dy - q, dy + q])
    stretch = np.repeat([(across - 1) * edge / 2, (down - 1) * edge / 2], 4)
    askew = float(np.sqrt(((offsets - expected - stretch) ** 2).mean()))
    return Fit(float(x), float(y), float(turn % 90), float(across), float(down), askew, tuple(strength), width)


def _offsets(view: Array, edge: float, prior: float) -> tuple[Array, list[float], float]:
    """Where each half side is (millimetres outward of its place), the sides' strengths, and their width."""
    soft = view.astype(np.float32)
    gx = cv2.sepFilter2D(soft, -1, np.array([-1, -1, 0, 1, 1], np.float32) / 2, np.ones(3, np.float32) / 3)
    gy = cv2.sepFilter2D(soft, -1, np.ones(3, np.float32) / 3, np.array([-1, -1, 0, 1, 1], np.float32) / 2)
    n = view.shape[0]
    middle = (n - 1) / 2
    half = edge / 2 * PX
    inner = int(half * 0.82)
    c = int(round(middle))
    spans = (slice(c - inner, c), slice(c + 1, c + inner + 1))
    reach = int(REACH * PX)
    steps = np.arange(-reach, reach + 1)
    weight = np.exp(-0.5 * (steps / PX / prior) ** 2)
    offsets, strength, widths = [], [], []
    for profile_of, sign in ((gx, -1), (gx, 1), (gy.transpose(1, 0, 2), -1), (gy.transpose(1, 0, 2), 1)):
        at = middle + sign * half
        where = at + sign * steps
        total = 0.0
        for span in spans:
            line = np.abs(profile_of[span].mean(0)).sum(1)  # along x
            profile = np.interp(where, np.arange(n), line)
            i, off = _peak(profile * weight)
            offsets.append((i + off - reach) / PX)
            total += profile[i]
            widths.append(profile.sum() / max(profile[i], 1e-6) / PX)
        strength.append(total / 2)
    return np.array(offsets), strength, float(np.median(widths))


def _peak(values: Array) -> tuple[int, float]:
    i = int(np.argmax(values))
    if 0 < i < len(values) - 1:
        a, b, c = values[i - 1], values[i], values[i + 1]
        bend = a - 2 * b + c
        return i, float(0.5 * (a - c) / bend) if bend < 0 else 0.0
    return i, 0.0


__all__ = ["SUM", "Fit", "measure"]
