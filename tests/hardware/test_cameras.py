"""The camera's height: the renderer's own camera, hung there, must see the whole mat, and no more than it needs."""

from __future__ import annotations

import numpy as np
import pytest

from hardware import cameras
from hardware.cameras import CAMERAS, SIZES, Camera
from vision.mat import geometry
from vision.synth.camera import above

MAT = geometry.load()
CORNERS = np.array([[0, 0, 0], [420, 0, 0], [420, 297, 0], [0, 297, 0]], float)


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: str(camera.name))
@pytest.mark.parametrize("size", SIZES)
def test_from_its_height_a_camera_sees_the_mat_and_a_little_more(camera: Camera, size: tuple[int, int]) -> None:
    hung = above(size=size, height=cameras.height(camera, MAT), field=camera.across)
    px = hung.pixels(CORNERS)
    spare = np.minimum(px, np.array(size) - px).min(axis=0)
    assert (spare > 0).all()
    assert spare.min() / hung.scale == pytest.approx(cameras.SPARE, abs=0.5), "not higher than it must"
    assert hung.scale == pytest.approx(cameras.per_mm(camera, MAT, size[0]), rel=1e-6)


def test_a_webcam_of_78_degrees_diagonal_sees_70_across() -> None:
    assert cameras.from_diagonal(78) == pytest.approx(70.4, abs=0.1)
    assert cameras.from_lens(6.287, 6.0) == pytest.approx(55.3, abs=0.1)


def test_the_usual_camera_is_good_and_the_wide_one_only_works() -> None:
    verdicts = {camera.name: str(cameras.verdict(camera, MAT)) for camera in CAMERAS}
    assert verdicts["Camera Module 3"] == "good" and verdicts["Camera Module 3 Wide"] == "works"
    assert str(cameras.verdict(Camera("fish eye", 130.0, CAMERAS[0].note), MAT)) == "not advised"


def test_the_page_has_a_row_for_every_camera_and_rounds_heights_up() -> None:
    page = cameras.page(MAT, str)
    for camera in CAMERAS:
        row = next(line for line in page.splitlines() if line.startswith(f"| {camera.name} |"))
        assert float(row.split("|")[3].removesuffix("mm ")) >= cameras.height(camera, MAT)
    assert "CRI 90" in page
