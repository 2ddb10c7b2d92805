"""Whole games with printed cards: laid beside the rendered mat, read from its pictures by the real vision, and taken up
by the table; nothing is picked at the console but what is a choice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware.books import history
from firmware.games.choices.laid import LAID
from firmware.games.choices.referee import ChoiceReferee
from firmware.games.duel.laying import THINGS
from firmware.games.mille.referee import MilleReferee
from firmware.play import cards
from firmware.play.events import Undo
from firmware.play.hosting import House
from rules import duel, mille, sabords
from rules import record as records
from rules.duel.actions import Draw, Recruit, TurnUp
from rules.sabords.actions import Build, LayCaptain, LayPirates, LayShipCard
from rules.sabords.state import Deal, Ends
from tests.evenings.room import Room
from tests.evenings.test_whole_games import short_duel

pytestmark = pytest.mark.slow

PRINTED = House(cards="printed")
LITTLE = Path(__file__).parent.parent / "data" / "aux_little.toml"
BY_HAND = (cards.BY_HAND.key, LAID, "card:", "pile:", "kind:", "build ", "ship_card", "lay_")


@pytest.fixture
def picks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that is picked, by whatever way."""
    found: list[str] = []
    for referee in (ChoiceReferee, MilleReferee):
        really: Any = referee.picked

        def picked(self: Any, state: Any, memory: Any, option: str, at: float, really: Any = really) -> Any:
            found.append(option)
            return really(self, state, memory, option, at)

        monkeypatch.setattr(referee, "picked", picked)
    return found


def kept(room: Room, folder: Path) -> Any:
    """The game as it is on disk, which is the game that was played."""
    [played] = history.games(folder)
    again = records.read("\n".join(played.lines))
    assert room.evening.table is not None and again.state == room.evening.table.state
    return again


def done(record: Any, *kinds: type) -> int:
    return sum(isinstance(step.action, kinds) for step in record.steps)


def test_mille_sabords_with_printed_cards_from_the_first_card_to_the_winner(tmp_path: Path, picks: list[str]) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text("[cards]\npirate = 6\nguardian = 1\ncoin = 2\nship2 = 1\ntreasure_island = 1\n", encoding="utf-8")
    room = Room(tmp_path / "games", seed=2)
    room.sit_down("mille", ("Anne", "Jack"), mille.Setup(target=5000, deck=str(deck)), PRINTED)
    room.play(6000)
    record = kept(room, tmp_path / "games")
    assert mille.outcome(record.state) is not None and done(record, mille.Reveal) > 2
    assert not [pick for pick in picks if pick.startswith(BY_HAND)]
    room.close()


def test_pirates_en_duel_with_printed_cards_from_the_first_crew_to_the_winner(tmp_path: Path, picks: list[str]) -> None:
    room = Room(tmp_path / "games", seed=1)
    room.sit_down("duel", ("Anne", "Jack"), short_duel(tmp_path, 1), PRINTED)
    room.play(5000)
    record = kept(room, tmp_path / "games")
    assert duel.outcome(record.state) is not None
    assert done(record, TurnUp) > 8 and done(record, Recruit) > 8 and done(record, Draw) > 0
    assert not [pick for pick in picks if pick.startswith(BY_HAND)]
    room.close()


def test_aux_sabords_with_printed_cards_from_the_first_ship_to_the_winner(tmp_path: Path, picks: list[str]) -> None:
    room = Room(tmp_path, seed=2)
    agreed = sabords.Setup(board=str(LITTLE), cards=Deal.PHYSICAL, chests=2, ends=Ends.ONE_COLOUR)
    room.sit_down("aux", ("Anne", "Jack", "Zoé"), agreed, PRINTED)
    room.play(5000)
    record = kept(room, tmp_path)
    assert sabords.GAME.outcome(record.state) is not None
    assert done(record, Build) == 3 and done(record, LayShipCard) >= 3 and done(record, LayPirates, LayCaptain)
    assert not [pick for pick in picks if pick.startswith(BY_HAND)]
    room.close()


def test_after_undos_and_a_pulled_plug_the_cards_are_laid_as_the_game_knows_them_and_it_goes_on(tmp_path: Path) -> None:
    room = Room(tmp_path, seed=4)
    room.sit_down("duel", ("Anne", "Jack"), duel.Setup(level=1), PRINTED)
    table = room.evening.table
    assert table is not None

    def until(least: int) -> None:
        for _ in range(400):
            if len(table.record.steps) >= least:
                return
            room.step()
        raise AssertionError(f"stuck: {table.expects}")

    until(18)
    for _ in range(3):
        room.evening.hear(Undo(room.clock.now()))
    until(20)
    before = table.state
    room.close()
    again = Room(tmp_path, seed=5)
    resumed = again.evening.resume()
    assert again.evening.house == PRINTED and resumed.state == before
    again.seat_robots()
    for _ in range(400):
        if len(resumed.record.steps) >= 24:
            break
        again.step()
    assert len(resumed.record.steps) >= 24
    lying = sorted(number for number, *_ in again.practice.mat.cards)
    marks = THINGS.numbers(resumed.state)
    assert set(lying) >= {marks[name] for name in resumed.state.open}
    again.close()
