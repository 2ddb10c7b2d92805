"""Pictures of dice that were corrected: the last few hundred, in the user's own folder, each with its truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bench import corrected_dice
from tests.vision.pictures import MAT, scene, taught
from vision.mat.pose import find_pose
from vision.read import read
from vision.taught import corrected
from vision.taught.corrected import Table
from vision.taught.profile import load


def table() -> Table:
    frame, _ = scene("corsair", "000")
    pose = find_pose(frame, MAT)
    assert pose is not None
    return Table(frame, pose, read(frame, taught("corsair"), MAT, pose).dice, taught("corsair"))


def test_a_kept_picture_tells_where_the_die_lay_what_was_read_and_what_it_shows(tmp_path: Path) -> None:
    laid = table()
    die = next(die for die in laid.dice if die.face)
    corrected.keep(laid, die, "skull", None, tmp_path)
    [home] = corrected.sets(tmp_path)
    [case] = corrected.cases(home)
    assert (case.face, case.colour, case.read) == ("skull", None, die.face)
    assert corrected.nearest(laid.dice, case, 1.0) == die
    assert load(home / corrected.PROFILE).faces == taught("corsair").faces


def test_only_the_last_ones_are_kept_and_their_numbers_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corrected, "MOST", 2)
    laid = table()
    for _ in range(4):
        corrected.keep(laid, laid.dice[0], "skull", None, tmp_path)
    home = tmp_path / "corsair"
    assert sorted(one.name for one in home.glob("0*")) == ["000003.jpg", "000003.json", "000004.jpg", "000004.json"]


def test_a_damaged_label_is_left_out_and_the_bench_counts_the_others(tmp_path: Path) -> None:
    laid = table()
    die = next(die for die in laid.dice if die.face)
    corrected.keep(laid, die, str(die.face), None, tmp_path)
    corrected.keep(laid, die, "dragon", None, tmp_path)
    home = tmp_path / "corsair"
    (home / "000009.json").write_text("[1", encoding="utf-8")
    figures, faults = corrected_dice.score(home)
    assert figures == {"corrected": 2, "right": 1, "wrong": 1, "asked": 0, "missed": 0}
    assert [what for _, what, *_ in faults] == [f"wrong dragon, at the table {die.face}"]
