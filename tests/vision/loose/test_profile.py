"""Dice taught from photos on any ground: read, asked about, kept in a file; every bad photo is named."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from rules.say import Trouble
from vision.loose.profile import LooseDice, load, teach
from vision.mat.geometry import load as mat
from vision.synth.camera import above
from vision.synth.dice import Placed, duel
from vision.synth.render import Renderer, Scene
from vision.synth.stage import LIGHTS
from vision.taught import profile as profiles

RED = duel()[0]
FACES = {"skull": 0, "ship": 2, "blank": 5}
GROUNDS = ((90, 70), (380, 150), (200, 260))  # track, reserve, island
RENDERER = Renderer(mat())


@cache
def photo(face: str, number: int, light: str = "ceiling", mirrors: float = 0.0) -> NDArray[Any]:
    """One red die from above, somewhere, turned somehow."""
    rng = np.random.default_rng([number, FACES[face]])
    x, y = GROUNDS[number % len(GROUNDS)]
    die = Placed(RED, FACES[face], x, y, float(rng.uniform(0, 360)), mirrors=mirrors)
    camera = above(middle=(x, y), size=(640, 360), height=150.0)
    frame = RENDERER.render(Scene((die,), light=LIGHTS[light], camera=camera), number)
    return np.ascontiguousarray(frame[90:270, 230:410])


@cache
def dice() -> LooseDice:
    return teach({face: [photo(face, n) for n in range(4)] for face in FACES}, "reds")


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(("number", "light"), [(10, "ceiling"), (11, "window"), (12, "warm")])
def test_a_die_is_read_wherever_it_lies(face: str, number: int, light: str) -> None:
    (spot,) = dice().read(photo(face, number, light))
    assert spot.face == face
    assert np.hypot(spot.x_px - 90, spot.y_px - 90) < 12


def test_a_die_whose_symbol_is_gone_is_asked_about_or_holds_none_but_is_no_other_symbol() -> None:
    for number in range(20, 24):
        for spot in dice().read(photo("skull", number, mirrors=1.5)):
            assert spot.face != "ship"


def test_a_picture_without_a_die_of_that_colour_shows_none() -> None:
    assert dice().read(np.full((120, 120, 3), (90, 120, 110), np.uint8)) == []
    assert dice().read(np.zeros((8, 8, 3), np.uint8)) == []


def test_what_was_taught_is_kept_in_a_file(tmp_path: Path) -> None:
    dice().save(tmp_path / "reds.dice")
    again = load(str(tmp_path / "reds.dice"))
    shown = photo("ship", 13)
    assert [(s.face, round(s.confidence, 4)) for s in again.read(shown)] == [
        (s.face, round(s.confidence, 4)) for s in dice().read(shown)
    ]


def test_each_way_of_teaching_says_where_the_other_s_dice_are_read(tmp_path: Path) -> None:
    dice().save(tmp_path / "reds.dice")
    with pytest.raises(Trouble, match="--no-mat"):
        profiles.load(tmp_path / "reds.dice")


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    dice().save(tmp_path / "reds.dice")
    whole = (tmp_path / "reds.dice").read_bytes()
    (tmp_path / "cut.dice").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Trouble, match=r"cut\.dice"):
        load(str(tmp_path / "cut.dice"))
    with pytest.raises(Trouble, match="nobody"):
        load(str(tmp_path / "nobody.dice"))


def test_photos_that_cannot_be_learned_from_are_named() -> None:
    shots = {face: [photo(face, n) for n in range(3)] for face in FACES}
    with pytest.raises(Trouble, match="too few photos"):
        teach({"skull": shots["skull"]}, "one")
    with pytest.raises(Trouble, match="'ship' needs more"):
        teach({**shots, "ship": shots["ship"][:1]}, "few")
    grey = [cv2.cvtColor(cv2.cvtColor(shot, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR) for shot in shots["ship"]]
    with pytest.raises(Trouble, match="'ship' no die"):
        teach({**shots, "ship": grey}, "grey")
    with pytest.raises(Trouble, match="'blank' show"):
        teach({**shots, "blank": shots["skull"]}, "not blank")
