"""The cards of Mille Sabords: hand-coloured engravings with a title above and what the card does below."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import pygame
from pygame import Rect, Surface

from ui.look import text
from ui.look.engrave import Plate, line, ready, rounded
from ui.look.grain import paper, to_surface
from ui.look.scene import hatched
from ui.look.theme import BONE, FADED, GOLD, INK, SEA, blend, from_hex

SHAPE = 1.4  # height over width
RUBRIC = from_hex("#8C3A2C")
BACK = "back"
# kind: the picture (name, x, y, size in a square of 100) and the legend under it
PICTURES: dict[str, tuple[tuple[str, float, float, float], ...]] = {
    "treasure_island": (("island", 50, 50, 88),),
    "pirate": (("pirate", 50, 50, 86),),
    "guardian": (("guardian", 50, 50, 88),),
    "animals": (("monkey", 31, 34, 54), ("parrot", 67, 66, 58)),
    "coin": (("coin", 50, 50, 78),),
    "diamond": (("diamond", 50, 52, 84),),
    "skull1": (("skull", 50, 50, 82),),
    "skull2": (("skull", 35, 33, 58), ("skull", 65, 67, 58)),
    "ship2": (("galleon", 50, 49, 94),),
    "ship3": (("galleon", 50, 49, 94),),
    "ship4": (("galleon", 50, 49, 94),),
}
LEGENDS: dict[str, str] = {
    "pirate": "×2",
    "coin": "+100",
    "diamond": "+100",
    "ship2": "300",
    "ship3": "500",
    "ship4": "1000",
}
SIGNS: dict[str, tuple[str, ...]] = {
    "treasure_island": ("chest",),
    "guardian": ("skull", "undo"),
    "animals": ("monkey", "parrot"),
    "skull1": ("skull",),
    "skull2": ("skull", "skull"),
    "ship2": ("sabre",) * 2,
    "ship3": ("sabre",) * 3,
    "ship4": ("sabre",) * 4,
    "coin": ("coin",),
    "diamond": ("diamond",),
}
KINDS = tuple(PICTURES)


def sign(kind: str) -> str:
    """A small picture of the card, unlike those of all others: of two figures both, and a ship with its sabres."""
    figures = "+".join(name for name, *_ in PICTURES[kind])
    return f"{figures}/{'+'.join(SIGNS[kind])}" if "sabre" in SIGNS.get(kind, ()) else figures


@lru_cache(maxsize=40)
def card(kind: str, width: int, title: str) -> Surface:
    """A card of that width. The title is given in the player's language."""
    height = round(width * SHAPE)
    sheet = _sheet(width, height)
    plate = Plate(100, 140)
    _frame(plate)
    if kind == BACK:
        _back(plate)
    else:
        _rays(plate, 50, 64)
        plate.cut("M13 100L87 100", stroke=INK, width=0.5)
    sheet.blit(plate.print((width, height)), (0, 0))
    if kind != BACK:
        box = Rect(round(width * 0.13), round(height * 0.205), round(width * 0.74), round(width * 0.72))
        sheet.blit(_hand_coloured(kind, box.size), box)
        _title(sheet, title)
        _legend(sheet, kind)
    return ready(sheet)


