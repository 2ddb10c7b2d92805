"""Pirates en Duel, the blue skills of level 2: PD-16 to PD-21."""

from __future__ import annotations

import pytest

from rules import duel
from rules.duel import actions
from rules.duel.state import Face, Stage, dice_wanted
from rules.game import SEA
from tests.rules.duel.table import (
    ANNE,
    BLANK_DIE,
    BLUE,
    GREEN,
    JACK,
    MARY,
    PIPS,
    RED,
    SHIP_DIE,
    SKULL_DIE,
    WHITE,
    blue,
    boarding,
    crew,
    fleet,
    play,
    recruit,
    recruiting,
    red,
    refused,
    table,
    turn_up,
)

# -- the helm ---------------------------------------------------------------------------------------------


def test_pd_16_the_defender_dodges_the_fight_with_a_ship() -> None:
    game = boarding(fleet("Pip1", red=("Captain Red", "Helm"), level=2))
    assert duel.actor(game) == JACK and set(duel.legal(game)) == {actions.Dodge(), actions.Pass()}
    game = play(game, actions.Dodge())
    assert duel.actor(game) is SEA and dice_wanted(game) == (SHIP_DIE.die, 1)
    game = play(game, SHIP_DIE)
    assert game.turn.seat == JACK and game.fight is None
    assert game.combat_discard == ("boarding-black-2",) and game.gold == (6, 6, 6)


def test_pd_16_the_attacker_may_dodge_too() -> None:
    game = boarding(fleet("Helm", level=2))
    assert duel.actor(game) == ANNE
    game = play(game, actions.Dodge(), SHIP_DIE)
    assert game.turn.seat == JACK and game.fight is None


@pytest.mark.parametrize("thrown", [SKULL_DIE, BLANK_DIE])
def test_pd_16_without_a_ship_the_fight_goes_on(thrown: actions.Action) -> None:
    game = play(boarding(fleet("Pip1", red=("Captain Red", "Helm"), level=2)), actions.Dodge(), thrown)
    assert game.stage is Stage.DICE and dice_wanted(game) == (red().die, 2)


def test_pd_16_attacker_first_then_defender_and_each_helm_once() -> None:
    game = boarding(fleet("Helm", red=("Captain Red", "Helm2", "Both")))
    game = play(game, actions.Dodge(), SKULL_DIE)
    assert duel.actor(game) == JACK  # Anne's only helm has been tried
    game = play(game, actions.Dodge(), SKULL_DIE)
    assert duel.actor(game) == JACK and game.stage is Stage.HELM  # a second helm is there
    game = play(game, actions.Dodge(), SKULL_DIE)
    assert game.stage is Stage.DICE


def test_pd_16_the_helm_serves_in_any_number_of_fights() -> None:
    game = play(boarding(fleet("Helm", level=2)), actions.Dodge(), SHIP_DIE)
    game = recruit(turn_up(game, "Pip20", "Pip21"), "Pip20", "Pip21", ship=RED)
    game = play(game, actions.Draw("cannonade-black-2"), actions.Attack(RED, BLUE))
    assert duel.actor(game) == ANNE and set(duel.legal(game)) == {actions.Dodge(), actions.Pass()}


# -- the lookout ---------------------------------------------------------------------------------------------------


def test_pd_17_the_lookout_lets_attack_any_opponent() -> None:
    game = play(table(level=2, players=4, blue=("Captain Blue", "Lookout")), actions.Draw("boarding-red-white-2"))
    assert set(duel.legal(game)) == {
        actions.Attack(BLUE, RED),
        actions.Attack(BLUE, WHITE),
        actions.Attack(BLUE, GREEN),
    }
    assert play(game, actions.Attack(BLUE, GREEN)).fight is not None


def test_pd_17_where_the_card_shows_no_ship_in_play_the_lookout_may_find_one_or_not() -> None:
    game = play(fleet("Lookout", level=2), actions.Draw("boarding-white-green-2"))
    assert "must be attacked" in refused(game, actions.Pass())  # white sails, so there is a fight
    game = play(table(level=2, blue=("Lookout",), white=(), gold=(6, 6, 0)), actions.Draw("boarding-white-green-2"))
    assert set(duel.legal(game)) == {actions.Attack(BLUE, RED), actions.Pass()}
    assert play(game, actions.Pass()).turn.seat == JACK


