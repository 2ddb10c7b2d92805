"""The camera's pose from the mat's markers: exact, patient with a hand over a marker, aware of a knock."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.pictures import DICE, MAT, scene
from vision.mat import pose as poses
from vision.mat.pose import Lens, Pose, _solve, find_pose
from vision.synth.camera import Camera, above
from vision.synth.render import Renderer, Scene

SPOTS = np.array([[60.0, 20.0], [210.0, 148.0], [360.0, 30.0], [330.0, 270.0], [70.0, 270.0]])
RENDERER = Renderer(MAT)


def gray(camera: Camera) -> NDArray[Any]:
    return np.asarray(cv2.cvtColor(RENDERER.render(Scene(camera=camera), 1), cv2.COLOR_BGR2GRAY))


def found(picture: NDArray[Any], last: Pose | None = None, lens: Lens | None = None) -> Pose:
    pose = find_pose(picture, MAT, last, lens)
    assert pose is not None
    return pose


@pytest.mark.parametrize("camera", [above(size=(1600, 900)), above(size=(1280, 720), height=470, tilt_x=5, yaw=3),
                                    above(size=(960, 540), tilt_y=-6, k1=-0.04)])  # fmt: skip
@pytest.mark.parametrize("z", [0.0, 16.0])
def test_millimetres_and_pixels_agree_with_the_rendered_camera(camera: Camera, z: float) -> None:
    pose = found(gray(camera))
    truth = camera.pixels(np.column_stack([SPOTS, np.full(len(SPOTS), z)]))
    assert np.abs(pose.mat_points(truth, z) - SPOTS).max() < 0.6
    assert np.abs(pose.mat_points(pose.pixels(SPOTS, z), z) - SPOTS).max() < 0.02


@pytest.mark.parametrize("path", sorted(DICE.glob("*/scenes/*.json")), ids=lambda p: f"{p.parts[-3]}-{p.stem}")
def test_flat_dice_of_the_pictures_lie_where_their_labels_say(path: Any) -> None:
    image, truth = scene(path.parts[-3], path.stem)
    pose = found(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    for die in truth["dice"]:
        if die["state"] == "flat":
            there = pose.mat_points(np.array([die["top_px"]]), truth["edge_mm"])[0]
            assert np.hypot(there[0] - die["x_mm"], there[1] - die["y_mm"]) < 1.5


def covered(picture: NDArray[Any], pose: Pose, markers: list[int]) -> NDArray[Any]:
    out = picture.copy()
    for marker in markers:
        cv2.fillConvexPoly(out, np.rint(pose.pixels(MAT.corners(marker))).astype(np.int32), 150)
    return out


def test_a_die_against_a_marker_and_another_cut_off_do_not_cost_the_pose() -> None:
    """Corners as they were found there, two of them some pixels aside: steps that overshoot are taken back."""
    nowhere = float("nan")
    corners = {
        3: [[110.2, 392.3], [155.5, 394.6], [nowhere, nowhere], [104.1, 439.5]],
        0: [[153.6, 39.2], [194.2, 41.4], [189.8, 82.3], [148.4, 80.2]],
        1: [[658.4, 70.6], [698.6, 72.8], [698.6, 114.4], [656.4, 108.2]],
    }
    pose = _solve({marker: np.array(quad) for marker, quad in corners.items()}, MAT, 800, 450, None)
    assert pose is not None
    assert pose.error_px < 1.5
    assert pose.camera == pytest.approx([182, 205, 424], abs=15)


@pytest.mark.parametrize("at", [0.0, 1e300])
def test_corners_that_fall_together_or_lie_beyond_all_numbers_give_no_pose(at: float) -> None:
    assert _solve({0: np.full((4, 2), at), 2: np.full((4, 2), at)}, MAT, 800, 450, None) is None


@pytest.mark.parametrize("hidden", [[0], [1], [2], [3], [0, 1]])
def test_markers_under_a_hand_are_made_up_for_by_the_others(hidden: list[int]) -> None:
    picture = gray(above(size=(1600, 900)))
    whole = found(picture)
    pose = found(covered(picture, whole, hidden))
    assert set(pose.markers) == {0, 1, 2, 3} - set(hidden)
    assert np.abs(pose.mat_points(whole.pixels(SPOTS)) - SPOTS).max() < 2.0


def test_markers_cut_by_the_border_are_found_where_they_must_be() -> None:
    picture = gray(above(size=(1600, 900)))
    whole = found(picture)
    left = whole.pixels(MAT.corners(0))[:, 0]
    cut = picture.copy()
    cut[:, : int(left.min() + 0.3 * np.ptp(left))] = 128  # the left two show only in part: the detector misses them
    pose = found(cut)
    assert set(pose.markers) == {0, 1, 2, 3}
    assert np.abs(pose.mat_points(whole.pixels(SPOTS)) - SPOTS).max() < 1.0


@pytest.mark.parametrize(("field", "height"), [(60.0, 500.0), (76.0, 400.0), (90.0, 400.0)])
def test_a_camera_with_another_lens_than_the_usual_one_is_found_where_it_hangs(field: float, height: float) -> None:
    """Where it looks aslant: from straight above a wide lens nearby looks as a long one far away does."""
    camera = above((215.0, 150.0), (1280, 720), height, 5.5, 3.0, 1.0, 0.0, field)
    pose = found(gray(camera))
    assert pose.matrix[0, 0] == pytest.approx(camera.f, rel=0.1)
    assert pose.camera == pytest.approx(np.array(camera.position), abs=45.0)


def test_one_marker_alone_is_not_believed() -> None:
    picture = gray(above(size=(1600, 900)))
    assert find_pose(covered(picture, found(picture), [0, 1, 2]), MAT) is None


def test_one_marker_still_at_its_place_keeps_the_last_pose() -> None:
    picture = gray(above(size=(1600, 900)))
    last = found(picture)
    assert found(covered(picture, last, [0, 1, 2]), last) is last


def test_markers_found_some_pixels_aside_in_a_reduced_picture_are_looked_for_in_a_larger_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = gray(above(size=(1600, 900)))
    detect = poses._detect

    def aside_where_small(gray: NDArray[Any], small: NDArray[Any], *rest: Any) -> dict[int, NDArray[Any]]:
        found = detect(gray, small, *rest)
        if gray.shape[1] == 1600:
            return found
        wrong = np.array([[3.0, 0.0], [0.0, -3.0], [-3.0, 0.0], [0.0, 3.0]])
        return {marker: quad + wrong for marker, quad in found.items() if marker in (0, 2)}

    whole = found(picture)
    monkeypatch.setattr(poses, "_detect", aside_where_small)
    monkeypatch.setattr(poses, "_near_its_place", lambda *_: {})
    pose = found(picture)
    assert set(pose.markers) == {0, 1, 2, 3}
    assert np.abs(pose.mat_points(whole.pixels(SPOTS)) - SPOTS).max() < 0.5


def torn(picture: NDArray[Any], pose: Pose, marker: int, by: int) -> NDArray[Any]:
    """The picture with the paper round one marker moved aside by so many pixels."""
    x, y = np.rint(pose.pixels(MAT.corners(marker))).astype(int).T
    box = np.s_[y.min() - 8 : y.max() + 8, x.min() - 8 : x.max() + 8]
    out = picture.copy()
    out[box] = np.roll(picture, by, axis=0)[box]
    return out


def test_a_pose_that_one_of_the_markers_contradicts_is_not_believed() -> None:
    picture = gray(above(size=(1600, 900)))
    assert find_pose(torn(picture, found(picture), 2, by=9), MAT) is None


def test_a_pose_that_no_longer_fits_is_dropped_for_one_that_does() -> None:
    picture = gray(above(size=(1600, 900)))
    whole = found(picture)
    beside = replace(whole, shift=whole.shift + np.array([1.2, 0.0, 0.0]))  # 1.2 mm: well within "still at its place"
    assert found(picture, beside) is not beside
    assert found(picture, whole) is whole


@pytest.mark.parametrize("size", [(1600, 900), (1280, 720)])
def test_the_same_pose_is_found_in_grey_and_in_colour_and_is_of_the_whole_picture(size: tuple[int, int]) -> None:
    frame = RENDERER.render(Scene(camera=above(size=size, height=600)), 1)
    pose, of_grey = found(frame), found(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)))
    assert pose.size == of_grey.size == size
    assert np.abs(pose.mat_points(of_grey.pixels(SPOTS)) - SPOTS).max() < 1e-6


def test_a_marker_in_a_small_picture_is_not_drawn_aside_by_its_own_pattern() -> None:
    camera = above(size=(800, 450), height=760)
    pose = found(gray(camera))
    truth = camera.pixels(np.column_stack([SPOTS, np.zeros(5)]))
    assert pose.off < 0.5e-3
    assert np.abs(pose.mat_points(truth) - SPOTS).max() < 0.6


def test_a_knock_against_the_camera_is_noticed_and_the_new_pose_is_found() -> None:
    before = found(gray(above(size=(1600, 900))))
    knocked = above(middle=(218.0, 150.0), size=(1600, 900), yaw=1.5)
    after = found(gray(knocked), before)
    assert after.knocked(before)
    assert np.abs(after.mat_points(knocked.pixels(np.column_stack([SPOTS, np.zeros(5)]))) - SPOTS).max() < 0.6


def test_the_same_view_again_is_no_knock() -> None:
    camera = above(size=(1600, 900))
    assert not found(gray(camera)).knocked(found(gray(camera)))


def test_a_camera_turned_upside_down_is_told_by_the_markers() -> None:
    camera = above(size=(1600, 900))
    pose = found(np.rot90(gray(camera), 2).copy())
    truth = np.array([1599, 899]) - camera.pixels(np.column_stack([SPOTS, np.zeros(5)]))
    assert np.abs(pose.mat_points(truth) - SPOTS).max() < 0.6


@pytest.mark.parametrize(
    "picture",
    [np.zeros((900, 1600), np.uint8), np.full((900, 1600), 255, np.uint8), np.zeros((1, 1), np.uint8),
     np.random.default_rng(1).integers(0, 255, (480, 640), np.uint8), np.zeros((900, 1600, 3), np.uint8),
     np.zeros((900, 1600), np.float32)],
    ids=["black", "white", "one pixel", "noise", "colour", "floats"],
)  # fmt: skip
def test_no_pose_is_made_up_where_the_mat_is_not_in_view(picture: NDArray[Any]) -> None:
    assert find_pose(picture, MAT) is None


def test_a_measured_lens_is_used() -> None:
    camera = above(size=(1600, 900), height=520, tilt_x=8, k1=0.07, field=58)
    lens = Lens(1600, 900, camera.f, camera.cx, camera.cy, (0.07, 0.0, 0.0, 0.0))
    truth = camera.pixels(np.column_stack([SPOTS, np.full(5, 18.0)]))
    pose = found(gray(camera), lens=lens)
    assert np.abs(pose.mat_points(truth, 18.0) - SPOTS).max() < 0.3
