"""Calibration: a rendered camera's lens is found again, shots that say nothing are refused, trays are marked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from rules.say import Trouble
from vision.mat import calibrate
from vision.mat.geometry import load
from vision.mat.pose import Lens, find_pose
from vision.synth.camera import Camera, above
from vision.synth.render import Renderer, Scene

MAT = load()
LEANS = [(0, 0), (14, 0), (-14, 3), (2, 15), (0, -15)]


def shot(camera: Camera) -> NDArray[Any]:
    return cv2.cvtColor(Renderer(MAT).render(Scene(camera=camera), 1), cv2.COLOR_BGR2GRAY)


def cameras(k1: float, leans: list[tuple[int, int]]) -> list[Camera]:
    size = (1280, 720)
    placed = [above((210, 148), size, 520, *lean, yaw=4.0 * i, k1=k1) for i, lean in enumerate(leans)]
    return [replace(camera, cx=650.0, cy=352.0) for camera in placed]


@pytest.mark.slow
@pytest.mark.parametrize("k1", [-0.03, 0.08])
def test_the_lens_of_a_rendered_camera_is_found_again(k1: float) -> None:
    found = calibrate.measure({str(i): shot(camera) for i, camera in enumerate(cameras(k1, LEANS))}, MAT)
    truth = cameras(k1, LEANS)[0]
    assert found.lens.distortion[0] == pytest.approx(k1, abs=0.012)
    assert found.lens.focal == pytest.approx(truth.f, rel=0.01)
    assert (found.lens.cx, found.lens.cy) == pytest.approx((truth.cx, truth.cy), abs=4)
    assert found.error_px < 0.5 and found.left_out == ()


def test_shots_from_one_direction_are_too_alike() -> None:
    alike = [above(middle=(205 + 5 * i, 148), size=(960, 540), height=480) for i in range(3)]
    with pytest.raises(Trouble, match="too alike"):
        calibrate.measure({str(i): shot(camera) for i, camera in enumerate(alike)}, MAT)


def test_shots_without_the_mat_are_counted() -> None:
    empty = np.full((540, 960), 90, np.uint8)
    with pytest.raises(Trouble, match="found in 0 of 4 shots"):
        calibrate.measure({str(i): empty for i in range(4)}, MAT)


def test_shots_of_two_sizes_are_refused() -> None:
    with pytest.raises(Trouble, match="640x480, 960x540"):
        calibrate.measure({"a": np.zeros((540, 960), np.uint8), "b": np.zeros((480, 640), np.uint8)}, MAT)


def test_a_lens_is_written_and_read_again(tmp_path: Path) -> None:
    lens = Lens(1280, 720, 984.25, 641.5, 360.125, (-0.03, 0.001, 0.0, 0.0))
    calibrate.save_lens(lens, tmp_path / "new" / "lens.toml")
    assert calibrate.load_lens(tmp_path / "new" / "lens.toml") == lens


NEGATIVE = "[lens]\nwidth=1\nheight=1\nfocal=-2\ncx=0\ncy=0\ndistortion=[0]"


@pytest.mark.parametrize("text", ["", "[lens]\nwidth = 3", "[lens", NEGATIVE])
def test_a_file_that_is_no_lens_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "lens.toml").write_text(text)
    with pytest.raises(Trouble, match=r"lens\.toml"):
        calibrate.load_lens(tmp_path / "lens.toml")


def test_a_tray_s_corners_give_its_millimetres_in_any_order_they_are_picked(tmp_path: Path) -> None:
    camera = above(middle=(200, 140), size=(960, 540), tilt_x=3)
    corners = camera.pixels(np.array([[0, 0, 0], [400, 0, 0], [400, 280, 0], [0, 280, 0.0]]))
    picked = [(float(x), float(y)) for x, y in corners[[2, 0, 3, 1]]]
    picture = np.full((540, 960, 3), (60, 90, 40), np.uint8)
    calibrate.write(tmp_path / "tray.toml", calibrate.tray_text(picture, picked, 400, 280))
    tray = load(tmp_path / "tray.toml")
    pose = find_pose(picture[:, :, 1], tray)
    assert pose is not None and tray.markers == {} and tray.base == (60, 90, 40)
    spots = np.array([[40.0, 30], [350, 250], [200, 140]])
    assert np.abs(pose.mat_points(camera.pixels(np.column_stack([spots, np.zeros(3)]))) - spots).max() < 1.0
    assert tray.zone_of(200, 140) == "track" and tray.zone_of(410, 140) == "off"


@pytest.mark.parametrize(
    ("corners", "size", "said"),
    [
        ([(10, 10), (2000, 10), (900, 500), (10, 500)], (400, 280), "in the picture"),
        ([(10, 10), (900, 10), (450, 20), (12, 12)], (400, 280), "four-sided"),
        ([(10, 10), (900, 10), (900, 500), (10, 500)], (4, 280), "60 and 2000"),
    ],
)
def test_corners_that_are_no_tray_are_refused(
    corners: list[tuple[float, float]], size: tuple[float, float], said: str
) -> None:
    with pytest.raises(Trouble, match=said):
        calibrate.tray_text(np.zeros((540, 960, 3), np.uint8), corners, *size)
