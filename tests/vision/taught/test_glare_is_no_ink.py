"""Glare is no ink: a lamp mirrored in some dice of a teaching photo is not learned, and no face wins by it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rules.say import Trouble
from tests.vision.pictures import MAT
from vision.read import read
from vision.synth.camera import above
from vision.synth.dice import Cube, Placed, foreign
from vision.synth.render import Renderer, Scene
from vision.synth.stage import LIGHTS
from vision.taught import checks
from vision.taught.profile import Profile
from vision.taught.teach import teach

SPOTS = ((80, 70), (170, 70), (260, 75), (80, 160), (170, 165), (255, 160))
HALF, NEARLY_ALL = (0, 1, 2), (0, 1, 2, 3, 4)
LAMP = 1.6  # light that a top mirrors: pale engraving on black is all but drowned in it
RENDERER = Renderer(MAT)


@cache
def cubes(body: str) -> tuple[Cube, ...]:
    return foreign("corsair", 41, body, 16.5)


@cache
def photo(body: str, up: int, mirroring: tuple[int, ...], seed: int, lamp: float = LAMP) -> NDArray[Any]:
    """Six dice that show the same face; some of them mirror the lamp, each another part of it."""
    rng = np.random.default_rng([seed, up])
    dice = []
    for i, (x, y) in enumerate(SPOTS):
        dx, dy, turn, bright = rng.uniform((-8, -8, 0, 0.6), (8, 8, 360, 1.4))
        dice.append(Placed(cubes(body)[i], up, x + dx, y + dy, turn, mirrors=lamp * bright if i in mirroring else 0.0))
    size = (1600, 900) if body == "grey" else (1280, 720)  # as bright as the mat: harder to see
    return RENDERER.render(Scene(tuple(dice), light=LIGHTS["enrol"], camera=above(size=size)), seed)


def names(body: str) -> list[str]:
    return [face.name for face in cubes(body)[0].faces]


def taught(body: str, spoiled: int, mirroring: tuple[int, ...]) -> Profile:
    photos = {name: photo(body, up, mirroring if up == spoiled else (), 1) for up, name in enumerate(names(body))}
    return teach(photos, "corsair", "mine", MAT)


@pytest.mark.slow
@pytest.mark.parametrize(("body", "spoiled"), [("black", 1), ("black", 4), ("grey", 4), ("ivory", 4)])
def test_a_face_taught_with_the_lamp_in_half_its_dice_wins_no_other_die(body: str, spoiled: int) -> None:
    try:
        dice = taught(body, spoiled, HALF)
    except Trouble as asked_again:
        assert "lamp is mirrored" in str(asked_again)
        assert names(body)[spoiled] in str(asked_again)
        return
    for up in (spoiled, (spoiled + 1) % 6):
        for die in read(photo(body, up, (0, 2, 3), 7), dice, MAT).dice:
            assert die.face in (None, names(body)[up])


@pytest.mark.slow
def test_what_a_face_is_like_is_learned_from_its_dice_without_glare() -> None:
    clean, half = taught("black", 4, ()), taught("black", 4, HALF)
    apart = np.abs(clean.features[4] - half.features[4])
    assert float(np.median(apart)) < 0.03
    assert np.abs(clean.body_tones - half.body_tones).max() < 0.1
    frame = photo("black", 4, (), 5)
    assert [die.face for die in read(frame, half, MAT).dice] == [die.face for die in read(frame, clean, MAT).dice]


@pytest.mark.slow
def test_a_photo_in_which_the_lamp_drowns_nearly_all_dice_is_asked_for_again_with_the_reason() -> None:
    drowned = {
        name: photo("black", up, NEARLY_ALL if up == 4 else (), 1, 90.0) for up, name in enumerate(names("black"))
    }
    with pytest.raises(Trouble) as trouble:
        teach(drowned, "corsair", "mine", MAT)
    assert names("black")[4] in str(trouble.value)


@pytest.mark.slow
def test_a_die_whose_symbol_the_lamp_drowns_is_asked_about_with_the_lamp_as_the_reason() -> None:
    (frame, dice) = photo("black", 2, (0, 2, 3), 7, 6.0), taught("black", 4, ())
    mirroring = [die for die in read(frame, dice, MAT).dice if die.face is None]
    assert len(mirroring) == 3
    assert all("lamp is mirrored" in str(die.reason) for die in mirroring)


def test_a_top_far_brighter_than_the_darker_half_of_its_kind_mirrors_the_lamp() -> None:
    bodies = np.array([[-2.0, -2.0, -2.0]] * 7 + [[-1.2, -1.1, -1.0]] * 4)
    assert checks.mirrored(bodies, bodies).tolist() == [False] * 7 + [True] * 4


def test_a_photo_whose_dice_mostly_mirror_the_lamp_takes_its_body_from_the_others() -> None:
    tones = {"a": np.full(3, -2.0), "b": np.full(3, -2.1), "c": np.full(3, -0.9), "d": np.full(3, -2.05)}
    cleared = checks.without_glare(tones, dict.fromkeys(tones, ""))
    assert float(cleared["c"].mean()) < -1.9
    assert cleared["a"] is tones["a"]


def test_dice_of_other_bodies_are_no_glare() -> None:
    tones = {
        "red-a": np.full(3, -2.0),
        "red-b": np.full(3, -2.1),
        "blue-a": np.full(3, -0.9),
        "blue-b": np.full(3, -1.0),
    }
    cleared = checks.without_glare(tones, {name: name.split("-")[0] for name in tones})
    assert all(cleared[name] is tones[name] for name in tones)
