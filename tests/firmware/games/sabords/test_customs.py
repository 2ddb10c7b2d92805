"""Aux Sabords through its referee: one die on the track, what is laid open told by choice, hands nobody's business."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.games.sabords.customs import CUSTOMS, offered
from firmware.games.sabords.moments import Fight
from firmware.play.referee import Lamp, Moment
from rules import sabords, text
from rules.sabords.actions import Load, Sail, Unload
from rules.sabords.board import Direction
from rules.sabords.state import Laid, Phase
from tests.firmware.games.choices.seated import Sitting, sat_down, until


@pytest.fixture
def desk() -> Sitting:
    """Somebody is to throw the die for a ship at sea."""
    desk = sat_down("aux", seed=5)
    until(desk, lambda state: state.phase is Phase.THROW)
    return desk


def test_only_the_throwers_lamp_asks_for_the_die(desk: Sitting) -> None:
    seat = desk.state.ship.seat
    lit = [lamp is Lamp.PULSING for lamp in desk.table.expects.lamps]
    assert lit == [place == seat for place in range(3)]
    assert desk.table.players[seat] in desk.said and "the die" in desk.said


def test_two_dice_are_said_and_when_one_is_taken_away_the_other_is_the_throw(desk: Sitting) -> None:
    before = list(desk.lines)
    one, other = desk.lay("3"), desk.lay("6")
    desk.rest()
    assert desk.task == "fix" and "Too many dice" in desk.said and desk.lines == before
    desk.lift(other)
    desk.rest()
    assert desk.lines[len(before)] == "throw 3" and one


def test_a_cocked_die_is_nudged_and_then_counts(desk: Sitting) -> None:
    before = list(desk.lines)
    die = desk.lay(None, state="cocked")
    desk.rest()
    assert desk.task == "jiggle" and desk.lines == before
    desk.change(die, face="5", state="flat")
    desk.rest()
    assert desk.lines[len(before)] == "throw 5"


def test_without_a_die_on_the_track_the_table_goes_on_asking(desk: Sitting) -> None:
    before = list(desk.lines)
    for _ in range(5):
        desk.rest()
    assert desk.task == "throw" and desk.lines == before


def test_the_table_never_hears_of_a_card_that_is_not_laid_open() -> None:
    desk = sat_down("aux", seed=2)
    until(desk, lambda state: state.phase is Phase.OVER)
    assert desk.state.pile is None and set(desk.state.hands) == {None}
    assert not any(line.startswith(("draw", "discard")) for line in desk.lines)


def test_sailing_the_way_ahead_comes_first_and_the_wheel_turns_clockwise() -> None:
    desk = sat_down("aux", seed=5)
    until(desk, lambda s: s.phase is Phase.SAIL and len(list(sabords.GAME.legal(s))) == 4)
    ways = [Direction.SOUTH, Direction.WEST, Direction.NORTH, Direction.EAST]
    assert list(offered(desk.state, Sail(Direction.SOUTH))) == [Sail(way) for way in ways]
    assert list(offered(desk.state, None)) == [Sail(way) for way in Direction]


def test_the_wheel_keeps_its_way_from_square_to_square() -> None:
    desk = sat_down("aux", seed=5)
    kept = 0
    while desk.task != "over":
        sailing = desk.state.phase is Phase.SAIL
        desk.go_on()
        played = desk.lines[-1]
        still = desk.state.phase is Phase.SAIL and played in {option.key for option in desk.table.expects.options}
        if sailing and still and desk.state.steps:
            assert desk.table.expects.options[desk.table.cursor].key == played
            kept += 1
    assert kept > 20


def test_where_chests_lie_all_of_them_are_offered_first() -> None:
    desk = sat_down("aux", seed=1)
    until(desk, lambda s: s.phase is Phase.TREASURE and s.ship.treasure > 1)
    options = list(offered(desk.state, None))
    assert options[0] == Load(desk.state.ship.treasure)
    assert [type(action) for action in options] == sorted((type(a) for a in options), key=lambda kind: kind is Unload)


def test_every_option_has_words_and_only_legal_ones_are_offered() -> None:
    desk = sat_down("aux", seed=9)
    while desk.task != "over":
        if desk.task == "choose":
            legal = {text.write_action(action, desk.table.players) for action in sabords.GAME.legal(desk.state)}
            assert {option.key for option in desk.table.expects.options} == legal
            assert all(str(option.label) for option in desk.table.expects.options)
        desk.go_on()


# -- moments -------------------------------------------------------------------------------------------------------


def fights(count: int) -> list[tuple[Any, Moment, Any]]:
    """Boardings that ended: the position before, the moment, the position after."""
    found: list[tuple[Any, Moment, Any]] = []
    for seed in range(1, 40):
        desk = sat_down("aux", seed)
        while desk.state.phase is not Phase.OVER and len(found) < count:
            before, heard = desk.state, len(desk.table.moments)
            desk.go_on()
            found += [(before, m, desk.state) for m in desk.table.moments[heard:] if m.name in ("fought", "drawn")]
        if len(found) >= count:
            return found
    return found


def strength(laid: Laid | None) -> int:
    return 0 if laid is None else 100 if laid.captain else laid.pirates


def test_a_boarding_is_told_with_what_both_laid_who_sank_and_what_moved() -> None:
    told = fights(25)
    assert {moment["fight"].sunk is None for _, moment, _ in told} == {True, False}, "draws and victories"
    for before, moment, after in told:
        fight: Fight = moment["fight"]
        ships = {one.colour: one for one in before.ships}
        later = {one.colour: one for one in after.ships}
        if fight.attack is None:  # the attacked gave up at once
            assert fight.sunk is fight.attacked and strength(fight.defence) == 0
        elif fight.sunk is None:
            assert moment.name == "drawn"
            assert strength(fight.attack) == strength(fight.defence) and not any(fight.booty)
        else:
            attack_won = strength(fight.attack) > strength(fight.defence)
            assert fight.sunk is (fight.attacked if attack_won else fight.attacker)
        if fight.sunk is not None:
            winner = fight.attacker if fight.sunk is fight.attacked else fight.attacked
            assert fight.booty == ships[fight.sunk].cargo and not any(later[fight.sunk].cargo)
            assert sum(later[winner].cargo) == sum(ships[winner].cargo) + sum(fight.booty)
            assert str(moment.message).count("sinks") == 1


def test_chests_that_come_ashore_are_told_by_colour() -> None:
    desk = sat_down("aux", seed=3)
    until(desk, lambda state: state.phase is Phase.OVER)
    landed = [moment for moment in desk.table.moments if moment.name == "ashore"]
    assert sum(sum(moment["chests"]) for moment in landed) == sum(sabords.points(desk.state))


def test_the_referee_is_the_games_own() -> None:
    assert CUSTOMS.game is sabords.GAME and CUSTOMS.faces == ("1", "2", "3", "4", "5", "6")
