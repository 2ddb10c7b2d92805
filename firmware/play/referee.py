"""The values a referee deals in: what is pending, what it rules, who is expected to do what, what deserves a picture.
What all referees do alike stands in umpire.py."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from rules.game import Seat
from rules.say import Message
from vision.seen import Card, Die, Seen, Zone

JUDGE = "judge:"  # with a seat, the key of an option: the judge says that they pressed first (SR-11)


class Lamp(Enum):
    OFF = "off"
    STEADY = "steady"
    PULSING = "pulsing"
    BLINKING = "blinking"

    @property
    def answered(self) -> Lamp:
        """How it shows that a press was heard: one that was lit goes out, one that was dark is lit. Either changes the
        pin, wherever a pulse stands."""
        return Lamp.STEADY if self is Lamp.OFF else Lamp.OFF


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


@dataclass(frozen=True, slots=True)
class Sight:
    """What the eyes show of the mat now. Nothing: they have not looked yet, or not since the camera came back."""

    seen: Seen | None = None
    blind: bool = False  # there is no camera: the players put in what lies there
    cards: tuple[Card, ...] | None = None  # that lie in view


@dataclass(frozen=True, slots=True)
class Pending:
    """What every referee remembers. `sight` is the table's, who shows it with every event; a referee only reads it."""

    since: float
    sight: Sight = Sight()
    looked: bool = False  # since the beginning, or since the camera came back
    old_cards: tuple[Card, ...] | None = None  # that lay in view when a card was asked for; None: not looked yet

    @property
    def seen(self) -> Seen | None:
        return self.sight.seen

    @property
    def camera(self) -> bool:
        return not self.sight.blind

    @property
    def resting(self) -> bool:
        """The camera sees that nothing moves."""
        return not self.sight.blind and self.sight.seen is not None and self.sight.seen.phase == "settled"

    def dice(self, *zones: Zone) -> tuple[Die, ...]:
        """Those that lie in one of these zones."""
        return tuple(die for die in (self.sight.seen.dice if self.sight.seen else ()) if die.zone in zones)


Memory = TypeVar("Memory")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Ruling(Generic[Memory, Action]):
    """What a referee makes of an event. At most one action: after it is applied, `after` is asked for the next."""

    memory: Memory
    action: Action | None = None
    moments: tuple[Moment, ...] = ()