# -- the red cross -------------------------------------------------------------------------------------------------


def test_pd_18_a_saved_pirate_is_no_loss_for_the_winner() -> None:
    game = boarding(fleet("Pip1", red=("Captain Red", "Cross", "Pip4"), level=2))
    game = play(game, red(1, 0, 1), blue(0, 0, 3), actions.Overboard("Pip4"))
    assert duel.actor(game) == JACK and set(duel.legal(game)) == {actions.Save("Pip4"), actions.Pass()}
    game = play(game, actions.Save("Pip4"), SHIP_DIE)
    assert set(crew(game, RED)) == {"Captain Red", "Cross", "Pip4"} and game.gold == (6, 6, 6)
    assert game.discard == ()


@pytest.mark.parametrize("thrown", [SKULL_DIE, BLANK_DIE])
def test_pd_18_without_a_ship_the_pirate_is_lost(thrown: actions.Action) -> None:
    game = boarding(fleet("Pip1", red=("Captain Red", "Cross", "Pip4"), level=2))
    game = play(game, red(1, 0, 1), blue(0, 0, 3), actions.Overboard("Pip4"), actions.Save("Pip4"), thrown)
    assert game.gold == (8, 4, 6) and game.discard == ("Pip4",)


def test_pd_18_the_red_cross_works_when_its_owner_is_among_the_losses_but_not_for_the_owner() -> None:
    game = boarding(fleet("Pip1", red=("Captain Red", "Cross", "Pip4"), level=2))
    game = play(game, red(2), blue(0, 0, 3), actions.Overboard("Cross"), actions.Overboard("Pip4"))
    assert set(duel.legal(game)) == {actions.Save("Pip4"), actions.Pass()}
    assert "cannot be saved" in refused(game, actions.Save("Cross"))
    game = play(game, actions.Save("Pip4"), SHIP_DIE)
    assert crew(game, RED) == ("Captain Red", "Pip4") and game.discard == ("Cross",)
    assert game.gold == (8, 4, 6)  # one loss is left to Anne's credit


def test_pd_18_alone_in_the_water_the_red_cross_helps_nobody() -> None:
    game = boarding(fleet("Pip1", red=("Captain Red", "Cross", "Pip4"), level=2))
    game = play(game, red(1, 0, 1), blue(0, 0, 3), actions.Overboard("Cross"))
    assert game.fight is None and game.discard == ("Cross",)


def test_pd_18_two_red_crosses_save_each_other() -> None:
    game = boarding(fleet("Pip1", red=("Captain Red", "Cross", "Cross2"), level=2))
    game = play(
        game,
        red(2),
        blue(0, 0, 3),
        actions.Overboard("Cross"),
        actions.Overboard("Cross2"),
        actions.Save("Cross"),
        SHIP_DIE,
    )
    assert set(duel.legal(game)) == {actions.Save("Cross2"), actions.Pass()}
    game = play(game, actions.Save("Cross2"), SHIP_DIE)
    assert set(crew(game, RED)) == {"Captain Red", "Cross", "Cross2"} and game.gold == (6, 6, 6)


def test_pd_18_a_saved_captain_stays_in_the_game_and_does_not_count_two() -> None:
    game = boarding(fleet("Pip1", red=("Captain Red", "Cross", "Pip4"), level=2))
    game = play(game, red(2), blue(1, 0, 2), actions.Overboard("Captain Red"), actions.Overboard("Pip1"))
    game = play(game, actions.Save("Captain Red"), SHIP_DIE)
    assert "Captain Red" in crew(game, RED) and game.gone == ()
    assert game.gold == (4, 8, 6)  # now Jack has inflicted more


def test_pd_18_and_12_a_ship_whose_whole_crew_is_lost_floats_on_if_one_is_saved() -> None:
    game = boarding(fleet("Giant", red=("Cross", "Pip4"), level=2))
    game = play(game, red(2, 0, 4), blue(0, 0, 2), actions.Overboard("Cross"), actions.Overboard("Pip4"))
    saved = play(game, actions.Save("Pip4"), SHIP_DIE)
    assert crew(saved, RED) == ("Pip4",) and saved.gold == (8, 4, 6)
    sunk = play(game, actions.Save("Pip4"), SKULL_DIE)
    assert crew(sunk, RED) == () and sunk.gold == (12, 0, 6)


