"""The scenery of moments: a sky over a sea in a brass frame, a headline, light, things that drop, fly and sink.

Every piece takes the time `t` since the moment began and lays itself on the screen's canvas; nothing is kept.
"""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pygame
from pygame import Rect, Surface

from ui.look import text
from ui.look.engrave import Plate, line, ready, rounded
from ui.look.pictures import picture
from ui.look.text import Face
from ui.look.theme import BLOOD, BONE, DEEP, FOAM, GOLD, INK, PARCHMENT, SEA, WARM, Colour, blend, from_hex
from ui.motion import Ease, back, between, out
from ui.parts.plain import Image

if TYPE_CHECKING:
    from ui.table.screen import GameScreen

NIGHT = from_hex("#0D1B22")
# What the sky looks like: from the top down to the horizon.
SKIES: dict[str, tuple[Colour, Colour, Colour]] = {
    "day": (from_hex("#7FA9A8"), from_hex("#CFE3DF"), PARCHMENT),
    "night": (NIGHT, DEEP, from_hex("#24505E")),
    "blood": (from_hex("#1D0F12"), from_hex("#5B1F1C"), BLOOD),
    "gold": (from_hex("#7A5512"), GOLD, from_hex("#F6E3A4")),
    "dusk": (from_hex("#20303C"), from_hex("#6B5A44"), from_hex("#D39A4A")),
}


def share(t: float, begin: float, seconds: float, ease: Ease = out) -> float:
    """How far something is that begins then and takes so long."""
    return ease(min(1.0, max(0.0, (t - begin) / seconds)))


def inner(at: GameScreen) -> Rect:
    """The picture within the frame, above the headline."""
    stage, u = at.layout.stage, at.layout.unit
    high = round(stage.height * 0.22)
    return Rect(stage.x + u, stage.y + u, stage.width - 2 * u, stage.height - high - u)


def scene(at: GameScreen, sky: str, *, sea: bool = True, alpha: int = 255) -> Rect:
    """The sky, in a frame over the whole stage; returns the picture's room."""
    stage, room = at.layout.stage, inner(at)
    at.veil(stage)
    at.canvas.part(f"scene {sky}", stage, Image(_backdrop(stage.size, room.height, sky, sea)), alpha=alpha)
    return room


def waves(at: GameScreen, sky: str) -> Rect:
    """The sea in front of what sails or sinks; returns its place."""
    room = inner(at)
    area = Rect(room.x, room.bottom - round(room.height * 0.27), room.width, round(room.height * 0.27))
    at.canvas.image(f"waves {sky}", _sea(area.size, sky), area.topleft)
    return area


def headline(at: GameScreen, words: str, t: float, name: str = "headline") -> None:
    """The moment in one sentence, at the foot of the stage."""
    stage, layout, u = at.layout.stage, at.layout, at.layout.unit
    area = Rect(stage.x + 3 * u, inner(at).bottom, stage.width - 6 * u, stage.bottom - inner(at).bottom - 2 * u)
    sizes = [round(layout.medium * size) for size in (1.3, 1.1, 1.0, 0.85, 0.72, 0.62)]
    alpha = round(255 * share(t, 0.0, 0.25))
    at.write(name, area, words, sizes, face=Face.LETTERING, colour=BONE, align="centre", alpha=alpha)


def number(at: GameScreen, words: str, centre: tuple[float, float], t: float, begin: float) -> None:
    """A sum on a torn piece of paper, dropped onto the picture."""
    if t < begin:
        return
    image = figure_slip(words, round(at.layout.large * 1.1))
    drop = (1 - share(t, begin, 0.3, back)) * at.layout.unit * 8
    room, half = inner(at), image.get_width() / 2
    x = min(max(centre[0], room.x + half), room.right - half)
    at.canvas.image(f"sum {words}", image, (x - half, centre[1] - image.get_height() / 2 - drop))


@lru_cache(maxsize=32)
def figure_slip(words: str, px: int) -> Surface:
    digits = text.figures(words, px, INK)
    pad = px // 3
    width, height = digits.get_width() + 2 * pad, digits.get_height() + 2 * pad
    plate = Plate(width, height)
    random = Random(words)
    edge = [(x, 2 + random.random() * pad * 0.25) for x in np.linspace(2, width - 2, 14)]
    low = [(x, height - 2 - random.random() * pad * 0.25) for x in np.linspace(width - 2, 2, 14)]
    plate.cut(line([*edge, *low], closed=True), fill=PARCHMENT, stroke=INK, width=max(2.0, px / 30))
    sheet = plate.print()
    sheet.blit(digits, (pad, pad))
    return ready(sheet)


