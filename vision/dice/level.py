"""Does it lie level, and where exactly? A small convolutional net looks at a candidate and what is around it.

From above, a flat die shows its top as a square and, towards the camera's foot, strips of two sides as wide as its
place says; a tilted die shows other strips and a narrower top, a stacked one a larger top and the die below. The net
knows no art: it sees how like its own body, how like the mat, how bright and how coloured each pixel is, turned and
mirrored so that the strips are always right and below, and how wide they should be. Where it is in doubt a larger net
looks more closely, and at how red and how blue each pixel is beside the body. Both learned from rendered dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from vision.dice.table import Table
from vision.limits import limit, pair
from vision.mat.geometry import Mat
from vision.models import checked
from vision.picture.colour import like_ground, middle, planes
from vision.picture.views import Square, Views, tones_at

Array = NDArray[Any]

EDGE_PX, SECOND_PX = 16, 24  # of a die's edge, as the first net and the second see it
PLANES, SECOND_PLANES = 4, 6
TURN = 20.0  # degrees that count as 1
FLAT, ODD, NOTHING = range(3)  # the order of scores and chances: a flat die, another die, no die
DOUBT = pair("level.doubt")
LARGE = limit("level.large")
OPEN = limit("level.open")
BESIDE = (0.05, 0.0), (-0.05, 0.0), (0.0, 0.05), (0.0, -0.05)  # edges: then it also looks from there
COUNTS = limit("level.counts")
# A square's corners, clockwise from its upper left one, in the order that shows it mirrored: across, then upside down,
# then at the diagonal.
_MIRRORED = np.array([
    [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 3, 2, 1], [1, 2, 3, 0], [3, 0, 1, 2], [2, 1, 0, 3],
])  # fmt: skip
# What the nets say of a candidate: scores; how far the die's middle is to the right and below, in edges, and how much
# it is turned more, in TURNs, all as seen mirrored; the logarithm of how wide it is.
SAYS = ("flat", "other", "no die", "right", "down", "turn", "wide")
WEIGHTS, SECOND = (Path(__file__).parents[1] / "data" / name for name in ("level.npz", "second.npz"))


def patches(
    views: Views, squares: list[Square], edge: float, mat: Mat, px: int = EDGE_PX
) -> tuple[Array, Array, Array]:
    """What a net sees of each candidate and half an edge around it, `px` pixels to an edge (k, 2 px, 2 px, planes); how
    wide its strips of side faces should be, in half edges (k, 2); and how it was mirrored (k, 3): across, down, at the
    diagonal."""
    x, y, turn = np.array([(s.x, s.y, s.turn) for s in squares]).T
    side, inner = 2 * px, slice(px - px // 3, px + px // 3)
    right, down = _strips(views, x, y, turn, edge)
    mirrored = np.stack([right < 0, down < 0, np.abs(down) > np.abs(right)], 1)
    around = tones_at(views, x, y, turn, 2 * edge, side, edge, _MIRRORED[mirrored @ (1, 2, 4)])
    bodies = middle(around[:, :, inner, inner].reshape(3 * len(x), -1)).reshape(3, -1, 1, 1)
    mean, chroma = planes(*around.reshape(3, -1, side))
    like_mat = like_ground(mean, chroma)
    rows = np.repeat(_on_island(x, y, edge, mat), side)
    if rows.any():
        sand = around.reshape(3, -1, side)[:, rows] - views.light.sand[:, None, None]
        like_mat[rows] = np.maximum(like_mat[rows], like_ground(*planes(*sand)))
    b, g, r = (around - bodies).reshape(3, -1, side)
    looks = [cv2.exp(-2.0 * (b * b + g * g + r * r)), like_mat, np.clip((b + g + r) / 6, -1, 1), chroma]
    if px == SECOND_PX:  # what tells skin from the die beside it
        looks += [np.clip((r - g) / 2, -1, 1), np.clip((b - g) / 2, -1, 1)]
    seen = cv2.merge(looks).reshape(-1, side, side, len(looks))
    wide = np.sort(np.abs(np.stack([right, down], 1)), axis=1)[:, ::-1]
    return seen, (wide * (2 / edge)).astype(np.float32), mirrored


def _on_island(x: Array, y: Array, edge: float, mat: Mat) -> Array:
    box = mat.zones["island"]
    across, down = np.abs(x - (box.x0 + box.x1) / 2), np.abs(y - (box.y0 + box.y1) / 2)
    return np.asarray((across < (box.x1 - box.x0) / 2 + edge) & (down < (box.y1 - box.y0) / 2 + edge))


def _strips(views: Views, x: Array, y: Array, turn: Array, edge: float) -> tuple[Array, Array]:
    """How wide the strips of side faces are to the right and below (negative: to the left, above), in mm."""
    a = np.deg2rad(turn)
    to_foot = (views.pose.camera[:2] - np.stack([x, y], -1)) * edge / views.pose.camera[2]
    right: Array = to_foot[:, 0] * np.cos(a) + to_foot[:, 1] * np.sin(a)
    down: Array = -to_foot[:, 0] * np.sin(a) + to_foot[:, 1] * np.cos(a)
    return right, down


@cache
def _weights(path: Path) -> dict[str, Array]:
    with np.load(checked(path)) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def judged(views: Views, squares: list[Square], edge: float, mat: Mat) -> tuple[Array, list[Square]]:
    """The net's scores (k, 3) for flat, not flat, no die; and the squares as they lie, if they are flat dice, with how
    wide they are."""
    seen, strips, mirrored = patches(views, squares, edge, mat)
    said = Table(SAYS, net(seen, strips, WEIGHTS))
    doubt = np.flatnonzero(in_doubt(said))
    if len(doubt):
        said.rows[doubt] += COUNTS * (_seen_again(views, [squares[i] for i in doubt], edge, mat) - said.rows[doubt])
    off = unmirrored(said.of("right", "down", "turn"), mirrored)
    return said.of("flat", "other", "no die"), moved(squares, off, edge, np.exp(said["wide"]))


def _seen_again(views: Views, squares: list[Square], edge: float, mat: Mat) -> Array:
    """What the larger net says (k, 7). Where that leaves it open, its scores are those of looks from a little beside as
    well, on average: one look alone depends on chance."""
    said = net(*patches(views, squares, edge, mat, SECOND_PX)[:2], SECOND)
    table = Table(SAYS, said)
    still = np.flatnonzero(np.abs(table["flat"] - table["other"]) < OPEN)
    if len(still):
        around = [
            replace(squares[i], x=squares[i].x + right * edge, y=squares[i].y + down * edge)
            for right, down in BESIDE for i in still
        ]  # fmt: skip
        more = net(*patches(views, around, edge, mat, SECOND_PX)[:2], SECOND).reshape(len(BESIDE), len(still), -1)
        said[still, :3] = (said[still, :3] + more[..., :3].sum(0)) / (1 + len(BESIDE))
    return said


def in_doubt(said: Table) -> Array:
    """Where the first net is not sure that a die is flat (k,), nor quite sure that it is not, or finds it larger than
    flat dice are: a larger net looks, which takes too long for all dice."""
    flat, odd, nothing = said["flat"], said["other"], said["no die"]
    low, high = DOUBT
    unsure = (flat - odd < high) | (said["wide"] > LARGE)
    return np.asarray((flat - odd > low) & unsure & (np.maximum(flat, odd) > nothing))


def net(seen: Array, strips: Array, weights: Path) -> Array:
    """Layers of convolutions, one hidden layer, and what they say (k, 7). So small a net is quicker in numpy."""
    w = _weights(weights)
    x = seen
    for i, step in enumerate(w["steps"].astype(int).tolist()):
        x = _convolved(x, w[f"w{i}"], w[f"b{i}"], step)
    hidden = x.reshape(len(x), -1) @ w["hidden"] + strips @ w["strips"] + w["hidden_b"]
    out: Array = np.maximum(hidden, 0) @ w["last"] + w["last_b"]
    return out


def _convolved(x: Array, weight: Array, bias: Array, step: int) -> Array:
    """A rim of zeros, windows `step` apart, then what is positive of it. `weight` is (side, side, channels, out)."""
    side, out = weight.shape[0], weight.shape[-1]
    k, h, w, c = x.shape
    padded = np.zeros((k, h + 2, w + 2, c), np.float32)
    padded[:, 1:-1, 1:-1] = x
    a, b, d, e = padded.strides  # sliding_window_view does the same, and takes as long as the product
    shape = k, (h + 2 - side) // step + 1, (w + 2 - side) // step + 1, side, side, c
    windows = as_strided(padded, shape, (a, step * b, step * d, b, d, e), writeable=False)
    made = windows.reshape(-1, side * side * c) @ weight.reshape(-1, out)
    made += bias
    np.maximum(made, 0, out=made)
    return np.asarray(made).reshape(*shape[:3], out)


def unmirrored(off: Array, mirrored: Array) -> Array:
    """Offsets (right, down, turn) that were seen in mirrored patches, as they are; and the other way round."""
    across, upside, diagonal = 2 * mirrored.T - 1
    out = np.where(mirrored[:, 2:], off[:, [1, 0, 2]], off)
    out *= np.stack([-across, -upside, -across * upside * diagonal], 1)
    return out


def moved(squares: Sequence[Square], off: Array, edge: float, wide: Array) -> list[Square]:
    """The squares moved by offsets (k, 3) to the right, down and in turn, with how wide they are."""
    right, down, turn = off.T
    x, y, before = np.array([(s.x, s.y, s.turn) for s in squares]).T
    a = np.deg2rad(before)
    x, y = x + edge * (right * np.cos(a) - down * np.sin(a)), y + edge * (right * np.sin(a) + down * np.cos(a))
    rows = np.stack([x, y, (before + turn * TURN) % 90, wide], axis=1)
    return [Square(*row) for row in rows.tolist()]
