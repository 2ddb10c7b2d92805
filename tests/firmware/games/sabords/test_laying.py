"""Real cards of Aux Sabords before the eyes: laid open for a ship, for sailing, for a boarding; hands stay secret."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.games.sabords.customs import CUSTOMS
from firmware.games.sabords.laying import most
from firmware.play.events import Undo
from rules.sabords.actions import Attack
from rules.sabords.state import Deal, Laid, Phase, Setup, met
from tests.firmware.games.choices.seated import Sitting, until
from vision.seen import Card

THREE = ("Anne", "Jack", "Zoé")


@pytest.fixture
def at() -> Sitting:
    return Sitting(CUSTOMS, THREE, Setup(chests=2, cards=Deal.PHYSICAL), seed=5, reads=True)


def boarding(seed: int = 3) -> Sitting:
    """Somebody is attacked, and no card lies in view."""
    for each in range(seed, 60):
        desk = Sitting(CUSTOMS, THREE, Setup(chests=2, cards=Deal.PHYSICAL), each, reads=True)
        for _ in range(400):
            if desk.state.phase is Phase.MEET:
                desk.choose(Attack())
                desk.cards.clear()
                desk.look_at_cards()
                return desk
            if desk.task == "over":
                break
            desk.go_on()
    raise AssertionError("nobody met anybody")


def test_as_5_two_different_tools_build_the_ship_as_soon_as_the_eyes_have_seen_both(at: Sitting) -> None:
    assert "Lay two different tools" in at.said and at.keys == ["ready", "by hand"]
    at.lay_cards("sabre")
    assert "Another tool is missing" in at.said and at.lines == []
    at.lay_cards("pistol")
    assert at.lines == ["build sabre pistol"] and "Lay a ship card" in at.said


def test_as_6_the_ship_card_lets_it_leave_and_all_three_may_be_laid_at_once(at: Sitting) -> None:
    at.lay_cards("ship", "sabre", "wooden_leg")
    assert len(at.lines) == 2 and at.lines[0] == "build wooden_leg sabre"
    assert at.state.phase is Phase.THROW and at.state.ship.card


def test_going_on_without_a_card_is_a_choice(at: Sitting) -> None:
    at.pick("ready")
    assert at.state.turn == 1 and at.lines == ["ready"]


def test_two_alike_and_cards_that_do_not_help_are_said_and_nothing_is_lost(at: Sitting) -> None:
    at.lay_cards("sabre", "sabre")
    assert "two different cards" in at.said
    at.take_cards("sabre")
    at.lay_cards("captain")
    assert "Captain does not help here" in at.said and at.lines == []
    at.take_cards("captain")
    at.lay_cards("pistol")
    assert len(at.lines) == 1


def test_what_lay_there_for_the_ship_before_builds_no_other(at: Sitting) -> None:
    at.lay_cards("sabre", "pistol", "ship")
    until(at, lambda state: state.turn == 1 and state.phase is Phase.LAY)
    lines = len(at.lines)
    at.look_at_cards()
    assert len(at.lines) == lines and "from before" not in at.said
    at.lay_cards("sabre", "pistol")
    assert len(at.lines) == lines + 1


def test_a_ship_card_by_another_port_is_no_news_and_a_second_one_counts(at: Sitting) -> None:
    at.lay_cards("sabre", "pistol", "ship")
    until(at, lambda state: state.turn == 1 and state.phase is Phase.LAY)
    at.take_cards("sabre", "pistol")
    at.lay_cards("sabre", "wooden_leg")
    assert not at.state.ship.card and "from before" not in at.said
    at.lay_cards("ship")
    assert at.state.ship.card


def test_as_11_pirates_are_laid_until_their_player_says_that_these_are_all() -> None:
    at = boarding()
    defender = at.table.players[at.table.expects.seats[0]]
    assert f"{defender} is attacked" in at.said and at.keys == ["give_up", "by hand"]
    lines = len(at.lines)
    at.lay_cards("pirate")
    at.lay_cards("pirate")
    assert len(at.lines) == lines and at.keys[0].endswith("2")
    at.press(defender)
    assert at.state.defence == Laid(pirates=2) and at.state.phase is Phase.STRIKE
    attacker = at.table.players[at.table.expects.seats[0]]
    assert f"{attacker} attacks" in at.said
    at.look_at_cards()
    assert at.state.phase is Phase.STRIKE, "the defender's lie there still"
    at.lay_cards("pirate", "pirate", "pirate")
    at.press(attacker)
    assert at.state.phase is not Phase.STRIKE and at.state.defence is None


def test_as_11_a_captain_counts_at_once_but_only_alone() -> None:
    at = boarding()
    at.lay_cards("pirate", "captain")
    assert "captain is laid alone" in at.said and at.state.defence is None
    at.take_cards("pirate")
    assert at.state.defence == Laid(captain=True)


def test_giving_up_is_a_choice_and_a_tool_does_not_fight() -> None:
    at = boarding()
    at.lay_cards("pistol")
    assert "Pistol does not help here" in at.said
    at.pick("give_up")
    assert at.state.phase not in (Phase.DEFEND, Phase.STRIKE)


def test_a_card_nobody_asked_for_is_said_but_what_is_put_away_from_a_hand_is_not(at: Sitting) -> None:
    at.lay_cards("sabre", "pistol", "ship")
    told = len(at.table.moments)
    at.lay_cards("pirate")
    assert at.state.phase is Phase.THROW and len(at.table.moments) == told
    until(at, lambda state: state.phase is Phase.SAIL)
    lines = len(at.lines)
    at.lay_cards("captain")
    assert "Not now" in str(at.table.moments[-1].message) and len(at.lines) == lines


def test_after_an_undo_what_lies_there_is_old_and_may_be_picked_by_hand(at: Sitting) -> None:
    at.lay_cards("sabre", "pistol")
    at.table.hear(Undo(at.now))
    assert at.state.ship.square is None and at.keys == ["ready", "by hand"]
    at.pick("by hand")
    assert any("sabre" in key for key in at.keys)


def test_a_taught_card_that_is_not_sure_is_asked_for(at: Sitting) -> None:
    at.lay_cards("sabre")
    at.cards.append(Card(None, 200, 200, "track", likely=("captain", "pistol")))
    at.look_at_cards()
    assert at.keys[:2] == ["laid:captain", "laid:pistol"] and at.lines == []
    at.pick("laid:captain")
    assert at.lines == [] and "does not help" in str(at.table.moments[-1].message)
    at.pick("laid:pistol")
    assert len(at.lines) == 1


def test_cards_that_the_table_deals_are_not_looked_for() -> None:
    customs: Any = CUSTOMS
    at = Sitting(customs, THREE, Setup(chests=2, cards=Deal.VIRTUAL), seed=5, reads=True)
    at.lay_cards("sabre", "pistol")
    assert not any(line.startswith("build") for line in at.lines)


def test_as_4_the_table_counts_how_many_cards_a_secret_hand_must_hold(at: Sitting) -> None:
    at.pick("ready")
    assert "Anne puts one card away" in str(at.table.moments[-1].message)
    at.lay_cards("sabre", "pistol", "ship")
    assert at.state.held == (5, 3, 5) and "Jack: draw 2 cards, and throw the die" in at.said
    until(at, lambda state: state.turn == 2)
    assert at.state.held == (5, 5, 6), "Jack has drawn, and so has Zoé"
    at.lay_cards("sabre", "wooden_leg")
    at.pick("ready")
    assert at.state.held[2] == 5 and "Zoé draws one card" in str(at.table.moments[-1].message)
    until(at, lambda state: state.turn == 1)
    assert "draw a card, put one away" in at.said


def test_nobody_lays_more_pirates_than_the_hand_can_hold() -> None:
    at = boarding()
    assert most(at.state) == 5
    at.lay_cards(*["pirate"] * 4)
    at.press(at.table.players[at.table.expects.seats[0]])
    assert at.state.defence == Laid(pirates=4)
    defender = at.state.ships[met(at.state) or 0].hand
    assert at.state.held[defender] == 1
    at.pick("give_up")
    assert at.state.held[defender] == 5, "both draw up to five"