def test_pd_18_the_defender_tries_first_then_the_attacker() -> None:
    game = boarding(fleet("Cross", "Pip1", red=("Captain Red", "Cross2", "Pip4"), level=2))
    game = play(game, red(1, 0, 2), blue(1, 0, 2), actions.Overboard("Pip4"), actions.Overboard("Pip1"))
    assert duel.actor(game) == JACK
    game = play(game, actions.Pass())
    assert duel.actor(game) == ANNE
    game = play(game, actions.Save("Pip1"), SHIP_DIE)
    assert game.gold == (8, 4, 6)


# -- the tavern ----------------------------------------------------------------------------------------------------


def test_pd_19_a_skull_in_the_tavern_imposes_a_pirate() -> None:
    game = recruiting(red=("Captain Red", "Tavern"))
    assert duel.actor(game) == JACK and game.turn.seat == ANNE
    game = play(game, actions.Tavern())
    assert duel.actor(game) is SEA and dice_wanted(game) == (SHIP_DIE.die, 1)
    game = play(game, SKULL_DIE)
    assert duel.actor(game) == JACK and set(duel.legal(game)) == {
        actions.Impose(name) for name in ("Pip30", "Pip20", "Pip21")
    }
    game = play(game, actions.Impose("Pip21"))
    assert duel.actor(game) == ANNE
    game = recruit(game, "Pip30")  # the first choice is free
    assert "The tavern has chosen: Pip21" in refused(game, actions.Recruit("Pip20", BLUE))
    assert recruit(game, "Pip21").open == ("Pip20",)


@pytest.mark.parametrize("thrown", [SHIP_DIE, BLANK_DIE])
def test_pd_19_without_a_skull_the_choice_is_free(thrown: actions.Action) -> None:
    game = play(recruiting(red=("Captain Red", "Tavern")), actions.Tavern(), thrown)
    assert game.stage is Stage.RECRUIT and game.turn.imposed == ()


def test_pd_19_once_per_opponents_turn_and_not_in_the_own() -> None:
    game = recruiting(red=("Captain Red", "Tavern", "Tavern2"), blue=("Captain Blue",))
    game = play(game, actions.Tavern(), SHIP_DIE)
    assert duel.actor(game) == ANNE  # a second tavern is no second try
    game = play(recruit(game, "Pip20", "Pip21"), actions.Draw("fishing"))
    game = turn_up(game, "Pip22", "Pip23")
    assert duel.actor(game) == JACK and game.stage is Stage.RECRUIT  # his own turn
    game = turn_up(play(recruit(game, "Pip22", "Pip23", ship=RED), actions.Draw("capture")), "Pip24", "Pip25")
    assert duel.actor(game) == JACK and game.stage is Stage.TAVERN and game.turn.seat == MARY


def test_pd_19_two_owners_are_asked_clockwise_and_may_impose_one_pirate_each() -> None:
    game = recruiting(red=("Captain Red", "Tavern"), white=("Captain White", "Tavern2"))
    game = play(game, actions.Tavern(), SKULL_DIE, actions.Impose("Pip20"))
    assert duel.actor(game) == MARY
    game = play(game, actions.Tavern(), SKULL_DIE)
    assert "already" in refused(game, actions.Impose("Pip20"))
    game = play(game, actions.Impose("Pip21"))
    assert "The tavern has chosen" in refused(game, actions.Recruit("Pip30", BLUE))
    assert recruit(game, "Pip20", "Pip21").open == ("Pip30",)


def test_pd_19_and_6_on_a_full_ship_an_imposed_pirate_may_be_turned_away() -> None:
    game = recruiting(red=("Captain Red", "Tavern"), blue=("Captain Blue", *PIPS[10:15]))
    game = play(game, actions.Tavern(), SKULL_DIE, actions.Impose("Pip21"), actions.Replace("Pip20", "Pip11"))
    assert "The tavern has chosen" in refused(game, actions.TurnAway("Pip30"))
    assert play(game, actions.TurnAway("Pip21")).stage is Stage.DRAW


# -- parrot and marmoset -------------------------------------------------------------------------------------------


