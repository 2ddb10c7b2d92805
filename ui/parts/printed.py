"""A game's cards as they are printed: what stands on each, and how often it is in the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pygame
from pygame import Surface

from rules.say import Message
from ui.look import text
from ui.look.pictures import picture
from ui.look.theme import INK, Colour

Picture = Callable[[tuple[int, int]], Surface]  # fills that size
Sign = Callable[[int], Surface]  # of that height, on a clear ground


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One kind of card."""

    key: str
    mark: int | None  # the number that the eyes know it by; None where the deck has more cards than there are marks
    copies: int
    title: Message | str
    picture: Picture
    index: Sign  # the small picture in its corners
    does: tuple[Message, ...] = ()  # what it does, a sentence or two
    legend: Sign | None = None  # the same in signs and numbers
    hue: Colour = (0x8C, 0x3A, 0x2C)  # the second ink
    back: str = "back"


@dataclass(frozen=True, slots=True)
class PrintedBack:
    """A back up to its edges; `field` is the plain colour there, which runs on beyond the cut."""

    field: Colour
    picture: Picture


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    cards: tuple[PrintedCard, ...]
    backs: Mapping[str, PrintedBack]


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """One thing to be reminded of on a summary card."""

    words: Message
    signs: tuple[Sign, ...]
    title: Message | None = None  # without one the sign stands before the words


@dataclass(frozen=True, slots=True)
class PrintedSummary:
    """A card that every player has: what is on its two sides."""

    key: str
    front: tuple[PrintedLine, ...]
    back: tuple[PrintedLine, ...]


@dataclass(frozen=True, slots=True)
class PrintedTent:
    """A piece to fold: it stands by itself, and looks the same from both sides."""

    key: str
    copies: int
    width: float  # millimetres
    height: float
    depth: float  # of what it stands on
    picture: Picture
    ground: Colour


@dataclass(frozen=True, slots=True)
class PrintedCoin:
    """A coin to cut out, printed on both sides."""

    value: int
    width: float  # millimetres
    front: Sign
    back: Sign


@dataclass(frozen=True, slots=True)
class PrintedPieces:
    tents: tuple[PrintedTent, ...] = ()
    coins: tuple[PrintedCoin, ...] = ()  # from the pages' edges towards their middle


def art(name: str) -> Sign:
    return lambda high: picture(name, high)


def number(value: str) -> Sign:
    return lambda high: text.figures(value, round(high * 1.02), INK)


def row(*signs: Sign, gap: float = 0.12) -> Sign:
    """Signs side by side, their middles on one line."""

    def drawn(high: int) -> Surface:
        images = [sign(high) for sign in signs]
        between = round(high * gap)
        wide = sum(image.get_width() for image in images) + between * (len(images) - 1)
        whole = Surface((wide, high), pygame.SRCALPHA)
        x = 0
        for image in images:
            whole.blit(image, (x, (high - image.get_height()) // 2))
            x += image.get_width() + between
        return whole

    return drawn
