"""Whole games of Aux Sabords: a rendered die through the real vision, the console's real buttons, a real journal, and
robots with secret hands of cards; on a small sea, so that they are short."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware.books import history
from firmware.play.events import Corrected, Pressed, Undo
from firmware.practice.session import Practice
from rules import record as records
from rules import sabords
from rules.sabords.actions import Throw
from rules.sabords.state import Deal, Ends, Phase, Setup
from tests.evenings.room import Room
from vision.mat import geometry

pytestmark = pytest.mark.slow

LITTLE = Path(__file__).parent.parent / "data" / "aux_little.toml"
FOUR = ("Anne", "Jack", "Zoé", "Louis")


def short(**agreed: Any) -> Setup:
    return Setup(board=str(LITTLE), cards=Deal.PHYSICAL, **agreed)


def throws(room: Room) -> list[int]:
    assert room.evening.table is not None
    return [step.action.pips for step in room.evening.table.record.steps if isinstance(step.action, Throw)]


def until(room: Room, phase: Phase, least: int = 0) -> Any:
    """Steps until the game comes there; the table."""
    table = room.evening.table
    assert table is not None
    for _ in range(3000):
        if table.state.phase is phase and len(table.record.entries) >= least:
            return table
        room.step()
    raise AssertionError(f"never came to {phase}: {table.expects}")


@pytest.mark.parametrize(
    ("players", "agreed"),
    [
        (4, {"chests": 2, "ends": Ends.ONE_COLOUR}),
        (3, {"chests": 2}),
        (2, {"chests": 3, "ends": Ends.ONE_COLOUR, "hands": 2}),
        (2, {"chests": 2, "ends": Ends.ONE_COLOUR, "hands": 1}),
    ],
)
def test_aux_sabords_from_the_first_card_to_the_winner(tmp_path: Path, players: int, agreed: dict[str, Any]) -> None:
    room = Room(tmp_path, seed=players)
    room.sit_down("aux", FOUR[:players], short(**agreed))
    room.play(9000)
    table = room.evening.table
    assert table is not None and sabords.GAME.outcome(table.state) is not None
    assert len(table.state.ships) == (4 if players == 2 else players)
    assert len(table.state.hands) == (2 if agreed.get("hands") == 1 else len(table.state.ships))
    safe = [sum(colour) for colour in zip(*(one.port for one in table.state.ships), strict=True)]
    if agreed.get("ends") is Ends.ONE_COLOUR:
        assert agreed["chests"] in safe
    else:
        assert set(safe) == {agreed["chests"]}
    pressed = {event.button for event in room.heard if isinstance(event, Pressed)}
    assert {"left", "right", "choose"} & pressed and len(set(throws(room))) > 3
    assert room.lamps.devices[table.expects.seats[0]].value > 0, "the winner's lamp is lit"
    [played] = history.games(tmp_path)
    assert records.read("\n".join(played.lines)).state == table.state
    assert played.summary is not None and sum(played.summary.scores) == sum(safe)
    room.close()


def test_two_dice_and_a_cocked_die_are_put_right_and_nothing_is_lost(tmp_path: Path) -> None:
    room = Room(tmp_path, seed=5)
    room.sit_down("aux", FOUR[:3], short(chests=2))
    table = until(room, Phase.THROW)
    known = len(table.record.entries)
    room.practice.mat.throw(0, 1)
    for _ in range(60):
        if table.expects.task == "fix":
            break
        room.step()
    assert table.expects.task == "fix" and "Too many dice" in str(table.expects.message)
    assert len(table.record.entries) == known
    table = until(room, Phase.THROW, known + 1)
    assert throws(room), "with one die taken away the game went on"
    known = len(table.record.entries)
    room.practice.mat.throw(0)
    for _ in range(60):
        room.practice.mat.tilt(0, 22.0)  # it came to lean on something
        if table.expects.task == "jiggle":
            break
        room.step()
    assert table.expects.task == "jiggle" and len(table.record.entries) == known
    until(room, Phase.THROW, known + 1)
    room.close()


def test_a_correction_and_an_undo_in_the_middle_change_only_what_was_said(tmp_path: Path) -> None:
    room = Room(tmp_path, seed=8)
    room.sit_down("aux", FOUR[:2], short(chests=2, ends=Ends.ONE_COLOUR))
    table = until(room, Phase.SAIL)
    pips = throws(room)[-1]
    steps = table.state.steps
    other = "6" if pips != 6 else "5"
    room.evening.hear(Corrected(0, other, None, room.clock.now()))
    assert throws(room)[-1] == int(other) and table.state.steps == steps + int(other) - pips
    before = len(throws(room))
    room.evening.hear(Undo(room.clock.now()))
    assert table.state.phase is Phase.THROW and len(throws(room)) == before - 1
    room.play(9000)
    [played] = history.games(tmp_path)
    assert records.read("\n".join(played.lines)).state == table.state
    room.close()


def test_the_plug_is_pulled_in_the_middle_and_the_game_goes_on_to_its_end(tmp_path: Path) -> None:
    room = Room(tmp_path, seed=6)
    room.sit_down("aux", FOUR[:3], short(chests=2, ends=Ends.ONE_COLOUR))
    table = until(room, Phase.SAIL, 25)
    before = table.state
    room.close()  # nothing else is kept
    again = Room(tmp_path, seed=7)
    assert again.evening.resume().state == before
    again.practice = Practice(again.evening, again.clock, geometry.load(), again.chance, again.push)
    again.play(9000)
    [played] = history.games(tmp_path)
    assert played.summary is not None and played.summary.winners
    again.close()
