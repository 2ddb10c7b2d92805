"""Art nobody has seen: signs made up from a seed, to check that nothing in vision is tuned to one box of dice.

Seven ways of drawing, letters among them; neighbouring seeds take different ways, so that the signs of one set are
not of one kind.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
PX = 256
LETTERS = "ABEFGJKPRQ2457&?"


@lru_cache(maxsize=256)
def glyph(seed: int) -> Array:
    """A mask of PX x PX: 255 where the sign is printed."""
    draw = (_letter, _star, _ring, _branch, _blob, _arrow, _strokes)[seed % 7]
    dice = np.random.default_rng(seed)
    return draw(dice)


def _canvas() -> Array:
    return np.zeros((PX, PX), np.uint8)


def _polygon(points: Array) -> Array:
    mask = _canvas()
    cv2.fillPoly(mask, [np.rint(points * PX * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _letter(dice: np.random.Generator) -> Array:
    font = int(dice.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX]))
    sign = str(dice.choice(list(LETTERS)))
    weight = int(dice.integers(14, 26))
    (width, height), _ = cv2.getTextSize(sign, font, 8.0, weight)
    mask = np.zeros((height + 80, width + 80), np.uint8)
    cv2.putText(mask, sign, (40, height + 40), font, 8.0, 255, weight, cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(mask)
    side = max(w, h)
    square = np.zeros((side, side), np.uint8)
    square[(side - h) // 2 : (side - h) // 2 + h, (side - w) // 2 : (side - w) // 2 + w] = mask[y : y + h, x : x + w]
    return cv2.resize(square, (PX, PX), interpolation=cv2.INTER_AREA)


def _star(dice: np.random.Generator) -> Array:
    points = int(dice.integers(3, 9))
    inner = dice.uniform(0.15, 0.28)
    turn = np.arange(2 * points) * np.pi / points
    reach = np.where(np.arange(2 * points) % 2, inner, 0.48)
    mask = _polygon(0.5 + np.column_stack([np.sin(turn) * reach, -np.cos(turn) * reach]))
    if dice.random() < 0.6:
        cv2.circle(mask, (PX // 2, PX // 2), int(PX * inner * 0.55), 0, -1, cv2.LINE_AA)
    return mask


def _ring(dice: np.random.Generator) -> Array:
    mask = _canvas()
    middle = (PX // 2, PX // 2)
    cv2.circle(mask, middle, 108, 255, int(dice.integers(14, 34)), cv2.LINE_AA)
    start = float(dice.uniform(0, 360))
    cv2.ellipse(mask, middle, (130, 130), start, 0, float(dice.uniform(40, 110)), 0, -1)
    cv2.circle(mask, (PX // 2 + int(dice.integers(-24, 24)), PX // 2), int(dice.integers(24, 56)), 255, -1, cv2.LINE_AA)
    return mask


def _branch(dice: np.random.Generator) -> Array:
    mask = _canvas()
    stem = PX // 2 + int(dice.integers(-20, 20))
    cv2.line(mask, (stem, 20), (PX - stem, PX - 20), 255, 20, cv2.LINE_AA)
    for k in range(int(dice.integers(2, 5))):
        y = 50 + 48 * k
        way = 1 if (k + int(dice.integers(2))) % 2 else -1
        end = (PX // 2 + way * int(dice.integers(60, 110)), y + int(dice.integers(-40, 40)))
        cv2.line(mask, (PX // 2, y), end, 255, 16, cv2.LINE_AA)
        cv2.circle(mask, end, int(dice.integers(12, 24)), 255, -1, cv2.LINE_AA)
    return mask


def _blob(dice: np.random.Generator) -> Array:
    turn = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    reach = np.full_like(turn, 0.33)
    for wave in range(1, 6):
        reach += dice.uniform(0.02, 0.10) / wave**0.5 * np.cos(wave * turn + dice.uniform(0, 2 * np.pi))
    reach = np.clip(reach / reach.max() * 0.49, 0.08, 0.49)
    mask = _polygon(0.5 + np.column_stack([np.cos(turn) * reach, np.sin(turn) * reach]))
    for _ in range(int(dice.integers(1, 4))):
        at = (PX // 2 + int(dice.integers(-50, 50)), PX // 2 + int(dice.integers(-50, 50)))
        cv2.circle(mask, at, int(dice.integers(9, 22)), 0, -1, cv2.LINE_AA)
    return mask


def _arrow(dice: np.random.Generator) -> Array:
    head, neck, tail = dice.uniform(0.3, 0.48), dice.uniform(0.06, 0.14), dice.uniform(0.1, 0.3)
    y = dice.uniform(0.35, 0.55)
    points = [(0.5, 0.02), (0.5 + head, y), (0.5 + neck, y), (0.5 + tail, 0.98), (0.5, 0.85)]
    mirrored = [(1 - px, py) for px, py in points[-2:0:-1]]
    return _polygon(np.array(points + mirrored))


def _strokes(dice: np.random.Generator) -> Array:
    mask = _canvas()
    points = dice.uniform(0.08, 0.92, (int(dice.integers(4, 7)), 2)) * PX
    cv2.polylines(mask, [points.astype(np.int32)], bool(dice.integers(2)), 255, int(dice.integers(14, 26)), cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(mask)
    return cv2.resize(mask[y : y + h, x : x + w], (PX, PX), interpolation=cv2.INTER_AREA)
