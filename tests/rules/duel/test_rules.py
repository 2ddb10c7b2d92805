"""Pirates en Duel, level 1, three to six players: PD-1 to PD-15."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules import duel
from rules.duel import actions
from rules.duel.cards import deck
from rules.duel.state import Duel, Setup, Stage, dice_wanted
from rules.duel.tell import tell
from rules.game import SEA, SetupError
from tests.rules.duel.table import (
    ANNE,
    BLUE,
    DECK,
    GREEN,
    JACK,
    MARY,
    NAMES,
    PIPS,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    blue,
    boarding,
    cannonade,
    crew,
    opening,
    play,
    recruit,
    red,
    refused,
    table,
    turn_up,
)

FULL = ("Captain Blue", *PIPS[10:15])


def told(state: Duel) -> str:
    end = duel.outcome(state)
    assert end is not None
    return str(end.reason)


# -- set-up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pd_1_up_to_four_players_leave_the_white_backs_in_the_box(players: int) -> None:
    game = opening(players)
    assert "boarding-yellow-purple-3" not in game.combat_pile
    assert {ship.colour for ship in game.ships} <= {BLUE, RED, WHITE, GREEN}


@pytest.mark.parametrize("players", [5, 6])
def test_pd_1_five_and_six_play_with_every_combat_card(players: int) -> None:
    assert opening(players).combat_pile.count("boarding-yellow-purple-3") == 2


@pytest.mark.parametrize("players", [1, 7])
def test_pd_1_two_to_six_may_play(players: int) -> None:
    with pytest.raises(SetupError, match="2 to 6"):
        duel.start([str(number) for number in range(players)], Setup(deck=DECK))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_pd_2_everybody_has_a_ship_its_captain_and_six_gold(players: int) -> None:
    game = opening(players)
    assert game.gold == (6,) * players
    assert [ship.seat for ship in game.ships] == list(range(players))
    assert all(ship.crew == (f"Captain {ship.colour.value.title()}",) for ship in game.ships)
    assert not any(name.startswith("Captain") for name in game.pile)


def test_pd_2_players_may_choose_their_ships() -> None:
    game = duel.start(NAMES[:3], Setup(deck=DECK, colours=(GREEN, BLUE, WHITE)))
    assert [ship.colour for ship in game.ships] == [GREEN, BLUE, WHITE]
    for wrong in ((GREEN, BLUE), (GREEN, GREEN, BLUE), (YELLOW, BLUE, RED)):
        with pytest.raises(SetupError, match="a ship of their own"):
            duel.start(NAMES[:3], Setup(deck=DECK, colours=wrong))


@pytest.mark.parametrize("level", [0, 4])
def test_pd_the_levels_are_one_two_and_three(level: int) -> None:
    with pytest.raises(SetupError, match="levels 1, 2 and 3"):
        duel.start(NAMES[:3], Setup(level=level, deck=DECK))


@pytest.mark.parametrize(
    ("players", "order"),
    [
        (3, [0, 1, 2, 2]),
        (4, [0, 1, 2, 3, 2, 3]),
        (5, [0, 1, 2, 3, 4, 2, 3, 4, 4]),
        (6, [0, 1, 2, 3, 4, 5, 2, 3, 4, 5, 4, 5]),
    ],
)
def test_pd_3_first_crews_are_chosen_in_turn_and_later_players_take_more(players: int, order: list[int]) -> None:
    game = turn_up(opening(players), *PIPS[: len(order)])
    chose = []
    for pirate in PIPS[: len(order)]:
        seat = duel.actor(game)
        assert isinstance(seat, int)
        chose.append(seat)
        game = recruit(game, pirate, ship=game.ships[seat].colour)
    assert chose == order
    assert game.stage is Stage.TURN_UP and game.turn.number == 1 and game.open == ()


def test_pd_3_nobody_takes_a_pirate_that_is_not_open_or_onto_another_ship() -> None:
    game = turn_up(opening(3), *PIPS[:4])
    assert "does not lie open" in refused(game, actions.Recruit("Pip9", BLUE))
    assert "Anne has no red ship" in refused(game, actions.Recruit("Pip1", RED))
    assert "first crew" in refused(game, actions.TurnUp("Pip9"))


def test_pd_4_three_pirates_lie_open_in_the_first_turn_and_one_stays() -> None:
    game = turn_up(opening(3), *PIPS[:4])
    for pirate, ship in zip(PIPS[:4], (BLUE, RED, WHITE, WHITE), strict=True):
        game = recruit(game, pirate, ship=ship)
    game = turn_up(game, "Pip5", "Pip6", "Pip7")
    assert duel.actor(game) == ANNE and game.stage is Stage.RECRUIT
    game = recruit(game, "Pip5", "Pip7")
    assert game.open == ("Pip6",)


# -- recruiting ----------------------------------------------------------------------------------------------------


def test_pd_5_two_of_three_are_chosen_and_the_third_stays_for_the_next_player() -> None:
    game = play(table(level=1), actions.Draw("fishing"))
    assert duel.actor(game) is SEA and game.turn.seat == JACK
    game = turn_up(game, "Pip20", "Pip21")
    assert game.open == ("Pip30", "Pip20", "Pip21") and duel.actor(game) == JACK
    assert "Two pirates must be chosen" in refused(game, actions.Enough())
    game = recruit(game, "Pip30", "Pip21", ship=RED)
    assert crew(game, RED)[-2:] == ("Pip30", "Pip21") and game.open == ("Pip20",)
    assert game.stage is Stage.DRAW


def recruiting(*ship: str) -> Duel:
    return turn_up(table(level=1, blue=ship, stage=Stage.TURN_UP), "Pip20", "Pip21")


def test_pd_6_on_a_full_ship_a_new_pirate_replaces_an_old_one() -> None:
    game = play(recruiting(*FULL), actions.Replace("Pip20", "Pip11"))
    assert crew(game, BLUE) == ("Captain Blue", "Pip20", "Pip12", "Pip13", "Pip14", "Pip15")
    assert game.discard == ("Pip11",)


def test_pd_6_or_is_turned_away() -> None:
    game = play(recruiting(*FULL), actions.TurnAway("Pip20"), actions.TurnAway("Pip30"))
    assert crew(game, BLUE) == FULL and game.discard == ("Pip20", "Pip30") and game.open == ("Pip21",)


def test_pd_6_a_free_place_is_filled_first() -> None:
    game = recruiting(*FULL[:5])
    assert "free place" in refused(game, actions.Replace("Pip20", "Pip11"))
    assert "free place" in refused(game, actions.TurnAway("Pip20"))
    game = recruit(game, "Pip20")
    assert "no free place" in refused(game, actions.Recruit("Pip21", BLUE))
    assert play(game, actions.Replace("Pip21", "Pip11")).discard == ("Pip11",)


def test_pd_6_neither_the_captain_nor_a_recruit_of_this_turn_is_replaced() -> None:
    game = recruiting(*FULL)
    assert "no old pirate" in refused(game, actions.Replace("Pip20", "Captain Blue"))
    assert "no old pirate" in refused(game, actions.Replace("Pip20", "Pip1"))
    game = play(game, actions.Replace("Pip20", "Pip11"))
    assert "no old pirate" in refused(game, actions.Replace("Pip21", "Pip20"))


def test_pd_6_six_pirates_fit_on_a_ship_that_lost_its_captain() -> None:
    game = recruit(recruiting(*PIPS[10:15]), "Pip20")
    assert len(crew(game, BLUE)) == 6
    assert "no free place" in refused(game, actions.Recruit("Pip21", BLUE))


def test_pd_6_the_discard_becomes_the_pile_when_that_runs_out() -> None:
    game = replace(table(level=1, stage=Stage.TURN_UP), pile=("Pip20",), discard=("Pip21", "Pip22"))
    game = turn_up(game, "Pip20")
    assert set(game.pile) == {"Pip21", "Pip22"} and game.discard == ()
    game = turn_up(game, "Pip22")
    assert game.stage is Stage.RECRUIT and game.pile == ("Pip21",)


def test_pd_6_only_what_lies_in_the_pile_can_come_up() -> None:
    game = table(level=1, stage=Stage.TURN_UP)
    assert {actions.TurnUp(name) for name in game.pile} == set(duel.legal(game))
    assert "does not lie in the pile" in refused(game, actions.TurnUp("Pip1"))
    assert "does not lie in the pile" in refused(game, actions.TurnUp("Captain Yellow"))


# -- the combat card -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "gold"), [("fishing", 6), ("storm", 5), ("bad-encounter", 5), ("capture", 7), ("plunder", 7)]
)
def test_pd_7_a_card_without_a_fight_moves_gold_and_ends_the_turn(card: str, gold: int) -> None:
    game = play(table(level=1), actions.Draw(card))
    assert game.gold == (gold, 6, 6)
    assert game.turn.seat == JACK and game.turn.number == 2
    assert game.combat_discard == (card,) and card not in game.combat_pile


def test_pd_7_the_combat_cards_are_used_again_when_they_run_out() -> None:
    game = replace(table(level=1), combat_pile=("fishing",), combat_discard=("storm",))
    game = recruit(turn_up(play(game, actions.Draw("fishing")), "Pip20", "Pip21"), "Pip20", "Pip21", ship=RED)
    assert set(game.combat_pile) == {"storm", "fishing"}
    assert set(duel.legal(game)) == {actions.Draw("storm"), actions.Draw("fishing")}


def test_pd_8_one_of_the_two_ships_on_the_card_must_be_attacked() -> None:
    game = play(table(level=1), actions.Draw("boarding-red-white-2"))
    assert set(duel.legal(game)) == {actions.Attack(BLUE, RED), actions.Attack(BLUE, WHITE)}
    assert "must be attacked" in refused(game, actions.Pass())


def test_pd_8_nobody_attacks_oneself() -> None:
    game = play(table(level=1), actions.Draw("boarding-blue-red-2"))
    assert list(duel.legal(game)) == [actions.Attack(BLUE, RED)]
    assert "does not let you attack the blue ship" in refused(game, actions.Attack(BLUE, BLUE))
    assert "Anne has no white ship" in refused(game, actions.Attack(WHITE, RED))


def test_pd_8_no_fight_if_none_of_the_ships_is_in_play() -> None:
    game = play(table(level=1, white=()), actions.Draw("boarding-white-green-2"))
    assert game.turn.seat == JACK and game.fight is None and game.gold == (6, 6, 6)


def test_pd_8_black_ships_let_attack_any_opponent() -> None:
    game = play(table(level=1, players=4), actions.Draw("cannonade-black-2"))
    assert set(duel.legal(game)) == {
        actions.Attack(BLUE, RED),
        actions.Attack(BLUE, WHITE),
        actions.Attack(BLUE, GREEN),
    }


# -- the fight -----------------------------------------------------------------------------------------------------


def test_pd_9_cannons_count_in_a_cannonade_and_sabres_in_a_boarding() -> None:
    game = table(level=1, blue=("Captain Blue", "Gunner", "Pip11"), red=("Captain Red", "Fencer"))
    assert dice_wanted(cannonade(game)) == (red().die, 5)
    assert dice_wanted(boarding(game)) == (red().die, 2)
    assert dice_wanted(play(cannonade(game), red(5))) == (blue().die, 1)
    assert dice_wanted(play(boarding(game), red(2))) == (blue().die, 4)


def test_pd_9_six_dice_at_most() -> None:
    game = boarding(table(level=1, blue=("Captain Blue", "Giant", "Fencer")))
    assert dice_wanted(game) == (red().die, 6)


def test_pd_9_the_throw_must_be_of_the_right_dice() -> None:
    game = boarding(table(level=1))
    for wrong in (red(3), red(5), blue(4), red(5, -1)):
        assert refused(game, wrong) == "4 red dice are thrown."
    assert len(list(duel.legal(game))) == 15  # four dice, three faces


def test_pd_9_without_strength_no_dice_are_thrown() -> None:
    game = boarding(table(level=1, red=("Idler",)))
    game = play(game, red(0, 0, 4))
    assert game.turn.seat == JACK and crew(game, RED) == ("Idler",)


def test_pd_10_losses_are_the_opponents_skulls_minus_the_own_ships() -> None:
    game = play(boarding(table(level=1)), red(3, 1), blue(3, 1))
    assert game.fight is not None
    attacker, defender = game.fight.sides
    assert (attacker.due, defender.due) == (2, 2)


def test_pd_10_more_ships_than_skulls_is_no_loss_and_no_gain() -> None:
    game = play(boarding(table(level=1)), red(2, 0, 2), blue(0, 4))
    assert game.turn.seat == JACK and game.gold == (6, 6, 6)


def test_pd_11_the_opponent_picks_the_losses_defender_first() -> None:
    game = play(boarding(table(level=1)), red(2, 0, 2), blue(1, 1, 2))
    assert duel.actor(game) == ANNE  # red loses one, and Anne says whom
    assert "not in the crew of the red ship" in refused(game, actions.Overboard("Pip1"))
    game = play(game, actions.Overboard("Pip5"))
    assert duel.actor(game) == JACK
    game = play(game, actions.Overboard("Pip2"))
    assert crew(game, RED) == ("Captain Red", "Pip4", "Pip6") and crew(game, BLUE) == ("Captain Blue", "Pip1", "Pip3")
    assert set(game.discard) == {"Pip5", "Pip2"} and game.turn.seat == JACK


def test_pd_11_a_captain_costs_two_losses_of_one_fight() -> None:
    one = play(boarding(table(level=1)), red(1, 0, 3), blue(0, 0, 4))
    assert "costs two losses" in refused(one, actions.Overboard("Captain Red"))
    two = play(boarding(table(level=1)), red(2, 0, 2), blue(0, 0, 4))
    game = play(two, actions.Overboard("Captain Red"))
    assert crew(game, RED) == ("Pip4", "Pip5", "Pip6") and game.discard == ()
    assert game.turn.seat == JACK


def test_pd_11_a_loss_that_only_the_captain_could_take_lapses() -> None:
    game = play(boarding(table(level=1, red=("Captain Red", "Pip11"))), red(2, 0, 2), blue(0, 0, 2))
    game = play(game, actions.Overboard("Pip11"))
    assert crew(game, RED) == ("Captain Red",) and game.gold == (8, 4, 6)


def test_pd_12_a_ship_without_crew_sinks_and_its_treasure_goes_to_the_opponent() -> None:
    game = table(level=1, red=("Captain Red", "Pip11"), gold=(6, 7, 6))
    game = play(
        boarding(game), red(3, 0, 1), blue(0, 0, 2), actions.Overboard("Pip11"), actions.Overboard("Captain Red")
    )
    assert game.gold == (13, 0, 6) and crew(game, RED) == ()
    assert game.turn.seat == MARY  # Jack is out


def test_pd_12_the_defender_can_sink_the_attacker() -> None:
    game = table(level=1, blue=("Pip11",), red=("Giant",))
    game = play(boarding(game), red(0, 0, 1), blue(5), actions.Overboard("Pip11"))
    assert game.gold == (0, 12, 6) and duel.outcome(game) is None and game.turn.seat == JACK


def test_pd_12_two_ships_that_sink_each_other_take_their_gold_down() -> None:
    game = table(level=1, players=4, blue=("Pip11",), red=("Pip12",))
    game = play(boarding(game), red(1), blue(1), actions.Overboard("Pip12"), actions.Overboard("Pip11"))
    assert game.gold == (0, 0, 6, 6) and game.turn.seat == MARY


def test_pd_12_of_two_ships_that_sink_each_other_the_defender_s_is_settled_first() -> None:
    """The attacker has 15 gold at that moment, and with them the game."""
    game = table(level=1, players=4, blue=("Pip11",), red=("Pip12",), gold=(9, 6, 6, 6))
    game = play(boarding(game), red(1), blue(1), actions.Overboard("Pip12"), actions.Overboard("Pip11"))
    assert game.gold == (15, 0, 6, 6) and game.winners == (ANNE,) and told(game) == "Anne has 15 gold coins."


def test_pd_12_and_15_of_two_that_sink_each_other_the_third_left_has_won() -> None:
    game = table(level=1, blue=("Pip11",), red=("Pip12",))
    game = play(boarding(game), red(1), blue(1), actions.Overboard("Pip12"), actions.Overboard("Pip11"))
    assert game.gold == (0, 0, 6) and game.winners == (MARY,)


def test_pd_12_a_sunk_player_takes_no_gold_even_after_the_better_fight() -> None:
    game = table(level=1, blue=("Captain Blue", "Pip11", "Pip12"), red=("Fencer",))
    game = play(
        boarding(game), red(1, 0, 2), blue(2, 0, 1), actions.Overboard("Fencer"), actions.Overboard("Captain Blue")
    )
    assert game.gold == (12, 0, 6)


def test_pd_13_who_inflicts_more_losses_takes_the_gold_on_the_card() -> None:
    game = play(boarding(table(level=1)), red(1, 0, 3), blue(0, 0, 4), actions.Overboard("Pip4"))
    assert game.gold == (8, 4, 6)
    game = play(boarding(table(level=1)), red(0, 0, 4), blue(1, 0, 3), actions.Overboard("Pip1"))
    assert game.gold == (4, 8, 6)


def test_pd_13_equal_losses_have_no_winner() -> None:
    game = play(
        boarding(table(level=1)), red(1, 0, 3), blue(1, 0, 3), actions.Overboard("Pip4"), actions.Overboard("Pip1")
    )
    assert game.gold == (6, 6, 6)


def test_pd_13_a_captain_counts_two_for_the_winner() -> None:
    game = play(
        boarding(table(level=1)),
        red(2, 0, 2),
        blue(1, 0, 3),
        actions.Overboard("Captain Red"),
        actions.Overboard("Pip1"),
    )
    assert game.gold == (8, 4, 6)


def test_pd_13_a_loser_with_less_gives_all_and_pd_14_is_out() -> None:
    game = table(level=1, gold=(6, 1, 6))
    game = play(boarding(game), red(1, 0, 3), blue(0, 0, 4), actions.Overboard("Pip4"))
    assert game.gold == (7, 0, 6) and crew(game, RED) == () and game.turn.seat == MARY
    assert not {"Captain Red", "Pip5", "Pip6"} & {*game.pile, *game.discard}  # out of the game with the player


def test_pd_14_the_last_gold_paid_to_the_bank_puts_out_too() -> None:
    game = play(table(level=1, gold=(1, 6, 6)), actions.Draw("storm"))
    assert game.gold == (0, 6, 6) and crew(game, BLUE) == () and game.turn.seat == JACK
    game = play(recruit(turn_up(game, "Pip20", "Pip21"), "Pip20", "Pip21", ship=RED), actions.Draw("fishing"))
    assert game.turn.seat == MARY
    game = play(
        recruit(turn_up(game, "Pip22", "Pip23"), "Pip22", "Pip23", ship=WHITE), actions.Draw("cannonade-black-2")
    )
    assert list(duel.legal(game)) == [actions.Attack(WHITE, RED)]


def test_pd_15_fifteen_gold_win_at_once() -> None:
    game = play(table(level=1, gold=(14, 6, 6)), actions.Draw("capture"))
    assert duel.actor(game) is None and list(duel.legal(game)) == []
    assert game.winners == (ANNE,) and told(game) == "Anne has 15 gold coins."
    assert "the game is over" in refused(game, actions.TurnUp("Pip20"))


def test_pd_15_the_defender_can_win_too() -> None:
    game = table(level=1, gold=(6, 14, 6))
    game = play(boarding(game), red(0, 0, 4), blue(1, 0, 3), actions.Overboard("Pip1"))
    assert game.winners == (JACK,) and told(game) == "Jack has 16 gold coins."


def test_pd_15_the_last_player_left_wins() -> None:
    game = table(level=1, gold=(1, 2, 6), white=("Captain White",))
    game = replace(game, gold=(2, 1, 0), ships=(*game.ships[:2], replace(game.ships[2], crew=())))
    game = play(boarding(game), red(1, 0, 3), blue(0, 0, 4), actions.Overboard("Pip4"))
    assert game.winners == (ANNE,) and told(game) == "Anne is the last one left."


def test_pd_12_and_15_the_attacker_is_left_of_the_last_two_who_sink_each_other() -> None:
    game = table(level=1, gold=(5, 5, 0), blue=("Pip11",), red=("Pip12",), white=())
    game = play(boarding(game), red(1), blue(1), actions.Overboard("Pip12"), actions.Overboard("Pip11"))
    assert game.winners == (ANNE,) and game.gold == (10, 0, 0)
    assert told(game) == "The last two ships sank each other, the defender's first: Anne wins."


# -- levels --------------------------------------------------------------------------------------------------------


def test_pd_level_1_knows_no_skills_and_level_2_no_green_ones() -> None:
    for level, known in ((1, set[str]()), (2, {"Helm", "Tavern"}), (3, {"Helm", "Tavern", "Sharp", "Boat"})):
        members = deck(DECK, level).members
        assert {name for name in ("Helm", "Tavern", "Sharp", "Boat") if members[name].skills} == known


def test_pd_level_1_offers_nothing_to_a_crew_full_of_skills() -> None:
    game = boarding(table(level=1, blue=("Helm", "Sharp", "Brother", "Parrot", "Marmoset", "Castor")))
    assert game.stage is Stage.DICE and dice_wanted(game) == (red().die, 6)
    assert refused(game, actions.Swap("Helm", "Pip4")) == "Not now: 6 red dice are thrown."


def test_pd_1_yellow_and_purple_fight_like_the_rest() -> None:
    game = play(table(level=1, players=6), actions.Draw("boarding-yellow-purple-3"))
    assert set(duel.legal(game)) == {actions.Attack(BLUE, YELLOW), actions.Attack(BLUE, PURPLE)}


# -- cards from the box --------------------------------------------------------------------------------------------


def test_pd_6_from_the_box_a_discarded_pirate_may_come_again_at_any_time() -> None:
    game = table(level=1, stage=Stage.TURN_UP)
    gone = game.pile[0]
    game = replace(game, pile=game.pile[1:], discard=(gone,))
    assert "does not lie in the pile" in refused(game, actions.TurnUp(gone))
    boxed = replace(game, setup=replace(game.setup, box=True))
    after = duel.apply(boxed, actions.TurnUp(gone))
    assert gone in after.open and after.discard == () and gone not in after.pile


def test_pd_7_from_the_box_a_combat_card_may_come_again_at_any_time() -> None:
    game = play(table(level=1), actions.Draw("storm"))
    game = recruit(turn_up(game, "Pip20", "Pip21"), "Pip20", "Pip21", ship=RED)
    storms = game.combat_pile.count("storm")
    game = replace(game, combat_pile=tuple(card for card in game.combat_pile if card != "storm"))
    assert "does not lie in the pile" in refused(game, actions.Draw("storm"))
    after = duel.apply(replace(game, setup=replace(game.setup, box=True)), actions.Draw("storm"))
    assert after.combat_pile.count("storm") <= storms and after.turn.seat == MARY


def test_pd_7_the_table_says_when_by_its_count_the_combat_cards_are_out() -> None:
    game = table(level=1)
    boxed = replace(game.setup, box=True)
    last = replace(game, combat_pile=("storm",), combat_discard=("fishing", "capture"), setup=boxed)
    after = duel.apply(last, actions.Draw("storm"))
    after = recruit(turn_up(after, "Pip20", "Pip21"), "Pip20", ship=RED)
    done = duel.apply(after, actions.Recruit("Pip21", RED))
    assert "shuffle the combat cards" in str(tell(after, actions.Recruit("Pip21", RED), done))
