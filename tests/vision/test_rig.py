"""The rig: what a picture says of camera and lamp, and what is advised; each fault is made in a drawn picture."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.pictures import MAT
from vision import rig
from vision.mat.pose import find_pose
from vision.measure import measured
from vision.rig import Rig
from vision.synth.camera import above
from vision.synth.render import Renderer, Scene
from vision.synth.stage import LIGHTS


def seen(picture: NDArray[Any]) -> Rig:
    pose = find_pose(picture, MAT)
    assert pose is not None
    return measured(picture, MAT, pose, 16.0)


@cache
def drawn(**camera: Any) -> NDArray[Any]:
    return Renderer(MAT).render(Scene((), light=LIGHTS["enrol"], camera=above(**camera)), 1)


def told(now: Rig) -> list[str]:
    return [name for name, _ in rig.advice(now)]


def test_nothing_is_advised_where_all_is_well() -> None:
    assert told(seen(drawn())) == []


def test_a_soft_picture_is_told_to_be_focused() -> None:
    soft = seen(cv2.GaussianBlur(drawn(), (0, 0), 5.0))
    assert soft.sharp > seen(drawn()).sharp
    assert told(soft) == ["sharp"]


def test_a_dark_corner_and_a_dim_lamp_are_told_apart() -> None:
    picture = drawn()
    slope = np.linspace(1.0, 0.2, picture.shape[1])[None, :, None]
    assert told(seen((picture * slope).astype(np.uint8))) == ["even"]
    assert told(seen((picture * 0.4).astype(np.uint8))) == ["bright"]


def test_a_lamp_mirrored_in_the_mat_is_told_with_the_side_where_it_shows() -> None:
    pose = find_pose(drawn(), MAT)
    assert pose is not None
    spot = np.rint(pose.pixels(np.array([[330.0, 60.0]]))[0]).astype(int)
    glaring = cv2.circle(drawn().copy(), tuple(spot.tolist()), 90, (255, 255, 255), cv2.FILLED)
    (first, message) = rig.advice(seen(glaring))[0]
    assert (first == "glare" and "upper" in str(message)) or "right" in str(message)


def test_a_camera_far_off_is_told_how_much_lower_it_should_hang() -> None:
    far = seen(drawn(height=900.0))
    (name, message) = next((n, m) for n, m in rig.advice(far) if n == "size")
    lower = float(message.values["cm"])
    assert name == "size" and 10 < lower < 90
    # what it says is enough: as much lower, a die is as large as asked for
    assert far.size * far.height / (far.height - 10 * lower) >= rig.SIZE_PX * 0.97


def test_a_camera_beside_the_mat_is_told_where_to_go() -> None:
    now = seen(drawn())
    aside = replace(now, aslant=50.0, beside=(120.0, 10.0))
    assert "12 cm to the left" in str(rig.advice(aside)[0][1])
    low = replace(now, aslant=50.0, beside=(3.0, 2.0), height=300.0)
    assert "Raise the camera by about" in str(rig.advice(low)[0][1])


def test_the_measures_of_the_last_time_are_kept_and_a_damaged_file_is_none(tmp_path: Path) -> None:
    now, file = seen(drawn()), tmp_path / "data" / rig.FILE
    assert rig.kept(file) == {}
    rig.keep(now, file)
    assert rig.kept(file)["sharp"] == round(now.sharp, 4)
    file.write_text('{"sharp": "very"}')
    assert rig.kept(file) == {}
