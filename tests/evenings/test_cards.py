"""Printed cards laid on the mat begin the turns of Mille Sabords: rendered, read by the eyes, heard by the table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from firmware.clock import FakeClock
from firmware.games.mille.marks import NUMBERS
from firmware.games.mille.referee import MilleReferee
from firmware.play.events import CardsSeen, Undo
from firmware.practice.house_dice import profile_of
from firmware.practice.virtual import VirtualCamera, VirtualMat
from rules import mille
from rules.mille.score import Card
from tests.firmware.games.desk import Desk
from vision.cards.watch import CardWatcher
from vision.mat import geometry
from vision.seen import Card as Laid
from vision.synth.dice import corsair
from vision.time.watch import Watcher

PLAYERS = ("Anne", "Jack")
PLACE = (338.0, 90.0)  # in the reserve, where the pile is turned over


def desk() -> Desk:
    return Desk(mille.GAME, MilleReferee(Random(1), "physical"), PLAYERS)


def laid(card: Card | int, x: float = PLACE[0], y: float = PLACE[1]) -> Laid:
    return Laid(card if isinstance(card, int) else NUMBERS[card], x, y, "reserve")


def sees(at: Desk, *cards: Laid) -> None:
    at.table.hear(CardsSeen(cards, at.now))


def test_the_turn_begins_when_the_eyes_have_seen_the_card() -> None:
    at = desk()
    sees(at, laid(Card.PIRATE))
    assert at.state.turn.card is Card.PIRATE


def test_the_card_of_the_last_turn_that_lies_there_still_is_no_new_one() -> None:
    at = desk()
    sees(at, laid(Card.PIRATE))
    assert len(at.table.record.steps) == 1
    sees(at, laid(Card.PIRATE), laid(Card.SHIP2, 300, 230))
    assert at.state.turn.card is Card.PIRATE and len(at.table.record.steps) == 1, "in mid-turn cards change nothing"
    at.table.hear(Undo(at.now))
    sees(at, laid(Card.SHIP2, 300, 230))
    assert str(at.state.turn.card) == "ship2"


def test_two_cards_at_once_and_a_card_of_another_game_are_said_and_nothing_is_guessed() -> None:
    at = desk()
    sees(at, laid(Card.PIRATE), laid(Card.COIN, 300, 230))
    assert at.state.turn.card is None and "More than one card" in str(at.table.moments[-1].message)
    sees(at, laid(Card.PIRATE), laid(Card.COIN, 300, 230), laid(200, 200, 200))
    assert at.state.turn.card is None and "another game" in str(at.table.moments[-1].message)


@pytest.mark.slow
def test_cards_laid_on_the_rendered_mat_one_upon_the_other_are_read_from_its_pictures() -> None:
    mat, clock = geometry.load(), FakeClock()
    laid_out = VirtualMat(corsair(), mat, clock, Random(2), (1280, 720))
    camera, watcher, eyes = VirtualCamera(lambda: laid_out), Watcher(profile_of("corsair", mat), mat), CardWatcher(mat)
    told: list[list[int | None]] = []

    def until(done: Callable[[], bool]) -> None:
        for _ in range(60):
            now = clock.advance(0.1)
            frame = camera.capture()
            seen = watcher.look(frame, now)
            cards = eyes.look(frame, watcher.pose, settled=seen is not None and seen.phase == "settled")
            if cards is not None:
                told.append([each.number for each in cards])
            if done():
                return

    for count, card in enumerate((Card.PIRATE, Card.SKULL2, Card.SHIP4), 1):
        laid_out.lay_card(NUMBERS[card], *PLACE, turn=7.0 * count)
        until(lambda count=count: len(told) == count)  # type: ignore[misc]
    assert told == [[NUMBERS[Card.PIRATE]], [NUMBERS[Card.SKULL2]], [NUMBERS[Card.SHIP4]]]
    assert watcher.dice == (), "no card is taken for a die"
