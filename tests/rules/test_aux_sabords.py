"""Aux Sabords, rule by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.aux_board import Board, Direction
from rules.aux_cards import NO_CARDS, Card, added, count
from rules.aux_sabords import actor, legal, outcome, points, start
from rules.aux_state import (
    Attack,
    Aux,
    Build,
    Deal,
    Discard,
    Draw,
    Ends,
    GiveUp,
    LayCaptain,
    LayPirates,
    LayShipCard,
    Load,
    Phase,
    PlaceChest,
    Ready,
    Sail,
    SailOn,
    Setup,
    Throw,
    Unload,
)
from rules.game import SEA, IllegalAction, SetupError
from tests.rules.aux_table import (
    ANNE,
    BLUE,
    CAPTAIN,
    EAST,
    GREEN,
    JACK,
    LEG,
    MARY,
    NAMES,
    NORTH,
    PIRATE,
    PISTOL,
    RED,
    SABRE,
    SHIP,
    SOUTH,
    WEST,
    YELLOW,
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
NOBODY_HAS_MUCH = (PIRATE, PIRATE, LEG, LEG, SHIP) * 3

# -- AS-1 to AS-3: the beginning -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_as_1_each_has_one_chest_on_the_island_three_beside_the_board_and_no_ship_yet(players: int) -> None:
    game = start(NAMES[:players], Setup())
    assert [each.seat for each in game.ships] == list(range(players))
    for each in game.ships:
        assert (each.treasure, each.beside, each.square, each.card) == (1, 3, None, False)


def test_as_1_five_cards_each_then_the_first_player_draws_one() -> None:
    game = dealt(*NOBODY_HAS_MUCH)
    assert [sum(hand or ()) for hand in game.hands] == [5, 5, 5]
    assert actor(game) == SEA
    game = do(game, Draw(SABRE))
    assert sum(game.hands[ANNE] or ()) == 6
    assert sum(game.pile or ()) == 54 - 16
    assert actor(game) == ANNE


def test_as_1_the_discard_becomes_the_pile_when_the_pile_has_run_out() -> None:
    game = dealt(*NOBODY_HAS_MUCH)
    game = replace(game, pile=NO_CARDS, discard=cards(SABRE, SABRE, PISTOL))
    assert list(legal(game)) == [Draw(SABRE), Draw(PISTOL)]
    game = do(game, Draw(SABRE))
    assert game.pile == cards(SABRE, PISTOL)
    assert game.discard == NO_CARDS


@pytest.mark.parametrize("players", [("Anne",), (*NAMES, "Bart")])
def test_as_1_two_to_four_play(players: tuple[str, ...]) -> None:
    with pytest.raises(SetupError, match="2 to 4 players"):
        start(players, Setup())


def test_as_3_the_one_who_was_chosen_starts_and_play_goes_clockwise() -> None:
    game = told(4, first=MARY)
    order = []
    for _ in range(5):
        order.append(game.ship.colour)
        game = do(game, Ready())
    assert order == [GREEN, YELLOW, RED, BLUE, GREEN]


@pytest.mark.parametrize(
    ("setup", "word"),
    [
        (Setup(chests=5), "2, 3 or 4 chests, not 5"),
        (Setup(chests=0), "2, 3 or 4 chests, not 0"),
        (Setup(hands=3), "1 or 2 hands of cards each, not 3"),
        (Setup(first=3), "Nobody sits on seat 4"),
    ],
)
def test_a_setup_that_cannot_be_gets_a_clear_word(setup: Setup, word: str) -> None:
    with pytest.raises(SetupError, match=word):
        start(NAMES[:3], setup)


# -- AS-4: the order of a turn -------------------------------------------------------------------------------------


def test_as_4_a_hand_of_six_is_discarded_to_five_before_anything_goes_on() -> None:
    game = do(dealt(*NOBODY_HAS_MUCH, LEG), Ready())
    assert game.phase is Phase.DISCARD
    assert set(legal(game)) == {Discard(PIRATE), Discard(LEG), Discard(SHIP)}
    game = do(game, Discard(LEG))
    assert sum(game.hands[ANNE] or ()) == 5
    assert count(game.discard or (), LEG) == 1
    assert game.ship.colour is BLUE


def test_as_4_a_hand_below_five_is_filled_to_exactly_five_before_the_die_is_thrown() -> None:
    game = dealt(SABRE, PISTOL, SHIP, LEG, LEG, *NOBODY_HAS_MUCH[5:], PIRATE)
    game = do(game, Build(SABRE, PISTOL), LayShipCard())
    assert actor(game) == SEA
    with pytest.raises(IllegalAction, match="Not now: Anne draws cards"):
        do(game, Throw(3))
    game = do(game, Draw(PIRATE), Draw(PIRATE))
    assert game.hands[ANNE] == cards(LEG, LEG, PIRATE, PIRATE, PIRATE)
    assert set(legal(game)) == {Throw(pips) for pips in range(1, 7)}


def test_as_4_a_ship_at_sea_throws_after_its_card_is_drawn_and_one_discarded() -> None:
    game = with_hands(
        afloat(dealt(*NOBODY_HAS_MUCH, LEG), BLUE, (5, 2)),
        cards(PIRATE, PIRATE, LEG, LEG, SHIP, LEG),
        cards(PIRATE, PIRATE, PIRATE, PIRATE, SABRE),
        cards(SABRE, SABRE, PISTOL, LEG, LEG),
    )
    game = do(game, Ready(), Discard(LEG), Draw(PISTOL))
    assert (game.ship.colour, game.phase) == (BLUE, Phase.DISCARD)
    game = do(game, Discard(PISTOL), Throw(2))
    assert (game.phase, game.steps) == (Phase.SAIL, 2)


def test_as_4_with_physical_cards_nobody_is_asked_to_draw_or_discard() -> None:
    game = told(3)
    assert actor(game) == ANNE
    game = do(game, Build(SABRE, LEG), LayShipCard())
    assert (actor(game), game.phase) == (SEA, Phase.THROW)
    with pytest.raises(IllegalAction, match="Not now: Anne throws the die"):
        do(game, Draw(PIRATE))


# -- AS-5, AS-6: ship and ship card --------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [(PISTOL, SABRE), (SABRE, LEG), (LEG, PISTOL)])
def test_as_5_two_different_cards_build_the_ship_in_its_port(pair: tuple[Card, Card]) -> None:
    first, second = pair
    game = dealt(PISTOL, SABRE, LEG, PIRATE, PIRATE, *NOBODY_HAS_MUCH[5:], PIRATE)
    game = do(game, Build(first, second))
    assert ship(game, RED).square == (0, 0)
    assert sum(game.hands[ANNE] or ()) == 4
    assert game.discard == cards(first, second)


def test_as_5_the_order_of_the_two_cards_is_no_matter() -> None:
    assert Build(PISTOL, SABRE) == Build(SABRE, PISTOL)


@pytest.mark.parametrize("pair", [(SABRE, SABRE), (SABRE, PIRATE), (SHIP, LEG)])
def test_as_5_two_alike_or_another_card_build_nothing(pair: tuple[Card, Card]) -> None:
    with pytest.raises(IllegalAction, match="two different cards of pistol, sabre and wooden leg"):
        do(told(), Build(*pair))


def test_as_5_a_card_one_does_not_hold_cannot_be_laid() -> None:
    game = dealt(*NOBODY_HAS_MUCH, SABRE)
    assert list(legal(game)) == [Build(LEG, SABRE), Ready()]
    with pytest.raises(IllegalAction, match="Anne has no Pistol card"):
        do(game, Build(SABRE, PISTOL))


def test_as_5_a_ship_is_built_once() -> None:
    with pytest.raises(IllegalAction, match="built already"):
        do(told(), Build(SABRE, LEG), Build(SABRE, LEG))


def test_as_6_a_ship_card_is_laid_only_for_a_ship_that_is_built() -> None:
    with pytest.raises(IllegalAction, match="First the ship has to be built"):
        do(told(), LayShipCard())


def test_as_6_without_a_ship_card_the_ship_stays_and_the_hand_is_filled() -> None:
    game = dealt(SABRE, PISTOL, LEG, LEG, PIRATE, *NOBODY_HAS_MUCH[5:], LEG)
    game = do(game, Build(SABRE, PISTOL), Ready(), Draw(LEG), Draw(PIRATE))
    assert sum(game.hands[ANNE] or ()) == 5
    assert (ship(game, RED).square, game.ship.colour, game.phase) == ((0, 0), BLUE, Phase.LAY)


def test_as_6_a_ship_card_laid_is_kept_and_no_second_one_is_asked_for() -> None:
    game = told(3)
    for _ in range(3):
        game = do(game, Build(SABRE, LEG), LayShipCard(), Throw(1))
        game = sail(game, next(action.to for action in legal(game) if isinstance(action, Sail)))
    assert all(each.card for each in game.ships)
    assert (game.ship.colour, game.phase) == (RED, Phase.THROW)


def test_as_6_a_laid_ship_card_is_not_on_the_discard() -> None:
    game = dealt(SABRE, PISTOL, SHIP, LEG, LEG, *NOBODY_HAS_MUCH[5:], PIRATE)
    game = do(game, Build(SABRE, PISTOL), LayShipCard())
    assert count(game.discard or (), SHIP) == 0
    assert ship(game, RED).card


def test_physical_ship_cards_cannot_be_more_than_the_deck_has() -> None:
    game = told(3)
    game = replace(game, deck=added(game.deck, SHIP, -11))
    game = do(afloat(game, BLUE, (5, 2)), Build(SABRE, LEG))
    assert list(legal(game)) == [Ready()]
    with pytest.raises(IllegalAction, match="All Ship cards of the deck lie open already"):
        do(game, LayShipCard())


# -- AS-7: sailing -------------------------------------------------------------------------------------------------


def test_as_7_a_ship_sails_the_four_ways_and_no_diagonal() -> None:
    game = sailing(told(), RED, (6, 2), 6)
    assert set(legal(game)) == {Sail(NORTH), Sail(EAST), Sail(SOUTH), Sail(WEST)}
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
    assert Sail(to) not in list(legal(game))
    with pytest.raises(IllegalAction, match="a reef, land or the edge"):
        do(game, Sail(to))


@pytest.mark.parametrize(("square", "to"), [((0, 11), EAST), ((8, 3), EAST)], ids=["blue port", "blue treasure square"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_7_no_ship_in_anothers_port_or_treasure_square(square: tuple[int, int], to: Direction, players: int) -> None:
    game = sailing(told(players), RED, square, 3)
    with pytest.raises(IllegalAction, match="Another colour's port or treasure square"):
        do(game, Sail(to))


def test_as_7_the_places_of_a_colour_nobody_plays_are_closed_too() -> None:
    game = sailing(told(3), RED, (11, 0), 3)  # yellow's port is (12, 0)
    assert Sail(SOUTH) not in list(legal(game))


def test_as_7_two_ships_on_a_square_leave_no_room_for_a_third() -> None:
    game = afloat(afloat(sailing(told(), RED, (6, 2), 3), BLUE, (6, 3)), GREEN, (6, 3))
    with pytest.raises(IllegalAction, match="Two ships are on that square"):
        sail(game, EAST)


def test_as_7_one_may_share_a_square_and_stay_there() -> None:
    game = afloat(sailing(told(), RED, (6, 2), 1), BLUE, (6, 3))
    game = do(game, Sail(EAST), SailOn())
    assert ship(game, RED).square == ship(game, BLUE).square == (6, 3)
    assert game.ship.colour is BLUE


def test_a_ship_with_no_way_out_stays_where_it_is_and_the_game_goes_on() -> None:
    """Two ships lie before a port with one way out."""
    game = replace(told(4), board=Board(("R..1.r", "x....x", "B2b...", "G3g...", "Y4y...")))
    game = afloat(afloat(game, BLUE, (0, 1)), GREEN, (0, 1))
    game = do(replace(sailing(game, RED, (0, 0), 0), phase=Phase.THROW), Throw(5))
    assert ship(game, RED).square == (0, 0)
    assert (game.ship.colour, game.phase) == (BLUE, Phase.THROW)


def test_a_treasure_square_with_one_way_in_and_out_is_no_trap() -> None:
    """However long the die is: what was loaded can be put back, and the square one came from has room."""
    game = replace(told(4), board=Board(("R..1.r", "x....x", "B2b...", "G3g...", "Y4y...")))
    game = afloat(sailing(game, RED, (0, 4), 6), BLUE, (0, 4))
    game = do(game, Sail(EAST), Load(1), Sail(WEST), SailOn(), Sail(EAST), Unload(1), Sail(WEST), SailOn())
    assert (game.phase, game.steps) == (Phase.SAIL, 2)


@pytest.mark.parametrize("pips", [0, 7, -1])
def test_a_die_shows_one_to_six(pips: int) -> None:
    game = replace(sailing(told(), RED, (6, 2), 0), phase=Phase.THROW)
    with pytest.raises(IllegalAction, match="1 to 6"):
        do(game, Throw(pips))


# -- AS-8: the treasure square -------------------------------------------------------------------------------------


def test_as_8_any_number_of_chests_is_loaded_in_passing() -> None:
    game = sailing(told(), RED, (8, 9), 3, treasure=3, beside=1)
    game = sail(game, WEST)
    assert list(legal(game)) == [Load(1), Load(2), Load(3)]
    game = do(game, Load(2))
    assert (ship(game, RED).cargo, ship(game, RED).treasure) == ((2, 0, 0, 0), 1)
    assert (game.phase, game.steps) == (Phase.SAIL, 2)


def test_as_8_own_chests_may_be_put_back_captured_ones_not() -> None:
    game = sailing(told(), RED, (8, 9), 1, treasure=0, cargo=(2, 3, 0, 0))
    game = sail(game, WEST)
    assert list(legal(game)) == [Unload(1), Unload(2)]
    game = do(game, Unload(2))
    assert (ship(game, RED).cargo, ship(game, RED).treasure) == ((0, 3, 0, 0), 2)


def test_as_8_nobody_enters_who_has_nothing_to_load_or_unload() -> None:
    game = sailing(told(), RED, (8, 9), 1, treasure=0, cargo=(0, 3, 0, 0))
    assert Sail(WEST) not in list(legal(game))
    with pytest.raises(IllegalAction, match="only to load or unload a chest"):
        sail(game, WEST)


def test_as_8_one_does_not_pass_without_loading_or_unloading_at_least_one() -> None:
    game = sail(sailing(told(), RED, (8, 9), 2), WEST)
    with pytest.raises(IllegalAction, match="Not now: Anne loads or unloads chests"):
        sail(game, SOUTH)
    with pytest.raises(IllegalAction, match="1 to 1 chests"):
        do(game, Load(0))
    with pytest.raises(IllegalAction, match="1 to 1 chests"):
        do(game, Load(2))
    with pytest.raises(IllegalAction, match="no chest of the ship's own colour"):
        do(game, Unload(1))


def test_as_8_to_and_fro_over_the_treasure_square_loads_and_unloads() -> None:
    game = sailing(told(), RED, (8, 9), 5)
    game = do(game, Sail(WEST), Load(1), Sail(EAST), Sail(WEST), Unload(1), Sail(SOUTH))
    assert ship(game, RED).treasure == 1
    with pytest.raises(IllegalAction, match="Not now: Anne loads"):
        do(game, Sail(NORTH), Sail(NORTH))


# -- AS-9: roses ---------------------------------------------------------------------------------------------------


def test_as_9_each_pass_over_the_own_rose_may_put_one_chest_on_the_island() -> None:
    game = sailing(told(), RED, (2, 1), 5)
    game = do(
        game, Sail(EAST), PlaceChest(), Sail(EAST), Sail(WEST), PlaceChest(), Sail(WEST), Sail(EAST), PlaceChest()
    )
    assert (ship(game, RED).beside, ship(game, RED).treasure) == (0, 4)
    assert game.ship.colour is BLUE


def test_as_9_one_need_not() -> None:
    game = do(sailing(told(), RED, (2, 1), 2), Sail(EAST), SailOn())
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
    assert do(game, PlaceChest()).phase is do(game, SailOn()).phase is Phase.MEET


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
    assert list(legal(game)) == [Attack(), SailOn()]
    game = do(game, SailOn())
    assert (game.phase, game.steps) == (Phase.SAIL, 3)
    assert ship(game, BLUE).cargo == (0, 2, 0)


def test_as_11_the_attacked_player_lays_first_then_the_attacker() -> None:
    game = do(boarding((PIRATE,), (PIRATE, PIRATE)), Attack())
    assert actor(game) == JACK
    assert set(legal(game)) == {LayPirates(1), LayPirates(2), GiveUp()}
    game = do(game, LayPirates(1))
    assert actor(game) == ANNE
    assert set(legal(game)) == {LayPirates(1), GiveUp()}


def test_as_11_more_pirates_win() -> None:
    game = do(boarding((PIRATE,) * 3, (PIRATE,) * 2), Attack(), LayPirates(2), LayPirates(3))
    assert (ship(game, RED).cargo, ship(game, BLUE).cargo) == ((1, 2, 0), (0, 0, 0))
    game = do(boarding((PIRATE,) * 3, (PIRATE,) * 2), Attack(), LayPirates(2), LayPirates(1))
    assert (ship(game, RED).cargo, ship(game, BLUE).cargo) == ((0, 0, 0), (1, 2, 0))


def test_as_11_equal_numbers_are_a_draw_and_everyone_stays_as_is() -> None:
    before = boarding((PIRATE,) * 2, (PIRATE,) * 2)
    game = do(before, Attack(), LayPirates(2), LayPirates(2))
    assert game.ships == before.ships
    assert count(game.discard or (), PIRATE) == 4
    assert (game.ship.colour, game.steps) == (RED, 3)


def test_as_11_a_captain_wins_against_five_pirates_whoever_lays_it() -> None:
    game = do(boarding((CAPTAIN,), (PIRATE,) * 5), Attack(), LayPirates(5), LayCaptain())
    assert ship(game, RED).cargo == (1, 2, 0)
    game = do(boarding((PIRATE,) * 5, (CAPTAIN,)), Attack(), LayCaptain(), LayPirates(5))
    assert ship(game, BLUE).cargo == (1, 2, 0)


def test_as_11_captain_against_captain_is_a_draw() -> None:
    before = boarding((CAPTAIN,), (CAPTAIN,))
    game = do(before, Attack(), LayCaptain(), LayCaptain())
    assert game.ships == before.ships
    assert count(game.discard or (), CAPTAIN) == 2


def test_as_11_whoever_gives_up_has_lost_and_no_cards_are_used() -> None:
    game = do(boarding((PIRATE,), (PIRATE,)), Attack(), GiveUp())
    assert ship(game, RED).cargo == (1, 2, 0)
    assert game.hands[ANNE] == cards(PIRATE, LEG, SABRE, PISTOL, LEG)
    game = do(boarding((), (PIRATE,)), Attack(), LayPirates(1), GiveUp())
    assert ship(game, BLUE).cargo == (1, 2, 0)


def test_as_11_cards_one_does_not_hold_are_refused() -> None:
    game = do(boarding((), (PIRATE, PIRATE)), Attack())
    with pytest.raises(IllegalAction, match="Jack can lay 2 pirates at most"):
        do(game, LayPirates(3))
    with pytest.raises(IllegalAction, match="Jack has no Captain card"):
        do(game, LayCaptain())
    with pytest.raises(IllegalAction, match="at least one pirate, or give up"):
        do(game, LayPirates(0))


def test_as_12_the_loser_is_back_in_port_without_a_ship_card() -> None:
    game = do(boarding((PIRATE,)), Attack(), GiveUp())
    assert (ship(game, BLUE).square, ship(game, BLUE).card) == ((0, 12), False)
    assert game.discard == cards(SHIP)


def test_as_12_hands_are_refilled_the_attackers_first() -> None:
    game = do(boarding((PIRATE,) * 3, (PIRATE,) * 2), Attack(), LayPirates(2), LayPirates(3))
    drawers = []
    while game.due:
        drawers.append(game.due[0].hand)
        game = do(game, next(iter(legal(game))))
    assert drawers == [ANNE] * 3 + [JACK] * 2
    assert all(sum(hand or ()) == 5 for hand in game.hands)


def test_as_12_a_winner_sails_on_and_may_board_again() -> None:
    game = afloat(boarding((PIRATE,)), GREEN, (6, 2), cargo=(0, 0, 1), treasure=0)
    game = do(game, Attack(), GiveUp(), Sail(WEST))
    assert game.phase is Phase.MEET
    game = do(game, Attack(), GiveUp())
    assert ship(game, RED).cargo == (1, 2, 1)
    assert (game.ship.colour, game.steps) == (RED, 2)


def test_as_12_after_a_draw_one_comes_back_to_attack_once_more() -> None:
    game = do(boarding((PIRATE,) * 2, (PIRATE,) * 2), Attack(), LayPirates(1), LayPirates(1))
    while game.due:
        game = do(game, Draw(PIRATE))
    assert Attack() not in list(legal(game))
    game = sail(game, WEST, EAST)
    assert Attack() in list(legal(game))


def test_as_12_an_attacker_who_is_sunk_ends_the_turn() -> None:
    game = do(boarding((), (PIRATE,)), Attack(), LayPirates(1), GiveUp())
    assert (ship(game, RED).square, ship(game, RED).card, ship(game, RED).cargo) == ((0, 0), False, (0, 0, 0))
    assert game.ship.colour is BLUE
    assert [(due.hand, due.until) for due in game.due] == [(JACK, 5), (JACK, 6)]


def test_as_12_the_last_square_of_the_die_is_good_for_an_attack() -> None:
    game = replace(boarding((PIRATE,)), steps=0)
    game = do(game, Attack(), GiveUp())
    assert ship(game, RED).cargo == (1, 2, 0)
    assert game.ship.colour is BLUE


def test_as_11_ships_in_port_are_out_of_reach() -> None:
    game = with_ship(sailing(told(), RED, (0, 11), 2), BLUE, square=(0, 12), card=True)
    assert Sail(EAST) not in list(legal(game))


def test_with_physical_cards_what_is_laid_is_believed_as_far_as_the_deck_goes() -> None:
    game = afloat(sailing(told(3), RED, (6, 2), 3), BLUE, (6, 3), cargo=(0, 1, 0), treasure=0)
    game = do(game, Sail(EAST), Attack())
    assert set(legal(game)) == {*map(LayPirates, range(1, 6)), LayCaptain(), GiveUp()}
    with pytest.raises(IllegalAction, match="5 pirates at most"):
        do(game, LayPirates(6))
    one_captain = replace(game, deck=added(game.deck, CAPTAIN, -1))
    with pytest.raises(IllegalAction, match="All Captain cards of the deck lie open"):
        do(one_captain, LayCaptain(), LayCaptain())
    game = do(game, LayPirates(5), LayCaptain())
    assert (ship(game, RED).cargo, game.steps, game.due) == ((0, 1, 0), 2, ())


# -- AS-2, AS-13, AS-14: the end -----------------------------------------------------------------------------------


def nearly_over(game: Aux, *ports: tuple[int, ...], last: int = 1) -> Aux:
    """Everything is in ports save red's last chests, one square from home."""
    for each, port in zip(game.ships, ports, strict=True):
        game = with_ship(game, each.colour, port=port, beside=0, treasure=0)
    cargo = (last,) + (0,) * (len(ports) - 1)
    return sailing(game, RED, (0, 1), 4, cargo=cargo)


