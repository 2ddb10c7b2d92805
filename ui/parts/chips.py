"""Chips: a key drawn as a key, on the corner of whatever it does."""

from __future__ import annotations

from functools import lru_cache

from pygame import Rect, Surface

from rules.say import Message
from ui.canvas import Canvas
from ui.look import text
from ui.look.engrave import Plate, line, ready, rounded
from ui.look.text import Face
from ui.look.theme import BONE, FADED, INK, Layout
from ui.words.language import Language

ENTER, SPACE, ESCAPE = "Enter", "Space", "Esc"
WORDS = {SPACE: Message("Space"), ESCAPE: Message("Esc")}  # as they stand on the keys


def draw(canvas: Canvas, layout: Layout, name: str, area: Rect, says: str) -> None:
    """On the upper left corner, half over the edge, so that it hides little; beside what is too small to bear it."""
    image = chip(says, _size(layout))
    u = layout.unit
    box = image.get_rect(topleft=(area.x - u // 2, area.y - round(image.get_height() * 0.45)))
    if area.width < 2 * box.width:
        box.midright = (area.x + u // 3, area.centery)
    canvas.image(f"chip {name}", image, box.clamp(layout.screen).topleft)


def width(layout: Layout, words: Language, key: str) -> int:
    return chip(label(words, key), _size(layout)).get_width()


def label(words: Language, key: str) -> str:
    """What stands on a key."""
    return words.say(WORDS[key]) if key in WORDS else key


def _size(layout: Layout) -> int:
    return round(layout.height / 29)


@lru_cache(maxsize=64)
def chip(says: str, px: int) -> Surface:
    wide = round(px * 1.7) if says == ENTER else text.width(says, Face.SENTENCE, px) + round(px * 0.6)
    wide, high = max(round(px * 1.25), wide), round(px * 1.35)
    plate = Plate(wide, high)
    pen = max(1.2, px * 0.07)
    inside, tall = wide - 2 * pen, high - 2 * pen
    plate.cut(rounded(pen, pen, inside, tall, px * 0.28), fill=FADED, stroke=INK, width=pen)
    plate.cut(rounded(pen, pen, inside, tall - px * 0.14, px * 0.26), fill=BONE, stroke=INK, width=pen)
    if says == ENTER:
        _enter(plate, wide, high - px * 0.14, px)
    surface = plate.print()
    if says != ENTER:
        text.write(surface, says, Rect(0, 0, wide, round(high - px * 0.14)), px, align="centre")
    return ready(surface)


def _enter(plate: Plate, wide: float, high: float, px: float) -> None:
    """The arrow that comes down and turns left; few fonts have it."""
    left, right, low = wide * 0.24, wide * 0.76, high * 0.62
    plate.cut(line([(right, high * 0.24), (right, low), (left, low)]), stroke=INK, width=px * 0.11)
    reach = px * 0.24
    plate.cut(
        line([(left + reach, low - reach), (left, low), (left + reach, low + reach)]), stroke=INK, width=px * 0.11
    )
