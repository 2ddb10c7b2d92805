"""What is learned of a die that was corrected: one more look at its face, never at the cost of the other faces."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.say import Trouble
from tests.vision.pictures import MAT, scene, taught
from vision.dice.look import Scene
from vision.read import looked_at, read
from vision.taught import lessons
from vision.taught.profile import Profile, load


def forgetful(of: str) -> Profile:
    """The taught dice, except that one face is hardly known any more."""
    dice = taught("corsair")
    features = dice.features.copy()
    i = dice.faces.index(of)
    features[i] = np.roll(features[i], 5, axis=-1) * 0.5 + features[i] * 0.5
    return replace(dice, features=features)


def seen_with(dice: Profile, number: str = "000") -> tuple[Scene, dict[str, Any]]:
    frame, truth = scene("corsair", number)
    seen = looked_at(frame, dice, MAT)
    assert isinstance(seen, Scene)
    return seen, truth


def flat(truth: dict[str, Any]) -> list[dict[str, Any]]:
    return [d for d in truth["dice"] if d["state"] == "flat" and d["visible"] == 1 and d["zone"] != "off"]


def shown(dice: Profile, number: str, die: dict[str, Any]) -> str | None:
    frame, _ = scene("corsair", number)
    near = min(read(frame, dice, MAT).dice, key=lambda d: np.hypot(d.x_mm - die["x_mm"], d.y_mm - die["y_mm"]))
    return near.face


def test_a_die_that_was_not_read_is_read_after_the_lesson_and_so_are_its_kind_elsewhere() -> None:
    seen, truth = seen_with(taught("corsair"))
    face = flat(truth)[0]["face"]
    worse = forgetful(face)
    seen, truth = seen_with(worse)
    [die, *_] = [d for d in flat(truth) if d["face"] == face]
    wiser = lessons.learned(worse, seen, die["x_mm"], die["y_mm"], face)
    assert (wiser.faces[-1], wiser.lessons) == (face, 1)
    for number in ("000", "006"):
        for other in flat(scene("corsair", number)[1]):
            told = shown(wiser, number, other)
            assert told == other["face"], "its own kind by the lesson, the others as before"


def test_a_lesson_by_which_another_face_would_be_read_worse_is_given_up_and_says_whose() -> None:
    seen, truth = seen_with(taught("corsair"))
    die = flat(truth)[0]
    wrong = next(face for face in taught("corsair").faces if face != die["face"])
    with pytest.raises(Trouble, match=f"too much like '{die['face']}'"):
        lessons.learned(taught("corsair"), seen, die["x_mm"], die["y_mm"], wrong)


def test_a_place_without_a_die_and_a_face_that_no_die_has_teach_nothing() -> None:
    seen, truth = seen_with(taught("corsair"))
    bare = max(
        ((x, y) for x in range(70, 290, 20) for y in range(30, 280, 20)),
        key=lambda at: min(np.hypot(at[0] - d["x_mm"], at[1] - d["y_mm"]) for d in truth["dice"]),
    )
    with pytest.raises(Trouble, match="no longer where it lay"):
        lessons.learned(taught("corsair"), seen, *bare, flat(truth)[0]["face"])
    with pytest.raises(Trouble, match="not a face of these dice"):
        lessons.learned(taught("corsair"), seen, *bare, "dragon")


def test_of_a_face_only_the_last_few_lessons_are_kept_and_all_can_be_forgotten(tmp_path: Path) -> None:
    dice = taught("corsair")
    seen, truth = seen_with(dice)
    die = flat(truth)[0]
    for _ in range(lessons.MOST_OF_A_FACE + 2):
        dice = lessons.learned(dice, seen, die["x_mm"], die["y_mm"], die["face"])
    assert dice.lessons == lessons.MOST_OF_A_FACE == dice.faces[6:].count(die["face"])
    dice.save(tmp_path / "dice.dice")
    again = lessons.forgotten(load(tmp_path / "dice.dice"))
    assert again.faces == taught("corsair").faces and np.array_equal(again.features, taught("corsair").features)


def test_a_colour_that_was_read_wrongly_is_known_in_that_light_and_no_ink_becomes_another() -> None:
    dice = taught("twelve")
    frame, truth = scene("twelve", "001")
    seen = looked_at(frame, dice, MAT)
    assert isinstance(seen, Scene)
    die = flat(truth)[0]
    wiser = lessons.learned(dice, seen, die["x_mm"], die["y_mm"], die["face"], die["colour"])
    assert wiser.colour_tones.shape[0] == len(wiser.faces) == len(dice.faces) + 1
    for after in read(frame, wiser, MAT).dice:
        near = min(truth["dice"], key=lambda d: np.hypot(d["x_mm"] - after.x_mm, d["y_mm"] - after.y_mm))
        assert (after.face, after.colour) in ((None, None), (near["face"], near["colour"]))
