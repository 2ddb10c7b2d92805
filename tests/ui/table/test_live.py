from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from firmware.play.events import CameraLost, Picked
from rules.say import Message
from tests.ui.at_table import Sitting
from ui.gallery.games import Played
from ui.inputs import Touched, Typed
from ui.screen import Window
from ui.table.live import LiveView

SIZE = (960, 540)


@pytest.fixture
def at(window: Callable[..., Window]) -> Sitting:
    at = Sitting(Played("series", ("Anne", "Jack")), window())
    frame = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    frame[:] = (30, 90, 200)
    at.screen.live = LiveView(lambda: frame)
    at.draw()
    return at


def test_the_live_picture_has_the_cameras_colours(at: Sitting) -> None:
    at.do(Typed("v", at.game.clock.now()))
    assert tuple(at.window.surface.get_at(at.screen.place("live picture").center))[:3] == (200, 90, 30)


def test_the_live_picture_is_opened_and_closed_by_its_sign_by_v_and_by_a_touch(at: Sitting) -> None:
    live = at.screen.live
    assert live is not None
    at.touch("live sign")
    assert live.large
    at.touch("live sign")
    assert not live.large
    at.do(Typed("v", at.game.clock.now()))
    assert live.large
    at.touch("live picture")
    assert not live.large


def test_the_menu_opens_over_the_live_picture_and_offers_it_too(at: Sitting) -> None:
    at.touch("live sign")
    at.touch("menu")
    assert {"go on", "live", "leave"} <= {each.name for each in at.screen.targets()}


def test_a_claim_comes_before_the_live_picture_and_none_can_be_laid_over_it(at: Sitting) -> None:
    """Its fuse burned under the picture."""
    at.game.lay("palm red")
    at.do(Typed("v", at.game.clock.now()))
    at.press("player1")
    at.game.later(0.5)
    at.draw(0.5)
    at.draw(0.5)
    assert at.game.table.expects.task == "name" and at.screen.live is not None and not at.screen.live.large
    assert "series:palm" in [each.name for each in at.screen.targets()]
    at.do(Typed("v", at.game.clock.now()))
    assert "series:palm" in [each.name for each in at.screen.targets()]


def test_what_is_taken_back_is_asked_beside_a_claim_and_not_over_it(at: Sitting) -> None:
    """The panel lay over the fuse and over "That is it!"."""
    at.game.lay("palm red")
    at.press("player1")
    at.game.later(0.5)
    at.draw(0.5)
    at.draw(0.5)
    at.touch("series:palm")
    at.do(Typed("u", at.game.clock.now()))
    offered = [each.name for each in at.screen.targets()]
    assert "slip" in offered and "claim" in offered
    at.press("back")
    assert at.screen.slip is None


def test_a_camera_that_is_lost_comes_before_the_live_picture(at: Sitting) -> None:
    at.do(Typed("v", at.game.clock.now()))
    at.game.hear(CameraLost(Message("The camera gives no picture."), at.game.clock.now()))
    at.draw(0.1)
    assert at.screen.live is not None and not at.screen.live.large


def test_a_touch_on_the_picture_moves_no_die(at: Sitting) -> None:
    at.do(Typed("v", at.game.clock.now()))
    x, y = at.screen.place("live picture").center
    at.do(Touched(x, y, at.game.clock.now(), "move"))
    assert at.screen.live is not None and at.screen.live.large


def test_a_picture_over_the_whole_stage_is_put_away_by_choose_and_makes_way_for_the_next_question(
    window: Callable[..., Window],
) -> None:
    """In Pirates en Duel it lay over all that was offered, and nothing that the console points at led on."""
    at = Sitting(Played("duel", ("Anne", "Jack")), window())
    at.screen.live = LiveView(lambda: None)
    at.do(Typed("v", at.game.clock.now()))
    assert [each.name for each in at.screen.targets() if each.rank < 1] == ["live picture"]
    at.press("choose")
    assert not at.screen.live.large
    at.do(Typed("v", at.game.clock.now()))
    entries = len(at.game.table.record.entries)
    at.game.hear(Picked(at.game.table.expects.options[0].key, at.game.clock.now()))
    at.game.hear(Picked(at.game.table.expects.options[0].key, at.game.clock.now()))
    at.draw(0.1)
    assert len(at.game.table.record.entries) > entries and not at.screen.live.large
