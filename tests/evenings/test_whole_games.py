"""Whole games, from the first throw to the winner: rendered dice, real vision, real buttons, a real journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware import history
from firmware.events import Pressed
from rules import mille, series
from rules import record as records
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


def test_after_a_power_cut_the_game_goes_on_where_it_was(tmp_path: Path) -> None:
    room = Room(tmp_path, seed=6)
    room.sit_down("series", ("Anne", "Jack"), series.Setup(squares=5))
    while room.evening.table is not None and len(room.evening.table.record.entries) < 4:
        room.step()
    before = room.evening.table.state if room.evening.table else None
    room.close()  # the plug is pulled: nothing else is kept
    again = Room(tmp_path, seed=7)
    assert again.evening.unfinished() is not None
    assert again.evening.resume().state == before
    again.close()
