"""The picture on a printed card: a stage of sky and ground, engraved, with its figures cut over it.

One light falls from the upper left; the ground is washed with few colours, so that the figures carry the card.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
import pygame
from pygame import Surface

from ui.look.engrave import Plate, line
from ui.look.theme import BONE, DEEP, FADED, FOAM, INK, PALM, SEA, WARM, Colour, blend, from_hex

SAND, WOOD = from_hex("#E3CC94"), from_hex("#8A5F37")
Figures = Callable[[Plate], None]  # cut onto a plate 100 wide; it knows its own height


@dataclass(frozen=True, slots=True)
class Stage:
    """What lies behind the figures. `level` is the horizon, as a share of the height."""

    sky: tuple[Colour, ...]
    floor: tuple[Colour, ...]
    level: float
    kind: str  # sea, sand, boards or leaves
    rays: Colour | None = None
    clouds: int = 0
    moon: bool = False


_SEA, _SAND = (from_hex("#4E8489"), SEA), (SAND, from_hex("#C9A866"))


def _sky_of(*codes: str) -> tuple[Colour, ...]:
    return tuple(from_hex(code) for code in codes)


DAY = Stage(_sky_of("#9FC0C0", "#DDE0C8", "#F2E7C6"), _SEA, 0.72, "sea", clouds=3)
DUSK = Stage(_sky_of("#D9A24A", "#EBC979", "#F6E6B4"), (from_hex("#5B7F78"), DEEP), 0.76, "sea", BONE, clouds=1)
NIGHT = Stage(_sky_of("#12262F", "#244A56", "#4E7C82"), _sky_of("#1B3B46", "#0F222A"), 0.78, "sea", moon=True)
DOOM = Stage(_sky_of("#3A1513", "#7E2B22", "#C4633C"), _sky_of("#33201C", "#1C110F"), 0.80, "sand", from_hex("#E9A56A"))
GLEAM = Stage(_sky_of("#E7BF62", "#F3DC9C", "#EFE2C4"), _SAND, 0.74, "sand", BONE)
CLEAR = Stage(_sky_of("#7FB0B4", "#C6DBD2", "#F7F1E3"), _SAND, 0.76, "sand", BONE)
JUNGLE = Stage(_sky_of("#8DB08A", "#CBD8A8", "#EFE7BE"), _sky_of("#5E7F48", "#3E5E38"), 0.78, "leaves", BONE)
DECK = Stage(_sky_of("#A9C6C4", "#E0E2CA", "#F2E7C6"), (WOOD, from_hex("#5E3D22")), 0.70, "boards", clouds=2)


def paint(size: tuple[int, int], stage: Stage, figures: Figures, seed: int = 1) -> Surface:
    """The whole picture, opaque."""
    picture = _ground(size, stage, seed).copy()
    front = Plate(100, 100 * size[1] / size[0])
    figures(front)
    picture.blit(hatched(front.print(size)), (0, 0))
    return picture


def with_figure(size: tuple[int, int], stage: Stage, figure: Surface) -> Surface:
    """The same with a figure that is drawn already, before the middle of it."""
    picture = _ground(size, stage, 1).copy()
    low = size[1] - round(size[1] * 0.05)
    picture.blit(hatched(figure.copy(), 0.2), figure.get_rect(midbottom=(size[0] // 2, low)))
    return picture


@lru_cache(maxsize=24)
def _ground(size: tuple[int, int], stage: Stage, seed: int) -> Surface:
    plate = Plate(100, 100 * size[1] / size[0])
    _sky(plate, stage, Random(seed))
    _floor(plate, stage, Random(seed + 1))
    picture = Surface(size)
    picture.blit(plate.print(size), (0, 0))
    return picture


def hatched(image: Surface, strength: float = 0.36) -> Surface:
    """A figure with an engraver's lines cut into its shaded parts."""
    size = image.get_size()
    pixels = pygame.surfarray.array3d(image).astype(np.float32)
    light = pixels @ np.asarray((0.30, 0.59, 0.11), np.float32) / 255
    xx, yy = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    period = max(2.6, size[0] / 62)
    bend = np.sin(xx / size[0] * 5 + yy / size[1] * 3) * period * 1.6
    wave = np.abs(((xx * 0.6 + yy + bend) / period) % 1 - 0.5) * 2  # 0 on a line, 1 between two
    depth = np.clip((0.86 - light) / 0.7, 0, 0.62)  # the darker, the broader the line
    cut = np.clip((depth - wave) * period * 0.5 + 0.5, 0, 1) * (light > 0.16) * strength
    coloured = pixels + (np.asarray(INK, np.float32) - pixels) * cut[..., None]
    view = pygame.surfarray.pixels3d(image)
    view[:] = np.clip(coloured, 0, 255).astype(np.uint8)
    del view  # unlocks the surface
    return image


