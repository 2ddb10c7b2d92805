"""Pirates en Duel for two players: PD-25 to PD-28, and what two ships do to the skills."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules import duel
from rules.duel import actions
from rules.duel.cards import Colour
from rules.duel.state import Duel, Setup, Stage, dice_wanted
from rules.game import SetupError
from tests.rules.duel.table import (
    ANNE,
    BLUE,
    DECK,
    GREEN,
    JACK,
    NAMES,
    PIPS,
    RED,
    WHITE,
    blue,
    crew,
    opening,
    play,
    recruit,
    red,
    refused,
    table,
    turn_up,
)


def two(level: int = 1, gold: tuple[int, ...] = (12, 12), **crews: Any) -> Duel:
    return table(players=2, level=level, gold=gold, **crews)


def fought(game: Duel, *losses: str, skulls: int, back: int = 0, ship: Colour = BLUE) -> Duel:
    """Anne boards the white ship; everybody throws only skulls and blanks, and these go overboard."""
    game = play(game, actions.Draw("boarding-black-2"), actions.Attack(ship, WHITE))
    for count in (skulls, back):
        wanted = dice_wanted(game)
        if wanted is not None:
            die, dice = wanted
            game = play(game, actions.Throw(die, count, 0, dice - count))
    return play(game, *(actions.Overboard(name) for name in losses))


def test_pd_25_two_ships_two_captains_and_twelve_gold_each() -> None:
    game = opening(2)
    assert [(ship.colour, ship.seat) for ship in game.ships] == [(BLUE, 0), (RED, 0), (WHITE, 1), (GREEN, 1)]
    assert all(len(ship.crew) == 1 for ship in game.ships)
    assert game.gold == (12, 12)


def test_pd_25_the_colours_are_fixed() -> None:
    with pytest.raises(SetupError, match="With two players"):
        duel.start(NAMES[:2], Setup(deck=DECK, colours=(RED, GREEN)))
    assert duel.start(NAMES[:2], Setup(deck=DECK, colours=(BLUE, RED, WHITE, GREEN))).ships[3].colour is GREEN


def test_pd_26_seven_are_turned_up_chosen_in_turn_and_the_second_gets_the_last() -> None:
    game = turn_up(opening(2), *PIPS[:7])
    chose = []
    for pirate in PIPS[:7]:
        chose.append(duel.actor(game))
        game = recruit(game, pirate, ship=BLUE if chose[-1] == ANNE else GREEN)
    assert chose == [0, 1, 0, 1, 0, 1, 1]
    assert len(crew(game, BLUE)) == 4 and len(crew(game, GREEN)) == 5
    assert game.stage is Stage.TURN_UP and game.turn.seat == ANNE


def test_pd_26_either_ship_may_take_them_but_no_enemys() -> None:
    game = turn_up(opening(2), *PIPS[:7])
    assert {actions.Recruit("Pip1", BLUE), actions.Recruit("Pip1", RED)} <= set(duel.legal(game))
    assert "Anne has no white ship" in refused(game, actions.Recruit("Pip1", WHITE))


def test_pd_6_and_26_with_one_ship_full_the_other_takes_recruits_or_the_full_one_exchanges() -> None:
    game = two(blue=("Captain Blue", *PIPS[10:15]), red=("Captain Red",))
    game = turn_up(replace(game, stage=Stage.TURN_UP), "Pip20", "Pip21")
    assert {actions.Recruit("Pip20", RED), actions.Replace("Pip20", "Pip11")} <= set(duel.legal(game))
    assert "free place" in refused(game, actions.TurnAway("Pip20"))


def test_pd_27_a_fight_names_the_ship_engaged() -> None:
    game = play(two(), actions.Draw("boarding-black-2"))
    assert set(duel.legal(game)) == {actions.Attack(own, other) for own in (BLUE, RED) for other in (WHITE, GREEN)}


def test_pd_27_only_the_crew_of_the_ship_engaged_counts_and_suffers() -> None:
    game = two(blue=("Captain Blue", "Pip11"), red=("Captain Red", "Giant"), white=("Captain White", "Fencer"))
    game = play(game, actions.Draw("boarding-black-2"), actions.Attack(BLUE, WHITE))
    assert dice_wanted(game) == (red().die, 2)
    game = play(game, red(1, 0, 1), blue(1, 0, 3))
    assert set(duel.legal(game)) == {actions.Overboard("Fencer")}
    game = play(game, actions.Overboard("Fencer"))
    assert duel.actor(game) == JACK and set(duel.legal(game)) == {actions.Overboard("Pip11")}
    assert "not in the crew of the blue ship" in refused(game, actions.Overboard("Giant"))


def test_pd_27_a_card_with_one_own_ship_forces_the_other_target() -> None:
    game = play(two(), actions.Draw("boarding-red-white-2"))
    assert {action.target for action in duel.legal(game) if isinstance(action, actions.Attack)} == {WHITE}


def test_pd_27_a_card_with_both_own_ships_lets_attack_any() -> None:
    game = play(two(), actions.Draw("boarding-blue-red-2"))
    assert {action.target for action in duel.legal(game) if isinstance(action, actions.Attack)} == {WHITE, GREEN}
    game = play(two(red=()), actions.Draw("boarding-blue-red-2"))  # even when one of them is at the bottom of the sea
    assert set(duel.legal(game)) == {actions.Attack(BLUE, WHITE), actions.Attack(BLUE, GREEN)}


def test_pd_8_and_27_no_fight_if_the_only_target_is_sunk() -> None:
    game = play(two(white=()), actions.Draw("boarding-red-white-2"))
    assert game.turn.seat == JACK and game.fight is None


def test_pd_28_a_sunk_ship_costs_four_gold_and_play_goes_on() -> None:
    game = fought(two(white=("Captain White",)), "Captain White", skulls=2)
    assert crew(game, WHITE) == () and duel.outcome(game) is None
    assert game.gold == (12 + 4 + 2, 12 - 4 - 2)  # and the gold of the card for the winner of the fight
    assert game.turn.seat == JACK


def test_pd_28_the_sunk_one_may_still_have_won_the_fight() -> None:
    game = two(white=("Fencer",), blue=("Captain Blue", "Pip11", "Pip12"))
    game = fought(game, "Fencer", "Captain Blue", skulls=1, back=2)
    assert game.gold == (12 + 4 - 2, 12 - 4 + 2)


def test_pd_28_two_ships_that_sink_each_other_cost_four_each() -> None:
    game = fought(two(white=("Pip11",), blue=("Pip12",), gold=(12, 5)), "Pip11", "Pip12", skulls=1, back=1)
    assert game.gold == (12, 5) and crew(game, BLUE) == () == crew(game, WHITE)


def test_pd_12_and_28_whoever_pays_the_last_gold_first_has_lost_though_both_ships_sank() -> None:
    game = fought(two(white=("Pip11",), blue=("Pip12",), gold=(12, 3)), "Pip11", "Pip12", skulls=1, back=1)
    assert game.gold == (15, 0) and game.winners == (ANNE,)


def test_pd_12_and_28_four_gold_from_the_defender_can_win_before_the_own_ship_is_paid() -> None:
    game = fought(two(white=("Pip11",), blue=("Pip12",), gold=(16, 9)), "Pip11", "Pip12", skulls=1, back=1)
    assert game.gold == (20, 5) and game.winners == (ANNE,)


def test_pd_28_twenty_gold_win() -> None:
    game = play(two(gold=(19, 5)), actions.Draw("capture"))
    end = duel.outcome(game)
    assert end is not None and end.winners == (ANNE,) and str(end.reason) == "Anne has 20 gold coins."
    assert duel.outcome(play(two(gold=(18, 5)), actions.Draw("capture"))) is None


def test_pd_28_the_four_gold_win_before_the_fight_is_paid() -> None:
    game = fought(two(white=("Pip11",), gold=(16, 9)), "Pip11", skulls=1)
    assert game.gold == (20, 5) and game.winners == (ANNE,)


def test_pd_28_losing_both_ships_loses_the_game_whatever_the_gold() -> None:
    game = fought(two(white=("Pip11",), green=(), gold=(5, 13)), "Pip11", skulls=1)
    end = duel.outcome(game)
    assert end is not None and end.winners == (ANNE,) and str(end.reason) == "Anne is the last one left."


def test_pd_28_losing_all_gold_loses_the_game() -> None:
    game = fought(two(gold=(12, 2)), "Pip7", skulls=1)
    end = duel.outcome(game)
    assert end is not None and end.winners == (ANNE,) and game.gold == (14, 0)


def test_pd_28_the_last_two_ships_may_go_down_together() -> None:
    game = fought(two(white=("Pip11",), green=(), blue=("Pip12",), red=()), "Pip11", "Pip12", skulls=1, back=1)
    end = duel.outcome(game)
    assert end is not None and end.winners == (ANNE,)


# -- with skills ---------------------------------------------------------------------------------------------------


def test_pd_23_24_and_27_twins_of_one_ship_and_a_sharpshooter_on_the_other() -> None:
    """The twins sail on the white ship; Anne's sharpshooter is on the blue one, her red one has none."""
    crews: dict[str, Any] = {
        "white": ("Captain White", "Castor", "Pollux"),
        "blue": ("Captain Blue", "Sharp"),
        "red": ("Captain Red", "Fencer"),
    }
    drawn = play(two(level=3, **crews), actions.Draw("boarding-black-2"))
    assert play(drawn, actions.Attack(RED, WHITE)).stage is Stage.DICE  # the sharpshooter is not on the ship engaged
    game = play(drawn, actions.Attack(BLUE, WHITE), actions.Shoot(), red(1), actions.Overboard("Castor"))
    game = play(game, red(1, 0, 1))
    assert dice_wanted(game) == (blue().die, 5)  # one and twice two
    game = play(game, blue(0, 0, 5))
    assert set(duel.legal(game)) == {actions.Overboard("Pollux")}
    game = play(game, actions.Overboard("Pollux"))
    assert crew(game, WHITE) == ("Captain White",) and game.gold == (14, 10)


