"""Pirates en Duel, the green skills of level 3, alone and with others: PD-22 to PD-24."""

from __future__ import annotations

import pytest

from rules import duel
from rules.duel import actions
from rules.duel.state import Stage, dice_wanted
from tests.rules.duel.table import (
    ANNE,
    BLUE,
    JACK,
    MARY,
    RED,
    SHIP_DIE,
    SKULL_DIE,
    WHITE,
    blue,
    boarding,
    cannonade,
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

# -- skull, ship, sergeant --------------------------------------------------------------------------------


def test_pd_22_skull_and_ship_add_to_the_result() -> None:
    game = play(boarding(fleet("Skull", red=("Captain Red", "Ship", "Pip4"))), red(1, 0, 1), blue(1, 0, 2))
    assert game.fight is not None
    attacker, defender = game.fight.sides
    assert defender.due == 2 - 1 and attacker.due == 1


def test_pd_22_two_skulls_add_two_and_a_pirate_may_have_two_skills() -> None:
    game = play(boarding(fleet("Skull", "Skull2", "Both")), actions.Pass(), red(0, 0, 4), blue(0, 0, 4))
    assert game.fight is not None and game.fight.sides[1].due == 3


def test_pd_22_a_skull_that_is_lost_has_still_struck() -> None:
    game = play(
        boarding(fleet("Pip1", red=("Captain Red", "Skull"))), red(1, 0, 1), blue(0, 0, 2), actions.Overboard("Skull")
    )
    assert duel.actor(game) == JACK  # Anne's loss by the skull of the pirate just lost
    assert play(game, actions.Overboard("Pip1")).gold == (6, 6, 6)


def test_pd_22_the_sergeant_turns_up_three_and_takes_up_to_three_of_four() -> None:
    game = table(blue=("Captain Blue", "Sergeant"), stage=Stage.DRAW)
    game = play(game, actions.Draw("fishing"))
    for ship, two in ((RED, ("Pip10", "Pip11")), (WHITE, ("Pip12", "Pip13"))):
        game = play(
            recruit(turn_up(game, *two), *two, ship=ship), actions.Draw("capture" if ship is RED else "plunder")
        )
    game = turn_up(game, "Pip20", "Pip21", "Pip22")
    assert game.stage is Stage.RECRUIT and len(game.open) == 4
    three = recruit(game, "Pip20", "Pip21", "Pip22")
    assert three.stage is Stage.DRAW and three.open == ("Pip30",)
    one = play(recruit(game, "Pip20"), actions.Enough(), actions.Draw("storm"))
    assert one.open == ("Pip30",) and {"Pip21", "Pip22"} <= set(one.discard)  # PD-5
    assert one.stage is Stage.TURN_UP and one.turn.seat == JACK
    following = turn_up(one, "Pip14", "Pip15")
    assert following.stage is Stage.RECRUIT and set(following.open) == {"Pip30", "Pip14", "Pip15"}


def test_pd_19_and_22_a_sergeant_cannot_leave_the_imposed_pirate() -> None:
    game = table(red=("Captain Red", "Tavern"), blue=("Captain Blue", "Sergeant"), white=("Captain White",))
    game = play(game, actions.Draw("fishing"))
    game = play(recruit(turn_up(game, "Pip10", "Pip11"), "Pip10", "Pip11", ship=RED), actions.Draw("capture"))
    game = play(turn_up(game, "Pip12", "Pip13"), actions.Pass())
    game = play(recruit(game, "Pip12", "Pip13", ship=WHITE), actions.Draw("plunder"))
    game = play(turn_up(game, "Pip20", "Pip21", "Pip22"), actions.Tavern(), SKULL_DIE, actions.Impose("Pip20"))
    assert "The tavern has chosen" in refused(game, actions.Enough())
    assert play(recruit(game, "Pip20"), actions.Enough()).stage is Stage.DRAW


# -- the rowing boat -----------------------------------------------------------------------------------------------


def test_pd_22_the_rowing_boat_swaps_two_pirates_once_in_ones_turn() -> None:
    game = recruiting(3, blue=("Captain Blue", "Boat"))
    game = recruit(game, "Pip20", "Pip21")
    assert duel.actor(game) == ANNE and game.stage is Stage.ROW
    game = play(game, actions.Swap("Pip20", "Pip1"))
    assert crew(game, BLUE) == ("Captain Blue", "Boat", "Pip1", "Pip21")
    assert crew(game, RED) == ("Captain Red", "Pip20", "Pip2", "Pip3")
    assert game.stage is Stage.DRAW
    game = play(game, actions.Draw("boarding-black-2"))
    assert "once in a turn" in refused(game, actions.Swap("Pip21", "Pip2"))


def test_pd_22_captains_do_not_row() -> None:
    game = recruit(recruiting(3, blue=("Captain Blue", "Boat")), "Pip20", "Pip21")
    assert "no pirate of your crew" in refused(game, actions.Swap("Captain Blue", "Pip1"))
    assert "no pirate of an opponent's crew" in refused(game, actions.Swap("Boat", "Captain Red"))
    assert "no pirate of an opponent's crew" in refused(game, actions.Swap("Boat", "Pip20"))


def test_pd_22_the_boat_may_go_while_recruiting_or_before_the_attack() -> None:
    game = recruiting(3, blue=("Captain Blue", "Boat"))
    early = play(game, actions.Swap("Boat", "Pip1"))
    assert early.stage is Stage.RECRUIT and "Boat" in crew(early, RED)
    assert "no rowing boat" in refused(early, actions.Swap("Pip1", "Pip2"))
    late = play(recruit(game, "Pip20", "Pip21"), actions.Pass(), actions.Draw("boarding-red-white-2"))
    late = play(late, actions.Swap("Pip20", "Pip1"))
    assert late.stage is Stage.TARGET and set(duel.legal(late)) == {
        actions.Attack(BLUE, RED),
        actions.Attack(BLUE, WHITE),
    }


def test_pd_17_and_22_who_rows_the_lookout_away_sees_no_more_than_the_card() -> None:
    game = table(blue=("Captain Blue", "Boat", "Lookout"), white=(), gold=(6, 6, 0))
    game = play(game, actions.Draw("boarding-white-green-2"))
    assert actions.Attack(BLUE, RED) in list(duel.legal(game))
    assert play(game, actions.Swap("Lookout", "Pip1")).turn.seat == JACK  # no fight: the turn is over


# -- the brother of the coast --------------------------------------------------------------------------------------


def test_pd_22_the_brother_of_the_coast_changes_the_kind_of_fight() -> None:
    game = boarding(fleet("Brother", "Gunner"))
    assert duel.actor(game) == ANNE and set(duel.legal(game)) == {actions.ChangeFight(), actions.Pass()}
    assert dice_wanted(play(game, actions.ChangeFight())) == (red().die, 5)
    assert dice_wanted(play(game, actions.Pass())) == (red().die, 2)


def test_pd_22_attacker_and_defender_may_change_it_and_the_defender_has_the_last_word() -> None:
    game = boarding(fleet("Brother", "Gunner", red=("Captain Red", "Brother2", "Fencer")))
    game = play(game, actions.ChangeFight())
    assert duel.actor(game) == JACK
    game = play(game, actions.ChangeFight())
    assert game.stage is Stage.DICE and dice_wanted(game) == (red().die, 2)


# -- the twins -----------------------------------------------------------------------------------------------------


def test_pd_23_both_twins_give_two_dice_each_in_a_boarding() -> None:
    assert dice_wanted(boarding(fleet("Castor"))) == (red().die, 2)
    assert dice_wanted(boarding(fleet("Castor", "Pollux"))) == (red().die, 5)
    assert dice_wanted(cannonade(fleet("Castor", "Pollux"))) == (red().die, 3)
    assert dice_wanted(boarding(fleet("Castor", "Pollux", "Fencer"))) == (red().die, 6)


def test_pd_23_the_twins_are_lost_only_both_together() -> None:
    game = boarding(fleet("Pip1", "Pip2", red=("Captain Red", "Castor", "Pollux", "Pip4")))
    one = play(game, red(1, 0, 2), blue(0, 0, 6))
    assert list(duel.legal(one)) == [actions.Overboard("Pip4")]
    assert "both together" in refused(one, actions.Overboard("Castor"))
    two = play(game, red(2, 0, 1), blue(0, 0, 6))
    assert set(duel.legal(two)) == {actions.Overboard(name) for name in ("Captain Red", "Castor", "Pollux", "Pip4")}
    game = play(two, actions.Overboard("Pollux"))
    assert crew(game, RED) == ("Captain Red", "Pip4") and set(game.discard) == {"Castor", "Pollux"}
    assert game.gold == (8, 4, 6)


def test_pd_23_a_loss_that_only_half_the_twins_could_take_lapses() -> None:
    game = play(boarding(fleet("Pip1", red=("Castor", "Pollux"))), red(1, 0, 1), blue(0, 0, 4))
    assert game.turn.seat == JACK and crew(game, RED) == ("Castor", "Pollux") and game.gold == (6, 6, 6)


def test_pd_23_a_twin_alone_is_lost_like_anybody() -> None:
    game = play(boarding(fleet("Pip1", red=("Castor", "Pip4"))), red(1, 0, 1), blue(0, 0, 2))
    assert crew(play(game, actions.Overboard("Castor")), RED) == ("Pip4",)


def test_pd_18_and_23_one_of_two_lost_twins_can_be_saved() -> None:
    game = boarding(fleet("Pip1", red=("Captain Red", "Castor", "Pollux", "Cross")))
    game = play(game, red(2), blue(0, 0, 6), actions.Overboard("Castor"), actions.Save("Castor"), SHIP_DIE)
    assert crew(game, RED) == ("Captain Red", "Cross", "Castor") and game.gold == (8, 4, 6)


# -- the shots -----------------------------------------------------------------------------------------------------


def test_pd_24_the_sharpshooter_takes_a_pirate_before_the_fight_who_counts_for_the_winner() -> None:
    game = boarding(fleet("Sharp"))
    assert set(duel.legal(game)) == {actions.Shoot(), actions.Pass()}
    game = play(game, actions.Shoot())
    assert dice_wanted(game) == (red().die, 1)
    game = play(game, red(1))
    assert "cannot hit a captain" in refused(game, actions.Overboard("Captain Red"))
    assert "not in the crew" in refused(game, actions.Overboard("Sharp"))
    game = play(game, actions.Overboard("Pip4"), red(0, 0, 2))
    assert dice_wanted(game) == (blue().die, 3)  # four before the shot
    game = play(game, blue(0, 0, 3))
    assert game.gold == (8, 4, 6) and game.discard == ("Pip4",)


@pytest.mark.parametrize("thrown", [red(0, 1), red(0, 0, 1)])
def test_pd_24_without_a_skull_the_shot_misses(thrown: actions.Action) -> None:
    game = play(boarding(fleet("Sharp")), actions.Shoot(), thrown)
    assert game.stage is Stage.DICE and len(crew(game, RED)) == 4


def test_pd_24_the_pistol_is_for_boardings_and_the_carriage_for_cannonades() -> None:
    for pirate, fight, other in (("Pistol", boarding, cannonade), ("Carriage", cannonade, boarding)):
        assert fight(fleet(pirate)).stage is Stage.SHOOT
        assert other(fleet(pirate)).stage is Stage.DICE


def test_pd_22_and_24_the_brother_makes_a_cannonade_of_it_and_the_carriage_shoots() -> None:
    game = boarding(fleet("Brother", "Carriage", "Pistol"))
    changed = play(game, actions.ChangeFight(), actions.Shoot())
    assert changed.fight is not None and changed.fight.sides[0].used == ("Carriage",)


def test_pd_24_the_defender_shoots_after_the_attacker_unless_the_shooter_fell() -> None:
    game = boarding(fleet("Sharp", red=("Captain Red", "Pistol", "Pip4")))
    missed = play(game, actions.Shoot(), red(0, 1))
    assert duel.actor(missed) == JACK and missed.stage is Stage.SHOOT
    fell = play(game, actions.Shoot(), red(1), actions.Overboard("Pistol"))
    assert fell.stage is Stage.DICE


def test_pd_24_every_shooter_has_a_shot() -> None:
    game = boarding(fleet("Sharp", "Pistol"))
    game = play(
        game, actions.Shoot(), red(1), actions.Overboard("Pip4"), actions.Shoot(), red(1), actions.Overboard("Pip5")
    )
    assert game.stage is Stage.DICE and crew(game, RED) == ("Captain Red", "Pip6")


def test_pd_16_and_24_who_has_dodged_is_not_shot_at() -> None:
    game = boarding(fleet("Sharp", red=("Captain Red", "Helm")))
    assert game.stage is Stage.HELM and duel.actor(game) == JACK
    assert play(game, actions.Dodge(), SHIP_DIE).discard == ()


def test_pd_24_nobody_shoots_at_a_captain_alone() -> None:
    assert boarding(fleet("Sharp", red=("Captain Red",))).stage is Stage.DICE


def test_pd_23_and_24_a_shot_twin_is_lost_if_the_other_is_named_in_the_same_fight() -> None:
    game = boarding(fleet("Sharp", "Fencer", red=("Captain Red", "Castor", "Pollux", "Pip4")))
    game = play(game, actions.Shoot(), red(1), actions.Overboard("Castor"))
    assert "Castor" in crew(game, RED)  # not yet
    game = play(game, red(1, 0, 4))
    assert dice_wanted(game) == (blue().die, 6)  # and both still fight
    game = play(game, blue(0, 0, 6))
    assert set(duel.legal(game)) == {actions.Overboard("Pollux"), actions.Overboard("Pip4")}
    assert "both together" in refused(game, actions.Overboard("Castor"))
    both = play(game, actions.Overboard("Pollux"))
    assert crew(both, RED) == ("Captain Red", "Pip4") and set(both.discard) == {"Castor", "Pollux"}
    none = play(game, actions.Overboard("Pip4"))
    assert crew(none, RED) == ("Captain Red", "Castor", "Pollux") and none.discard == ("Pip4",)


def test_pd_23_and_24_two_shots_take_both_twins() -> None:
    game = boarding(fleet("Sharp", "Pistol", red=("Captain Red", "Castor", "Pollux")))
    game = play(game, actions.Shoot(), red(1), actions.Overboard("Castor"), actions.Shoot(), red(1))
    assert list(duel.legal(game)) == [actions.Overboard("Pollux")]
    game = play(game, actions.Overboard("Pollux"))
    assert crew(game, RED) == ("Captain Red",) and dice_wanted(game) == (red().die, 3)


def test_pd_12_and_24_a_ship_emptied_by_a_shot_sinks_without_a_throw() -> None:
    game = play(boarding(fleet("Sharp", red=("Pip4",))), actions.Shoot(), red(1), actions.Overboard("Pip4"))
    assert game.gold == (12, 0, 6) and game.turn.seat == MARY


def test_pd_18_and_24_the_red_cross_saves_one_who_was_shot() -> None:
    game = boarding(fleet("Sharp", red=("Captain Red", "Cross", "Pip4")))
    game = play(game, actions.Shoot(), red(1), actions.Overboard("Pip4"), red(0, 0, 2), blue(0, 0, 2))
    assert set(duel.legal(game)) == {actions.Save("Pip4"), actions.Pass()}
    game = play(game, actions.Save("Pip4"), SHIP_DIE)
    assert "Pip4" in crew(game, RED) and game.gold == (6, 6, 6)