def shade(plate: Plate, x: float, y: float, wide: float, high: float = 3.2) -> None:
    """The shadow of something that stands there, to its lower right."""
    half = f"a{wide:.2f} {high:.2f} 0 1 0"
    data = f"M{x - wide:.2f} {y:.2f}{half} {2 * wide:.2f} 0{half} {-2 * wide:.2f} 0Z"
    plate.cut(data, fill=INK, opacity=0.32)


def _sky(plate: Plate, stage: Stage, random: Random) -> None:
    horizon = plate.height * stage.level
    wash = plate.gradient((0, 0), (0, horizon), *stage.sky)
    plate.cut(f"M0 0L100 0L100 {plate.height:.2f}L0 {plate.height:.2f}Z", fill=wash)
    dark = stage.moon
    if stage.rays is not None:
        _rays(plate, stage.rays, plate.height * 0.5)
    pen = BONE if dark else INK
    y = 1.2
    while y < horizon - 2:  # the sky is cut in lines, closer above than below
        share = y / horizon
        x = -random.uniform(0, 14)
        while x < 100:
            long = random.uniform(16, 46)
            ends = [(x, y), (min(100.0, x + long), y)]
            plate.cut(line(ends), stroke=pen, width=0.22, opacity=max(0.04, 0.26 * (1 - share) ** 1.3))
            x += long + random.uniform(1.5, 9)
        y += 1.15 + 2.1 * share
    if dark:
        _night(plate, random, horizon)
    places = ((20, 0.20), (82, 0.13), (70, 0.42))
    for x, share in places[: stage.clouds]:
        _cloud(plate, x + random.uniform(-4, 4), horizon * share + 5, random.uniform(9, 12.5))


def _rays(plate: Plate, colour: Colour, y: float) -> None:
    for ray in range(40):
        turn, half, far = ray * math.tau / 40, math.tau / 150, 120
        ends = [(50.0, y)] + [(50 + math.cos(t) * far, y + math.sin(t) * far) for t in (turn - half, turn + half)]
        plate.cut(line(ends, closed=True), fill=colour, opacity=0.34 if ray % 2 else 0.2)


def _night(plate: Plate, random: Random, horizon: float) -> None:
    for _ in range(34):
        x, y = random.uniform(2, 98), random.uniform(2, horizon * 0.8)
        plate.dot(x, y, random.choice((0.28, 0.4, 0.62)), fill=FOAM, opacity=0.9)
    x, y = 17.0, 15.0
    for reach, strength in ((15, 0.10), (12.5, 0.14), (10.4, 0.2)):
        plate.dot(x, y, reach, fill=WARM, opacity=strength)
    plate.dot(x, y, 8.4, fill=from_hex("#F3E3AE"), stroke=INK, width=0.7)
    for dx, dy, r in ((-2.5, -2, 1.5), (2.4, 1.2, 2.0), (-1, 3.6, 1.0)):
        plate.dot(x + dx, y + dy, r, fill=from_hex("#DDC582"))