def test_pd_23_and_27_twins_on_two_ships_are_alone() -> None:
    game = two(level=3, blue=("Captain Blue", "Castor"), red=("Captain Red", "Pollux"))
    game = play(game, actions.Draw("boarding-black-2"), actions.Attack(BLUE, WHITE))
    assert dice_wanted(game) == (red().die, 2)


def test_pd_17_and_27_the_lookout_on_either_ship_sees_for_both() -> None:
    game = play(two(level=2, red=("Captain Red", "Lookout")), actions.Draw("boarding-red-white-2"))
    assert actions.Attack(BLUE, GREEN) in list(duel.legal(game))


def test_pd_16_and_27_the_helm_helps_only_the_ship_engaged() -> None:
    game = play(two(level=2, green=("Captain Green", "Helm")), actions.Draw("boarding-black-2"))
    assert play(game, actions.Attack(BLUE, WHITE)).stage is Stage.DICE
    assert play(game, actions.Attack(BLUE, GREEN)).stage is Stage.HELM


def test_pd_22_and_27_the_rowing_boat_reaches_every_enemy_ship_and_serves_both_own() -> None:
    game = two(level=3, blue=("Captain Blue", "Boat"), red=("Captain Red", "Pip11"))
    game = recruit(turn_up(replace(game, stage=Stage.TURN_UP), "Pip20", "Pip21"), "Pip20", "Pip21")
    assert game.stage is Stage.ROW
    theirs = crew(game, GREEN)[1]
    game = play(game, actions.Swap("Pip11", theirs))
    assert crew(game, RED) == ("Captain Red", theirs) and "Pip11" in crew(game, GREEN)
    assert game.stage is Stage.DRAW


def test_pd_22_and_26_a_sergeant_on_the_second_ship_recruits_for_both() -> None:
    game = play(two(level=3, green=("Captain Green", "Sergeant")), actions.Draw("fishing"))
    game = turn_up(game, "Pip20", "Pip21", "Pip22")
    assert duel.actor(game) == JACK and len(game.open) == 4
    game = recruit(recruit(recruit(game, "Pip20", ship=WHITE), "Pip21", ship=GREEN), "Pip22", ship=WHITE)
    assert game.stage is Stage.DRAW and "Not now" in refused(game, actions.Pass())
