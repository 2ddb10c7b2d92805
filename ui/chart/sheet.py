"""The treasure map: an engraved sea chart, another one for every seed, for any size and any length of board."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
import pygame
from pygame import Rect, Surface

from ui.breath import breathe
from ui.chart.course import Box, Course, Point, plan
from ui.chart.land import Ground, Spot, grow
from ui.look import flourish, text
from ui.look.engrave import Plate, line, ready
from ui.look.flourish import LAND, RUBRIC
from ui.look.grain import Field, crease, enlarge, noise, paper, tinted, to_surface
from ui.look.theme import BONE, INK, PARCHMENT, SEA, Colour, blend, from_hex

WASH = from_hex("#A9C4B8")  # the sea, in watercolour
DEEP_WASH = from_hex("#6F9DA0")
SHORE = from_hex("#C79A55")


@dataclass(frozen=True)
class Chart:
    """The sheet (with an alpha: its edge is worn) and where the start and the squares lie on it."""

    surface: Surface
    squares: tuple[Point, ...]
    spacing: float
    dot: float  # radius of a square


@lru_cache(maxsize=3)
def draw(size: tuple[int, int], seed: int, squares: int, title: str, px: int) -> Chart:
    """`px` is the type size of the numbers; the title is lettered as large as the cartouche allows."""
    width, height = size
    rng = np.random.default_rng(seed)
    margin = min(width, height) * 0.052
    inner = (margin, margin, width - 2 * margin, height - 2 * margin)
    inset = min(width, height) * 0.03
    course = plan(squares, seed, (inner[0] + inset, inner[1] + inset, inner[2] - 2 * inset, inner[3] - 2 * inset))
    ground = grow(rng, course, width, height, inner)
    pixels, alpha = painted(rng, ground, width, height, inner)
    surface = to_surface(pixels, alpha)
    dot = min(max(course.spacing * 0.15, px * 0.30), px * 0.48)
    surface.blit(_scraped(course, Plate(width, height), dot, px), (0, 0))
    ink = _engraved(seed, course, ground, inner, Plate(width, height), dot, px)
    surface.blit(on_white(ink), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    _number(surface, course, px)
    size_of_x = round(max(dot * 4.6, px * 1.9))
    cross = Plate(100, 100)
    cross.stamp("cross", 50, 50, 100)
    mark = cross.print((size_of_x, size_of_x))
    surface.blit(mark, mark.get_rect(center=[round(value) for value in course.squares[-1]]))
    _cartouche(surface, course.cartouche, title, px)
    return Chart(surface, course.squares, course.spacing, dot)


def _scraped(course: Course, plate: Plate, dot: float, px: int) -> Surface:
    """The paper laid bare under the squares, so that no coast runs through a number."""
    for number, (x, y) in enumerate(course.squares[:-1]):
        radius = dot * 1.9 if number == 0 else dot if number % 5 else px * 0.72
        plate.dot(x, y, radius, fill=blend(PARCHMENT, BONE, 0.3))
    return plate.print()


def on_white(ink: Surface) -> Surface:
    """Ink to be multiplied into the paper, which then shows through all that is light."""
    sheet = Surface(ink.get_size())
    sheet.fill((255, 255, 255))
    sheet.blit(ink, (0, 0))
    return ready(sheet)


def painted(rng: np.random.Generator, ground: Ground, width: int, height: int, inner: Box) -> tuple[Field, Field]:
    """Paper, washes of watercolour, coast and water lines: all that follows the shore pixel by pixel."""
    pixels, alpha = paper(rng, height, width)
    shore = enlarge(ground.shore, height, width)
    shore += noise(rng, height, width, 5) * 1.1  # the engraver's hand is not quite steady
    unit = min(width, height) / 100
    x0, y0, w, h = inner
    yy, xx = np.mgrid[0:height, 0:width].astype(np.float32)
    within = np.clip(np.minimum(np.minimum(xx - x0, x0 + w - xx), np.minimum(yy - y0, y0 + h - yy)), 0, 1)
    sea = np.clip(shore + 0.5, 0, 1) * within
    land = (1 - np.clip(shore + 0.5, 0, 1)) * within
    mottle = 0.82 + 0.3 * noise(rng, height, width, unit * 9)
    relief = pixels / np.asarray(PARCHMENT, np.float32)  # washes are thin: the paper's own texture stays visible

    def wash(colour: Colour, share: Field) -> None:
        nonlocal pixels
        breathe()
        painted = np.asarray(colour, np.float32) * np.clip(relief, 0.25, 1.1)
        pixels = pixels + (painted - pixels) * share[..., None]

    wash(WASH, sea * np.clip(0.50 * mottle, 0, 1))
    wash(DEEP_WASH, sea * np.clip(0.75 * np.exp(-shore / (unit * 3.2)) * mottle, 0, 1))
    wash(LAND, land * 0.75)
    wash(SHORE, land * np.clip(0.70 * np.exp(np.minimum(shore, unit) / (unit * 1.7)) * mottle, 0, 1))
    thick = max(1.0, unit * 0.17)
    for number, away in enumerate((unit * 0.9, unit * 2.1, unit * 3.8)):
        stroke = np.clip(thick * (0.62 - 0.12 * number) + 0.5 - abs(shore - away), 0, 1)
        pixels = tinted(pixels, SEA, stroke * within * (0.72, 0.46, 0.26)[number])
    coast = np.clip(thick * 1.15 + 0.5 - abs(shore), 0, 1) * within
    pixels = tinted(pixels, INK, coast * 0.92)
    for at in (1 / 3, 2 / 3):
        crease(pixels, at, upright=True, depth=9)
    crease(pixels, 0.5, upright=False, depth=9)
    return pixels, alpha


def _engraved(seed: int, course: Course, ground: Ground, inner: Box, plate: Plate, dot: float, px: int) -> Surface:
    random = Random(f"chart {seed}")
    unit = min(plate.width, plate.height) / 100
    spots = list(ground.spots)
    if course.rose:
        left, top, width, height = course.rose
        rose = Spot(left + width / 2, top + height / 2, min(width, height) * 0.47)
    else:
        rose = spots.pop(0)
    centre = rose.x, rose.y
    flourish.rhumbs(plate, centre, inner, unit)
    flourish.border(plate, inner, unit)
    _relief(plate, random, course, ground, inner, unit)
    for name, spot in zip(random.sample(("galleon", "serpent", "whale"), 3), spots, strict=False):
        plate.stamp(name, spot.x, spot.y, spot.room * 1.6, flip=random.random() < 0.5 and name != "galleon")
    plate.stamp("rose", *centre, rose.room * 1.9)
    _trail(plate, course, dot, unit, px)
    return plate.print()


def _relief(plate: Plate, random: Random, course: Course, ground: Ground, inner: Box, unit: float) -> None:
    """Hills and palms on land, little waves at sea, none on the course."""
    x0, y0, w, h = inner
    known = [(*course.squares[-1], unit * 6.5)]
    known += [(x, y, unit * 2.6) for x, y in course.trail[::3]]
    known += [(spot.x, spot.y, spot.room) for spot in ground.spots]
    for left, top, width, height in filter(None, (course.cartouche, course.rose)):
        known.append((left + width / 2, top + height / 2, min(width, height) * 0.5))
    count = len(known)
    taken = np.zeros((count + 2600, 3))
    taken[:count] = known
    things: list[tuple[float, float, str, float]] = []
    for _ in range(2600):
        x, y = x0 + random.random() * w, y0 + random.random() * h
        shore = ground.at(x, y)
        kind = _grows(shore / unit)
        if kind is None:
            continue
        room = {"wave": 3.6, "hill": 2.6, "palm": 2.3}[kind] * unit
        if min(x - x0, x0 + w - x, y - y0, y0 + h - y) < room + unit:
            continue
        if kind == "wave" and random.random() < 0.72:  # the sea stays calm
            continue
        if bool(np.any(np.hypot(taken[:count, 0] - x, taken[:count, 1] - y) < room + taken[:count, 2])):
            continue
        taken[count] = x, y, room * (1.5 if kind == "wave" else 1.0)
        count += 1
        things.append((y, x, kind, room))
    for y, x, kind, room in sorted(things):
        {"hill": flourish.hill, "palm": flourish.palm, "wave": flourish.wave}[kind](plate, random, x, y, room, unit)


def _grows(shore: float) -> str | None:
    """What is drawn that far from the coast: waves well out, palms on the beach, hills inland."""
    if shore > 5:
        return "wave"
    return "hill" if shore < -3.4 else "palm" if shore < -1.7 else None


def _trail(plate: Plate, course: Course, dot: float, unit: float, px: int) -> None:
    """Dashes from square to square, and the squares."""
    walked, pace, pen = 0.0, max(dot * 0.72, unit * 1.1), False
    stroke: list[Point] = []
    for one, other in zip(course.trail, course.trail[1:], strict=False):
        if math.dist(other, course.squares[-1]) < max(dot * 2.6, px * 0.95):  # the X lies there
            break
        walked += math.dist(one, other)
        if pen:
            stroke.append(other)
        if walked >= pace:
            walked = 0.0
            if pen and len(stroke) > 1:
                plate.cut(line(stroke), stroke=INK, width=max(1.2, dot * 0.26))
            pen, stroke = not pen, [other]
    for number, (x, y) in enumerate(course.squares[:-1]):
        if number == 0:
            plate.dot(x, y, dot * 1.9, fill=(255, 255, 255), stroke=INK, width=dot * 0.3)
            plate.stamp("anchor", x, y, dot * 2.6, tint=INK)
        elif number % 5:
            plate.dot(x, y, dot, fill=(255, 255, 255), stroke=INK, width=max(1.2, dot * 0.3))
            plate.dot(x, y, dot * 0.42, fill=RUBRIC)
        else:
            plate.dot(x, y, px * 0.72, fill=(255, 255, 255), stroke=INK, width=max(1.4, dot * 0.3))
            plate.dot(x, y, px * 0.60, stroke=INK, width=max(0.8, dot * 0.1))


def _number(surface: Surface, course: Course, px: int) -> None:
    for number, (x, y) in enumerate(course.squares[:-1]):
        if number and number % 5 == 0:
            image = text.figures(str(number), round(px * 0.86), INK)
            surface.blit(image, image.get_rect(center=(round(x), round(y))))


def _cartouche(surface: Surface, box: Box, title: str, px: int) -> None:
    """A scroll with the game's name, in the corner the course leaves free."""
    area = Rect(round(box[0]), round(box[1]), round(box[2]), round(box[3]))
    room_w, room_h = area.width * 0.97, min(area.height * 0.62, area.width * 0.36)
    size = next((s for s in range(px * 4, px, -3) if _lettered(title, s, room_w, room_h)), px)
    lines = text.wrapped(title, text.Face.LETTERING, size, round(room_w - 2 * size))
    step = text.leading(text.Face.LETTERING, size)
    w = max(text.width(words, text.Face.LETTERING, size) for words in lines) + size * 0.7
    h = step * len(lines) + size * 0.34
    cx, cy = area.center
    roll = max(6.0, size * 0.26)
    plate = Plate(w + roll * 5, h + roll * 4)
    flourish.scroll(plate, roll * 2.5, roll * 2, w, h, roll)
    surface.blit(plate.print(), (round(cx - plate.width / 2), round(cy - plate.height / 2)))
    for number, words in enumerate(lines):
        image = text.rendered(words, text.Face.LETTERING, size, INK)
        top = cy - step * len(lines) / 2 - roll * 0.55 + number * step + (step - image.get_height()) / 2
        surface.blit(image, (round(cx - image.get_width() / 2), round(top)))


def _lettered(title: str, size: int, room_w: float, room_h: float) -> bool:
    lines = text.wrapped(title, text.Face.LETTERING, size, round(room_w - 2 * size))
    widest = max(text.width(words, text.Face.LETTERING, size) for words in lines)
    return widest + 2 * size <= room_w and len(lines) * text.leading(text.Face.LETTERING, size) <= room_h