def test_as_13_the_game_ends_the_moment_the_last_chest_is_ashore_and_most_chests_win() -> None:
    game = nearly_over(told(3), (3, 0, 0), (0, 4, 1), (0, 0, 3))
    assert outcome(game) is None
    game = sail(game, WEST)
    end = outcome(game)
    assert points(game) == (4, 5, 3)
    assert end is not None and end.winners == (JACK,)
    assert str(end.reason) == "All chests are in port: Jack has the most, 5."
    assert actor(game) is None
    assert list(legal(game)) == []
    with pytest.raises(IllegalAction, match="The game is over"):
        sail(game, EAST)


def test_as_13_equal_numbers_share_the_win() -> None:
    end = outcome(sail(nearly_over(told(3), (3, 0, 0), (0, 4, 0), (0, 0, 4)), WEST))
    assert end is not None and end.winners == (ANNE, JACK, MARY)
    assert "Anne, Jack, Mary share the win with 4 each" in str(end.reason)


def test_as_13_chests_at_sea_keep_the_game_going() -> None:
    game = nearly_over(told(3), (3, 0, 0), (0, 4, 0), (0, 0, 3))
    game = sail(afloat(game, GREEN, (6, 3), cargo=(0, 0, 1)), WEST)
    assert outcome(game) is None


