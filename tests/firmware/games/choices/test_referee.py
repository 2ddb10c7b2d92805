"""Pirates en Duel and Aux Sabords through their referee: choices as options, dice from the mat."""

from __future__ import annotations

import pytest

from firmware.games.duel.customs import CUSTOMS
from firmware.play.events import CameraLost, Corrected, Undo
from rules import duel, sabords, text
from rules.duel.state import Stage
from rules.game import SEA
from rules.sabords.state import Phase
from rules.say import Message
from tests.firmware.games.choices.seated import sat_down, until


@pytest.mark.parametrize("game", ["duel", "aux"])
def test_a_whole_game_is_played_to_its_winner(game: str) -> None:
    desk = sat_down(game)
    for _ in range(6000):
        before = len(desk.lines)
        desk.go_on()
        if desk.task == "over":
            break
        assert desk.said
        assert len(desk.lines) > before or desk.task in {"fix", "choose"}, (desk.task, desk.said)
    assert desk.task == "over" and desk.moments()[-1] == "won"


def test_wrong_colour_and_wrong_number_of_dice_are_said_and_nothing_is_lost() -> None:
    desk = sat_down("duel")
    until(desk, lambda state: state.stage is Stage.DICE and duel.GAME.actor(state) is SEA)
    wanted = CUSTOMS.wanted(desk.state)
    assert wanted is not None
    other = "blue" if wanted.body == "red" else "red"
    lines = list(desk.lines)
    for _ in range(wanted.count):
        desk.change(desk.lay("skull"), body=other)
    desk.rest()
    assert desk.task == "fix" and "wrong dice" in desk.said and desk.lines == lines
    desk.lift(*[die.id for die in desk.dice])
    desk.rest()
    for _ in range(wanted.count + 1):
        desk.change(desk.lay("skull"), body=wanted.body)
    desk.rest()
    assert desk.task == "fix" and "Too many" in desk.said and desk.lines == lines
    desk.lift(desk.dice[-1].id)
    desk.rest()
    assert desk.lines[-1].startswith(f"throw {wanted.body} {wanted.count}") and len(desk.lines) > len(lines)


def test_the_pip_die_moves_the_ship_and_only_legal_steps_are_offered() -> None:
    desk = sat_down("aux", seed=5)
    until(desk, lambda state: state.phase is Phase.THROW)
    desk.throw(["4"], None)
    assert "throw 4" in desk.lines
    until(desk, lambda state: state.phase is Phase.SAIL)
    legal = {text.write_action(action, desk.table.players) for action in sabords.GAME.legal(desk.state)}
    assert {option.key for option in desk.table.expects.options} == legal


def test_without_a_camera_the_dice_are_put_in() -> None:
    desk = sat_down("aux")
    until(desk, lambda state: state.phase is Phase.THROW)
    desk.table.hear(CameraLost(Message("gone"), desk.now))
    assert desk.task == "enter"
    desk.table.hear(Corrected(0, "3", None, desk.now))
    assert desk.lines[-1] == "throw 3" or "throw 3" in desk.lines


def test_a_throw_is_corrected_and_taken_back() -> None:
    desk = sat_down("aux")
    until(desk, lambda state: state.phase is Phase.THROW)
    desk.throw(["2"], None)
    desk.table.hear(Corrected(0, "5", None, desk.now))
    assert desk.lines[-1].endswith("throw 5") and desk.lines[-1].startswith("correct")
    desk.table.hear(Undo(desk.now))
    assert desk.lines[-1] == "undo 1"
