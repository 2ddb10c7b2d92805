"""Real cards begin the turns of Mille Sabords when the eyes have seen them; dice lie on Treasure Island's own card."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from firmware.games.mille.marks import NUMBERS
from firmware.games.mille.referee import MilleReferee
from firmware.play.events import CameraBack, CameraLost, Paused, Undo
from rules import mille
from rules.mille.score import Card
from rules.say import Message
from tests.firmware.games.desk import Desk
from vision.seen import Card as Laid

PLACE = (338.0, 90.0)


def desk() -> Desk:
    at = Desk(mille.GAME, MilleReferee(Random(1), "read"), ("Anne", "Jack"))
    at.rest()
    at.sees()
    return at


def laid(card: Card | None, x: float = PLACE[0], y: float = PLACE[1], turn: float = 0.0) -> Laid:
    return Laid(None if card is None else NUMBERS[card], x, y, "reserve", turn)


def options(at: Desk) -> list[str]:
    return [option.key for option in at.table.expects.options]


def test_ms_3_the_turn_begins_when_the_eyes_have_seen_the_card() -> None:
    at = desk()
    assert "turn over a card" in at.said and options(at) == ["by hand"]
    at.sees(laid(Card.PIRATE))
    assert at.state.turn.card is Card.PIRATE and at.task == "throw"


def test_a_card_may_always_be_picked_and_the_eyes_go_on_looking_meanwhile() -> None:
    at = desk()
    at.pick("by hand")
    assert "card:coin" in options(at) and options(at)[-1] == "eyes"
    at.pick("eyes")
    assert options(at) == ["by hand"]
    at.pick("by hand", "card:coin")
    assert at.state.turn.card is Card.COIN
    other = desk()
    other.pick("by hand")
    other.sees(laid(Card.SHIP2))
    assert other.state.turn.card is Card.SHIP2


def test_a_card_that_lay_there_before_the_game_is_no_card_of_it() -> None:
    at = Desk(mille.GAME, MilleReferee(Random(1), "read"), ("Anne", "Jack"))
    at.rest()
    at.sees(laid(Card.PIRATE))
    assert at.state.turn.card is None and "Pirate lies there from before" in at.said
    at.sees(laid(Card.PIRATE), laid(Card.COIN, 200))
    assert at.state.turn.card is Card.COIN


def second_turn() -> Desk:
    """Anne's turn was the pirate's; its card lies there still."""
    at = desk()
    at.sees(laid(Card.PIRATE))
    for face in ("skull", "skull", "skull", "coin", "coin", "sabre", "sabre", "monkey"):
        at.change(at.lay(face), x_mm=60.0 + 20 * len(at.dice), y_mm=150)
    at.rest()
    assert at.state.turn.card is None and at.state.turn.seat == 1
    return at


def test_the_last_card_that_lies_there_still_is_said_and_begins_nothing() -> None:
    at = second_turn()
    assert "Pirate lies there from before" in at.said
    at.sees(laid(Card.PIRATE, PLACE[0] + 4, turn=3.0))
    assert at.state.turn.card is None
    at.sees(laid(Card.PIRATE, 200))  # pushed aside, or another one?
    assert at.state.turn.card is None and "lies elsewhere" in at.said and options(at)[0] == "card:pirate"
    at.sees(laid(Card.PIRATE, 200), laid(Card.COIN))
    assert at.state.turn.card is Card.COIN


def test_another_card_of_the_same_kind_begins_the_turn_once_the_last_one_is_gone() -> None:
    at = second_turn()
    at.sees()
    at.sees(laid(Card.PIRATE))
    assert at.state.turn.card is Card.PIRATE and at.state.turn.seat == 1


def test_two_at_once_the_wrong_side_and_a_strange_one_are_said_and_nothing_is_lost() -> None:
    at = desk()
    at.sees(laid(Card.PIRATE), laid(Card.COIN, 200))
    assert at.state.turn.card is None and "Only one card" in at.said
    assert options(at)[:2] == ["card:pirate", "card:coin"]
    at.sees(laid(Card.COIN, 200))
    assert at.state.turn.card is Card.COIN, "the other one was taken away"
    at = desk()
    at.sees(replace(laid(None), back=True))
    assert "face down" in at.said and at.state.turn.card is None
    at.sees(Laid(200, *PLACE, "reserve"))
    assert "another game" in at.said and at.state.turn.card is None
    at.sees(laid(Card.GUARDIAN))
    assert at.state.turn.card is Card.GUARDIAN


def test_a_card_that_is_not_sure_opens_the_picker_with_the_likeliest_first() -> None:
    at = desk()
    at.sees(replace(laid(None), likely=("ship3", "ship2")))
    assert options(at)[:2] == ["card:ship3", "card:ship2"] and len(options(at)) == 11
    at.pick("card:ship2")
    assert at.state.turn.card is Card.SHIP2


def test_a_card_that_nobody_asked_for_is_said_and_begins_no_turn_later() -> None:
    at = desk()
    at.sees(laid(Card.PIRATE))
    at.sees(laid(Card.PIRATE), laid(Card.SHIP2, 150, 60))
    assert "Pirate: another does not count" in str(at.table.moments[-1].message)
    at.table.hear(Undo(at.now))
    assert at.state.turn.card is None and len(at.table.record.steps) == 0
    at.sees(laid(Card.SHIP2, 150, 60))
    assert at.state.turn.card is None, "it lay there before it was asked for"


def test_without_a_camera_cards_are_picked_and_afterwards_what_lies_there_is_old() -> None:
    at = desk()
    at.table.hear(CameraLost(Message("gone"), at.now))
    assert "card:coin" in options(at)
    at.table.hear(CameraBack(at.now))
    at.rest()
    at.sees(laid(Card.PIRATE))
    assert at.state.turn.card is None and "lies there from before" in at.said


def test_a_card_turned_over_during_a_pause_counts_when_the_game_goes_on() -> None:
    at = desk()
    at.table.hear(Paused(True, at.now))
    at.sees(laid(Card.PIRATE))
    assert at.state.turn.card is None
    at.table.hear(Paused(False, at.now))
    assert at.state.turn.card is Card.PIRATE


def test_with_cards_on_the_screen_no_card_that_lies_about_matters() -> None:
    at = Desk(mille.GAME, MilleReferee(Random(1)), ("Anne", "Jack"))
    at.rest()
    at.sees()
    at.sees(laid(Card.PIRATE))
    assert at.state.turn.card is None and at.moments() == []


def on_the_card(turn: float = 0.0) -> tuple[Desk, list[int]]:
    """The treasure island's card lies left of the mat's track, and all eight dice are thrown."""
    at = desk()
    at.sees(laid(Card.TREASURE_ISLAND, -40, 150, turn))
    faces = ("coin", "coin", "coin", "skull", "sabre", "sabre", "monkey", "parrot")
    dice = [at.lay(face) for face in faces]
    for place, each in enumerate(dice):
        at.change(each, x_mm=70.0 + 25 * place, y_mm=60)
    at.rest()
    assert at.task == "choose"
    return at, dice


@pytest.mark.parametrize("turn", [0.0, 77.0, 180.0])
def test_ms_14_dice_laid_upon_the_treasure_islands_card_are_laid_wherever_it_lies(turn: float) -> None:
    at, dice = on_the_card(turn)
    for place, each in enumerate(dice[:3]):
        at.change(each, zone="off", x_mm=-56.0 + 16 * place, y_mm=150)
    at.rest()
    assert len(at.state.turn.laid) == 3
    at.sees()  # the dice hide its marks
    at.rest()
    assert len(at.state.turn.laid) == 3 and at.task == "choose"
    at.change(dice[0], zone="track", x_mm=120, y_mm=200)
    at.rest()
    assert "stay there" in at.said, "what is laid stays until it is thrown"


def test_ms_14_a_die_beside_the_mat_that_does_not_lie_on_the_card_is_missed() -> None:
    at, dice = on_the_card()
    at.change(dice[0], zone="off", x_mm=-40, y_mm=260)
    at.rest()
    assert not at.state.turn.laid and at.task == "fix"


def test_ms_14_the_mats_own_island_counts_as_before() -> None:
    at, dice = on_the_card()
    at.change(dice[0], zone="island", x_mm=330, y_mm=200)
    at.rest()
    assert at.state.turn.laid == (at.table.state.turn.laid[0],) and len(at.state.turn.laid) == 1
