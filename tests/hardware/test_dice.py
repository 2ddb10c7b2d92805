"""Printed dice: cut out of the rasterised sheets, put on rendered dice, taught to the real vision and read by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware import dice
from hardware import mat as mat_sheets
from hardware.sheet import pdf
from rules.dice import SETS
from tests.hardware.printer import Array, photographed, scanned, sizes
from vision.mat import geometry
from vision.read import read
from vision.synth.dice import BODIES, Cube, Placed
from vision.synth.render import Renderer, Scene
from vision.synth.stage import LIGHTS
from vision.taught.teach import teach

MAT = geometry.load()
PER_MM = 12.0
PLACES: tuple[tuple[float, float], ...] = (
    (85.0, 50.0),
    (150.0, 40.0),
    (215.0, 55.0),
    (270.0, 45.0),
    (100.0, 120.0),
    (170.0, 110.0),
)
PLACES += ((240.0, 125.0), (80.0, 190.0), (150.0, 185.0), (215.0, 200.0), (275.0, 190.0), (190.0, 255.0))


def printed(kind: str, what: str) -> dice.Print:
    return dice.paper(kind, str) if what == "paper" else dice.stickers(kind, int(what), str)


def dressed(kind: str, what: str, folder: Path) -> tuple[Cube, ...]:
    """The dice of the set with the faces that came out of the printer: stickers in the middle of a side of plastic,
    or the whole side of a paper die."""
    pages, spots = printed(kind, what)
    pictures = [scanned(pdf(pages, kind), PER_MM, page) for page in range(len(pages))]
    edge = float(dice.PAPER_EDGE if what == "paper" else what)
    cubes = {cube.number: cube for cube in dice.SETS[kind]}
    faces = {number: list(cube.faces) for number, cube in cubes.items()}
    for spot in spots:
        x, y, wide = (round(v * PER_MM) for v in (spot.x, spot.y, spot.width))
        cut = pictures[spot.page][y : y + wide, x : x + wide]
        side = np.full((round(edge * PER_MM),) * 2 + (3,), BODIES[cubes[spot.die].body][::-1], np.uint8)
        at = (side.shape[0] - wide) // 2
        side[at : at + wide, at : at + wide] = cut
        file = folder / f"{kind}-{spot.die}-{spot.side}.png"
        cv2.imwrite(str(file), side)
        faces[spot.die][spot.side] = replace(faces[spot.die][spot.side], art=f"file:{file}")
    return tuple(replace(cube, edge=edge, faces=tuple(faces[number])) for number, cube in cubes.items())


def photos(kind: str, cubes: Sequence[Cube], renderer: Renderer) -> dict[str, Array]:
    """As the guide says: about six dice that show the same face; of the series dice one in each colour."""
    shown: dict[str, list[tuple[Cube, int]]] = {}
    for cube in cubes:
        for up, face in enumerate(cube.faces):
            alike = shown.setdefault(f"{cube.body}-{face.name}" if kind == "duel" else face.name, [])
            if len(alike) < 6 and all(c is not cube for c, _ in alike):
                alike.append((cube, up))
    return {
        name: renderer.render(
            Scene(
                tuple(
                    Placed(cube, up, x, y, 17.0 + 53 * k)
                    for k, ((cube, up), (x, y)) in enumerate(zip(alike, PLACES[::2], strict=True))
                ),
                light=LIGHTS["enrol"],
            )
        )
        for name, alike in shown.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "what"), [("corsair", "16"), ("twelve", "paper"), ("duel", "18")])
def test_the_real_vision_reads_the_printed_faces(kind: str, what: str, tmp_path: Path) -> None:
    cubes = dressed(kind, what, tmp_path)
    renderer = Renderer(MAT)
    profile = teach(photos(kind, cubes, renderer), kind, "printed", MAT)  # type: ignore[arg-type]
    empty, _ = photographed(scanned(pdf([mat_sheets.a3(str)], "mat"), 5.0), 5.0)
    assert read(empty, profile, MAT).dice == (), "the mat's own labels are not taken for dice"
    rng = np.random.default_rng(7)
    for light in ("ceiling", "window"):
        lying = tuple(
            Placed(cube, int(rng.integers(6)), x, y, float(rng.uniform(0, 360)))
            for cube, (x, y) in zip(cubes, PLACES, strict=False)
        )
        seen = read(renderer.render(Scene(lying, light=LIGHTS[light])), profile, MAT).dice
        want: Counter[Any] = Counter(
            (die.face.name, die.face.colour, die.cube.body if kind == "duel" else None) for die in lying
        )
        got: Counter[Any] = Counter((die.face, die.colour, die.body if kind == "duel" else None) for die in seen)
        missed = want - got
        assert not +Counter({what: n for what, n in (got - want).items() if what[0] is not None}), f"misread, {light}"
        # A side without a symbol shows little of how it lies: one such die may be asked about, never any other.
        assert all(name == "blank" for name, _, _ in missed) and missed.total() <= 1, light


@pytest.mark.parametrize("kind", dice.SETS)
@pytest.mark.parametrize("what", ["16", "18", "paper"])
def test_every_side_of_every_die_is_printed_once_on_the_page(kind: str, what: str) -> None:
    pages, spots = printed(kind, what)
    want = {(die, side) for die in range(SETS[kind].count) for side in range(6)}
    assert Counter((spot.die, spot.side) for spot in spots) == Counter(want)
    assert all(s.x > 5 and s.x + s.width < 205 and s.y > 5 and s.y + s.width < 284 for s in spots), "inside any margin"
    for page in range(len(pages)):
        here = [s for s in spots if s.page == page]
        places = [(s.x, s.y) for s in here]
        near = here[0].width - 1e-6
        overlapping = [
            (a, b) for a, b in combinations(places, 2) if abs(a[0] - b[0]) < near and abs(a[1] - b[1]) < near
        ]
        assert not overlapping


def test_series_dice_carry_symbol_i_in_colour_i_plus_k() -> None:
    colours = SETS["twelve"].colours
    for k, cube in enumerate(dice.SETS["twelve"]):
        assert [(f.name, f.colour) for f in cube.faces] == [
            (symbol, colours[(i + k) % 6]) for i, symbol in enumerate(SETS["twelve"].faces)
        ]


def test_duel_dice_have_the_faces_of_the_game() -> None:
    for cube in dice.SETS["duel"]:
        skulls, ships = (4, 1) if cube.body == "red" else (2, 3)
        assert Counter(face.name for face in cube.faces) == {"skull": skulls, "ship": ships, "blank": 1}


def test_a_net_folds_into_a_cube() -> None:
    """Roll the cube over the net: each step onto a neighbouring square must bring the side that is printed there."""
    at = {place: side for side, place in dice.NET.items()}
    opposite = {0: 5, 5: 0, 1: 3, 3: 1, 2: 4, 4: 2}
    start = dice.NET[0]
    todo, seen = [(start, (0, 1, 2))], {}  # square, and which sides are down, to the right and below it
    while todo:
        (column, row), (down, right, below) = todo.pop()
        if (column, row) in seen or (column, row) not in at:
            continue
        seen[(column, row)] = down
        todo += [
            ((column + 1, row), (right, opposite[down], below)),
            ((column - 1, row), (opposite[right], down, below)),
            ((column, row + 1), (below, right, opposite[down])),
            ((column, row - 1), (opposite[below], right, down)),
        ]
    assert seen == at


def test_stickers_and_nets_come_out_of_the_printer_to_scale() -> None:
    """The red of a duel sticker, with its bleed, and of a net's belt, measured in the raster."""
    pages, spots = dice.stickers("duel", 18, str)
    assert sizes(pdf(pages, "x")) == [pytest.approx((210, 297), abs=0.01)]
    picture = scanned(pdf(pages, "x"), 10.0)
    first = spots[0]
    row = picture[round((first.y + 0.4) * 10), : round((first.x + first.width + 2) * 10)]
    red = np.flatnonzero((row[:, 2] > 120) & (row[:, 0] < 90))
    assert (red[-1] - red[0]) / 10 == pytest.approx(13.5 + 2 * dice.BLEED, abs=0.2)
    pages, spots = dice.paper("duel", str)
    picture = scanned(pdf(pages, "x"), 10.0)
    belt = [s for s in spots if s.die == 0 and s.side in (3, 0, 1, 5)]
    assert [s.width for s in belt] == [18.0] * 4
    column = picture[: round((belt[0].y + 25) * 10), round((belt[0].x + 1.5) * 10)]
    red = np.flatnonzero((column[:, 2] > 120) & (column[:, 0] < 90))
    assert (red[-1] - red[0]) / 10 == pytest.approx(18.0 - 0.2, abs=0.15), "between two cutting lines of 0.2 mm"
