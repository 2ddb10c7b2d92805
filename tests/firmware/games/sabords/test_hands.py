"""Robots at Aux Sabords hold cards of their own, which the table knows nothing of."""

from __future__ import annotations

from random import Random

import pytest

from firmware.games.sabords.hands import Hands
from rules import record as records
from rules import sabords
from rules.record import Record
from rules.sabords.actions import Throw
from rules.sabords.cards import Card, count
from rules.sabords.state import HAND, Deal, Phase, Setup


def begun(players: int, **setup: int) -> Record:
    return records.begin(sabords.GAME, ("Anne", "Jack", "Zoé", "Louis")[:players], Setup(cards=Deal.PHYSICAL, **setup))  # type: ignore[arg-type]


def onward(record: Record, hands: Hands, chance: Random) -> Record:
    action = Throw(chance.randrange(1, 7)) if record.state.phase is Phase.THROW else hands.choice(record)
    return records.play(record, action)


@pytest.mark.parametrize(("players", "hands"), [(2, 1), (2, 2), (3, 2), (4, 2)])
def test_robots_play_to_the_end_with_the_cards_they_hold(players: int, hands: int) -> None:
    chance, record = Random(players), begun(players, hands=hands, chests=2)
    held = Hands(record, chance)
    while record.state.phase is not Phase.OVER:
        record = onward(record, held, chance)
        game = held._game
        assert all(hand is not None and sum(hand) <= HAND + 1 for hand in game.hands)
        assert game.pile is not None and game.discard is not None
        laid = sum(ship.card for ship in game.ships)
        for card in Card:
            here = sum(count(hand, card) for hand in game.hands if hand is not None)
            here += count(game.pile, card) + count(game.discard, card) + (laid if card is Card.SHIP else 0)
            assert here == count(game.deck, card), "no card is lost or made"
    assert set(record.state.hands) == {None}


def test_after_an_undo_the_cards_are_dealt_anew_and_play_goes_on() -> None:
    chance, record = Random(4), begun(3, chests=2)
    hands = Hands(record, chance)
    for number in range(400):
        if record.state.phase is Phase.OVER:
            break
        record = onward(record, hands, chance)
        if number % 23 == 22:
            record = records.undo(record, 3)
    assert len(record.steps) > 100


def test_what_people_lay_that_no_robot_holds_is_taken_as_it_is() -> None:
    chance, record = Random(1), begun(2)
    hands = Hands(record, chance)
    build = next(iter(sabords.GAME.legal(record.state)))  # whatever the robot holds
    record = records.play(record, build)
    assert hands.choice(record) in set(sabords.GAME.legal(record.state))
