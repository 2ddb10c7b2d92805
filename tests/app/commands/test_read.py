"""vigie read: one JSON object per line and picture; what cannot be read is said, and the rest is still read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from app.cli import main
from tests.vision.pictures import DICE, taught
from vision.taught import profile as profiles

SCENE = DICE / "twelve" / "scenes" / "016.jpg"


@pytest.fixture
def profile(tmp_path: Path) -> str:
    where = tmp_path / "series.dice"
    taught("twelve").save(where)
    return str(where)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_each_die_has_its_face_colour_place_state_and_confidence(profile: str, capsys: Any) -> None:
    assert main(["read", str(SCENE), "--dice", profile, "--json"]) == 0
    [answer] = lines(capsys)
    truth = json.loads(SCENE.with_suffix(".json").read_text(encoding="utf-8"))["dice"]
    assert answer["mat"] is True and answer["hand"] is False
    for die in answer["dice"]:
        assert set(die) - {"reason"} == {"face", "colour", "body", "x_mm", "y_mm", "zone", "state", "confidence"}
        lies = min(truth, key=lambda t: float(np.hypot(t["x_mm"] - die["x_mm"], t["y_mm"] - die["y_mm"])))
        assert die["face"] in (None, lies["face"]) and die["zone"] == lies["zone"]
        assert (die["face"] is None) == (die["state"] != "flat")


def test_bad_files_are_told_and_the_others_are_still_read(profile: str, tmp_path: Path, capsys: Any) -> None:
    cut, empty, text = tmp_path / "cut.jpg", tmp_path / "empty.jpg", tmp_path / "text.jpg"
    cut.write_bytes(SCENE.read_bytes()[:300])
    empty.write_bytes(b"")
    text.write_text("no picture", encoding="utf-8")
    names = [str(cut), str(empty), str(text), str(tmp_path / "gone.jpg"), str(SCENE)]
    assert main(["read", *names, "--dice", profile, "--json"]) == 1
    out = capsys.readouterr()
    answers = [json.loads(line) for line in out.out.splitlines()]
    assert [bool(a["dice"]) for a in answers] == [False, False, False, False, True]
    assert all(name in out.err for name in names[:4])
    assert "Traceback" not in out.err


def test_a_picture_cut_short_is_read_or_told_but_never_a_crash(profile: str, tmp_path: Path) -> None:
    whole = SCENE.read_bytes()
    for share in (0.3, 0.6, 0.95):
        part = tmp_path / f"{share}.jpg"
        part.write_bytes(whole[: int(share * len(whole))])
        assert main(["read", str(part), "--dice", profile, "--json"]) in (0, 1)


def test_a_missing_profile_is_one_sentence(capsys: Any) -> None:
    assert main(["read", str(SCENE), "--dice", "ghosts"]) != 0
    told = capsys.readouterr().err
    assert "ghosts" in told and "Traceback" not in told


def test_the_drawing_shows_the_mat_from_above(profile: str, tmp_path: Path) -> None:
    assert main(["read", str(SCENE), "--dice", profile, "--draw", str(tmp_path / "drawn")]) == 0
    assert (tmp_path / "drawn" / "016.png").stat().st_size > 100_000


def test_a_folder_that_cannot_be_made_for_the_drawings_is_one_sentence(
    profile: str, tmp_path: Path, capsys: Any
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    assert main(["read", str(SCENE), "--dice", profile, "--draw", str(tmp_path / "file" / "drawn")]) == 2
    assert "016.png cannot be written" in capsys.readouterr().err


def test_dice_in_a_file_of_that_name_here_are_found(
    profile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    Path(profile).rename(tmp_path / "good.profile")
    assert profiles.load("good.profile").kind == "twelve"
    taught("corsair").save(profiles.file_named("good.profile"))
    assert profiles.load("good.profile").kind == "corsair"  # what was taught under that name goes first


@pytest.mark.parametrize("shape", [(1, 1), (1, 5000), (5000, 1), (3, 7), (64, 64), (100, 101), (40, 3000)])
def test_a_picture_of_any_shape_is_answered(shape: tuple[int, int], profile: str, tmp_path: Path, capsys: Any) -> None:
    odd = tmp_path / "odd.png"
    cv2.imwrite(str(odd), np.random.default_rng(1).integers(0, 255, (*shape, 3), np.uint8))
    assert main(["read", str(odd), "--dice", profile, "--json"]) in (0, 1)
    assert main(["read", str(odd), "--dice", "pips", "--no-mat", "--json"]) in (0, 1)
    assert main(["read", str(odd), "--dice", "pips", "--no-mat", "--die-px", "4"]) in (0, 1)
