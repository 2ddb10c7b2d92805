"""Whole games, from the first throw to the winner: rendered dice, real vision, real buttons, a real journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware.books import history
from firmware.play.events import Pressed
from rules import duel, mille, series
from rules import record as records
from rules.duel.actions import Throw
from rules.shelf import SHIPPED
from tests.evenings.room import Room

pytestmark = pytest.mark.slow


def test_a_treasure_race_from_first_throw_to_winner(tmp_path: Path) -> None:
    room = Room(tmp_path, seed=4)
    room.sit_down("series", ("Anne", "Jack"), series.Setup(squares=6))
    room.play(2500)
    table = room.evening.table
    assert table is not None and series.outcome(table.state) is not None
    assert any(isinstance(event, Pressed) for event in room.heard), "claims came through the real buttons"
    winner = table.expects.seats[0]
    assert room.lamps.devices[winner].value > 0, "the winner's lamp is lit"
    [played] = history.games(tmp_path)
    assert played.summary is not None and played.summary.winners == (winner,)
    assert played.summary.fastest_claim_s[winner] is not None
    room.close()


def test_mille_sabords_from_first_card_to_winner_and_what_is_on_disk_is_the_game(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text("[cards]\npirate = 6\nguardian = 1\ncoin = 2\nship2 = 1\n", encoding="utf-8")
    room = Room(tmp_path / "games", seed=2)
    room.sit_down("mille", ("Anne", "Jack"), mille.Setup(target=5000, deck=str(deck)))
    room.play(6000)
    table = room.evening.table
    assert table is not None and mille.outcome(table.state) is not None
    [played] = history.games(tmp_path / "games")
    again = records.read("\n".join(played.lines))
    assert again.state == table.state and len(again.entries) == len(table.record.entries)
    room.close()


def short_duel(folder: Path, level: int) -> duel.Setup:
    """The shipped crews, and combat cards that are all fights for much gold."""
    crews = SHIPPED["duel"].read_text(encoding="utf-8").split("combat = [")[0]
    fight = '{{ kind = "{kind}", ships = ["black", "black"], gold = 5, back = "black" }}'
    fights = ", ".join(fight.format(kind=kind) for kind in ("boarding", "cannonade"))
    deck = folder / "deck.toml"
    deck.write_text(f"{crews}combat = [{fights}]\n", encoding="utf-8")
    return duel.Setup(level, str(deck))


@pytest.mark.parametrize(("level", "players"), [(1, 2), (2, 3), (3, 3)])
def test_pirates_en_duel_from_the_first_crew_to_the_winner(tmp_path: Path, level: int, players: int) -> None:
    room = Room(tmp_path / "games", seed=level)
    room.sit_down("duel", ("Anne", "Jack", "Zoé")[:players], short_duel(tmp_path, level))
    room.play(4000)
    table = room.evening.table
    assert table is not None and duel.outcome(table.state) is not None
    pressed = {event.button for event in room.heard if isinstance(event, Pressed)}
    assert {"choose", "right"} <= pressed, "everything was chosen with the console's buttons"
    throws = [step.action for step in table.record.steps if isinstance(step.action, Throw)]
    assert {throw.die.value for throw in throws} == {"red", "blue"}, "read from rendered dice of both colours"
    assert room.lamps.devices[table.expects.seats[0]].value > 0, "the winner's lamp is lit"
    [played] = history.games(tmp_path / "games")
    assert records.read("\n".join(played.lines)).state == table.state
    assert played.summary is not None and played.summary.scores == table.state.gold
    room.close()


@pytest.mark.parametrize(
    ("game", "setup", "entries"), [("series", series.Setup(squares=5), 4), ("duel", duel.Setup(level=3), 16)]
)
def test_after_a_power_cut_the_game_goes_on_where_it_was(tmp_path: Path, game: str, setup: Any, entries: int) -> None:
    room = Room(tmp_path, seed=6)
    room.sit_down(game, ("Anne", "Jack"), setup)
    while room.evening.table is not None and len(room.evening.table.record.entries) < entries:
        room.step()
    before = room.evening.table.state if room.evening.table else None
    room.close()  # the plug is pulled: nothing else is kept
    again = Room(tmp_path, seed=7)
    assert again.evening.unfinished() is not None
    assert again.evening.resume().state == before
    again.close()
