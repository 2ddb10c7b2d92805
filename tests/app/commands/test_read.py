"""vigie read: one JSON object per line and picture; what cannot be read is said, and the rest is still read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.cli import main
from tests.vision.pictures import DICE, taught

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
