"""Words to set up a game of Aux Sabords and play it in a test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.sabords.actions import Action, Draw, Sail
from rules.sabords.board import Colour, Direction, Square
from rules.sabords.cards import KINDS, NO_CARDS, Card, Cards, added
from rules.sabords.rules import apply, start
from rules.sabords.state import Aux, Deal, Phase, Setup, Ship

RED, BLUE, GREEN, YELLOW = Colour
NORTH, EAST, SOUTH, WEST = Direction
PIRATE, CAPTAIN, LEG, SABRE, PISTOL, SHIP = Card
ANNE, JACK, MARY, READ = range(4)
NAMES = ("Anne", "Jack", "Mary", "Read")
NOBODY_HAS_MUCH = (PIRATE, PIRATE, LEG, LEG, SHIP) * 3


def told(players: int = 4, **setup: Any) -> Aux:
    """A game with physical cards: the table knows only what is laid open."""
    return start(NAMES[:players], Setup(cards=Deal.PHYSICAL, **setup))


def dealt(*cards: Card, players: int = 3, **setup: Any) -> Aux:
    """A game with virtual cards, dealt out; the last of these is the first player's first draw."""
    return do(start(NAMES[:players], Setup(**setup)), *map(Draw, cards))


def do(game: Aux, *actions: Action) -> Aux:
    for action in actions:
        game = apply(game, action)
    return game


def sail(game: Aux, *directions: Direction) -> Aux:
    return do(game, *map(Sail, directions))


def ship(game: Aux, colour: Colour) -> Ship:
    return next(ship for ship in game.ships if ship.colour is colour)


def with_ship(game: Aux, colour: Colour, **changes: Any) -> Aux:
    return replace(
        game, ships=tuple(replace(ship, **changes) if ship.colour is colour else ship for ship in game.ships)
    )


def afloat(game: Aux, colour: Colour, square: Square, **changes: Any) -> Aux:
    """This ship lies there with its ship card laid."""
    return with_ship(game, colour, square=square, card=True, **changes)


def sailing(game: Aux, colour: Colour, square: Square, steps: int, **changes: Any) -> Aux:
    """It is this ship's turn, with so many squares to go."""
    game = afloat(game, colour, square, **changes)
    turn = [ship.colour for ship in game.ships].index(colour)
    return replace(game, turn=turn, phase=Phase.SAIL, steps=steps, due=())


def cards(*named: Card) -> Cards:
    counted = NO_CARDS
    for card in named:
        counted = added(counted, card)
    return counted


def with_hands(game: Aux, *hands: Cards) -> Aux:
    """These hands; the rest of the deck is the pile, as far as no ship card is laid."""
    used = [sum(numbers) for numbers in zip(*hands, strict=True)]
    used[KINDS.index(SHIP)] += sum(ship.card for ship in game.ships)
    pile = tuple(there - taken for there, taken in zip(game.deck, used, strict=True))
    assert min(pile) >= 0
    return replace(game, hands=hands, pile=pile, discard=NO_CARDS, due=())
