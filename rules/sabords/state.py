"""Aux Sabords as values: what is agreed, what may happen, a position, and the questions one asks of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.game import Seat
from rules.sabords.actions import Build
from rules.sabords.board import COLOURS, Board, Colour, Direction, Square, sea_chart
from rules.sabords.cards import TOOLS, Card, Cards, count
from rules.say import Message

HAND = 5  # AS-1, AS-4


class Ends(StrEnum):
    ALL_CHESTS = "all_chests"  # AS-13
    ONE_COLOUR = "one_colour"  # AS-14: as soon as all chests of one colour are in ports


class Deal(StrEnum):
    """Where the cards are. Virtual ones the sea deals, and the core knows every hand; of physical ones the table is
    told only what is laid open."""

    VIRTUAL = "virtual"
    PHYSICAL = "physical"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before play. Bots and simulations need virtual cards; a table with a real deck says physical."""

    chests: int = 4  # of each colour; AS-14: 2 or 3 for a shorter game
    ends: Ends = Ends.ALL_CHESTS
    hands: int = 2  # AS-15, two players only: a hand for each of their two colours, or 1 for both
    first: Seat = 0  # AS-3: who can name three famous pirates, otherwise the oldest
    cards: Deal = Deal.VIRTUAL
    board: str = "aux_board"  # a board and a deck that ship with the game, or the paths to one's own
    deck: str = "aux_deck"


# -- the sea's actions ---------------------------------------------------------------------------------------------


# -- the players' --------------------------------------------------------------------------------------------------


# -- the position --------------------------------------------------------------------------------------------------


class Phase(StrEnum):
    """What the ship whose turn it is waits for, in the order of a turn."""

    LAY = "lay"
    DISCARD = "discard"
    THROW = "throw"
    SAIL = "sail"
    TREASURE = "treasure"
    ROSE = "rose"
    MEET = "meet"
    DEFEND = "defend"
    STRIKE = "strike"
    OVER = "over"


Chests = tuple[int, ...]  # how many of each colour that plays, in the order of COLOURS


@dataclass(frozen=True, slots=True)
class Ship:
    """A colour in play: its ship and the chests that belong to its places."""

    colour: Colour
    seat: Seat
    hand: int  # which of the state's hands sails it
    beside: int  # chests of its colour beside the board
    treasure: int  # chests of its colour on its treasure square
    cargo: Chests
    port: Chests
    square: Square | None = None  # None until it is built
    card: bool = False  # a ship card lies by its port


@dataclass(frozen=True, slots=True)
class Due:
    """Cards still to be drawn: by this hand, until it has so many."""

    hand: int
    until: int


@dataclass(frozen=True, slots=True)
class Laid:
    """What one side lays in a boarding."""

    pirates: int = 0
    captain: bool = False


@dataclass(frozen=True, slots=True)
class Aux:
    """A game as it stands between two actions. A hand or a pile that is not known is None: those of physical cards,
    and those of the others in what one player may see."""

    players: tuple[str, ...]
    setup: Setup
    board: Board
    deck: Cards
    ships: tuple[Ship, ...]  # clockwise, in the order of COLOURS
    hands: tuple[Cards | None, ...]
    pile: Cards | None
    discard: Cards | None
    turn: int  # which of the ships
    phase: Phase = Phase.LAY
    due: tuple[Due, ...] = ()  # drawn before anything else happens
    steps: int = 0  # of the die, still to sail
    defence: Laid | None = None
    # Of physical cards: how many each hand must hold, by what was drawn and laid; before it is refilled for the die.
    held: tuple[int, ...] = ()

    @property
    def ship(self) -> Ship:
        """The one whose turn it is."""
        return self.ships[self.turn]


def player(state: Aux, ship: Ship) -> str:
    return state.players[ship.seat]


def met(state: Aux) -> int | None:
    """The opponent's ship on the same square as the one whose turn it is. There is one at most (AS-7)."""
    here = state.ship
    for number, other in enumerate(state.ships):
        if other.square == here.square and other.seat != here.seat and here.square is not None:
            return number
    return None


def fighter(state: Aux) -> Ship:
    """Whose cards are to be laid in the boarding."""
    attacked = met(state)
    return state.ships[attacked] if state.phase is Phase.DEFEND and attacked is not None else state.ship


def to_draw_from(state: Aux) -> Cards:
    """AS-1: the pile, or the discard when the pile has run out."""
    assert state.pile is not None and state.discard is not None
    return state.pile if any(state.pile) else state.discard


def own_chests(ship: Ship) -> int:
    """Chests of its own colour on board."""
    return ship.cargo[COLOURS.index(ship.colour)]


_OFF_THE_BOARD = Message("A ship cannot sail there: a reef, land or the edge of the board.")
_CLOSED = Message("Another colour's port or treasure square may not be entered.")
_FULL = Message("Two ships are on that square; there is no room for a third.")
_NO_CHEST = Message("The treasure square may be entered only to load or unload a chest, and there is none.")


def obstacle(state: Aux, to: Direction) -> Message | None:
    """AS-7 and AS-8: why the ship whose turn it is may not take this step; None when it may."""
    ship = state.ship
    sea = sea_chart(state.board)
    assert ship.square is not None
    square = sea.ways[ship.square].get(to)
    if square is None:
        return _OFF_THE_BOARD
    owner = sea.owners.get(square)
    if owner is None:
        return _FULL if sum(other.square == square for other in state.ships) > 1 else None
    if owner is not ship.colour:
        return _CLOSED
    if square in sea.treasures and not ship.treasure and not own_chests(ship):
        return _NO_CHEST
    return None


def open_ways(state: Aux) -> list[Direction]:
    """Where the ship whose turn it is may sail next."""
    square = state.ship.square
    assert square is not None
    return [to for to in sea_chart(state.board).ways[square] if obstacle(state, to) is None]


def most(state: Aux, ship: Ship, card: Card) -> int:
    """How many cards of a kind this ship's player can lay now. Of a hand nobody has told us, all we know is how many
    cards it holds, and that the deck has no more of a kind than it has."""
    hand = state.hands[ship.hand]
    if hand is not None:
        return count(hand, card)
    left = count(state.deck, card)
    if card is Card.SHIP:
        left -= sum(other.card for other in state.ships)
    elif state.defence is not None:
        left -= state.defence.pirates if card is Card.PIRATE else state.defence.captain if card is Card.CAPTAIN else 0
    return min(left, state.held[ship.hand] if state.held else HAND)


def pairs(state: Aux, ship: Ship) -> list[Build]:
    """AS-5: the pairs of cards that would build this ship."""
    tools = [tool for tool in TOOLS if most(state, ship, tool)]
    return [Build(tool, other) for place, tool in enumerate(tools) for other in tools[place + 1 :]]


def seen_by(state: Aux, seat: Seat) -> Aux:
    """The game as one player may see it: their own cards and the open ones, never another's hand. The pile is left
    out too, since what is not in it is in a hand."""
    own = {ship.hand for ship in state.ships if ship.seat == seat}
    hands = tuple(hand if number in own else None for number, hand in enumerate(state.hands))
    return replace(state, hands=hands, pile=None)
