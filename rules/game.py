"""The one shape every game has, and the register of games.

A state is a frozen value; an action is a frozen dataclass. Whoever must act is a seat or the sea: what the dice
show and which card comes up are the sea's actions, fed in from a camera, a player or a seeded generator, never
drawn in here. Replaying a game's actions gives its state again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from rules.say import Message, Trouble

Seat = int  # players are numbered from 0 in the order they sit; their names stand in the state


class Sea(Enum):
    """The one who throws the dice and turns the cards."""

    SEA = "sea"

    def __repr__(self) -> str:
        return "SEA"


SEA = Sea.SEA
Actor = Seat | Sea


class IllegalAction(Trouble, ValueError):
    """An action the rules do not allow now; the message can be shown to the players."""


class SetupError(Trouble, ValueError):
    """Players or options a game cannot start with."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winners' seats (several share a win) and why."""

    winners: tuple[Seat, ...]
    reason: Message


class Chance(Protocol):
    """Where chance comes from when there is no table: random.Random fits, a test's own list fits as well."""

    def random(self) -> float: ...
    def randrange(self, start: int, stop: int) -> int: ...
    def shuffle(self, x: list[Any]) -> None: ...


State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Game(Generic[State, Action]):
    """A game as the rest of the house sees it. Each game's module ends with one of these."""

    key: str  # the word used on the command line and in game files
    title: Message
    seats: range  # how many may play
    setup: type[Any]  # frozen dataclass of options; every field has a default
    actions: tuple[type[Any], ...]  # every kind of action, for reading game files
    start: Callable[[Sequence[str], Any], State]  # names, setup
    legal: Callable[[State], Iterable[Action]]  # all that may happen now, lazily; empty when the game is over
    apply: Callable[[State, Action], State]  # raises IllegalAction
    actor: Callable[[State], Actor | None]  # None when the game is over
    outcome: Callable[[State], Outcome | None]
    sea: Callable[[State, Chance], Action]  # what the sea does, by chance, where actor(state) is SEA
    bot: Callable[[State, Chance], Action]  # what a sensible player does, where actor(state) is a seat
