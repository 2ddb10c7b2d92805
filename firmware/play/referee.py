"""What a referee is: the only place where the physical world becomes rules.

A referee is a value-to-value affair. Given the rules' state, its own memory (what is pending on the mat and at the
buttons) and one event, it rules: a new memory, perhaps one action for the rules, perhaps moments worth a picture and
a sound. At every moment it answers one question, `expects`: who is expected to do what. Lamps, ribbon and sound come
from that one answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from firmware.play.events import Event
from rules.game import Seat
from rules.record import Record
from rules.say import Message

JUDGE = "judge:"  # with a seat, the key of an option: the judge says that they pressed first (SR-11)


class Lamp(Enum):
    OFF = "off"
    STEADY = "steady"
    PULSING = "pulsing"
    BLINKING = "blinking"


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be picked now, by touch, key or console. `picture` names a pictogram or a card."""

    key: str
    label: Message
    picture: str | None = None
    chosen: bool = False  # toggled on already, where several may be named
    button: str | None = None  # that picks it too: a key of the pad


@dataclass(frozen=True, slots=True)
class Expects:
    """Who is expected to do what, now."""

    task: str  # one word: throw, name, take, jiggle, fix, choose, wait, over ...
    message: Message  # the ribbon's one sentence
    seats: tuple[Seat, ...] = ()  # who; empty: everybody, or nobody
    lamps: tuple[Lamp, ...] = ()  # one per seat
    options: tuple[Option, ...] = ()
    dice: tuple[int, ...] = ()  # Watcher ids of the dice this is about
    since: float = 0.0
    until: float | None = None  # a countdown burns from `since` to here
    wake: float | None = None  # when the referee wants to hear a Tick, at the latest


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened and deserves a picture, motion and sound: a claim, a bust, a ship won."""

    name: str
    message: Message
    seat: Seat | None = None
    data: tuple[tuple[str, Any], ...] = ()

    def __getitem__(self, key: str) -> Any:
        return dict(self.data)[key]


Memory = TypeVar("Memory")


@dataclass(frozen=True, slots=True)
class Ruling(Generic[Memory]):
    """What a referee makes of an event. At most one action: after it is applied, `after` is asked for the next."""

    memory: Memory
    action: Any = None
    moments: tuple[Moment, ...] = ()


class Referee(Protocol[Memory]):
    """One per game. `state` is always the rules' state that is on disk."""

    def begin(self, state: Any, at: float) -> Memory:
        """The memory at the start, after a power cut or after an undo: whatever is on the mat is looked at anew."""
        ...

    def hear(self, state: Any, memory: Memory, event: Event) -> Ruling[Memory]: ...

    def after(self, state: Any, memory: Memory, action: Any, at: float) -> Ruling[Memory]:
        """The action was applied and is on disk: go on from the new state."""
        ...

    def expects(self, state: Any, memory: Memory) -> Expects: ...

    def watched(self, memory: Memory) -> Mapping[int, int]:
        """The game's number of each die that lies on the mat -> the Watcher's."""
        ...

    def correction(self, record: Record, die: int, face: str, colour: str | None) -> tuple[int, Any] | None:
        """Which entry of the record gave this die its face, and the action that takes its place; None where the
        rules do not know the die yet, so that the word is a reading and not a correction."""
        ...
