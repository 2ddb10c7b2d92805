"""Writing: rendered once and kept, wrapped into boxes, and measured, so that a test can say that nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib import import_module
from typing import Literal

import pygame
from pygame import Rect, Surface

from ui.look.engrave import ready
from ui.look.theme import INK, Colour

Align = Literal["left", "centre", "right"]


class Face(Enum):
    """(package, file's name in it, system font to fall back on)."""

    LETTERING = ("font_amatic_sc", "AmaticSCBold", "essays1743")
    SENTENCE = ("font_source_serif_pro", "SourceSerifProSemibold", "dejavuserif,freeserif,georgia")
    FIGURES = ("font_source_serif_pro", "SourceSerifProBold", "dejavuserif,freeserif,georgia")


@dataclass(frozen=True, slots=True)
class Written:
    """What was written where: the room it was given and the room it took."""

    text: str
    box: Rect
    taken: Rect
    px: int
    cut: bool = False

    @property
    def fits(self) -> bool:
        return not self.cut and self.box.inflate(2, 2).contains(self.taken)


_ledger: list[Written] | None = None


@contextmanager
def measured() -> Iterator[list[Written]]:
    """Collects all that is written meanwhile."""
    global _ledger
    before, _ledger = _ledger, []
    try:
        yield _ledger
    finally:
        _ledger = before


@cache
def font(face: Face, px: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    package, name, fallback = face.value
    try:
        return pygame.font.Font(getattr(import_module(package), name), px)
    except (ImportError, AttributeError, OSError):
        return pygame.font.SysFont(fallback, px)  # pygame's own font where the system has none of these


@lru_cache(maxsize=600)
def rendered(text: str, face: Face, px: int, colour: Colour) -> Surface:
    return ready(font(face, px).render(text, True, colour))


@lru_cache(maxsize=2000)
def width(text: str, face: Face, px: int) -> int:
    return font(face, px).size(text)[0]


def leading(face: Face, px: int) -> int:
    """From line to line; tighter than the font's own, which leaves room for accents on capitals nobody writes."""
    return round(px * (1.04 if face is Face.LETTERING else 1.22))


@lru_cache(maxsize=600)
def wrapped(text: str, face: Face, px: int, room: int) -> tuple[str, ...]:
    """Lines no wider than `room`, broken at spaces (never at no-break ones); one word stays whole."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        current = ""
        for word in paragraph.split(" "):
            longer = f"{current} {word}" if current else word
            if current and width(longer, face, px) > room:
                lines.append(current)
                current = word
            else:
                current = longer
        lines.append(current)
    return tuple(lines)


def height(text: str, face: Face, px: int, room: int) -> int:
    return len(wrapped(text, face, px, room)) * leading(face, px)


def write(
    surface: Surface,
    text: str,
    box: Rect,
    px: int | Sequence[int],
    *,
    face: Face = Face.SENTENCE,
    colour: Colour = INK,
    align: Align = "left",
    middle: bool = True,
    cut: bool = False,
) -> Rect:
    """Writes into a box, wrapped, in the first of the sizes that fits. `cut` shortens (a player's very long name)."""
    sizes = (px,) if isinstance(px, int) else tuple(px)
    chosen = next((size for size in sizes if _fits(text, face, size, box)), sizes[-1])
    lines = wrapped(text, face, chosen, box.width)
    if cut and not _fits(text, face, chosen, box):
        lines = (_shortened(text, face, chosen, box.width),)
    step = leading(face, chosen)
    top = box.y + (box.height - step * len(lines)) // 2 if middle else box.y
    taken: Rect | None = None
    for number, words in enumerate(lines):
        image = rendered(words, face, chosen, colour)
        x = {"left": box.x, "centre": box.centerx - image.get_width() // 2, "right": box.right - image.get_width()}
        y = top + number * step + (step - image.get_height()) // 2
        surface.blit(image, (x[align], y))
        here = Rect(x[align], top + number * step, image.get_width(), step)
        taken = here if taken is None else taken.union(here)
    taken = taken or Rect(box.topleft, (0, 0))
    if _ledger is not None:
        _ledger.append(Written(text, box.copy(), taken, chosen))
    return taken


@lru_cache(maxsize=400)
def ink(text: str, face: Face, px: int) -> Rect:
    """Where a rendered line is really black: capitals leave much of their line free."""
    return rendered(text, face, px, INK).get_bounding_rect()


def sign(surface: Surface, name: str, box: Rect, px: int, *, face: Face = Face.LETTERING) -> Rect:
    """A name on one line, its ink in the middle of the box's height; shortened where it is too long."""
    words = _shortened(name, face, px, box.width)
    black = ink(words, face, px)
    taken = Rect(box.x, box.centery - black.height // 2, black.width, black.height)
    surface.blit(rendered(words, face, px, INK), (taken.x - black.x, taken.y - black.y))
    if _ledger is not None:
        _ledger.append(Written(name, box.copy(), taken, px))
    return taken


def _fits(text: str, face: Face, px: int, box: Rect) -> bool:
    lines = wrapped(text, face, px, box.width)
    return len(lines) * leading(face, px) <= box.height and all(width(x, face, px) <= box.width for x in lines)


def _shortened(text: str, face: Face, px: int, room: int) -> str:
    if width(text, face, px) <= room:  # it is only its line that is a pixel too high
        return text
    while len(text) > 1 and width(text + "…", face, px) > room:
        text = text[:-1].rstrip()
    return text + "…"


@lru_cache(maxsize=64)
def _cell(face: Face, px: int) -> int:
    return max(width(digit, face, px) for digit in "0123456789")


def _step(letter: str, face: Face, px: int) -> int:
    """How wide a letter of a number is: digits all the same, the space between thousands a sliver."""
    if letter.isdigit() or letter in "−+":
        return _cell(face, px)
    return round(px * 0.13) if letter.isspace() else width(letter, face, px)


def figures_width(text: str, px: int, *, face: Face = Face.FIGURES) -> int:
    return sum(_step(letter, face, px) for letter in text)


def _pad(px: int) -> int:
    return max(1, px // 16)  # a comma hangs a little below the digits


@lru_cache(maxsize=400)
def figures(text: str, px: int, colour: Colour, *, face: Face = Face.FIGURES) -> Surface:
    """A number, each digit in a cell of the same width, so that it does not jump as it counts; as high as a digit."""
    image = Surface((max(1, figures_width(text, px, face=face)), font(face, px).get_height()), pygame.SRCALPHA)
    x = 0
    for letter in text:
        glyph = font(face, px).render(letter, True, colour)
        step = _step(letter, face, px)
        image.blit(glyph, (x + (step - glyph.get_width()) // 2, 0))
        x += step
    rows = font(face, px).render("0", True, colour).get_bounding_rect()
    area = Rect(0, rows.y - _pad(px), image.get_width(), rows.height + 2 * _pad(px)).clip(image.get_rect())
    return ready(image.subsurface(area).copy())


def count(
    surface: Surface, text: str, box: Rect, px: int | Sequence[int], *, colour: Colour = INK, align: Align = "right"
) -> Rect:
    """Writes a number into a box, in the first of the sizes that fits."""
    sizes = (px,) if isinstance(px, int) else tuple(px)
    images = (figures(text, size, colour) for size in sizes)
    image, chosen = next(
        ((i, s) for i, s in zip(images, sizes, strict=True) if i.get_width() <= box.width),
        (figures(text, sizes[-1], colour), sizes[-1]),
    )
    taken = image.get_rect(centery=box.centery)
    taken.x = {"left": box.x, "centre": box.centerx - taken.w // 2, "right": box.right - taken.w}[align]
    surface.blit(image, taken)
    if _ledger is not None:
        _ledger.append(Written(text, box.copy(), taken.inflate(0, -2 * _pad(chosen)), chosen))
    return taken
