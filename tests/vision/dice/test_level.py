"""A second look at a candidate: level or not, where exactly, and how large."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.pictures import MAT
from vision.dice import level
from vision.dice.table import Table
from vision.mat.pose import find_pose
from vision.picture.views import Square, Views, copies_of, views_of
from vision.synth.dice import Placed, twelve
from vision.synth.render import Renderer, Scene
from vision.synth.stage import Thing

CUBE = twelve()[0]
CORNERS = ((80.0, 50.0), (270.0, 55.0), (85.0, 250.0), (265.0, 245.0))  # the strips show on other sides in each


def views(*dice: Placed, edge: float = CUBE.edge, scene: Scene | None = None) -> Views:
    frame = Renderer(MAT).render(scene or Scene(dice))
    pose = find_pose(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), MAT)
    assert pose is not None
    seen = views_of(copies_of(frame), pose, MAT, edge)
    assert seen is not None
    return seen


@pytest.mark.parametrize(("x", "y"), CORNERS)
@pytest.mark.parametrize("turn", [10.0, 55.0])
def test_a_look_from_a_little_off_is_put_right(x: float, y: float, turn: float) -> None:
    seen = views(Placed(CUBE, 1, x, y, rot=turn))
    off = Square(x + 1.2, y - 0.8, (turn + 5.0) % 90)
    _, (square,) = level.judged(seen, [off], CUBE.edge, MAT)
    assert np.hypot(square.x - x, square.y - y) < 0.8
    assert abs((square.turn - turn + 45) % 90 - 45) < 2.5


def test_a_flat_die_is_level_and_a_tilted_one_is_not() -> None:
    flat, tilted = Placed(CUBE, 1, 120, 100, rot=20), Placed(CUBE, 1, 220, 190, rot=20, tilt=28, lean=20)
    scores, _ = level.judged(views(flat, tilted), [Square(120, 100, 20), Square(220, 190, 20)], CUBE.edge, MAT)
    assert scores.argmax(1).tolist() == [0, 1]


def test_the_second_net_is_asked_where_the_first_is_in_doubt() -> None:
    sure, open_, rather_not, nothing = [4.0, -3.0, -4.0], [0.6, 0.2, -3.0], [-1.0, 2.0, -3.0], [-1.0, -1.5, 4.0]
    said = np.pad([sure, open_, rather_not, nothing], ((0, 0), (0, 4)))  # where it lies, and as wide as taught
    assert level.in_doubt(Table(level.SAYS, said)).tolist() == [False, True, True, False]


def test_a_die_that_seems_larger_than_taught_is_looked_at_twice() -> None:
    """It may lie upon another, exactly; then it is nearer to the camera, and nothing else shows it."""
    looks = np.array([[4.0, -3.0, -4.0, 0, 0, 0, wide] for wide in (-0.04, 0.01, 0.04)])
    assert level.in_doubt(Table(level.SAYS, looks)).tolist() == [
        False, False, True,
    ]  # fmt: skip


def test_what_the_second_net_says_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, at = views(Placed(CUBE, 1, 120, 100, rot=20)), [Square(120, 100, 20)]
    monkeypatch.setattr(level, "in_doubt", lambda said: np.ones(len(said.rows), bool))
    beside = [Square(120 + CUBE.edge * x, 100 + CUBE.edge * y, 20) for x, y in level.BESIDE]
    for left_open, places in ((0.0, at), (np.inf, [*at, *beside])):
        monkeypatch.setattr(level, "OPEN", left_open)
        scores, _ = level.judged(seen, at, CUBE.edge, MAT)
        first, second = (
            level.net(*level.patches(seen, where, CUBE.edge, MAT, px)[:2], weights)[:, :3].mean(0)
            for weights, px, where in ((level.WEIGHTS, level.EDGE_PX, at), (level.SECOND, level.SECOND_PX, places))
        )
        assert scores[0] == pytest.approx(first + level.COUNTS * (second - first), abs=1e-4)
        assert first != pytest.approx(second, abs=1e-2)


def test_looks_from_beside_do_not_move_the_die(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level, "in_doubt", lambda said: np.ones(len(said.rows), bool))
    seen, beside = views(Placed(CUBE, 1, 120, 100, rot=20)), [Square(121, 100, 20)]
    found = []
    for left_open in (0.0, np.inf):
        monkeypatch.setattr(level, "OPEN", left_open)
        found += level.judged(seen, beside, CUBE.edge, MAT)[1]
    assert found[0] == found[1]
    assert (found[0].x, found[0].y) == pytest.approx((120, 100), abs=0.5)


@pytest.mark.parametrize("step", [1, 2])
def test_a_net_adds_up_what_its_windows_show(step: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(step)
    seen, weight = rng.normal(size=(2, 6, 6, 3)).astype(np.float32), rng.normal(size=(4, 4, 3, 5))
    bias, rim = rng.normal(size=5), np.pad(seen, ((0, 0), (1, 1), (1, 1), (0, 0)))
    corners = range(0, 5, step)
    windows = [[np.tensordot(rim[:, y : y + 4, x : x + 4], weight, 3) + bias for x in corners] for y in corners]
    found = np.maximum(np.array(windows).transpose(2, 0, 1, 3).reshape(2, -1), 0)
    hidden, strips = rng.normal(size=(found.shape[1], 7)), np.zeros((2, 2), np.float32)
    file = tmp_path / f"{step}.npz"
    np.savez(
        file, steps=np.array([step]), w0=weight, b0=bias, hidden=hidden, hidden_b=np.zeros(7),
        strips=np.zeros((2, 7)), last=np.eye(7), last_b=np.zeros(7),
    )  # fmt: skip
    assert level.net(seen, strips, file) == pytest.approx(np.maximum(found @ hidden, 0), rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("kind", ["coin", "pawn", "card"])
def test_things_that_lie_about_are_no_dice(kind: str) -> None:
    scene = Scene(things=(Thing(kind, 150.0, 150.0, 20.0),))
    scores, _ = level.judged(views(scene=scene), [Square(150, 150, 20)], CUBE.edge, MAT)
    assert scores.argmax(1).tolist() == [level.NOTHING]


def test_bare_mat_is_no_die() -> None:
    everywhere = [Square(x, y, 0) for x in range(60, 350, 15) for y in range(30, 270, 15)]
    scores, _ = level.judged(views(), everywhere, CUBE.edge, MAT)
    assert set(scores.argmax(1).tolist()) == {level.NOTHING}


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_a_die_taken_for_too_small_or_too_large_shows_how_wide_it_is(wrong: float) -> None:
    edge = CUBE.edge * wrong
    seen = views(Placed(CUBE, 1, 170, 140, rot=30), edge=edge)
    _, (square,) = level.judged(seen, [Square(170, 140, 30)], edge, MAT)
    assert edge * square.wide == pytest.approx(CUBE.edge, rel=0.04)


def test_what_is_seen_does_not_depend_on_where_the_camera_stands() -> None:
    """Patches are turned and mirrored so that the strips of the sides are right and below."""
    patches = []
    for x, y in CORNERS:
        seen, strips, _ = level.patches(views(Placed(CUBE, 1, x, y)), [Square(x, y, 0)], CUBE.edge, MAT)
        assert strips[0, 0] >= strips[0, 1] >= 0
        side = seen[0, ..., 1]  # how like the mat: the strips are not
        patches.append((side[12:20, 25:27].mean(), side[12:20, 5:7].mean()))
    assert all(right < left for right, left in patches)


def test_offsets_come_back_as_they_were() -> None:
    square = Square(100, 100, 30)
    (moved,) = level.moved([square], np.array([[0.1, 0.0, 0.5]]), 16.0, np.ones(1))
    assert (moved.x, moved.y) == pytest.approx((100 + 1.6 * np.cos(np.pi / 6), 100.8))
    assert moved.turn == pytest.approx(40.0)
