"""The bench of the eyes: what counts as right, whole, asked and told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from app.bench.vision import bench_set, by_sets, scored
from vision.seen import Die, Lying, Reading

CAMERA = {"P": [[1.0, 0, 0, 0], [0, 1.0, 0, 0], [0, 0, 0, 1.0]]}


def truth(x: float, state: str = "flat", face: str = "coin", visible: float = 1.0, tilt: float = 0.0) -> dict[str, Any]:
    shown = {"face": face, "colour": None, "visible": visible, "top_px": [x, 100.0]}
    return {"x_mm": x, "y_mm": 100.0, "zone": "track", "state": state, "tilt_deg": tilt, **shown}


def die(x: float, face: str | None = "coin", state: Lying = "flat") -> Die:
    return Die(face, None, None, x, 100.0, "track", state, 0.9)


def counts(truths: list[dict[str, Any]], *dice: Die) -> dict[str, int]:
    return scored({"camera": CAMERA, "edge_mm": 16.0, "dice": truths}, Reading(True, False, dice))[0].counts


def test_a_picture_is_whole_when_every_fair_die_is_right_and_the_odd_one_is_told() -> None:
    one = counts([truth(50), truth(150, "cocked", tilt=20)], die(50), die(150, None, "cocked"))
    assert (one["right"], one["clearly_told"], one["whole"]) == (1, 1, 1)


def test_an_odd_die_that_nothing_is_said_of_leaves_the_picture_whole_but_is_not_told() -> None:
    one = counts([truth(50), truth(150, "stacked")], die(50))
    assert (one["clearly_not"], one["clearly_told"], one["named"], one["whole"]) == (1, 0, 0, 1)


@pytest.mark.parametrize(
    "dice",
    [
        (die(50, None, "cocked"), die(150, None, "cocked")),
        (die(50, "skull"), die(150, None, "cocked")),
        (die(150, None, "cocked"),),
        (die(50), die(150)),
        (die(50), die(150, None, "cocked"), die(250, None, "unsure")),
    ],
    ids=[
        "a fair die asked about",
        "one named wrongly",
        "one not seen",
        "an odd one given a face",
        "a die that is none",
    ],
)
def test_anything_else_breaks_it(dice: tuple[Die, ...]) -> None:
    assert counts([truth(50), truth(150, "cocked", tilt=20)], *dice)["whole"] == 0


def test_a_die_half_hidden_may_be_asked_about_but_not_misread() -> None:
    assert counts([truth(50, visible=0.6)], die(50, None, "unsure"))["whole"] == 1
    assert counts([truth(50, visible=0.6)], die(50, "skull"))["whole"] == 0


def test_slight_tilts_are_counted_apart_from_clear_ones() -> None:
    one = counts([truth(50, "cocked", tilt=9), truth(150, "cocked", tilt=12)], die(50, None, "cocked"), die(150))
    assert (one["not_flat"], one["caught"], one["clearly_not"], one["clearly_told"]) == (2, 1, 1, 0)


def test_the_table_of_sets_sums_them_up() -> None:
    good = scored({"camera": CAMERA, "edge_mm": 16.0, "dice": [truth(50)]}, Reading(True, False, (die(50),)))[0]
    bad = scored({"camera": CAMERA, "edge_mm": 16.0, "dice": [truth(50)]}, Reading(True, False, (die(50, "skull"),)))[0]
    *_, last, shares = by_sets({"good": good, "bad": bad}).splitlines()
    assert last.split()[:7] == ["all", "sets", "2", "1", "2", "1", "1"]
    assert shares.split()[:3] == ["50.00%", "50.00%", "50.00%"]


def test_dice_that_cannot_be_taught_are_dice_not_read(tmp_path: Path) -> None:
    (tmp_path / "corsair" / "enrol").mkdir(parents=True)
    (tmp_path / "corsair" / "scenes").mkdir()
    scene = {"image": "000.jpg", "tags": ["plain"], "edge_mm": 16, "camera": CAMERA, "dice": [truth(50)]}
    (tmp_path / "corsair" / "scenes" / "000.json").write_text(json.dumps(scene), encoding="utf-8")
    cv2.imwrite(str(tmp_path / "corsair" / "scenes" / "000.jpg"), np.zeros((90, 160, 3), np.uint8))
    score = bench_set(tmp_path / "corsair")
    assert score.refused is not None
    assert (score.tallies["all"].counts["missed"], score.tallies["all"].counts["whole"]) == (1, 0)
