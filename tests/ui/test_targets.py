from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from pygame import Rect, Surface

from firmware.play.events import CameraLost
from rules.say import Message
from tests.ui.at_table import Sitting
from ui.canvas import Canvas
from ui.gallery.games import Played
from ui.games.mille.shots import MIXED, card, mille_game
from ui.games.series.shots import race
from ui.screen import Window
from ui.table.stagecraft import above
from ui.targets import NamedTwice, Target, Targets, stepped


def nothing(at: float) -> None: ...


def grid(columns: int, count: int, size: int = 20) -> list[Target]:
    return [
        Target(str(n), Rect(n % columns * 2 * size, n // columns * 2 * size, size, size), nothing) for n in range(count)
    ]


def laid(*targets: Target | Rect) -> Targets:
    """Rectangles are sheets that cover."""
    targets_ = Targets()
    for each in targets:
        if isinstance(each, Target):
            targets_.lay(each)
        else:
            targets_.cover(each)
    return targets_


def test_left_and_right_go_along_the_list_and_around_its_ends() -> None:
    targets = grid(3, 5)
    assert [stepped(targets, name, "right") for name in "034"] == ["1", "4", "0"]
    assert stepped(targets, "0", "left") == "4"


def test_up_and_down_stay_in_the_column_even_where_the_last_row_is_short() -> None:
    targets = grid(4, 10)
    assert [stepped(targets, name, "down") for name in "037"] == ["4", "7", "9"]
    assert stepped(targets, "1", "up") == "9" and stepped(targets, "9", "down") == "1"


def test_in_one_column_down_goes_to_the_next_and_comes_around() -> None:
    targets = grid(1, 3)
    assert [stepped(targets, name, "down") for name in "012"] == ["1", "2", "0"]


def test_the_console_passes_over_what_it_cannot_point_at() -> None:
    targets = [*grid(3, 2), Target("paper", Rect(0, 0, 500, 500), nothing, focus=False)]
    assert stepped(targets, "1", "right") == "0"


def test_what_a_sheet_covers_can_neither_be_touched_nor_pointed_at() -> None:
    low, high = Target("low", Rect(0, 0, 40, 40), nothing), Target("high", Rect(60, 0, 40, 40), nothing)
    targets = laid(low, high, Rect(0, 0, 50, 50))
    assert targets.visible == (high,) and targets.at(20, 20) is None and targets.at(80, 20) is high


def test_two_targets_of_one_name_are_refused() -> None:
    with pytest.raises(NamedTwice, match="0"):
        laid(*grid(2, 1), *grid(2, 1))


def test_what_is_asked_for_comes_before_dice_and_signs() -> None:
    targets = laid(
        Target("sign", Rect(0, 0, 9, 9), nothing, rank=2),
        Target("die", Rect(20, 0, 9, 9), nothing, rank=1),
        Target("throw", Rect(40, 0, 9, 9), nothing),
    )
    assert [each.name for each in targets.visible] == ["throw", "die", "sign"]


def test_in_mille_sabords_down_goes_to_the_next_thing_and_neither_skips_nor_stays(
    window: Callable[..., Window],
) -> None:
    """It went on by as many options as cards stand in a row, also where there is no row of cards."""
    game = mille_game(("Anne", "Jack"))
    card(game, "treasure_island")
    game.roll(*MIXED)
    game.hear(CameraLost(Message("The camera does not answer."), game.clock.now()))
    loose = [n for n, face in enumerate(game.table.state.turn.dice) if face in ("monkey", "parrot")]
    game.pick(*(f"die:{number}" for number in loose))
    at = Sitting(game, window())
    assert at.screen.focused == "stop"
    at.press("down")
    assert at.screen.focused == "throw"
    at.press("down")
    assert at.screen.focused == "lay"


def test_every_target_that_the_console_reaches_can_be_touched(window: Callable[..., Window]) -> None:
    game = race()
    game.lay("palm red", "palm blue")
    at = Sitting(game, window())
    for each in at.screen.targets():
        assert at.screen._targets.at(*each.area.center) is each


def test_what_is_pressed_in_the_middle_of_a_picture_changes_only_the_next_one(window: Callable[..., Window]) -> None:
    game = Played("series", ("Anne", "Jack"))
    at = Sitting(game, window())
    game.lay("palm red")
    painted: list[Any] = []

    def stage(now: float) -> None:
        painted.append(at.screen.table)
        game.lay("palm blue", "palm green")
        painted.append(at.screen.table)

    at.screen.stage = stage  # type: ignore[method-assign]
    at.draw()
    assert painted[0] is painted[1] and at.screen.table.seen is not painted[0].seen


def test_a_picture_that_takes_anothers_place_in_memory_is_painted() -> None:
    """Its place was all that was compared."""
    canvas, target = Canvas(Surface((80, 60))), Surface((80, 60))
    layout = SimpleNamespace(stage=Rect(0, 0, 80, 60), unit=1)
    for shade in range(1, 60):
        image = Surface((20, 20))
        image.fill((shade, 0, 0))
        above(SimpleNamespace(canvas=canvas, layout=layout), "ship", image, (5, 5))  # type: ignore[arg-type]
        del image
        canvas.flush(target)
        assert target.get_at((10, 10))[0] == shade
