"""Dice for the rendered pictures: any set, our own art or art made up from a seed; how one is placed and turned.

Nothing here needs OpenCV: the table's process moves virtual dice, others draw them (printed.py)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.dice import CORSAIR, DUEL, PIPS, TWELVE
from vision.art.pictograms import COLOURS, Rgb

Array = NDArray[Any]

BODIES: dict[str, Rgb] = {
    "white": (240, 240, 236),
    "ivory": (229, 215, 186),
    "cream": (242, 230, 200),
    "black": (36, 36, 38),
    "red": (176, 32, 34),
    "blue": (34, 62, 138),
    "grey": (136, 138, 140),
    "green": (24, 70, 46),
}
DARK = ("black", "red", "blue", "green")
PALE: Rgb = (244, 240, 230)  # the ink on dark bodies
# The six sides of a die: which of its axes run right and down over the face, and out of it.
SIDES = np.array(
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
        [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
        [[0, 0, 1], [0, 1, 0], [-1, 0, 0]],
        [[1, 0, 0], [0, 0, 1], [0, -1, 0]],
        [[0, 1, 0], [1, 0, 0], [0, 0, -1]],
    ],
    float,
)

CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


@dataclass(frozen=True, slots=True)
class Face:
    """`art` names the picture: a pictogram, `pips`, `blank`, `glyph:SEED` for art nobody has seen before, or
    `file:PATH` for a picture of the whole face."""

    name: str
    colour: str | None = None
    art: str = "blank"


@dataclass(frozen=True, slots=True)
class Cube:
    """One die of a set: its faces in the order of SIDES."""

    number: int
    body: str
    edge: float
    faces: tuple[Face, ...]
    corner: float = 0.13  # radius of its rounding, of the edge


@dataclass(frozen=True)
class Placed:
    """A die on the mat: its middle, which face is up, turned by `rot`, then tilted towards `lean` (degrees).

    z is the height of its middle; None lets it rest on the mat. `smear` is how far it moves and tumbles while the
    shutter is open: millimetres in x and y, degrees of tilt.
    """

    cube: Cube
    up: int
    x: float
    y: float
    rot: float = 0.0
    tilt: float = 0.0
    lean: float = 0.0
    z: float | None = None
    smear: tuple[float, float, float] = (0.0, 0.0, 0.0)
    stacked: bool = False
    mirrors: float = 0.0  # light of a lamp that the flat of its top throws into the camera; paper is 1

    @cached_property
    def turn(self) -> Array:
        """The die's axes to the mat's."""
        a, b, c = np.radians([self.rot, self.lean, self.tilt])
        flat = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
        way = np.array([np.cos(b), np.sin(b), 0])  # the top leans this way
        up = np.array([0.0, 0.0, 1.0])
        side = np.array([-way[1], way[0], 0])
        tilted = (
            np.outer(side, side)
            + np.outer(way * np.cos(c) - up * np.sin(c), way)
            + np.outer(way * np.sin(c) + up * np.cos(c), up)
        )
        out: Array = tilted @ flat @ SIDES[self.up]
        return out

    @cached_property
    def middle(self) -> Array:
        if self.z is not None:
            return np.array([self.x, self.y, self.z])
        return np.array([self.x, self.y, self.support])

    @property
    def support(self) -> float:
        """How high its middle is when its lowest corner touches the mat."""
        inner = self.cube.edge * (0.5 - self.cube.corner)
        return float(np.abs(self.turn[2]).sum() * inner + self.cube.edge * self.cube.corner)

    @property
    def face(self) -> Face:
        return self.cube.faces[self.up]

    @property
    def state(self) -> str:
        if any(self.smear):
            return "moving"
        if self.stacked:
            return "stacked"
        return "cocked" if abs(self.tilt) >= 8 else "flat"

    def corners(self) -> Array:
        out: Array = self.middle + (CORNERS * self.cube.edge / 2) @ self.turn.T
        return out

    def top(self) -> Array:
        """The corners of the face that is up, as printed: from the upper left, clockwise."""
        right, down, out = SIDES[self.up]
        quad = np.array([-right - down, right - down, right + down, -right + down]) + out
        shown: Array = self.middle + (quad * self.cube.edge / 2) @ self.turn.T
        return shown

    def at(self, **changes: Any) -> Placed:
        return replace(self, **changes)


def corsair(body: str = "ivory", edge: float = 16.5) -> tuple[Cube, ...]:
    faces = tuple(Face(name, None, name) for name in CORSAIR.faces)
    return tuple(Cube(k, body, edge, faces) for k in range(CORSAIR.count))


def twelve(body: str = "white", edge: float = 16.0) -> tuple[Cube, ...]:
    n = len(TWELVE.colours)
    return tuple(
        Cube(k, body, edge, tuple(Face(s, TWELVE.colours[(i + k) % n], s) for i, s in enumerate(TWELVE.faces)))
        for k in range(TWELVE.count)
    )


def duel(edge: float = 16.0) -> tuple[Cube, ...]:
    skull, ship, blank = (Face(name, None, name) for name in DUEL.faces)
    red = (skull, skull, ship, skull, skull, blank)
    blue = (ship, skull, ship, blank, skull, ship)
    return tuple(Cube(k, "red" if k < 6 else "blue", edge, red if k < 6 else blue) for k in range(DUEL.count))


def pips(body: str = "white", edge: float = 16.0, count: int = 6) -> tuple[Cube, ...]:
    order = ("1", "2", "3", "5", "4", "6")  # opposite sides make seven
    faces = tuple(Face(name, None, "pips") for name in order)
    return tuple(Cube(k, body, edge, faces) for k in range(count))


def foreign(kind: str, seed: int, body: str = "ivory", edge: float = 16.0) -> tuple[Cube, ...]:
    """The dice of `kind` with art that nobody has seen: glyphs made up from the seed, in colours of their own."""
    sets = {"corsair": corsair(body, edge), "twelve": twelve(body, edge), "duel": duel(edge), "pips": pips(body, edge)}
    names = sorted({face.name for face in sets[kind][0].faces if face.art not in ("blank", "pips")})
    inks = list(COLOURS)
    hues = {name: inks[(seed + 5 * i) % len(inks)] for i, name in enumerate(names)}

    def redrawn(face: Face) -> Face:
        if face.name not in names:
            return face
        ink = face.colour or ("" if kind == "duel" else hues[face.name])
        return replace(face, art=f"glyph:{seed * 31 + names.index(face.name)}:{ink}")

    return tuple(replace(cube, faces=tuple(map(redrawn, cube.faces))) for cube in sets[kind])


SETS: dict[str, Callable[[], tuple[Cube, ...]]] = {"corsair": corsair, "twelve": twelve, "duel": duel, "pips": pips}
assert set(SETS) == {CORSAIR.kind, TWELVE.kind, DUEL.kind, PIPS.kind}


def ink_of(face: Face, body: str) -> Rgb | None:
    """The one colour its symbol is printed in; None for the art's own colours."""
    return COLOURS[face.colour] if face.colour else PALE if body in DARK else None
