"""Mille Sabords as values: what is agreed, what may happen, and a position with its turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.game import Seat
from rules.mille.score import CARD_SKULLS, LOST_AT, NOTHING, Card, Face, Worth, counted, worth


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before play."""

    target: int = 6000
    first: Seat = 0  # MS-3: the youngest
    floor_at_zero: bool = False  # MS-21
    deck: str = "mille"  # a deck that ships with the game, or the path to one's own
    box: int = 0  # cards from the box are so many, and any card may come at any time; 0: the deck is dealt here


# The sea's actions.
@dataclass(frozen=True, slots=True)
class Reveal:
    """The top card of the deck."""

    card: Card


@dataclass(frozen=True, slots=True)
class Throw:
    """What the thrown dice show, in the order of their numbers."""

    faces: tuple[Face, ...]


# The player's.
@dataclass(frozen=True, slots=True)
class Rethrow:
    """Throw these dice again. A die that lies on the treasure island is taken back for it."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay these dice on the treasure island; the player goes on choosing."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn and score."""


Action = Reveal | Throw | Rethrow | Lay | Stop


@dataclass(frozen=True, slots=True)
class Turn:
    seat: Seat
    card: Card | None = None
    dice: tuple[Face, ...] = ()  # by number; empty until the first throw
    thrown: tuple[int, ...] = ()  # the dice thrown last, or in the hand when `rolling`; the others were kept
    rolling: bool = False
    throws: int = 0
    laid: tuple[int, ...] = ()  # on the treasure island
    guarded: bool = False  # the guardian has done her work
    island: bool = False  # on Skull Island

    @property
    def skulls(self) -> int:
        """Skulls of the dice and the card together."""
        return self.dice.count(Face.SKULL) + (CARD_SKULLS.get(self.card, 0) if self.card else 0)

    @property
    def worth(self) -> Worth:
        """What the dice would bring if the turn ended now."""
        laid = counted(self.dice[die] for die in self.laid) if self.laid else NOTHING
        return worth(self.card or Card.NONE, counted(self.dice), self.throws == 1 or self.island, laid)

    @property
    def guardian_waits(self) -> bool:
        """MS-17: the third skull lies there, and the guardian may still throw one again."""
        return (
            self.card is Card.GUARDIAN
            and not (self.guarded or self.island or self.rolling)
            and self.dice.count(Face.SKULL) == LOST_AT
        )


@dataclass(frozen=True, slots=True)
class Ended:
    """How the turn before this one ended, for those who tell it."""

    seat: Seat
    card: Card
    dice: tuple[Face, ...]
    laid: tuple[int, ...]
    points: int  # of the turn; a floor at zero may have kept the score from falling as far
    bust: bool
    island: bool
    penalty: int  # off every opponent's score


class Won(StrEnum):
    LAST_ROUND = "last_round"
    SUDDEN_DEATH = "sudden_death"
    MAGIC = "magic"


@dataclass(frozen=True, slots=True)
class Mille:
    players: tuple[str, ...]
    setup: Setup
    whole_deck: tuple[int, ...]  # how many of each of CARDS
    deck: tuple[int, ...]  # those not yet revealed
    scores: tuple[int, ...]
    turn: Turn
    opener: Seat | None = None  # who opened the last round
    turns_left: int = 0  # in the last round
    sudden_death: bool = False  # MS-24: the next to reach the target wins at once
    last: Ended | None = None
    turned: int = 0  # cards from the box since it was shuffled, by our count
    won: Won | None = None
