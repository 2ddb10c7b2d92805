from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware.play.events import Picked, Pressed
from tests.ui.at_table import Sitting
from ui.gallery.games import Played
from ui.games.mille.shots import MIXED, card, mille_game, well_on
from ui.inputs import Using
from ui.screen import Window

GAMES = ("series", "mille", "duel", "aux")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_one_menu_and_one_step_back_along_the_console_leads_to_it(
    game: str, window: Callable[..., Window]
) -> None:
    at = Sitting(Played(game, ("Anne", "Jack")), window())
    at.press("left")
    assert at.screen.focused == "menu"
    at.press("choose")
    offered = {each.name for each in at.screen.targets()}
    assert {"go on", "explain", "language", "workshop", "leave"} <= offered
    assert at.game.table.paused is not None
    at.press("choose")
    assert at.screen.menu is None and at.game.table.paused is None


def test_nothing_under_the_menu_can_be_touched(window: Callable[..., Window]) -> None:
    at = Sitting(Played("mille", ("Anne", "Jack")), window())
    at.touch("menu")
    assert "reveal" not in [each.name for each in at.screen.targets()]
    at.do(Pressed("player1", at.game.clock.now()))
    assert at.game.table.state.turn.card is None


def test_keys_are_shown_where_keys_are_used_and_nowhere_else(window: Callable[..., Window]) -> None:
    at = Sitting(Played("series", ("Anne", "Jack")), window())

    def parts(using: Using) -> set[str]:
        at.screen.using = using
        at.draw()
        return set(at.screen.canvas._last)

    assert {"chip undo", "chip menu", "chip player1"} <= parts(Using.KEYS)
    assert not [name for name in parts(Using.NOTHING) if name.startswith("chip ")]
    held = parts(Using.BUTTONS)
    assert "held arrow" in held and not [name for name in held if name.startswith("chip ")]


def test_what_a_slip_offers_to_take_back_is_offered_no_longer_once_something_else_has_happened(
    window: Callable[..., Window],
) -> None:
    at = Sitting(well_on(mille_game()), window())
    card(at.game, "coin")
    at.draw()
    at.screen.undo(at.game.clock.now())
    at.draw()
    assert at.screen.slip is not None and at.screen.slip.label
    at.game.roll(*MIXED)
    at.draw()
    assert at.screen.slip is None, "it spoke of the card, and would take back the throw"


def test_a_judge_can_be_asked_while_a_choice_of_several_steps_is_made(window: Callable[..., Window]) -> None:
    """Both have a way back, and two things of one name ended the program."""
    at = Sitting(Played("duel", ("Anne", "Jack")), window())
    for _ in range(2):
        at.game.hear(Picked(at.game.table.expects.options[0].key, at.game.clock.now()))
    while all(option.key != "back" for option in at.game.table.expects.options):
        at.game.hear(Picked(at.game.table.expects.options[0].key, at.game.clock.now()))
    at.draw(2.6)
    at.touch("menu")
    at.touch("judge")
    at.touch("judge back")
    assert "judge" in [each.name for each in at.screen.targets()]
