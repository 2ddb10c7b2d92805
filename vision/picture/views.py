"""One frame made ready: smaller copies, its light, and squares of the mat seen straight from above at any height."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.geometry import Mat
from vision.mat.pose import Pose
from vision.picture.colour import LINEAR, SOFT, Light, light_over

Array = NDArray[Any]

_NONE: Any = None  # OpenCV takes None where its types ask for an array
FINE, COARSE = 20.0, 9.5  # pixels to a die's edge that the two copies have at least
SMALLEST = 180  # pixels: no copy is lower
_DIAGONALS = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])  # of a square, clockwise from its upper left corner


@dataclass(frozen=True, slots=True)
class Square:
    """A candidate: the top face of a die, in millimetres, turned by `turn` degrees (0 to 90)."""

    x: float
    y: float
    turn: float
    wide: float = 1.0  # its width over the edge, once measured

    def far(self, other: Square) -> float:
        return math.hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True)
class Views:
    """A frame, and copies of it as small as dice of the taught edge allow, with what is needed to judge its colours."""

    full: Array  # BGR, as it came
    fine: Array  # BGR and an empty channel: squares are cut out of it sooner, by OpenCV 5 in half the time
    coarse: Array  # likewise
    pose: Pose
    light: Light


def copies_of(frame: Array) -> list[Array]:
    """The frame and smaller copies of it, each half as wide as the one before."""
    copies = [frame]
    while min(copies[-1].shape[:2]) >= 2 * SMALLEST:
        h, w = copies[-1].shape[:2]
        half = cv2.resize(copies[-1], (w // 2, h // 2), interpolation=cv2.INTER_AREA)
        copies.append(half if half.shape[2] == 4 else cv2.cvtColor(half, cv2.COLOR_BGR2BGRA))
    return copies


def views_of(copies: list[Array], pose: Pose, mat: Mat, edge: float) -> Views | None:
    """The copies that dice of that edge are looked at in; None where too little of the mat shows to know the light."""
    per_width = edge / mm_per_px(pose, edge) / pose.size[0]  # pixels to an edge, for each pixel of the width
    fine, coarse = (
        min((copy for copy in copies if per_width * copy.shape[1] >= enough), key=len, default=copies[0])
        for enough in (FINE, COARSE)
    )
    light = light_over(coarse, pose, mat)
    return Views(copies[0], fine, coarse, pose, light) if light is not None else None


def mm_per_px(pose: Pose, z: float) -> float:
    return float((pose.camera[2] - z) / pose.matrix[0, 0])


def warp(picture: Array, pose: Pose, x: Array, y: Array, turn: Array, size: float, px: int, z: float) -> Array:
    """The mat rectified at height z: squares of `size` millimetres around the points, turned: (k, px, px, ...)."""
    return _cut_out(picture, pose, _corners(pose, x, y, turn, size, z), px)


def _corners(pose: Pose, x: Array, y: Array, turn: Array, size: float, z: float) -> Array:
    """Where the corners of such squares show in the frame: (k, 4, 2)."""
    turned = np.exp(1j * np.deg2rad(turn))[:, None] * (size / 2 * _DIAGONALS)  # down the picture is up in the plane
    corners = turned + (x + 1j * y)[:, None]
    return pose.pixels(corners.view(np.float64).reshape(-1, 4, 2), z)


def _cut_out(picture: Array, pose: Pose, corners: Array, px: int) -> Array:
    """Squares by their corners in the frame. They are so small that between these the picture is as good as flat."""
    if not len(corners):
        return np.zeros((0, px, px, *picture.shape[2:]), picture.dtype)
    there = ((corners + 0.5) * (picture.shape[1] / pose.size[0]) - 0.5).astype(np.float32)
    where = (_shares(px) @ there).reshape(-1, px, 2)
    seen = cv2.remap(picture, where, _NONE, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen).reshape(len(corners), px, px, *picture.shape[2:])


@cache
def _shares(px: int) -> Array:
    """How much of each corner of a square, from the upper left clockwise, is in each of its pixels: (px * px, 4)."""
    t = (np.arange(px, dtype=np.float32) + np.float32(0.5)) / px
    right, down = (part.ravel() for part in np.meshgrid(t, t))
    return np.stack([(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down], axis=1)


def tones_at(
    views: Views,
    x: Array,
    y: Array,
    turn: Array,
    size: float,
    px: int,
    z: float,
    order: Array | None = None,
    full: bool = False,
) -> Array:
    """The same squares of the fine copy, or of the whole frame, as tones, each channel for itself: (3, k, px, px). With
    an `order` of corners for each (k, 4) they show as if their corners lay in that order."""
    corners = _corners(views.pose, x, y, turn, size, z)
    if order is not None:
        corners = corners[np.arange(len(corners))[:, None], order]
    seen = _cut_out(views.full if full else views.fine, views.pose, corners, px)
    gain = np.exp(-views.light.at(corners.mean(1))).astype(np.float32)
    blue_green_red = cv2.split(seen.reshape(-1, px, seen.shape[3]))[:3]
    light: Array = cv2.LUT(np.concatenate(blue_green_red), LINEAR).reshape(3, -1, px, px)
    light *= gain.T[:, :, None, None]
    light += np.float32(SOFT)
    flat = light.reshape(-1, px)
    return np.asarray(cv2.log(flat, flat)).reshape(light.shape)
