"""vigie teach: a folder of photos becomes a profile; a bad one is one clear sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.cli import main
from rules.say import Trouble
from tests.vision.pictures import DICE, taught
from vision.taught import profile as profiles


def test_a_folder_of_photos_becomes_a_profile_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.dice"
    assert main(["teach", str(DICE / "corsair" / "enrol"), "--as", "mine", "--kind", "corsair", "--out", str(out)]) == 0
    assert "skull" in capsys.readouterr().out
    assert profiles.load(out).name == "mine"


def test_a_photo_that_is_no_picture_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(DICE / "corsair" / "enrol" / "skull.jpg", tmp_path)
    (tmp_path / "coin.jpg").write_bytes((DICE / "corsair" / "enrol" / "coin.jpg").read_bytes()[:200])
    assert main(["teach", str(tmp_path), "--as", "mine", "--kind", "corsair", "--out", str(tmp_path / "x.dice")]) != 0
    told = capsys.readouterr().err
    assert "coin.jpg" in told and "Traceback" not in told
    assert not (tmp_path / "x.dice").exists()


@pytest.mark.parametrize("folder", ["nowhere", "."])
def test_a_folder_without_photos_is_named(tmp_path: Path, folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["teach", str(tmp_path / folder), "--as", "mine", "--kind", "corsair"]) != 0
    assert str(tmp_path) in capsys.readouterr().err


@pytest.mark.parametrize("name", ["../mine", "a/b", "/etc/mine", ".", "", " ", "a\\b", "x" * 300])
def test_dice_are_given_a_name_not_a_path(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    assert main(["teach", str(DICE / "corsair" / "enrol"), "--as", name, "--kind", "corsair"]) == 2
    assert "is no name for dice" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.dice"))


def test_a_profile_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(Trouble, match=r"x\.dice cannot be written"):
        taught("corsair").save(tmp_path / "file" / "x.dice")
