"""Does it lie level? A small convolutional net looks at a candidate and what is around it.

From above, a flat die shows its top as a square and, towards the camera's foot, strips of two sides as wide as its
place says; a tilted die shows other strips and a narrower top, a stacked one a larger top and the die below. The net
sees no colours and no art: only how like the body, how like the mat and how bright each pixel is, turned and mirrored
so that the strips are always right and below, and how wide they should be. It learned from rendered dice.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import SOFT, planes
from vision.find import Square, Views, tones_at
from vision.mat import Mat
from vision.symbols import VIEW, product

Array = NDArray[Any]

SIDE = 2 * VIEW  # pixels, two edges across: the face is the inner half
CHANNELS = 3
WEIGHTS = Path(__file__).parent / "data" / "level.npz"


def surroundings(views: Views, squares: list[Square], edge: float) -> Array:
    """Each candidate and half an edge around it, as tones: (k, SIDE, SIDE, 3)."""
    x, y, turn = (np.array(v) for v in zip(*((s.x, s.y, s.turn) for s in squares), strict=True))
    return tones_at(views, x, y, turn, 2 * edge, SIDE, edge)


def faces(around: Array) -> Array:
    """Their top faces alone: (k, VIEW, VIEW, 3)."""
    inner = slice(VIEW // 2, VIEW // 2 + VIEW)
    return np.ascontiguousarray(around[:, inner, inner])


def patches(
    views: Views, around: Array, squares: list[Square], bodies: Array, edge: float, mat: Mat
) -> tuple[Array, Array]:
    """What the net sees of each candidate, whose own body has the tone `bodies` (k, 3): (k, SIDE, SIDE, CHANNELS), and
    how wide its strips of side faces should be (k, 2)."""
    x, y, turn = (np.array(v) for v in zip(*((s.x, s.y, s.turn) for s in squares), strict=True))
    right, down = _strips(views, x, y, turn, edge)
    tall = around.reshape(-1, SIDE, 3)
    off = (around - bodies[:, None, None].astype(np.float32)).reshape(-1, SIDE, 3)
    b, g, r = cv2.split(off)
    like_body = cv2.exp(-2.0 * (b * b + g * g + r * r))
    ground = tall - np.float32(math.log(1 + SOFT))
    like_mat = _like_ground(ground)
    island = mat.zones["island"]
    near = (np.abs(x - (island.x0 + island.x1) / 2) < (island.x1 - island.x0) / 2 + edge) & (
        np.abs(y - (island.y0 + island.y1) / 2) < (island.y1 - island.y0) / 2 + edge
    )
    if near.any():
        sand = np.log((np.exp(views.light.island) + SOFT) / (1 + SOFT)).astype(np.float32)
        rows = np.repeat(near, SIDE)
        like_mat[rows] = np.maximum(like_mat[rows], _like_ground(ground[rows] - sand))
    images = (like_body, like_mat, np.clip((b + g + r) / 6, -1, 1))
    out = np.stack([plane.reshape(-1, SIDE, SIDE) for plane in images], axis=-1)
    for i in range(len(x)):  # strips to the right and below, the wider one to the right
        one = out[i]
        if right[i] < 0:
            one = one[:, ::-1]
        if down[i] < 0:
            one = one[::-1]
        if abs(down[i]) > abs(right[i]):
            one = one.transpose(1, 0, 2)
        out[i] = one.copy()
    return out, np.sort(np.abs(np.stack([right, down], 1)), axis=1)[:, ::-1].astype(np.float32) * (2 / edge)


def _like_ground(off: Array) -> Array:
    """Mat, or mat in shadow: its chroma, not brighter than it."""
    mean, chroma = planes(off)
    rise, fall = np.maximum(mean, 0) * np.float32(1 / 0.3), np.minimum(mean, 0) * np.float32(0.5)
    return np.asarray(cv2.exp(-(chroma * chroma) * 16.0 - rise * rise - fall * fall))


def _strips(views: Views, x: Array, y: Array, turn: Array, edge: float) -> tuple[Array, Array]:
    """How wide the strips of side faces are to the right and below (negative: to the left, above), in mm."""
    a = np.deg2rad(turn)
    to_foot = (views.pose.camera[:2] - np.stack([x, y], -1)) * edge / views.pose.camera[2]
    right: Array = to_foot[:, 0] * np.cos(a) + to_foot[:, 1] * np.sin(a)
    down: Array = -to_foot[:, 0] * np.sin(a) + to_foot[:, 1] * np.cos(a)
    return right, down


@cache
def _weights() -> dict[str, Array]:
    """As they were trained, but for channels, which come last here."""
    with np.load(WEIGHTS) as stored:
        w = {name: stored[name].astype(np.float32) for name in stored.files}
    for i in (1, 2, 3):
        w[f"w{i}"] = w[f"w{i}"].transpose(0, 2, 3, 1).reshape(len(w[f"w{i}"]), -1)
    last, side = len(w["w3"]), SIDE // 8
    seen = w["w4"][:, :-2].reshape(-1, last, side, side).transpose(0, 2, 3, 1).reshape(len(w["w4"]), -1)
    return w | {"w4": np.concatenate([seen, w["w4"][:, -2:]], axis=1)}


def scores(seen: Array, strips: Array) -> Array:
    """The net's scores (k, 3): flat, not flat, no die."""
    w = _weights()
    x = seen
    for i in (1, 2, 3):
        x = _convolved(x, w[f"w{i}"], w[f"b{i}"])
    found = np.concatenate([x.reshape(len(x), -1), strips], axis=1)
    hidden = np.maximum(product(found, w["w4"]) + w["b4"], 0)
    return product(hidden, w["w5"]) + w["b5"]


def _convolved(x: Array, weight: Array, bias: Array) -> Array:
    """3x3, stride 2, a rim of zeros, then what is positive of it."""
    k, h, w, c = x.shape
    padded = np.zeros((k, h + 2, w + 2, c), np.float32)
    padded[:, 1:-1, 1:-1] = x
    rows = np.concatenate([padded[:, i : i + h : 2, j : j + w : 2] for i in range(3) for j in range(3)], axis=-1)
    out = product(rows.reshape(-1, 9 * c), weight)
    out += bias
    return np.maximum(out, 0, out=out).reshape(k, (h + 1) // 2, (w + 1) // 2, len(weight))