def drop(at: GameScreen, name: str, art: str, size: int, centre: tuple[float, float], t: float, begin: float, *,
         lit: bool = False) -> None:  # fmt: skip
    """A picture falls into its place and stays; `lit`, light falls on it."""
    if t < begin:
        return
    x, y = centre[0], centre[1] - (1 - share(t, begin, 0.3, back)) * size * 0.7
    if lit:
        halo(at, f"{name} light", centre, round(size * 1.7), round(255 * share(t, begin, 0.3)))
    at.canvas.image(name, picture(art, size), (x - size / 2, y - size / 2))


def halo(at: GameScreen, name: str, centre: tuple[float, float], size: int, alpha: int = 255) -> None:
    """Lamplight around something."""
    at.canvas.image(name, light(size, WARM), (centre[0] - size / 2, centre[1] - size / 2), alpha=alpha)


@lru_cache(maxsize=24)
def light(size: int, colour: Colour) -> Surface:
    """A soft round light."""
    xx, yy = np.mgrid[0:size, 0:size].astype(np.float32)
    far = np.hypot(xx - size / 2, yy - size / 2) / (size / 2)
    surface = Surface((size, size), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    alpha = pygame.surfarray.pixels_alpha(surface)
    alpha[:] = (np.clip(1 - far, 0, 1) ** 1.8 * 190).astype(np.uint8)
    del alpha  # unlocks the surface
    return ready(surface)


def burst(
    at: GameScreen,
    name: str,
    art: str,
    size: int,
    centre: tuple[float, float],
    t: float,
    begin: float,
    count: int,
    reach: float,
) -> None:
    """Things that fly out in arcs and fall."""
    if t < begin:
        return
    done = share(t, begin, 0.9)
    for each in range(count):
        turn = math.pi * (0.12 + 0.76 * each / max(1, count - 1))
        far = reach * (0.65 + 0.35 * ((each * 7) % 5) / 4)
        x = centre[0] - math.cos(turn) * far * done
        y = centre[1] - math.sin(turn) * far * done + reach * 0.55 * done * done
        at.canvas.image(f"{name} {each}", picture(art, size), (x - size / 2, y - size / 2))


def above(at: GameScreen, name: str, image: Surface, place: tuple[float, float]) -> None:
    """Something that stands in the sea: only what is above the foot of the picture can be seen."""
    high = min(image.get_height(), round(inner(at).bottom - at.layout.unit - place[1]))
    if high > 0:
        area = Rect(round(place[0]), round(place[1]), image.get_width(), high)
        at.canvas.part(name, area, Image(image))


def fly(
    at: GameScreen,
    name: str,
    image: Surface,
    one: tuple[float, float],
    other: tuple[float, float],
    done: float,
    lift: float = 0.0,
    alpha: int = 255,
) -> None:
    """From one place to another, in an arc."""
    x = between(one[0], other[0], done)
    y = between(one[1], other[1], done) - lift * 4 * done * (1 - done)
    at.canvas.image(name, image, (x - image.get_width() / 2, y - image.get_height() / 2), alpha=alpha)


# -- painted once ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _backdrop(size: tuple[int, int], horizon: int, sky: str, sea: bool) -> Surface:
    width, height = size
    rim = max(6.0, height * 0.017)
    plate = Plate(width, height)
    shine = plate.gradient((0, 0), (width, height), from_hex("#E9CB82"), GOLD, from_hex("#5E4313"), GOLD)
    plate.cut(rounded(1, 1, width - 2, height - 2, rim), fill=shine, stroke=INK, width=2)
    top, middle, low = SKIES[sky]
    paint = plate.gradient((0, 0), (0, horizon), top, middle, low)
    plate.cut(rounded(rim, rim, width - 2 * rim, horizon, rim * 0.6), fill=paint)
    random = Random(sky)
    if sky == "night":
        for _ in range(60):
            x, y = rim * 2 + random.random() * (width - 4 * rim), rim * 2 + random.random() * horizon * 0.6
            plate.dot(x, y, 0.6 + random.random() * rim * 0.09, fill=FOAM, opacity=0.3 + 0.6 * random.random())
    for _ in range(9):  # clouds, as an engraver hatches them
        x, y = random.random() * width * 0.8 + width * 0.05, rim * 2 + random.random() * horizon * 0.45
        for row in range(4):
            wide = width * (0.05 + 0.12 * random.random())
            start = min(max(x - wide / 2 + random.random() * rim * 2, rim * 2), width - rim * 2 - wide)
            strip = [(start, y + row * rim * 0.5), (start + wide, y + row * rim * 0.5)]
            plate.cut(line(strip), stroke=blend(low, BONE, 0.4), width=rim * 0.12, opacity=0.35)
    field = [(rim, horizon), (width - rim, horizon), (width - rim, height - rim), (rim, height - rim)]
    plate.cut(line(field, closed=True), fill=plate.gradient((0, horizon), (0, height), blend(DEEP, INK, 0.2), DEEP))
    if sea:
        _water(plate, rim, horizon * 0.74, width - 2 * rim, horizon * 0.26, sky)
    frame = rounded(rim, rim, width - 2 * rim, height - 2 * rim, rim * 0.6)
    plate.cut(frame, stroke=INK, width=max(1.5, rim * 0.16))
    return plate.print()


@lru_cache(maxsize=8)
def _sea(size: tuple[int, int], sky: str) -> Surface:
    plate = Plate(*size)
    _water(plate, 0, size[1] * 0.18, size[0], size[1] * 0.82, sky)
    return plate.print()


def _water(plate: Plate, x: float, y: float, width: float, height: float, sky: str) -> None:
    """Rows of waves, darker towards the front."""
    deep = {"blood": from_hex("#2A1416"), "gold": from_hex("#8A6216"), "night": NIGHT}.get(sky, DEEP)
    tone = {"blood": from_hex("#4A1E1E"), "gold": from_hex("#B5862A")}.get(sky, SEA)
    rows = 4
    for row in range(rows):
        top = y + height * row / rows
        crest = height * 0.07
        step = width / (7 + row)
        points = [(x, top)]
        for each in range(120):
            px = x + width * each / 119
            swell = math.sin((px + row * step * 0.4) / step * math.tau)
            points.append((px, top + crest * (0.5 - abs(swell)) * 1.3))
        points += [(x + width, y + height), (x, y + height)]
        plate.cut(line(points, closed=True), fill=blend(tone, deep, row / rows), stroke=INK, width=1.6)


@lru_cache(maxsize=12)
def smoke(size: int) -> Surface:
    plate = Plate(100, 100)
    for x, y, r in ((36, 56, 26), (60, 44, 28), (66, 64, 22), (46, 36, 20)):
        plate.dot(x, y, r + 3, fill=INK, opacity=0.8)
    for x, y, r in ((36, 56, 26), (60, 44, 28), (66, 64, 22), (46, 36, 20)):
        plate.dot(x, y, r, fill=from_hex("#D8D2C4"))
    plate.dot(52, 40, 18, fill=BONE)
    return plate.print((size, size))


@lru_cache(maxsize=12)
def blot(size: int, phase: int) -> Surface:
    """Ink spilt on the chart, at one of its sizes."""
    plate = Plate(100, 100)
    random = Random("blot")
    grown = (0.35, 0.6, 0.82, 1.0)[phase]
    lobes = [(random.uniform(0.75, 1.0), random.uniform(2, 9), random.random() * 6) for _ in range(3)]
    points = []
    for step in range(140):
        turn = step * math.tau / 140
        far = 34 + sum(3.4 * much * math.sin(turn * round(often) + start) for much, often, start in lobes)
        points.append((50 + math.cos(turn) * far * grown, 50 + math.sin(turn) * far * grown * 0.86))
    plate.cut(line(points, closed=True), fill=INK)
    for _ in range(int(14 * grown)):
        turn, far = random.random() * math.tau, (38 + 11 * random.random()) * grown
        plate.dot(50 + math.cos(turn) * far, 50 + math.sin(turn) * far * 0.86, random.uniform(0.6, 2.6), fill=INK)
    plate.cut("M30 38C34 30 42 27 50 26", stroke=blend(INK, BONE, 0.35), width=1.6, opacity=0.7)
    return plate.print((size, size))


@lru_cache(maxsize=4)
def rays(size: int, phase: int, colour: Colour) -> Surface:
    """Beams around a middle, turned a little more with every phase."""
    plate = Plate(100, 100)
    for beam in range(18):
        turn = beam * math.tau / 18 + phase * math.tau / 72
        wide = math.tau / 72
        ends = [(50 + math.cos(turn + side) * 50, 50 + math.sin(turn + side) * 50) for side in (-wide, wide)]
        plate.cut(line([(50, 50), *ends], closed=True), fill=colour, opacity=0.5)
    return plate.print((size, size))
