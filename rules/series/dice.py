"""The twelve dice of the treasure race, a symbol in a colour on every face, and the series they make on the track."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from rules.say import Message


class Symbol(Enum):
    SKULL = "skull"
    SABRE = "sabre"
    PALM = "palm"
    DIAMOND = "diamond"
    SHIP = "ship"
    PISTOL = "pistol"

    tally: int  # see there()


class Colour(Enum):
    BLACK = "black"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    YELLOW = "yellow"
    PURPLE = "purple"

    tally: int


class Face(NamedTuple):
    symbol: Symbol
    colour: Colour


class Turned(NamedTuple):
    """A die that the thrown one turned over, and what it shows now (SR-12)."""

    die: int
    face: Face


Series = Symbol | Colour  # SR-4: three dice or more alike in symbol, or alike in colour
Track = tuple[Face | None, ...]  # what die 0 to 11 shows; None for a die in somebody's hand

DICE = 12
FACES = tuple(Face(symbol, colour) for symbol in Symbol for colour in Colour)
ALL_SERIES: tuple[Series, ...] = (*Symbol, *Colour)

NAMES: dict[Series, Message] = {
    Symbol.SKULL: Message("skull"),
    Symbol.SABRE: Message("sabre"),
    Symbol.PALM: Message("palm"),
    Symbol.DIAMOND: Message("diamond"),
    Symbol.SHIP: Message("ship"),
    Symbol.PISTOL: Message("pistol"),
    Colour.BLACK: Message("black"),
    Colour.RED: Message("red"),
    Colour.GREEN: Message("green"),
    Colour.BLUE: Message("blue"),
    Colour.YELLOW: Message("yellow"),
    Colour.PURPLE: Message("purple"),
}

# Each series has five bits of a number to count its dice in: 3 dice + 13 reach the fifth bit, 12 + 13 do not pass it.
for _place, _series in enumerate(ALL_SERIES):
    _series.tally = 1 << 5 * _place
_THIRTEENS = sum(13 * series.tally for series in ALL_SERIES)
_SIXTEENS = sum(16 * series.tally for series in ALL_SERIES)


def there(track: Track) -> tuple[Series, ...]:
    """The series that lie on the track (SR-4): symbols first, in the rulebook's order."""
    counts = 0
    for face in track:
        if face is not None:
            counts += face.symbol.tally + face.colour.tally
    return _with_bits((counts + _THIRTEENS) & _SIXTEENS)


@cache
def _with_bits(bits: int) -> tuple[Series, ...]:
    return tuple(series for series in ALL_SERIES if bits & 16 * series.tally)


def dice_of(track: Track, named: Sequence[Series]) -> frozenset[int]:
    """The dice that belong to a claim; one die may serve for its symbol and for its colour (SR-4)."""
    return frozenset(
        die for die, face in enumerate(track) if face is not None and (face.symbol in named or face.colour in named)
    )
