from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.pictures import DICE
from vision.cards import marks
from vision.cards.measures import CELLS, MARKS, SIZE_MM
from vision.mat import geometry
from vision.mat.geometry import Mat
from vision.mat.pose import find_pose
from vision.synth.camera import above
from vision.synth.render import Array, Renderer, Scene
from vision.synth.stage import LIGHTS, Print, Thing

PX = 14  # of a print, to a cell


@pytest.fixture(scope="module")
def mat() -> Mat:
    return geometry.load()


def sheet(number: int) -> Print:
    """A mark with some light paper around it."""
    side = CELLS * PX
    paper = np.full((2 * side, 2 * side, 3), 238, np.uint8)
    dark = cv2.resize(marks.pattern(number), (side, side), interpolation=cv2.INTER_NEAREST)
    paper[side // 2 : side // 2 + side, side // 2 : side // 2 + side] = np.where(dark, 245, 30)[..., None]
    return Print(paper, 2 * SIZE_MM, 2 * SIZE_MM)


def found(frame: Array, mat: Mat) -> list[marks.Mark]:
    gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    pose = find_pose(gray, mat)
    assert pose is not None
    half = cv2.resize(gray, (gray.shape[1] // 2, gray.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return marks.find(gray, half, pose)


def test_marks_are_all_different_in_every_turn() -> None:
    rows = np.concatenate([np.stack([np.rot90(marks.pattern(n), q).ravel() for n in range(MARKS)]) for q in range(4)])
    apart = (rows[:, None] != rows[None]).sum(axis=2)
    np.fill_diagonal(apart, CELLS * CELLS)
    assert apart.min() >= 4


@pytest.mark.slow
@pytest.mark.parametrize("light", ["ceiling", "warm", "dim", "hardlight"])
def test_a_mark_is_read_where_it_lies_and_how_it_is_turned(mat: Mat, light: str) -> None:
    rng = np.random.default_rng(3)
    numbers = [int(n) for n in rng.choice(MARKS, 6, replace=False)]
    turns = [float(turn) for turn in rng.uniform(0, 360, 6)]
    places = [(90.0 + 40 * k, float(rng.uniform(60, 240))) for k in range(6)]
    things = tuple(
        Thing("card", *place, turn, print=sheet(number))
        for number, place, turn in zip(numbers, places, turns, strict=True)
    )
    camera = above(height=600.0, tilt_x=5, tilt_y=-4)
    frame = Renderer(mat).render(Scene(things=things, camera=camera, light=LIGHTS[light]), seed=2)
    by_number = {mark.number: mark for mark in found(frame, mat)}
    missed = set(numbers) - by_number.keys()
    assert by_number.keys() <= set(numbers) and len(missed) <= (light == "dim"), "a card has two of them"
    for number, (x, y), turn in zip(numbers, places, turns, strict=True):
        if number in missed:
            continue
        mark = by_number[number]
        assert abs(mark.x_mm - x) < 1.5 and abs(mark.y_mm - y) < 1.5
        assert abs((mark.turn_deg - turn + 180) % 360 - 180) < 6


@pytest.mark.parametrize("picture", sorted(DICE.rglob("*.jpg"))[:12], ids=lambda path: path.stem)
def test_dice_hands_and_clutter_bear_no_mark(mat: Mat, picture: Path) -> None:
    frame = cv2.imread(str(picture))
    assert frame is not None
    gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    if find_pose(gray, mat) is not None:
        assert found(frame, mat) == []
