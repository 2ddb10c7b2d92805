"""A game's cards as they are printed: what stands on each, and how often it is in the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pygame import Surface

from rules.say import Message
from ui.words.language import Language

Art = Callable[[int, Language], Surface]  # a picture of that width, about 1.4 times as high


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One kind of card."""

    key: str
    mark: int | None  # the number that the eyes know it by; None where the deck has more cards than there are marks
    copies: int
    art: Art
    does: tuple[Message, ...]  # what it does, a sentence or two
    title: Message | None = None  # where the art does not say it
    back: str = "back"


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    cards: tuple[PrintedCard, ...]
    backs: Mapping[str, Art]