@pytest.mark.parametrize("chests", [2, 3])
def test_as_14_a_shorter_game_with_fewer_chests(chests: int) -> None:
    game = told(3, chests=chests)
    assert [(each.treasure, each.beside) for each in game.ships] == [(1, chests - 1)] * 3
    game = nearly_over(game, (chests - 1, 0, 0), (0, chests, 0), (0, 0, chests))
    assert outcome(sail(game, WEST)) is not None


def test_as_14_or_it_ends_when_all_of_one_colour_are_in_ports_whosever() -> None:
    game = told(3, ends=Ends.ONE_COLOUR)
    game = with_ship(game, BLUE, port=(3, 0, 0))
    game = sail(sailing(game, RED, (0, 1), 2, cargo=(1, 0, 0), treasure=0, beside=0), WEST)
    end = outcome(game)
    assert end is not None and end.winners == (JACK,)
    assert str(end.reason) == "All chests of one colour are in port: Jack has the most, 3."


# -- AS-15: two players --------------------------------------------------------------------------------------------


def test_as_15_two_players_have_two_opposite_colours_each() -> None:
    game = told(2)
    assert [(each.colour, each.seat) for each in game.ships] == [
        (RED, ANNE),
        (BLUE, JACK),
        (GREEN, ANNE),
        (YELLOW, JACK),
    ]


