"""What can happen at the table, as values in one queue. Each carries the time it happened, on the one clock.

Workers (camera, GPIO) put them in; the one thread that owns the game takes them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from rules.game import Seat
from rules.say import Message
from vision.seen import Card, Seen


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button went down, at the time of its edge. Buttons: player1..player6, left, right, choose, pad1..pad12."""

    button: str
    at: float


@dataclass(frozen=True, slots=True)
class Released:
    button: str
    at: float


@dataclass(frozen=True, slots=True)
class ButtonTrouble:
    """A button is stuck or chatters and is left out; `message` is None when it works again."""

    button: str
    message: Message | None
    at: float


@dataclass(frozen=True, slots=True)
class Looked:
    """The camera saw the mat change."""

    seen: Seen

    @property
    def at(self) -> float:
        return self.seen.at


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """Cards, printed or taught, lie otherwise than before: all that lie in view now, the backs and the unsure among
    them."""

    cards: tuple[Card, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Tidied:
    """The hand at the virtual table has laid the cards as the rules know them: these lie there from before."""

    cards: tuple[Card, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Learned:
    """The eyes have taken in what the players said of a die, or say why they learn nothing from it."""

    message: Message
    at: float


@dataclass(frozen=True, slots=True)
class CameraLost:
    message: Message
    at: float


@dataclass(frozen=True, slots=True)
class CameraBack:
    at: float


@dataclass(frozen=True, slots=True)
class Picked:
    """Somebody chose one of the options on offer, by touch, key or console; `seat` where it matters who."""

    option: str
    at: float
    seat: Seat | None = None


READING = -1  # instead of the number of a die that is only being read: the word is no correction


@dataclass(frozen=True, slots=True)
class Lifted:
    """These dice are taken up to be thrown: said by the hand at the virtual table, which knows what a camera would have
    to find out."""

    dice: tuple[int, ...]  # the game's own numbers
    at: float


@dataclass(frozen=True, slots=True)
class Corrected:
    """The players say what a die really shows."""

    die: int  # the game's own number of the die
    face: str
    colour: str | None
    at: float
    seen: int | None = None  # the Watcher's number of the die they touched, where they touched one


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a robot does at a table with real dice: an action of the rules, its throws and cards drawn by the table."""

    action: object
    at: float


@dataclass(frozen=True, slots=True)
class Undo:
    at: float


@dataclass(frozen=True, slots=True)
class JudgeSays:
    """The judge's word on an entry of the record: what it really was; None: it does not count (SR-11). `first` was
    the first to press, and claims from this moment on."""

    entry: int
    judge: Seat | None
    action: object | None
    at: float
    first: Seat | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    on: bool
    at: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passes: countdowns run out."""

    at: float


Event = (
    Pressed
    | Released
    | ButtonTrouble
    | Looked
    | CardsSeen
    | Tidied
    | Learned
    | CameraLost
    | CameraBack
    | Picked
    | Lifted
    | Corrected
    | Drawn
    | Undo
    | JudgeSays
    | Paused
    | Tick
)


class Timed(Protocol):
    @property
    def at(self) -> float: ...


Happened = TypeVar("Happened", bound=Timed)


def in_order(events: Iterable[Happened]) -> list[Happened]:
    """By the time each happened; what happened at the same time stays as it came. Workers put their events in when
    they have them: a look at the mat takes longer than a press, and must not overtake it."""
    return sorted(events, key=lambda event: event.at)


def player_button(seat: Seat) -> str:
    return f"player{seat + 1}"


def seat_of(button: str) -> Seat | None:
    """The seat whose button this is, if it is a player's."""
    found = re.fullmatch(r"player([1-9][0-9]?)", button)
    return int(found[1]) - 1 if found is not None else None
