"""One card as it is printed: its art framed by paper, what it does in a sentence, and its mark in two corners.

Two marks, at the upper left and the lower right, so that a card half under a die or a hand is still known.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import pygame
from pygame import Surface

from hardware.sheet import INK, Sheet, broken, wide
from rules.say import Message
from ui.parts.printed import Art, PrintedCard
from ui.words.language import Language
from vision.art.pictograms import Rgb
from vision.cards.marks import pattern
from vision.cards.measures import CELLS, EDGE_MM, QUIET_MM, SIZE_MM

PAPER: Rgb = (0xF6, 0xEE, 0xDA)
WHITE: Rgb = (0xFD, 0xFA, 0xF2)
RUBRIC: Rgb = (0x8C, 0x3A, 0x2C)
DPI = 300


@dataclass(frozen=True, slots=True)
class Size:
    """A card's size in millimetres."""

    width: float
    height: float


SIZES = {"56x87": Size(56, 87), "63x88": Size(63, 88)}


def front(sheet: Sheet, x: float, y: float, size: Size, card: PrintedCard, game: Message, words: Language) -> None:
    """The face of a card with its upper left corner there."""
    _paper(sheet, x, y, size)
    across = size.width - 2 * EDGE_MM
    band = SIZE_MM + QUIET_MM if card.mark is not None else 6.0
    art_h = size.height - 2 * EDGE_MM - 2 * band - 2.4
    art_w = min(across - 3, art_h / 1.4)
    picture = jpeg(card.art, art_w, words)
    high = art_w * picture.shape
    top = y + (size.height - high) / 2
    sheet.photo(picture.data, x + (size.width - art_w) / 2, top, art_w, high)
    if card.mark is not None:
        mark(sheet, card.mark, x + EDGE_MM, y + EDGE_MM)
        mark(sheet, card.mark, x + size.width - EDGE_MM - SIZE_MM, y + size.height - EDGE_MM - SIZE_MM)
    beside = band + 1.2 if card.mark is not None else 0.0
    room = across - beside
    name = words.say(card.title or game)
    big = _fitting(name, room, (8.4, 7.4, 6.4, 5.6) if card.title else (5.6,))
    sheet.words(
        x + EDGE_MM + beside + room / 2, y + EDGE_MM + SIZE_MM * 0.5 + big * 0.34, name, big, "lettering", INK, "centre"
    )
    _does(sheet, x + EDGE_MM, y + size.height - EDGE_MM - SIZE_MM, room, card, words)


def back(sheet: Sheet, x: float, y: float, size: Size, art: Art, words: Language) -> None:
    _paper(sheet, x, y, size)
    high = min(size.height - 2 * EDGE_MM, (size.width - 2 * EDGE_MM) * 1.4)
    picture = jpeg(art, high / 1.4, words)
    across = high / picture.shape
    sheet.photo(picture.data, x + (size.width - across) / 2, y + (size.height - high) / 2, across, high)


def mark(sheet: Sheet, number: int, x: float, y: float, size: float = SIZE_MM) -> None:
    """A mark with its quiet rim: dark ink on white, as drawings of the press are."""
    quiet, cell = QUIET_MM, size / CELLS
    sheet.box(x - quiet, y - quiet, x + size + quiet, y + size + quiet, WHITE)
    dark = [
        [(x + c * cell, y + r * cell), (x + (c + 1) * cell, y + r * cell), (x + (c + 1) * cell, y + (r + 1) * cell),
         (x + c * cell, y + (r + 1) * cell)]
        for r, row in enumerate(pattern(number))
        for c, light in enumerate(row)
        if not light
    ]  # fmt: skip
    sheet.rings(dark, INK)
    sheet.box(x - quiet, y - quiet, x + size + quiet, y + size + quiet, line=RUBRIC, width=0.35)


def _paper(sheet: Sheet, x: float, y: float, size: Size) -> None:
    sheet.box(x, y, x + size.width, y + size.height, PAPER)
    rim = 1.9
    sheet.box(x + rim, y + rim, x + size.width - rim, y + size.height - rim, line=RUBRIC, width=0.35)


def _does(sheet: Sheet, x: float, y: float, room: float, card: PrintedCard, words: Language) -> None:
    """What the card does, as large as it fits above the foot."""
    text = " ".join(words.say(each) for each in card.does)
    if not text:
        return
    for size in (3.3, 3.0, 2.7, 2.4, 2.2):
        rows = broken(text, room, size)
        if len(rows) * size * 1.22 <= SIZE_MM + 0.6:
            break
    first = y + (SIZE_MM - len(rows) * size * 1.22) / 2 + size * 0.95
    for place, row in enumerate(rows):
        sheet.words(x + room / 2, first + place * size * 1.22, row, size, "sentence", INK, "centre")


def _fitting(text: str, room: float, sizes: tuple[float, ...]) -> float:
    return next((size for size in sizes if wide(text, size, "lettering") <= room), sizes[-1])


@dataclass(frozen=True, slots=True)
class Picture:
    data: bytes  # JPEG
    shape: float  # height over width


def jpeg(art: Art, width_mm: float, words: Language) -> Picture:
    """The art at print size, on the card's paper."""
    drawn = art(round(width_mm / 25.4 * DPI), words)
    ground = Surface(drawn.get_size())
    ground.fill(PAPER)
    ground.blit(drawn, (0, 0))
    out = BytesIO()
    pygame.image.save(ground, out, "card.jpg")
    return Picture(out.getvalue(), drawn.get_height() / drawn.get_width())