def _sheet(width: int, height: int) -> Surface:
    """Paper with round corners."""
    rng = np.random.default_rng(7)
    pixels, _ = paper(rng, height, width, age=0.55)
    surface = to_surface(pixels, np.ones((height, width), np.float32))
    corner = Plate(100, 140)
    corner.cut(rounded(0.6, 0.6, 98.8, 138.8, 5), fill=(255, 255, 255))
    surface.blit(corner.print((width, height)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _frame(plate: Plate) -> None:
    plate.cut(rounded(0.6, 0.6, 98.8, 138.8, 5), stroke=INK, width=1.2)
    plate.cut(rounded(4, 4, 92, 132, 3), stroke=INK, width=1.4)
    plate.cut(rounded(6.2, 6.2, 87.6, 127.6, 2), stroke=RUBRIC, width=0.6)
    for x, y, turn in ((6.2, 6.2, 0), (93.8, 6.2, 90), (93.8, 133.8, 180), (6.2, 133.8, 270)):
        with plate.moved(f"translate({x} {y}) rotate({turn})"):
            plate.cut("M0 7.5C3.700 7.500 7.500 3.700 7.500 0", stroke=RUBRIC, width=0.6)
            plate.cut("M0 5C2.500 5 5 2.500 5 0L0 0Z", fill=RUBRIC)
            plate.dot(7.4, 7.4, 0.8, fill=RUBRIC)


def _rays(plate: Plate, x: float, y: float) -> None:
    """Light behind the figure, as fine lines of uneven length within a frame."""
    for ray in range(96):
        turn = ray * math.tau / 96
        near, far = 15 + 4 * (ray % 2), 39 + 2.5 * math.sin(ray * 2.4)
        dx, dy = math.cos(turn), math.sin(turn)
        far = min(far, 37 / max(1e-6, abs(dx)), 34 / max(1e-6, abs(dy)))
        plate.cut(
            line([(x + dx * near, y + dy * near), (x + dx * far, y + dy * far)]), stroke=FADED, width=0.42, opacity=0.6
        )


def _back(plate: Plate) -> None:
    plate.cut(rounded(9, 9, 82, 122, 2), fill=SEA, stroke=INK, width=0.8)
    for number in range(9):
        for step in range(6):
            x, y = 9 + 13.67 * step, 22 + 12.2 * number + (step % 2) * 3
            plate.cut(f"M{x:.1f} {y:.1f}q3.4 -4 6.8 0q3.400 4 6.800 0", stroke=blend(SEA, BONE, 0.35), width=0.7)
    plate.dot(50, 70, 31, fill=blend(SEA, INK, 0.45), stroke=INK, width=1)
    plate.dot(50, 70, 28.5, stroke=GOLD, width=1)
    plate.stamp("skull", 50, 70, 42)


def _hand_coloured(kind: str, size: tuple[int, int]) -> Surface:
    """The figure, with an engraver's lines cut into its shaded parts."""
    plate = Plate(100, 100 * size[1] / size[0])
    shift = (plate.height - 100) / 2
    for name, x, y, scale in PICTURES[kind]:
        plate.stamp(name, x, y + shift, scale)
    return hatched(plate.print(size))


def _title(sheet: Surface, title: str) -> None:
    width, height = sheet.get_size()
    box = Rect(round(width * 0.125), round(height * 0.055), round(width * 0.75), round(height * 0.135))
    sizes = [round(width * share) for share in (0.21, 0.195, 0.18, 0.165, 0.15, 0.135, 0.12)]
    text.write(sheet, title, box, sizes, face=text.Face.LETTERING, align="centre")


def _legend(sheet: Surface, kind: str) -> None:
    """What the card does, in signs and one number."""
    width, height = sheet.get_size()
    signs, legend = SIGNS.get(kind, ()), LEGENDS.get(kind, "")

    def wide(scale: float) -> float:
        digits = text.figures_width(legend, round(scale * 1.12)) + scale * 0.3 if legend else 0
        return len(signs) * scale * 1.08 + digits

    size = int(min(width * 0.19, width * 0.80 / (wide(100) / 100)))
    number = text.figures(legend, round(size * 1.12), INK) if legend else None
    x, middle = round((width - wide(size)) / 2), round(height * 0.838)
    for sign in signs:
        plate = Plate(100, 100)
        plate.stamp(sign, 50, 50, 100)
        sheet.blit(plate.print((size, size)), (x, middle - size // 2))
        x += round(size * 1.08)
    if number:
        sheet.blit(number, (round(x + size * 0.25), middle - number.get_height() // 2))
