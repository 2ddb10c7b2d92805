"""Aux Sabords at sea, rule by rule: sailing, treasure squares, roses, ports and boarding (AS-7 to AS-12)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.game import IllegalAction
from rules.sabords import actions
from rules.sabords.board import Board, Direction
from rules.sabords.cards import Card, added, count
from rules.sabords.rules import actor, legal, points
from rules.sabords.state import Aux, Phase
from tests.rules.sabords.table import (
    ANNE,
    BLUE,
    CAPTAIN,
    EAST,
    GREEN,
    JACK,
    LEG,
    NOBODY_HAS_MUCH,
    NORTH,
    PIRATE,
    PISTOL,
    RED,
    SABRE,
    SHIP,
    SOUTH,
    WEST,
    afloat,
    cards,
    dealt,
    do,
    sail,
    sailing,
    ship,
    told,
    with_hands,
    with_ship,
)

# On the shipped board: red's port is (0, 0), its rose (2, 2), its treasure square (8, 8); a reef is at (3, 3).

# -- AS-7: sailing -------------------------------------------------------------------------------------------------


def test_as_7_a_ship_sails_the_four_ways_and_no_diagonal() -> None:
    game = sailing(told(), RED, (6, 2), 6)
    assert set(legal(game)) == {actions.Sail(NORTH), actions.Sail(EAST), actions.Sail(SOUTH), actions.Sail(WEST)}
    assert ship(sail(game, SOUTH, EAST), RED).square == (7, 3)


def test_as_7_all_of_the_die_is_used_to_and_fro_if_one_likes() -> None:
    game = sailing(told(), RED, (6, 2), 4)
    game = sail(game, EAST, WEST, EAST)
    assert (game.ship.colour, game.steps) == (RED, 1)
    game = sail(game, WEST)
    assert (ship(game, RED).square, game.ship.colour) == ((6, 2), BLUE)


@pytest.mark.parametrize(
    ("square", "to"),
    [((0, 5), EAST), ((5, 3), EAST), ((0, 3), NORTH), ((5, 0), WEST)],
    ids=["reef", "island", "edge above", "edge left"],
)
def test_as_7_no_ship_on_reefs_on_land_or_over_the_edge(square: tuple[int, int], to: Direction) -> None:
    game = sailing(told(), RED, square, 3)
    assert actions.Sail(to) not in list(legal(game))
    with pytest.raises(IllegalAction, match="a reef, land or the edge"):
        do(game, actions.Sail(to))


@pytest.mark.parametrize(("square", "to"), [((0, 11), EAST), ((8, 3), EAST)], ids=["blue port", "blue treasure square"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_7_no_ship_in_anothers_port_or_treasure_square(square: tuple[int, int], to: Direction, players: int) -> None:
    game = sailing(told(players), RED, square, 3)
    with pytest.raises(IllegalAction, match="Another colour's port or treasure square"):
        do(game, actions.Sail(to))


def test_as_7_the_places_of_a_colour_nobody_plays_are_closed_too() -> None:
    game = sailing(told(3), RED, (11, 0), 3)  # yellow's port is (12, 0)
    assert actions.Sail(SOUTH) not in list(legal(game))


def test_as_7_two_ships_on_a_square_leave_no_room_for_a_third() -> None:
    game = afloat(afloat(sailing(told(), RED, (6, 2), 3), BLUE, (6, 3)), GREEN, (6, 3))
    with pytest.raises(IllegalAction, match="Two ships are on that square"):
        sail(game, EAST)


def test_as_7_one_may_share_a_square_and_stay_there() -> None:
    game = afloat(sailing(told(), RED, (6, 2), 1), BLUE, (6, 3))
    game = do(game, actions.Sail(EAST), actions.SailOn())
    assert ship(game, RED).square == ship(game, BLUE).square == (6, 3)
    assert game.ship.colour is BLUE


def test_a_ship_with_no_way_out_stays_where_it_is_and_the_game_goes_on() -> None:
    """Two ships lie before a port with one way out."""
    game = replace(told(4), board=Board(("R..1.r", "x....x", "B2b...", "G3g...", "Y4y...")))
    game = afloat(afloat(game, BLUE, (0, 1)), GREEN, (0, 1))
    game = do(replace(sailing(game, RED, (0, 0), 0), phase=Phase.THROW), actions.Throw(5))
    assert ship(game, RED).square == (0, 0)
    assert (game.ship.colour, game.phase) == (BLUE, Phase.THROW)


def test_a_treasure_square_with_one_way_in_and_out_is_no_trap() -> None:
    """However long the die is: what was loaded can be put back, and the square one came from has room."""
    game = replace(told(4), board=Board(("R..1.r", "x....x", "B2b...", "G3g...", "Y4y...")))
    game = afloat(sailing(game, RED, (0, 4), 6), BLUE, (0, 4))
    game = do(
        game,
        actions.Sail(EAST),
        actions.Load(1),
        actions.Sail(WEST),
        actions.SailOn(),
        actions.Sail(EAST),
        actions.Unload(1),
        actions.Sail(WEST),
        actions.SailOn(),
    )
    assert (game.phase, game.steps) == (Phase.SAIL, 2)


@pytest.mark.parametrize("pips", [0, 7, -1])
def test_a_die_shows_one_to_six(pips: int) -> None:
    game = replace(sailing(told(), RED, (6, 2), 0), phase=Phase.THROW)
    with pytest.raises(IllegalAction, match="1 to 6"):
        do(game, actions.Throw(pips))


# -- AS-8: the treasure square -------------------------------------------------------------------------------------


def test_as_8_any_number_of_chests_is_loaded_in_passing() -> None:
    game = sailing(told(), RED, (8, 9), 3, treasure=3, beside=1)
    game = sail(game, WEST)
    assert list(legal(game)) == [actions.Load(1), actions.Load(2), actions.Load(3)]
    game = do(game, actions.Load(2))
    assert (ship(game, RED).cargo, ship(game, RED).treasure) == ((2, 0, 0, 0), 1)
    assert (game.phase, game.steps) == (Phase.SAIL, 2)


def test_as_8_own_chests_may_be_put_back_captured_ones_not() -> None:
    game = sailing(told(), RED, (8, 9), 1, treasure=0, cargo=(2, 3, 0, 0))
    game = sail(game, WEST)
    assert list(legal(game)) == [actions.Unload(1), actions.Unload(2)]
    game = do(game, actions.Unload(2))
    assert (ship(game, RED).cargo, ship(game, RED).treasure) == ((0, 3, 0, 0), 2)


def test_as_8_nobody_enters_who_has_nothing_to_load_or_unload() -> None:
    game = sailing(told(), RED, (8, 9), 1, treasure=0, cargo=(0, 3, 0, 0))
    assert actions.Sail(WEST) not in list(legal(game))
    with pytest.raises(IllegalAction, match="only to load or unload a chest"):
        sail(game, WEST)


def test_as_8_one_does_not_pass_without_loading_or_unloading_at_least_one() -> None:
    game = sail(sailing(told(), RED, (8, 9), 2), WEST)
    with pytest.raises(IllegalAction, match="Not now: Anne loads or unloads chests"):
        sail(game, SOUTH)
    with pytest.raises(IllegalAction, match="1 to 1 chests"):
        do(game, actions.Load(0))
    with pytest.raises(IllegalAction, match="1 to 1 chests"):
        do(game, actions.Load(2))
    with pytest.raises(IllegalAction, match="no chest of the ship's own colour"):
        do(game, actions.Unload(1))


def test_as_8_to_and_fro_over_the_treasure_square_loads_and_unloads() -> None:
    game = sailing(told(), RED, (8, 9), 5)
    game = do(
        game,
        actions.Sail(WEST),
        actions.Load(1),
        actions.Sail(EAST),
        actions.Sail(WEST),
        actions.Unload(1),
        actions.Sail(SOUTH),
    )
    assert ship(game, RED).treasure == 1
    with pytest.raises(IllegalAction, match="Not now: Anne loads"):
        do(game, actions.Sail(NORTH), actions.Sail(NORTH))


# -- AS-9: roses ---------------------------------------------------------------------------------------------------


def test_as_9_each_pass_over_the_own_rose_may_put_one_chest_on_the_island() -> None:
    game = sailing(told(), RED, (2, 1), 5)
    game = do(
        game,
        actions.Sail(EAST),
        actions.PlaceChest(),
        actions.Sail(EAST),
        actions.Sail(WEST),
        actions.PlaceChest(),
        actions.Sail(WEST),
        actions.Sail(EAST),
        actions.PlaceChest(),
    )
    assert (ship(game, RED).beside, ship(game, RED).treasure) == (0, 4)
    assert game.ship.colour is BLUE


def test_as_9_one_need_not() -> None:
    game = do(sailing(told(), RED, (2, 1), 2), actions.Sail(EAST), actions.SailOn())
    assert (ship(game, RED).beside, game.phase, game.steps) == (3, Phase.SAIL, 1)


def test_as_9_nothing_is_asked_with_no_chest_left_beside_the_board() -> None:
    game = sail(sailing(told(), RED, (2, 1), 2, beside=0), EAST)
    assert game.phase is Phase.SAIL


def test_as_9_anothers_rose_does_nothing() -> None:
    game = sail(sailing(told(), BLUE, (2, 1), 2), EAST)
    assert (game.phase, ship(game, RED).beside, ship(game, BLUE).beside) == (Phase.SAIL, 3, 3)


def test_as_9_and_11_the_rose_comes_before_the_boarding() -> None:
    game = afloat(sailing(told(), RED, (2, 1), 2), BLUE, (2, 2))
    game = sail(game, EAST)
    assert game.phase is Phase.ROSE
    assert do(game, actions.PlaceChest()).phase is do(game, actions.SailOn()).phase is Phase.MEET


# -- AS-10: the port -----------------------------------------------------------------------------------------------


def test_as_10_passing_the_own_port_brings_everything_ashore_and_one_sails_on() -> None:
    game = sailing(told(), RED, (0, 1), 3, cargo=(2, 1, 0, 0), treasure=0, beside=1)
    game = sail(game, WEST)
    assert (ship(game, RED).port, ship(game, RED).cargo) == ((2, 1, 0, 0), (0, 0, 0, 0))
    assert points(game) == (3, 0, 0, 0)
    assert (game.phase, game.steps) == (Phase.SAIL, 2)


# -- AS-11, AS-12: boarding ----------------------------------------------------------------------------------------


def boarding(attacker: tuple[Card, ...] = (), defender: tuple[Card, ...] = ()) -> Aux:
    """Red, with a chest of its own, has reached blue, who carries two; three squares are left."""
    filler = (LEG, SABRE, PISTOL, LEG, SABRE)
    hands = [cards(*(hand + filler)[:5]) for hand in (attacker, defender, ())]
    game = dealt(*NOBODY_HAS_MUCH)
    game = afloat(game, BLUE, (6, 3), cargo=(0, 2, 0), treasure=0, beside=2)
    game = sailing(game, RED, (6, 2), 4, cargo=(1, 0, 0), treasure=0)
    return sail(with_hands(game, *hands), EAST)


def test_as_11_on_reaching_another_ship_one_may_attack_or_not() -> None:
    game = boarding()
    assert list(legal(game)) == [actions.Attack(), actions.SailOn()]
    game = do(game, actions.SailOn())
    assert (game.phase, game.steps) == (Phase.SAIL, 3)
    assert ship(game, BLUE).cargo == (0, 2, 0)


def test_as_11_the_attacked_player_lays_first_then_the_attacker() -> None:
    game = do(boarding((PIRATE,), (PIRATE, PIRATE)), actions.Attack())
    assert actor(game) == JACK
    assert set(legal(game)) == {actions.LayPirates(1), actions.LayPirates(2), actions.GiveUp()}
    game = do(game, actions.LayPirates(1))
    assert actor(game) == ANNE
    assert set(legal(game)) == {actions.LayPirates(1), actions.GiveUp()}


def test_as_11_more_pirates_win() -> None:
    game = do(boarding((PIRATE,) * 3, (PIRATE,) * 2), actions.Attack(), actions.LayPirates(2), actions.LayPirates(3))
    assert (ship(game, RED).cargo, ship(game, BLUE).cargo) == ((1, 2, 0), (0, 0, 0))
    game = do(boarding((PIRATE,) * 3, (PIRATE,) * 2), actions.Attack(), actions.LayPirates(2), actions.LayPirates(1))
    assert (ship(game, RED).cargo, ship(game, BLUE).cargo) == ((0, 0, 0), (1, 2, 0))


def test_as_11_equal_numbers_are_a_draw_and_everyone_stays_as_is() -> None:
    before = boarding((PIRATE,) * 2, (PIRATE,) * 2)
    game = do(before, actions.Attack(), actions.LayPirates(2), actions.LayPirates(2))
    assert game.ships == before.ships
    assert count(game.discard or (), PIRATE) == 4
    assert (game.ship.colour, game.steps) == (RED, 3)


def test_as_11_a_captain_wins_against_five_pirates_whoever_lays_it() -> None:
    game = do(boarding((CAPTAIN,), (PIRATE,) * 5), actions.Attack(), actions.LayPirates(5), actions.LayCaptain())
    assert ship(game, RED).cargo == (1, 2, 0)
    game = do(boarding((PIRATE,) * 5, (CAPTAIN,)), actions.Attack(), actions.LayCaptain(), actions.LayPirates(5))
    assert ship(game, BLUE).cargo == (1, 2, 0)


def test_as_11_captain_against_captain_is_a_draw() -> None:
    before = boarding((CAPTAIN,), (CAPTAIN,))
    game = do(before, actions.Attack(), actions.LayCaptain(), actions.LayCaptain())
    assert game.ships == before.ships
    assert count(game.discard or (), CAPTAIN) == 2


def test_as_11_whoever_gives_up_has_lost_and_no_cards_are_used() -> None:
    game = do(boarding((PIRATE,), (PIRATE,)), actions.Attack(), actions.GiveUp())
    assert ship(game, RED).cargo == (1, 2, 0)
    assert game.hands[ANNE] == cards(PIRATE, LEG, SABRE, PISTOL, LEG)
    game = do(boarding((), (PIRATE,)), actions.Attack(), actions.LayPirates(1), actions.GiveUp())
    assert ship(game, BLUE).cargo == (1, 2, 0)


def test_as_11_cards_one_does_not_hold_are_refused() -> None:
    game = do(boarding((), (PIRATE, PIRATE)), actions.Attack())
    with pytest.raises(IllegalAction, match="Jack can lay 2 pirates at most"):
        do(game, actions.LayPirates(3))
    with pytest.raises(IllegalAction, match="Jack has no Captain card"):
        do(game, actions.LayCaptain())
    with pytest.raises(IllegalAction, match="at least one pirate, or give up"):
        do(game, actions.LayPirates(0))


def test_as_12_the_loser_is_back_in_port_without_a_ship_card() -> None:
    game = do(boarding((PIRATE,)), actions.Attack(), actions.GiveUp())
    assert (ship(game, BLUE).square, ship(game, BLUE).card) == ((0, 12), False)
    assert game.discard == cards(SHIP)


def test_as_12_hands_are_refilled_the_attackers_first() -> None:
    game = do(boarding((PIRATE,) * 3, (PIRATE,) * 2), actions.Attack(), actions.LayPirates(2), actions.LayPirates(3))
    drawers = []
    while game.due:
        drawers.append(game.due[0].hand)
        game = do(game, next(iter(legal(game))))
    assert drawers == [ANNE] * 3 + [JACK] * 2
    assert all(sum(hand or ()) == 5 for hand in game.hands)


def test_as_12_a_winner_sails_on_and_may_board_again() -> None:
    game = afloat(boarding((PIRATE,)), GREEN, (6, 2), cargo=(0, 0, 1), treasure=0)
    game = do(game, actions.Attack(), actions.GiveUp(), actions.Sail(WEST))
    assert game.phase is Phase.MEET
    game = do(game, actions.Attack(), actions.GiveUp())
    assert ship(game, RED).cargo == (1, 2, 1)
    assert (game.ship.colour, game.steps) == (RED, 2)


def test_as_12_after_a_draw_one_comes_back_to_attack_once_more() -> None:
    game = do(boarding((PIRATE,) * 2, (PIRATE,) * 2), actions.Attack(), actions.LayPirates(1), actions.LayPirates(1))
    while game.due:
        game = do(game, actions.Draw(PIRATE))
    assert actions.Attack() not in list(legal(game))
    game = sail(game, WEST, EAST)
    assert actions.Attack() in list(legal(game))


def test_as_12_an_attacker_who_is_sunk_ends_the_turn() -> None:
    game = do(boarding((), (PIRATE,)), actions.Attack(), actions.LayPirates(1), actions.GiveUp())
    assert (ship(game, RED).square, ship(game, RED).card, ship(game, RED).cargo) == ((0, 0), False, (0, 0, 0))
    assert game.ship.colour is BLUE
    assert [(due.hand, due.until) for due in game.due] == [(JACK, 5), (JACK, 6)]


def test_as_12_the_last_square_of_the_die_is_good_for_an_attack() -> None:
    game = replace(boarding((PIRATE,)), steps=0)
    game = do(game, actions.Attack(), actions.GiveUp())
    assert ship(game, RED).cargo == (1, 2, 0)
    assert game.ship.colour is BLUE


def test_as_11_ships_in_port_are_out_of_reach() -> None:
    game = with_ship(sailing(told(), RED, (0, 11), 2), BLUE, square=(0, 12), card=True)
    assert actions.Sail(EAST) not in list(legal(game))


def test_with_physical_cards_what_is_laid_is_believed_as_far_as_the_deck_goes() -> None:
    game = afloat(sailing(told(3), RED, (6, 2), 3), BLUE, (6, 3), cargo=(0, 1, 0), treasure=0)
    game = do(game, actions.Sail(EAST), actions.Attack())
    assert set(legal(game)) == {*map(actions.LayPirates, range(1, 6)), actions.LayCaptain(), actions.GiveUp()}
    with pytest.raises(IllegalAction, match="5 pirates at most"):
        do(game, actions.LayPirates(6))
    one_captain = replace(game, deck=added(game.deck, CAPTAIN, -1))
    with pytest.raises(IllegalAction, match="All Captain cards of the deck lie open"):
        do(one_captain, actions.LayCaptain(), actions.LayCaptain())
    game = do(game, actions.LayPirates(5), actions.LayCaptain())
    assert (ship(game, RED).cargo, game.steps, game.due) == ((0, 1, 0), 2, ())
