"""The one shape every game has. The register of games is rules/games.py.

A state is a frozen dataclass, with the names of those who play in its field `players`; an action is a frozen
dataclass, its seats typed `Seat` (the text form writes them as names). Whoever must act is a seat or the sea: what
the dice show and which card comes up are the sea's actions, fed in from a camera, a player or a seeded generator,
never drawn in here. Replaying a game's actions gives its state again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Generic, Protocol, TypeVar

from rules.say import Message, Trouble

Seat = Annotated[int, "seat"]  # players are numbered from 0 in the order they sit


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


class Legal(Generic[State, Action]):
    """What may happen now where the whole list would be endless (dice turned over by a throw, say): it iterates the
    plain actions, lazily, and answers `action in legal(state)` exactly for every other one. A game whose list is
    short may return a tuple or a generator instead."""

    __slots__ = ("_fault", "_plain", "_state")

    def __init__(
        self,
        state: State,
        plain: Callable[[State], Iterable[Action]],
        fault: Callable[[State, object], Message | None],  # why an action is not allowed; the same that apply() asks
    ) -> None:
        self._state, self._plain, self._fault = state, plain, fault

    def __iter__(self) -> Iterator[Action]:
        return iter(self._plain(self._state))

    def __contains__(self, action: object) -> bool:
        return self._fault(self._state, action) is None


def seated(players: Sequence[str], seats: range) -> tuple[str, ...]:
    """The names of those who play, as a game's state keeps them; the same checks for every game."""
    names = tuple(" ".join(name.split()) for name in players)
    if len(names) not in seats:
        least, most = seats[0], seats[-1]
        raise SetupError(
            Message("This game is for {least} to {most} players, not {n}.", least=least, most=most, n=len(names))
        )
    if not all(names):
        raise SetupError(Message("Every player needs a name."))
    for name in names:
        if names.count(name) > 1:
            raise SetupError(Message("Two players are called {name}; give one of them another name.", name=name))
    return names


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
    # What a game may have besides:
    turn_of: Callable[[State], Seat] | None = None  # whose turn it is, where others and the sea act in it too
    points: Callable[[State], tuple[int, ...]] | None = None  # for each seat: squares, score, treasure
    tell: Callable[[State, Action, State], Message] | None = None  # before, action, after: one sentence of the story
