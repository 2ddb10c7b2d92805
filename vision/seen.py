"""What vision says: plain values that the referees, the screens and the command line share."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Literal

from rules.say import Message

Zone = Literal["track", "reserve", "island", "off"]
Lying = Literal["flat", "cocked", "unsure"]
Phase = Literal["settled", "moving", "hand", "blind"]  # blind: no mat, no frames, or frames one cannot read
Happened = Literal["stayed", "appeared", "vanished", "moved", "turned"]


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it lies. `face` is None unless it lies flat and was read; `reason` says why not."""

    face: str | None
    colour: str | None  # of the symbol, where the set has symbol colours
    body: str | None
    x_mm: float
    y_mm: float
    zone: Zone
    state: Lying
    confidence: float
    rot_deg: float = 0.0
    reason: Message | None = None
    id: int = -1  # given by Watcher: the same die from one settled state to the next


@dataclass(frozen=True, slots=True)
class Card:
    """A card that lies in view: a printed one by the number of its marks, a taught one by the name it was taught by.

    Neither where it is not known for sure: then `likely` has the names it may be, the likeliest first, if any."""

    number: int | None
    x_mm: float  # its middle
    y_mm: float
    zone: Zone
    turn_deg: float = 0.0  # unturned its width lies along x
    width_mm: float = 63.0
    height_mm: float = 88.0
    name: str | None = None
    likely: tuple[str, ...] = ()
    back: bool = False  # it lies face down

    @property
    def known(self) -> bool:
        return self.number is not None or self.name is not None


def covers(card: Card, x_mm: float, y_mm: float) -> bool:
    """Whether the card lies there: a die whose middle is at that place lies upon it."""
    turn = radians(card.turn_deg)
    x, y = x_mm - card.x_mm, y_mm - card.y_mm
    along, down = x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)
    return abs(along) <= card.width_mm / 2 and abs(down) <= card.height_mm / 2


@dataclass(frozen=True, slots=True)
class Reading:
    """One frame, read. `trouble` says what is wrong with the view (no mat, camera knocked, too dark)."""

    mat: bool
    hand: bool
    dice: tuple[Die, ...]
    trouble: Message | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one die between two settled states."""

    happened: Happened
    before: Die | None
    after: Die | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What Watcher tells: on each change of phase, and whenever a settled state differs from the last one."""

    at: float  # the frame's time in seconds, of the one injected clock
    phase: Phase
    dice: tuple[Die, ...]  # the last settled dice while the phase is not "settled"
    changes: tuple[Change, ...] = ()  # since the settled state before; only when phase is "settled"
    trouble: Message | None = None
