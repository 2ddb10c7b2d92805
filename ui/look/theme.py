"""The look in one place: colours, type sizes, the grid of a screen, and who wears which colour and emblem.

Text is ink on parchment or bone on deep sea, nothing between; `contrast` lets a test hold that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pygame import Rect

from rules.say import Message

Colour = tuple[int, int, int]


def from_hex(code: str) -> Colour:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def to_hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """`share` of the other colour in the one."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(one, other, strict=True))
    return r, g, b


PARCHMENT = from_hex("#EFE2C4")
SHADE = from_hex("#D9C49A")
BONE = from_hex("#F7F1E3")
INK = from_hex("#2B2118")
FADED = from_hex("#6B5A44")
SEA = from_hex("#2F5D6B")
DEEP = from_hex("#17323D")
FOAM = from_hex("#CFE3DF")
GOLD = from_hex("#C9962B")
BLOOD = from_hex("#A8322A")
PALM = from_hex("#3E7A4B")
WOOD = from_hex("#2A1B12")
WARM = from_hex("#F2C94C")  # lamplight

# What may be written on what.
TEXT_ON = ((INK, PARCHMENT), (INK, SHADE), (INK, BONE), (FADED, PARCHMENT), (BONE, DEEP), (BONE, WOOD), (FOAM, DEEP))


@dataclass(frozen=True, slots=True)
class Livery:
    """A player's colour, emblem and the name of both, never one without the others."""

    key: str
    colour: Colour
    emblem: str
    title: Message


LIVERIES = (
    Livery("red", from_hex("#A8322A"), "anchor", Message("red anchor")),
    Livery("blue", from_hex("#2A5F9E"), "compass", Message("blue compass")),
    Livery("green", from_hex("#3B7F4C"), "turtle", Message("green turtle")),
    Livery("yellow", from_hex("#D9A01E"), "sun", Message("yellow sun")),
    Livery("purple", from_hex("#71418A"), "kraken", Message("purple kraken")),
    Livery("black", from_hex("#3A332C"), "gull", Message("black gull")),
)
LIVERY = {livery.key: livery for livery in LIVERIES}


def contrast(one: Colour, other: Colour) -> float:
    """The WCAG contrast ratio, 1 to 21."""

    def luminance(colour: Colour) -> float:
        parts = (value / 255 for value in colour)
        r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


LARGER = 1.15  # sentences, for eyes that want it


@dataclass(frozen=True)
class Layout:
    """The grid of one screen size: a stage of two thirds, the crew beside it, the ribbon at the foot.

    All lengths are multiples of `unit`, 1/60 of the height. Three sizes of type: `small` for sentences, `medium` for
    names and headings, `large` for scores. `letters` makes the sentences larger for eyes that want it.
    """

    width: int
    height: int
    letters: float = 1.0

    @cached_property
    def unit(self) -> int:
        return max(6, round(self.height / 60))

    @property
    def small(self) -> int:
        return round(self.height / 22 * self.letters)

    @property
    def medium(self) -> int:
        return round(self.height / 13)

    @property
    def large(self) -> int:
        return round(self.height / 7.85)

    @property
    def screen(self) -> Rect:
        return Rect(0, 0, self.width, self.height)

    @cached_property
    def ribbon(self) -> Rect:
        height = self.unit * 9
        return Rect(self.unit, self.height - height - self.unit // 2, self.width - 2 * self.unit, height)

    @cached_property
    def stage(self) -> Rect:
        """The sheet: two thirds of the width, from the top edge to the ribbon."""
        u = self.unit
        return Rect(u, u, round(self.width * 2 / 3) - u - u // 2, self.ribbon.top - u - u // 2)

    @cached_property
    def crew(self) -> Rect:
        u = self.unit
        left = self.stage.right + u
        return Rect(left, u, self.width - left - u, self.stage.height)
