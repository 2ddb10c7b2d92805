"""Aux Sabords ashore, rule by rule: the beginning, cards, the end and two players (AS-1 to AS-6, AS-13 to AS-15)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.game import SEA, IllegalAction, SetupError
from rules.sabords import actions
from rules.sabords.cards import NO_CARDS, Card, added, count
from rules.sabords.rules import actor, legal, outcome, points, start
from rules.sabords.state import Aux, Deal, Ends, Phase, Setup
from tests.rules.sabords.table import (
    ANNE,
    BLUE,
    EAST,
    GREEN,
    JACK,
    LEG,
    MARY,
    NAMES,
    NOBODY_HAS_MUCH,
    PIRATE,
    PISTOL,
    RED,
    SABRE,
    SHIP,
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
    game = do(game, actions.Draw(SABRE))
    assert sum(game.hands[ANNE] or ()) == 6
    assert sum(game.pile or ()) == 54 - 16
    assert actor(game) == ANNE


def test_as_1_the_discard_becomes_the_pile_when_the_pile_has_run_out() -> None:
    game = dealt(*NOBODY_HAS_MUCH)
    game = replace(game, pile=NO_CARDS, discard=cards(SABRE, SABRE, PISTOL))
    assert list(legal(game)) == [actions.Draw(SABRE), actions.Draw(PISTOL)]
    game = do(game, actions.Draw(SABRE))
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
        game = do(game, actions.Ready())
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
    game = do(dealt(*NOBODY_HAS_MUCH, LEG), actions.Ready())
    assert game.phase is Phase.DISCARD
    assert set(legal(game)) == {actions.Discard(PIRATE), actions.Discard(LEG), actions.Discard(SHIP)}
    game = do(game, actions.Discard(LEG))
    assert sum(game.hands[ANNE] or ()) == 5
    assert count(game.discard or (), LEG) == 1
    assert game.ship.colour is BLUE


def test_as_4_a_hand_below_five_is_filled_to_exactly_five_before_the_die_is_thrown() -> None:
    game = dealt(SABRE, PISTOL, SHIP, LEG, LEG, *NOBODY_HAS_MUCH[5:], PIRATE)
    game = do(game, actions.Build(SABRE, PISTOL), actions.LayShipCard())
    assert actor(game) == SEA
    with pytest.raises(IllegalAction, match="Not now: Anne draws cards"):
        do(game, actions.Throw(3))
    game = do(game, actions.Draw(PIRATE), actions.Draw(PIRATE))
    assert game.hands[ANNE] == cards(LEG, LEG, PIRATE, PIRATE, PIRATE)
    assert set(legal(game)) == {actions.Throw(pips) for pips in range(1, 7)}


def test_as_4_a_ship_at_sea_throws_after_its_card_is_drawn_and_one_discarded() -> None:
    game = with_hands(
        afloat(dealt(*NOBODY_HAS_MUCH, LEG), BLUE, (5, 2)),
        cards(PIRATE, PIRATE, LEG, LEG, SHIP, LEG),
        cards(PIRATE, PIRATE, PIRATE, PIRATE, SABRE),
        cards(SABRE, SABRE, PISTOL, LEG, LEG),
    )
    game = do(game, actions.Ready(), actions.Discard(LEG), actions.Draw(PISTOL))
    assert (game.ship.colour, game.phase) == (BLUE, Phase.DISCARD)
    game = do(game, actions.Discard(PISTOL), actions.Throw(2))
    assert (game.phase, game.steps) == (Phase.SAIL, 2)


def test_as_4_with_physical_cards_nobody_is_asked_to_draw_or_discard() -> None:
    game = told(3)
    assert actor(game) == ANNE
    game = do(game, actions.Build(SABRE, LEG), actions.LayShipCard())
    assert (actor(game), game.phase) == (SEA, Phase.THROW)
    with pytest.raises(IllegalAction, match="Not now: Anne throws the die"):
        do(game, actions.Draw(PIRATE))


# -- AS-5, AS-6: ship and ship card --------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [(PISTOL, SABRE), (SABRE, LEG), (LEG, PISTOL)])
def test_as_5_two_different_cards_build_the_ship_in_its_port(pair: tuple[Card, Card]) -> None:
    first, second = pair
    game = dealt(PISTOL, SABRE, LEG, PIRATE, PIRATE, *NOBODY_HAS_MUCH[5:], PIRATE)
    game = do(game, actions.Build(first, second))
    assert ship(game, RED).square == (0, 0)
    assert sum(game.hands[ANNE] or ()) == 4
    assert game.discard == cards(first, second)


def test_as_5_the_order_of_the_two_cards_is_no_matter() -> None:
    assert actions.Build(PISTOL, SABRE) == actions.Build(SABRE, PISTOL)


@pytest.mark.parametrize("pair", [(SABRE, SABRE), (SABRE, PIRATE), (SHIP, LEG)])
def test_as_5_two_alike_or_another_card_build_nothing(pair: tuple[Card, Card]) -> None:
    with pytest.raises(IllegalAction, match="two different cards of pistol, sabre and wooden leg"):
        do(told(), actions.Build(*pair))


def test_as_5_a_card_one_does_not_hold_cannot_be_laid() -> None:
    game = dealt(*NOBODY_HAS_MUCH, SABRE)
    assert list(legal(game)) == [actions.Build(LEG, SABRE), actions.Ready()]
    with pytest.raises(IllegalAction, match="Anne has no Pistol card"):
        do(game, actions.Build(SABRE, PISTOL))


def test_as_5_a_ship_is_built_once() -> None:
    with pytest.raises(IllegalAction, match="built already"):
        do(told(), actions.Build(SABRE, LEG), actions.Build(SABRE, LEG))


def test_as_6_a_ship_card_is_laid_only_for_a_ship_that_is_built() -> None:
    with pytest.raises(IllegalAction, match="First the ship has to be built"):
        do(told(), actions.LayShipCard())


def test_as_6_without_a_ship_card_the_ship_stays_and_the_hand_is_filled() -> None:
    game = dealt(SABRE, PISTOL, LEG, LEG, PIRATE, *NOBODY_HAS_MUCH[5:], LEG)
    game = do(game, actions.Build(SABRE, PISTOL), actions.Ready(), actions.Draw(LEG), actions.Draw(PIRATE))
    assert sum(game.hands[ANNE] or ()) == 5
    assert (ship(game, RED).square, game.ship.colour, game.phase) == ((0, 0), BLUE, Phase.LAY)


def test_as_6_a_ship_card_laid_is_kept_and_no_second_one_is_asked_for() -> None:
    game = told(3)
    for _ in range(3):
        game = do(game, actions.Build(SABRE, LEG), actions.LayShipCard(), actions.Throw(1))
        game = sail(game, next(action.to for action in legal(game) if isinstance(action, actions.Sail)))
    assert all(each.card for each in game.ships)
    assert (game.ship.colour, game.phase) == (RED, Phase.THROW)


def test_as_6_a_laid_ship_card_is_not_on_the_discard() -> None:
    game = dealt(SABRE, PISTOL, SHIP, LEG, LEG, *NOBODY_HAS_MUCH[5:], PIRATE)
    game = do(game, actions.Build(SABRE, PISTOL), actions.LayShipCard())
    assert count(game.discard or (), SHIP) == 0
    assert ship(game, RED).card


def test_physical_ship_cards_cannot_be_more_than_the_deck_has() -> None:
    game = told(3)
    game = replace(game, deck=added(game.deck, SHIP, -11))
    game = do(afloat(game, BLUE, (5, 2)), actions.Build(SABRE, LEG))
    assert list(legal(game)) == [actions.Ready()]
    with pytest.raises(IllegalAction, match="All Ship cards of the deck lie open already"):
        do(game, actions.LayShipCard())


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
    assert "Anne, Jack and Mary share the win with 4 each" in str(end.reason)


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
    game = do(game, actions.Build(SABRE, PISTOL), actions.Ready(), actions.Draw(PISTOL))
    game = do(game, actions.Draw(SHIP), actions.Ready(), actions.Discard(SHIP))
    assert game.ship.colour is GREEN
    game = do(game, actions.Draw(PIRATE), actions.Build(LEG, PISTOL))
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
