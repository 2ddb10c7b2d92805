"""Label geometry: what a net should say of each place of a field, from where the dice truly lie. Needs no net."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.dice.level import FLAT, NOTHING, ODD
from vision.dice.survey import CELL, EDGE_PX, Field

Array = NDArray[Any]

IGNORED = -1
NEAR, FAR = 0.34, 0.62  # edges from a die's middle: a cell nearer is of the die, one farther is not
WHOLE, HALF = 0.9, 0.5  # of a top that shows: so much of a flat one can be read; with less than half nothing is asked


def seed_of(name: str) -> int:
    """A set's own chance: by its whole name, so that no two sets share it."""
    return zlib.crc32(name.encode())


def cells(field: Field, dice: list[dict[str, Any]]) -> Array:
    """For each cell: what it is, how far its die's middle is (edges), cosine and sine of four times its turn."""
    h, w = (n // CELL for n in field.planes.shape[1:])
    out = np.zeros((5, h, w))
    out[0] = NOTHING
    x, y = np.meshgrid(*(np.arange(n) * CELL + (CELL - 1) / 2 for n in (w, h)))
    nearest = np.full((h, w), np.inf)
    for die in dice:
        dx = ((die["x_mm"] - field.x0) / field.mm - x) / EDGE_PX
        dy = ((die["y_mm"] - field.y0) / field.mm - y) / EDGE_PX
        far = np.hypot(dx, dy)
        mine = far < np.minimum(nearest, FAR)
        out[0][mine] = np.where(far < max(NEAR, far.min() + 1e-6), sort_of(die), IGNORED)[mine]
        turn = np.deg2rad(4 * die["rot_deg"])
        out[1:, mine] = np.stack([dx[mine], dy[mine], *np.broadcast_arrays(np.cos(turn), np.sin(turn), dx[mine])[:2]])
        nearest = np.minimum(nearest, far)
    return out


def sort_of(die: dict[str, Any]) -> int:
    """A flat die, an odd one, or one of which so little shows that nothing is asked."""
    if die["visible"] < HALF:
        return IGNORED
    return FLAT if die["state"] == "flat" and die["visible"] >= WHOLE else ODD