def _cloud(plate: Plate, x: float, y: float, r: float) -> None:
    puffs = ((-1.25, 0.0, 0.55), (-0.6, -0.38, 0.7), (0.15, -0.55, 0.8), (0.85, -0.2, 0.62), (1.4, 0.05, 0.42))
    for grow, colour in ((0.5, FADED), (0.0, BONE)):
        for dx, dy, size in puffs:
            plate.dot(x + dx * r, y + dy * r, size * r + grow, fill=colour)
    for step in range(4):
        low = y + r * (0.42 - 0.2 * step)
        ends = [(x + r * (-0.9 + 0.35 * step), low), (x + r * (1.5 - 0.1 * step), low)]
        plate.cut(line(ends), stroke=FADED, width=0.3, opacity=0.55)


def _floor(plate: Plate, stage: Stage, random: Random) -> None:
    top, low = plate.height * stage.level, plate.height
    fill = plate.gradient((0, top), (0, low), *stage.floor)
    if stage.kind == "sand":
        edge = f"M0 {top + 3:.1f}Q28 {top - 3:.1f} 54 {top + 1:.1f}T100 {top:.1f}L100 {low}L0 {low}Z"
        plate.cut(edge, fill=fill, stroke=INK, width=0.5)
        for _ in range(150):
            x, y = random.uniform(0, 100), random.uniform(top + 4, low)
            plate.dot(x, y, 0.24, fill=INK, opacity=0.4)
        return
    plate.cut(f"M0 {top:.2f}L100 {top:.2f}L100 {low:.2f}L0 {low:.2f}Z", fill=fill)
    if stage.kind == "sea":
        _waves(plate, random, top, low)
    elif stage.kind == "boards":
        _boards(plate, top, low)
    else:
        _leaves(plate, random, top, low)


def _waves(plate: Plate, random: Random, top: float, low: float) -> None:
    plate.cut(line([(0, top), (100, top)]), stroke=INK, width=0.5)
    y, long = top + 1.6, 3.0
    while y < low + 2:
        x = -random.uniform(0, long * 2)
        while x < 100:
            if random.random() < 0.8:
                crest = f"M{x:.1f} {y:.1f}q{long / 2:.2f} {-long * 0.36:.2f} {long:.2f} 0"
                plate.cut(crest, stroke=FOAM, width=0.16 + long * 0.06, opacity=0.75)
            x += long * 1.18
        y += long * 0.55
        long *= 1.22


def _boards(plate: Plate, top: float, low: float) -> None:
    plate.cut(f"M0 {top - 9:.1f}L100 {top - 9:.1f}M0 {top - 6:.1f}L100 {top - 6:.1f}", stroke=INK, width=0.6)
    plate.cut(
        f"M0 {top - 9:.1f}L100 {top - 9:.1f}L100 {top - 6:.1f}L0 {top - 6:.1f}Z", fill=WOOD, stroke=INK, width=0.6
    )
    for post in range(5, 100, 15):
        plate.cut(line([(post, top - 6), (post, top)]), stroke=INK, width=3.0)
        plate.cut(line([(post, top - 6), (post, top)]), stroke=WOOD, width=1.8)
    plate.cut(line([(0, top), (100, top)]), stroke=INK, width=0.8)
    for board in range(-14, 16):
        plate.cut(line([(50 + board * 7.0, top), (50 + board * 15, low)]), stroke=INK, width=0.5, opacity=0.7)


def _leaves(plate: Plate, random: Random, top: float, low: float) -> None:
    for depth, tone in ((0.0, blend(PALM, BONE, 0.35)), (4.0, PALM), (9.0, blend(PALM, INK, 0.35))):
        for x in range(-4, 108, 7):
            y = top + depth + random.uniform(-2, 2)
            lean, high = random.uniform(-6, 6), random.uniform(9, 15)
            tip = f"{x + lean:.1f} {y - high:.1f}"
            left, right = f"{x - 5 + lean:.1f} {y - high * 0.4:.1f}", f"{x + 5 + lean:.1f} {y - high * 0.4:.1f}"
            blade = f"M{x - 4} {low}Q{left} {tip}Q{right} {x + 4} {low}Z"
            plate.cut(blade, fill=tone, stroke=INK, width=0.4)
            plate.cut(f"M{x} {low}L{tip}", stroke=INK, width=0.25, opacity=0.6)
