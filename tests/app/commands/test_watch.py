"""vigie watch at the command line: a rendered clip through teaching, reading and following, all of it real."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from app.cli import main
from vision.mat.geometry import load
from vision.synth.camera import above
from vision.synth.data import write
from vision.synth.dice import Placed, twelve
from vision.synth.render import Renderer, Scene
from vision.synth.roll import throw
from vision.taught import teach

FPS = 15
MAT = load()


@pytest.fixture(scope="module")
def dice(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The series dice with our own art, taught from rendered photos."""
    folder = tmp_path_factory.mktemp("taught")
    home = write(folder, "twelve", twelve(), MAT, seed=1, scenes=0, size=(1280, 720))
    photos = {path.stem: np.asarray(cv2.imread(str(path))) for path in (home / "enrol").glob("*.jpg")}
    teach.teach(photos, "twelve", "ours", MAT).save(folder / "ours.dice")
    return str(folder / "ours.dice")


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five dice lie; a sixth is thrown."""
    folder = tmp_path_factory.mktemp("clip")
    cubes = twelve()
    rest = tuple(Placed(cubes[k], k % 6, 95 + 60 * (k % 3), 70 + 70 * (k // 3), rot=47 * k + 10) for k in range(5))
    roll = throw(rest, [cubes[8]], MAT.zones["track"], 3, ups=[1], may_hit=False)
    rolling = [roll.at(i / FPS) for i in range(math.ceil(roll.duration * FPS) + 1)]
    renderer, table = Renderer(MAT), Scene(camera=above(size=(1280, 720)))
    for number, shown in enumerate([*[rest] * 6, *rolling, *[roll.final] * 6]):
        cv2.imwrite(str(folder / f"frame_{number:03}.jpg"), renderer.render(table.with_(dice=shown), number))
    return folder


@pytest.mark.slow
def test_a_throw_is_told_with_frame_numbers_faces_and_ids(
    dice: str, clip: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    assert main(["watch", str(clip), "--fps", str(FPS), "--dice", dice, "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["phase"] for event in told] == ["moving", "settled", "moving", "settled"]
    assert [event["frame"] for event in told] == sorted(event["frame"] for event in told)
    first, last = told[1], told[3]
    assert len(first["dice"]) == 5 and len(last["dice"]) == 6
    (new,) = [change for change in last["changes"] if change["happened"] != "stayed"]
    assert new["happened"] == "appeared" and new["after"][:2] == ["sabre", "blue"]
    assert {die["id"] for die in first["dice"]} < {die["id"] for die in last["dice"]}


@pytest.mark.slow
def test_a_damaged_frame_is_named_and_the_others_are_watched(
    dice: str, clip: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for path in clip.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "frame_004.jpg").write_bytes(b"no picture")
    assert main(["watch", str(tmp_path), "--dice", dice]) == 1
    out, err = capsys.readouterr()
    assert "frame_004.jpg" in err and "blind" in out and "settled" in out and "appeared" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere", "--dice", "x"], "nowhere"),
        ([".", "--dice", "x"], "no pictures"),
        ([".", "--dice", "x", "--fps", "0"], "--fps"),
    ],
)
def test_what_cannot_be_watched_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["watch", *arguments]) == 2
    assert said in capsys.readouterr().err