@pytest.mark.parametrize(("hands", "sailed_by"), [(2, [0, 1, 2, 3]), (1, [0, 1, 0, 1])])
def test_as_15_with_a_hand_for_each_colour_or_one_for_both(hands: int, sailed_by: list[int]) -> None:
    game = start(NAMES[:2], Setup(hands=hands))
    assert [each.hand for each in game.ships] == sailed_by
    assert len(game.hands) == len(set(sailed_by))


def test_as_15_one_hand_builds_both_ships() -> None:
    anne, jack = (SABRE, PISTOL, LEG, LEG, PIRATE), (LEG, LEG, LEG, PIRATE, PIRATE)
    game = dealt(*anne, *jack, SABRE, players=2, hands=1)
    game = do(game, Build(SABRE, PISTOL), Ready(), Draw(PISTOL))
    game = do(game, Draw(SHIP), Ready(), Discard(SHIP))
    assert game.ship.colour is GREEN
    game = do(game, Draw(PIRATE), Build(LEG, PISTOL))
    assert ship(game, GREEN).square == (12, 12)


def test_as_15_ones_own_other_ship_is_no_opponent() -> None:
    game = afloat(sailing(told(2), RED, (6, 2), 2), GREEN, (6, 3), cargo=(0, 0, 1, 0), treasure=0)
    game = sail(game, EAST)
    assert game.phase is Phase.SAIL


def test_as_15_both_ports_count() -> None:
    game = nearly_over(told(2), (3, 0, 0, 0), (0, 4, 0, 0), (0, 0, 4, 1), (0, 0, 0, 3))
    game = sail(game, WEST)
    end = outcome(game)
    assert points(game) == (9, 7)
    assert end is not None and end.winners == (ANNE,)


def test_a_setup_reads_as_what_was_agreed() -> None:
    assert Setup().cards is Deal.VIRTUAL
    assert told(3).hands == (None, None, None)
