"""Where dice may lie: every die is a candidate, whatever lies beside it, and bare mat is none."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.pictures import MAT, scene, taught
from vision.dice import survey
from vision.dice.survey import CELL, EDGE_PX, Field
from vision.mat.pose import find_pose
from vision.picture.views import Square, copies_of, views_of
from vision.synth.dice import Placed, corsair
from vision.synth.render import Renderer, Scene
from vision.taught.profile import Kind

PROFILE_KINDS: tuple[Kind, ...] = ("corsair", "twelve", "duel")
WHITE = np.array([[1.25, 1.15, 1.62]])
DRAWN = np.array([[0.30, 0.42, 0.84]])  # the tone of the drawn corsair dice, as teaching finds it


def field(frame: NDArray[Any], edge: float, bodies: NDArray[Any]) -> Field:
    pose = find_pose(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), MAT)
    assert pose is not None
    views = views_of(copies_of(frame), pose, MAT, edge)
    assert views is not None
    return survey.field_of(views, edge, bodies, MAT)


def spots(frame: NDArray[Any], edge: float, bodies: NDArray[Any]) -> list[Square]:
    seen = field(frame, edge, bodies)
    return [square for square, _ in survey.squares(seen, survey.said(seen))]


@pytest.mark.parametrize("edge", [14.0, 16.5, 20.0])
def test_a_die_is_as_many_pixels_wide_whatever_its_size(edge: float) -> None:
    """Its sides show as well, by a fifth of an edge at most, so near to the point under the camera."""
    cube = corsair(edge=edge)[0]
    seen, bare = (field(Renderer(MAT).render(Scene(dice)), edge, DRAWN) for dice in ((Placed(cube, 1, 210, 140),), ()))
    ys, xs = np.nonzero(bare.planes[1] - seen.planes[1] > 0.5)  # what is no longer mat
    wide, high = np.ptp(xs) + 1, np.ptp(ys) + 1
    assert min(wide, high) >= EDGE_PX - 1 and max(wide, high) <= 1.25 * EDGE_PX + 1
    assert all(side % CELL == 0 for side in seen.planes.shape[1:])
    assert np.isfinite(seen.planes).all()


@pytest.mark.parametrize(("kind", "number"), [("corsair", "000"), ("twelve", "016"), ("duel", "002")])
def test_every_die_is_found_near_where_it_lies(kind: Kind, number: str) -> None:
    frame, truth = scene(kind, number)
    profile = taught(kind)
    found = spots(frame, profile.edge_mm, profile.body_tones)
    for die in truth["dice"]:
        if die["zone"] != "off" and die["visible"] > 0.9:
            assert any(np.hypot(s.x - die["x_mm"], s.y - die["y_mm"]) < 0.3 * profile.edge_mm for s in found)


WEAK = pytest.mark.xfail(reason="at 45 degrees, or with other dice's tone, not all of a row are found", strict=True)


@pytest.mark.parametrize(
    ("x", "y", "turn", "bodies"),
    [
        (120, 150, 0, DRAWN),
        (80, 60, 30, DRAWN),
        (200, 220, -70, DRAWN),
        pytest.param(60, 250, -45, DRAWN, marks=WEAK),
        pytest.param(120, 150, 0, taught("corsair").body_tones, marks=WEAK),
    ],
)
def test_dice_that_touch_are_found_one_by_one(x: float, y: float, turn: float, bodies: NDArray[Any]) -> None:
    cube, way = corsair()[0], np.deg2rad(turn)
    ahead = np.array([np.cos(way), np.sin(way)]) * (cube.edge + 0.1)
    row = tuple(Placed(cube, up, x + up * ahead[0], y + up * ahead[1], rot=turn) for up in range(4))
    found = spots(Renderer(MAT).render(Scene(row)), cube.edge, bodies)
    assert len(found) == len(row)
    for die in row:  # near enough for the closer look, which puts it right
        assert any(np.hypot(s.x - die.x, s.y - die.y) < 0.4 * cube.edge for s in found)


def test_a_die_is_found_turned_as_it_lies() -> None:
    cube = corsair()[0]
    for turn in (5.0, 30.0, 44.0, 60.0, 85.0):
        frame = Renderer(MAT).render(Scene((Placed(cube, 2, 170, 140, rot=turn),)))
        (square,) = spots(frame, cube.edge, taught("corsair").body_tones)
        assert abs((square.turn - turn + 45) % 90 - 45) < 8


def test_a_bare_mat_gives_nothing_to_look_at() -> None:
    assert spots(Renderer(MAT).render(Scene()), 16.0, WHITE) == []
