"""Ordinary dice without teaching: on photographs, on drawn dice of any make, on the mat, and on what is no picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from app.bench import real_pips
from app.cli import main
from vision.mat.geometry import load
from vision.pips import reader
from vision.synth.camera import above
from vision.synth.dice import Placed
from vision.synth.dice import pips as pip_dice
from vision.synth.render import Renderer, Scene
from vision.training.pip_pictures import LAYOUTS, picture

PHOTOS = Path(__file__).parents[2] / "data" / "real-pips"
MAT = load()


def photo(name: str) -> NDArray[Any]:
    image = cv2.imread(str(PHOTOS / "scenes" / name))
    assert image is not None
    return np.asarray(image)


def labels(name: str) -> list[dict[str, Any]]:
    dice: list[dict[str, Any]] = json.loads((PHOTOS / "scenes" / name).read_text(encoding="utf-8"))["dice"]
    return dice


@pytest.mark.slow
def test_photographs_of_dice_in_all_colours_are_read() -> None:
    figures, _ = real_pips.score(PHOTOS)
    assert figures["dice"] > 60
    assert figures["right_share"] >= 0.85
    assert figures["pictures_right_share"] >= 0.5
    assert figures["false"] <= 1


@pytest.mark.slow
@pytest.mark.parametrize("die_px", [25.0, 40.0, 62.0, None])
def test_the_size_of_a_die_is_a_hint_that_may_be_wrong_or_missing(die_px: float | None) -> None:
    faults = real_pips.compare(labels("013.json"), reader.read_picture(photo("013.jpg"), die_px))
    assert faults == []


def test_a_photo_of_twice_the_size_gives_twice_the_coordinates() -> None:
    image = photo("044.jpg")
    small = sorted(reader.read_picture(image, 40))
    large = sorted(reader.read_picture(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), 80))
    assert [d.face for d in large] == [d.face for d in small]
    assert len(small) == 2
    for one, other in zip(small, large, strict=True):
        assert other.x_px == pytest.approx(2 * one.x_px, abs=5)
        assert other.y_px == pytest.approx(2 * one.y_px, abs=5)


@pytest.mark.parametrize("shape", [(1, 1, 3), (15, 400, 3), (40, 40), (64, 64, 4)])
def test_what_is_no_picture_has_no_dice(shape: tuple[int, ...]) -> None:
    assert reader.read_picture(np.zeros(shape, np.uint8), 40) == []


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_bare_table_has_no_dice(level: int) -> None:
    assert reader.read_picture(np.full((240, 320, 3), level, np.uint8), 40) == []


def test_a_die_not_read_for_sure_has_no_face_and_a_reason() -> None:
    image = cv2.GaussianBlur(photo("044.jpg"), (0, 0), 4)
    for die in reader.read_picture(image, 40):
        assert (die.face is None) == (die.state == "unsure") == (die.reason is not None)
        assert 0 <= die.confidence <= 1


def test_drawn_dice_come_with_where_they_lie_and_as_many_pips_as_their_face() -> None:
    assert [len(LAYOUTS[face]) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    rng = np.random.default_rng(2)
    drawn = [picture(rng) for _ in range(6)]
    assert all(pixels.shape == (112, 112, 3) and pixels.dtype == np.uint8 for pixels, _ in drawn)
    assert {truth.face for _, truths in drawn for truth in truths} <= set(range(1, 7))
    again = np.random.default_rng(2)
    assert all((picture(again)[0] == pixels).all() for pixels, _ in drawn)


@pytest.mark.parametrize("body", ["white", "red", "black"])
def test_on_the_mat_pips_need_no_teaching(body: str) -> None:
    dice = [Placed(cube, up, 100.0 + 40 * up, 110 + 9 * up, 17.0 * up) for up, cube in enumerate(pip_dice(body))]
    frame = Renderer(MAT).render(Scene(camera=above((210, 148), (1600, 900), 520), dice=tuple(dice)), 3)
    reading = reader.read_mat(frame, MAT)
    assert reading.mat
    seen = sorted(reading.dice, key=lambda die: die.x_mm)
    assert [die.face for die in seen] == [die.cube.faces[die.up].name for die in dice]
    for die, placed in zip(seen, dice, strict=True):
        assert np.hypot(die.x_mm - placed.x, die.y_mm - placed.y) < 2.5


def test_without_the_mat_in_view_pips_are_not_read_in_millimetres() -> None:
    reading = reader.read_mat(np.full((480, 640, 3), 90, np.uint8), MAT)
    assert not reading.mat
    assert reading.trouble is not None


def test_at_the_command_line_places_are_in_pixels(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    where = str(PHOTOS / "scenes" / "044.jpg")
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"not a picture")
    options = ["--no-mat", "--die-px", "40", "--dice", "pips", "--json", "--draw", str(tmp_path)]
    code = main(["read", where, str(bad), *options])
    out, err = capsys.readouterr()
    first, second = (json.loads(line) for line in out.splitlines())
    assert code == 1
    assert "bad.jpg" in err
    assert second["dice"] == []
    assert sorted(die["face"] for die in first["dice"]) == sorted(die["face"] for die in labels("044.json"))
    assert set(first["dice"][0]) >= {"face", "x_px", "y_px", "state", "confidence"}
    assert "x_mm" not in first["dice"][0]
    assert (tmp_path / "044.png").is_file()


@pytest.mark.parametrize("wrong", [["--dice", "corsairs"], ["--dice", "pips", "--die-px", "0"]])
def test_what_cannot_be_read_without_the_mat_is_said_in_one_sentence(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(PHOTOS / "scenes" / "044.jpg"), "--no-mat", *wrong]) != 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("vigie") and len(err.splitlines()) == 1