def test_pd_20_the_parrot_throws_one_own_die_again_once() -> None:
    game = play(boarding(fleet("Parrot", level=2)), red(1, 0, 1), blue(0, 1, 3))
    assert duel.actor(game) == ANNE
    assert set(duel.legal(game)) == {actions.Rethrow(Face.SKULL), actions.Rethrow(Face.BLANK), actions.Pass()}
    assert "None of your dice" in refused(game, actions.Rethrow(Face.SHIP))
    game = play(game, actions.Rethrow(Face.BLANK))
    assert dice_wanted(game) == (red().die, 1)
    game = play(game, red(1))
    assert game.stage is Stage.LOSSES and game.fight is not None and game.fight.sides[1].due == 1


def test_pd_20_the_defenders_parrot_comes_after_the_attackers() -> None:
    game = play(boarding(fleet("Parrot", red=("Captain Red", "Parrot2"), level=2)), red(2), blue(0, 0, 2))
    game = play(game, actions.Pass())
    assert duel.actor(game) == JACK
    game = play(game, actions.Rethrow(Face.BLANK))
    assert dice_wanted(game) == (blue().die, 1)
    game = play(game, blue(0, 1))
    assert game.fight is not None and game.fight.sides[1].due == 1


def test_pd_20_two_parrots_throw_two_dice_again() -> None:
    game = play(boarding(fleet("Parrot", "Parrot2", level=2)), red(0, 0, 3), blue(0, 0, 4))
    game = play(game, actions.Rethrow(Face.BLANK), red(1), actions.Rethrow(Face.BLANK), red(1))
    assert game.stage is Stage.LOSSES and game.fight is not None and game.fight.sides[1].due == 2


def test_pd_21_the_marmoset_throws_again_all_dice_that_are_not_blank_once() -> None:
    game = play(boarding(fleet("Marmoset", "Pip1", level=2)), red(2, 0, 1), blue(0, 1, 3))
    assert duel.actor(game) is SEA and game.stage is Stage.MARMOSET and dice_wanted(game) == (red().die, 2)
    assert game.fight is not None and game.fight.sides[0].dice.blanks == 1
    game = play(game, red(2))  # and that stands
    assert game.stage is Stage.LOSSES and game.fight is not None and game.fight.sides[1].due == 1


def test_pd_21_with_all_dice_blank_there_is_nothing_to_throw_again() -> None:
    game = play(boarding(fleet("Marmoset", level=2)), red(0, 0, 2), blue(0, 0, 4))
    assert game.turn.seat == JACK


def test_pd_20_and_21_first_the_marmoset_then_the_parrot() -> None:
    game = play(boarding(fleet("Marmoset", "Parrot", level=2)), red(3), blue(0, 0, 4))
    assert game.stage is Stage.MARMOSET
    game = play(game, red(0, 1, 2))
    assert game.stage is Stage.PARROT and set(duel.legal(game)) == {
        actions.Rethrow(Face.SHIP),
        actions.Rethrow(Face.BLANK),
        actions.Pass(),
    }
    game = play(game, actions.Rethrow(Face.BLANK), red(1))
    assert game.stage is Stage.LOSSES


def test_pd_21_both_marmosets_come_before_both_parrots() -> None:
    crews = ("Captain Red", "Marmoset", "Parrot2")
    game = play(boarding(fleet("Parrot", red=crews, level=2)), red(2), blue(2, 1))
    assert game.stage is Stage.MARMOSET and dice_wanted(game) == (blue().die, 3)
    game = play(game, blue(0, 0, 3))
    assert game.stage is Stage.PARROT and duel.actor(game) == ANNE
    assert duel.actor(play(game, actions.Pass())) == JACK


def test_pd_a_skill_goes_with_its_pirate() -> None:
    game = boarding(fleet("Pip1", red=("Captain Red", "Cross", "Helm"), level=2))
    game = play(game, actions.Pass(), red(1, 0, 1), blue(0, 0, 3), actions.Overboard("Helm"), actions.Pass())
    game = recruit(turn_up(game, "Pip20", "Pip21"), "Pip20", "Pip21", ship=RED)
    game = play(game, actions.Draw("cannonade-black-2"), actions.Attack(RED, BLUE))
    assert game.stage is Stage.DICE  # the helm is gone
