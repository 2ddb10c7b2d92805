from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from firmware.play.events import CameraLost, Looked
from firmware.practice.house_dice import cubes_of, profile_of
from firmware.practice.virtual import VirtualCamera, VirtualMat
from rules.say import Message
from tests.ui.at_table import Sitting
from ui.gallery.games import Played
from ui.inputs import Touched, Typed
from ui.screen import Window
from ui.table.live import LiveView
from vision.mat.geometry import load
from vision.time.watch import Watcher

SIZE = (960, 540)


@pytest.fixture
def at(window: Callable[..., Window]) -> Sitting:
    game = Played("series", ("Anne", "Jack"))
    game.table = game.evening.begin("series", ("Anne", "Jack"))  # which nobody has looked at
    mat = VirtualMat(cubes_of("twelve"), load(), game.clock, Random(3), SIZE)
    frame = VirtualCamera(lambda: mat).capture()
    at = Sitting(game, window())
    at.screen.live = LiveView(lambda: frame, mat)
    at.mat, at.frame = mat, frame  # type: ignore[attr-defined]
    return at


def test_the_live_picture_has_the_cameras_colours(at: Sitting) -> None:
    at.do(Typed("v", at.game.clock.now()))
    middle = at.window.surface.get_at(at.window.layout.stage.center)[:3]
    frame = at.frame  # type: ignore[attr-defined]
    blue, green, red = (int(value) for value in frame[SIZE[1] // 2, SIZE[0] // 2])
    assert np.abs(np.subtract(middle, (red, green, blue))).max() < 24


def look(at: Sitting, watcher: Watcher, seconds: float) -> None:
    """The eyes look at what is rendered, and the table hears what they say."""
    camera = VirtualCamera(lambda: at.mat)  # type: ignore[attr-defined]
    for _ in range(round(seconds * 10)):
        now = at.game.clock.advance(0.1)
        seen = watcher.look(camera.capture(), now)
        if seen is not None:
            at.game.table.hear(Looked(seen))
        at.draw(0.0)


def test_space_throws_one_die_of_the_race(at: Sitting) -> None:
    look(at, Watcher(profile_of("twelve", load()), load()), 1.0)
    at.do(Typed(" ", at.game.clock.now()))
    assert len(at.mat.in_hand) == 11  # type: ignore[attr-defined]


def test_space_at_the_very_moment_a_game_begins_is_a_throw_and_no_foreign_die(at: Sitting) -> None:
    at.do(Typed(" ", at.game.clock.now()))
    assert len(at.mat.in_hand) == 12, "the eyes have not looked yet"  # type: ignore[attr-defined]
    look(at, Watcher(profile_of("twelve", load()), load()), 4.0)
    assert len(at.mat.in_hand) == 11, "thrown once they had, and once only"  # type: ignore[attr-defined]
    assert at.game.table.expects.task == "throw" and len(at.game.table.record.steps) == 1


def test_without_a_camera_the_hand_waits_for_nobody(at: Sitting) -> None:
    at.game.table.hear(CameraLost(Message("The camera hangs; it is started again. Check its cable."), 0.0))
    at.do(Typed(" ", at.game.clock.now()))
    assert len(at.mat.in_hand) == 11  # type: ignore[attr-defined]


def test_a_die_follows_the_finger_over_the_mat_and_leans_on_a_double_touch(at: Sitting) -> None:
    look(at, Watcher(profile_of("twelve", load()), load()), 1.0)
    at.do(Typed(" ", at.game.clock.now()))
    at.draw(3.0)
    mat: VirtualMat = at.mat  # type: ignore[attr-defined]
    (number, die), *_ = mat.lying().items()
    at.do(Typed("v", at.game.clock.now()))
    live = at.screen.live
    assert live is not None
    camera = mat.scene().camera
    area = live.area

    def point(x: float, y: float) -> tuple[int, int]:
        u, v = camera.pixels(np.array([x, y, 0.0]))
        return round(area.x + u / SIZE[0] * area.width), round(area.y + v / SIZE[1] * area.height)

    now = at.game.clock.now()
    at.do(Touched(*point(die.x, die.y), now))
    at.do(Touched(*point(336, 90), now + 0.5, "move"))
    at.do(Touched(*point(336, 90), now + 0.6, "up"))
    moved = mat.lying()[number]
    assert mat.mat.zone_of(moved.x, moved.y) == "reserve"
    at.do(Touched(*point(336, 90), now + 1.0))
    at.do(Touched(*point(336, 90), now + 1.2))
    assert mat.lying()[number].tilt > 0
