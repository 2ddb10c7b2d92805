"""Where dice may lie: the whole field at once, as a small net sees it.

The field is rectified at the height of the dice's tops, so large that an edge is EDGE_PX pixels wherever a die lies and
however large it is. The net sees no art and no colours: only how like the taught bodies, how like the mat, how bright
and how coloured each pixel is, and from which side the camera looks at it. For every CELL of the field it says whether
the middle of a die is near, flat or not, where exactly, and how it is turned. It learned from rendered dice
(vision/README.md).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.table import Table
from vision.limits import limit
from vision.mat.geometry import Box, Mat
from vision.mat.pose import Pose
from vision.models import checked
from vision.picture.colour import LINEAR, SOFT, like_ground, planes
from vision.picture.views import Square, Views

Array = NDArray[Any]

EDGE_PX = 8
CELL = 4  # pixels
REACH = 0.9  # edges beyond the zones that are looked at, too
PLANES = 6
# What the net says of a cell: scores; how far right and down of the cell's middle the die's is, in edges; cosine and
# sine of four times its turn.
SAYS = ("flat", "other", "no die", "right", "down", "cosine", "sine")
WEIGHTS = Path(__file__).parents[1] / "data" / "survey.onnx"
LEAST = limit("survey.least")
APART = limit("survey.apart")
BARE = limit("survey.bare")
RIM = 8  # pixels: a die whose middle lies nearer to the field's border is none of ours
SURELY_NOT = 9.0  # the score of a cell that the net was not asked about
FAR = 12  # pixels between the points that are projected one by one; between them the picture is all but flat
_NONE: Any = None  # OpenCV takes None where its types ask for an array


@dataclass(frozen=True)
class Field:
    """The field, rectified: pixel (0, 0) has its middle at `x0`, `y0` on the mat."""

    x0: float
    y0: float
    mm: float  # per pixel
    planes: Array  # (PLANES, height, width) float32


def field_of(views: Views, edge: float, bodies: Array, mat: Mat) -> Field:
    """The field for dice of that edge, whose bodies have these tones (n, 3)."""
    pose, light = views.pose, views.light
    mm, reach = edge / EDGE_PX, edge * REACH
    zones = mat.zones.values()
    x0, y0 = min(b.x0 for b in zones) - reach, min(b.y0 for b in zones) - reach
    x1, y1 = max(b.x1 for b in zones) + reach, max(b.y1 for b in zones) + reach
    columns, rows = math.ceil((x1 - x0) / mm / FAR), math.ceil((y1 - y0) / mm / FAR)
    across, down = (FAR * (np.arange(-1, n + 1) + 0.5) - 0.5 for n in (columns, rows))
    at = np.empty((rows + 2, columns + 2, 2))  # the mat at points far apart
    at[..., 0], at[..., 1] = x0 + mm * across, (y0 + mm * down)[:, None]
    px = pose.pixels(at, edge)
    where = _between((px + 0.5) * (views.coarse.shape[1] / pose.size[0]) - 0.5)
    seen = cv2.remap(views.coarse, where, _NONE, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    brightness = _between(np.exp(-light.level(px)))
    h, w = brightness.shape
    tones: Array = cv2.LUT(np.concatenate(cv2.split(seen)[:3]), LINEAR).reshape(3, h, w)
    tones *= np.exp(-light.tint).astype(np.float32)[:, None, None] * brightness
    tones += np.float32(SOFT)
    cv2.log(tones.reshape(-1, w), tones.reshape(-1, w))
    mean, chroma = planes(*tones)
    out = np.empty((PLANES, *mean.shape), np.float32)
    out[0] = _like_bodies(tones, bodies)
    out[1] = like_ground(mean, chroma)
    sand = _drawn(mat.zones["island"], pose, edge, x0, y0, mm)
    out[1, *sand] = like_ground(*planes(*(tones[:, *sand] - light.sand[:, None, None])))
    np.clip(mean * np.float32(0.5), -1, 1, out=out[2])
    np.minimum(chroma, 1, out=out[3])
    strips = _between((pose.camera[:2] - at) / pose.camera[2])  # how wide the sides of a die show there, in edges
    out[4:] = strips.transpose(2, 0, 1)
    return Field(x0, y0, mm, out)


def _between(values: Array) -> Array:
    """Values at points FAR pixels apart, with one row and column of them beyond each side, for every pixel."""
    h, w = values.shape[:2]
    wide = cv2.resize(values.astype(np.float32), (w * FAR, h * FAR), interpolation=cv2.INTER_LINEAR)
    return np.ascontiguousarray(wide[FAR:-FAR, FAR:-FAR])


def _drawn(box: Box, pose: Pose, edge: float, x0: float, y0: float, mm: float) -> tuple[slice, slice]:
    """Where a box printed on the mat shows, an edge above it."""
    corners = np.array([[box.x0, box.y0], [box.x1, box.y1]])
    above = corners + (pose.camera[:2] - corners) * edge / pose.camera[2]
    (left, top), (right, bottom) = np.maximum(np.rint((above - (x0, y0)) / mm), 0).astype(int)
    return slice(top, bottom), slice(left, right)


# Two axes of hue and one of brightness, each as long as it counts: light changes brightness sooner than hue.
_AXES = (np.array([[-1, 1, 0], [-1, -1, 2], [1, 1, 1]]) * np.sqrt([[2 / 2], [2 / 6], [0.5 / 3]])).astype(np.float32)


def _like_bodies(tones: Array, bodies: Array) -> Array:
    """How like the nearest of the taught bodies the tones (3, height, width) are."""
    along = _AXES @ tones.reshape(3, -1)
    taught = (bodies @ _AXES.T).astype(np.float32)  # far from a taught tone: the squares less twice the product
    near = (2 * taught @ along - (taught * taught).sum(1)[:, None]).max(0) - (along * along).sum(0)
    return np.asarray(cv2.exp(near.reshape(tones.shape[1:])))


@cache
def _net() -> Any:
    """OpenCV 5 has a second engine, which is slower for a net so small."""
    how: dict[str, Any] = {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
    return cv2.dnn.readNetFromONNX(str(checked(WEIGHTS)), **how)


def said(field: Field) -> Table:
    """What the net says of each cell (rows, columns). It is asked only about the part of the field where anything
    lies."""
    h, w = (side // CELL for side in field.planes.shape[1:])
    out: Array = np.zeros((len(SAYS), h, w), np.float32)
    out[SAYS.index("no die")] = SURELY_NOT
    inner = slice(RIM, -RIM)
    x, y, wide, high = cv2.boundingRect((field.planes[1, inner, inner] < BARE).astype(np.uint8))
    if wide and high:
        left, top = x // CELL, y // CELL  # a rim's width before it
        right, bottom = min(w, (x + wide + 2 * RIM) // CELL + 1), min(h, (y + high + 2 * RIM) // CELL + 1)
        part = field.planes[None, :, CELL * top : CELL * bottom, CELL * left : CELL * right]
        net = _net()
        net.setInput(np.ascontiguousarray(part))
        out[:, top:bottom, left:right] = net.forward()[0]
    return Table(SAYS, out.transpose(1, 2, 0))


class Candidate(NamedTuple):
    """Where a die may lie, with the scores of its cell for flat, not flat, no die."""

    square: Square
    scores: Array


def squares(field: Field, cells: Table, least: float = LEAST) -> list[Candidate]:
    """Where dice may lie, the likeliest first, none over another."""
    told = cells.of("flat", "other", "no die")
    scores = np.exp(told - told.max(-1, keepdims=True))
    chances = scores[..., :2].sum(-1) / scores.sum(-1)
    rows, columns = np.nonzero(chances > least)
    order = np.argsort(-chances[rows, columns])
    rows, columns = rows[order], columns[order]
    right, down, cosine, sine = (cells[name][rows, columns] for name in ("right", "down", "cosine", "sine"))
    x = field.x0 + field.mm * (columns * CELL + (CELL - 1) / 2 + right * EDGE_PX)
    y = field.y0 + field.mm * (rows * CELL + (CELL - 1) / 2 + down * EDGE_PX)
    turn = np.rad2deg(np.arctan2(sine, cosine)) / 4 % 90
    apart = np.hypot(x[:, None] - x, y[:, None] - y) > APART * field.mm * EDGE_PX
    left: Array = np.ones(len(x), bool)
    found: list[Candidate] = []
    for i in range(len(x)):
        if left[i]:
            left &= apart[i]
            found.append(Candidate(Square(float(x[i]), float(y[i]), float(turn[i])), told[rows[i], columns[i]]))
    return found
