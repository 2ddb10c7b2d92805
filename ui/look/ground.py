"""What everything lies on: a table of dark planks by lamplight, slips of paper, plates of brass. Drawn once."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame
from pygame import Rect, Surface

from ui.look.engrave import Plate, ready, rounded
from ui.look.grain import from_edge, noise, paper, tinted, to_surface
from ui.look.theme import BONE, DEEP, GOLD, INK, SEA, WARM, WOOD, blend, from_hex

TILE = 384  # pixels of paper's fibre, laid side by side


@lru_cache(maxsize=4)
def table(width: int, height: int) -> Surface:
    """Dark planks by lamplight: bright at the upper left, falling off to night."""
    rng = np.random.default_rng(17)
    planks = 6
    plank = height / planks
    y = np.arange(height)
    number = np.minimum((y / plank).astype(int), planks - 1)
    grain = noise(rng, height, width, 1.5, stretch=60) * 0.5 + noise(rng, height, width, 5, stretch=40) * 0.6
    rings = np.sin((noise(rng, height, width, plank / 2.2, stretch=7) * 2.2 + y[:, None] / plank * 1.3) * 9) * 0.32
    figure = grain + rings
    for index in range(planks):  # each plank is another tree
        rows = number == index
        figure[rows] = figure[rows][:: rng.choice((-1, 1)), :: rng.choice((-1, 1))] + rng.normal(0, 0.5)
    wood = np.empty((height, width, 3), np.float32)
    wood[:] = from_hex("#452D1C")
    wood += figure[..., None] * np.asarray((6.5, 4.6, 3.2), np.float32)
    seam = np.abs((y / plank + 0.5) % 1 - 0.5) * plank
    wood *= (1 - 0.75 * np.exp(-seam / (height * 0.0022)))[:, None, None].astype(np.float32)
    yy, xx = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.hypot((xx / width - 0.34), (yy / height - 0.24) * height / width)
    lamp = np.clip(1.22 - away * 1.05, 0.34, 1.3)
    wood *= lamp[..., None]
    return to_surface(tinted(wood, WOOD, 0.12))


def shadow(surface: Surface, box: Rect, reach: int, strength: int = 120) -> None:
    """A soft shadow of a sheet lying at `box`, falling to the lower right."""
    surface.blit(_shadow(*box.size, reach, strength), box.inflate(reach * 2, reach * 2).move(reach // 3, reach // 2))


@lru_cache(maxsize=48)
def _shadow(width: int, height: int, reach: int, strength: int) -> Surface:
    inside = from_edge(height + 2 * reach, width + 2 * reach)
    veil = np.clip(inside / (reach * 2), 0, 1) ** 2 * strength / 255
    return to_surface(np.zeros((*inside.shape, 3), np.float32), veil)


@lru_cache(maxsize=48)
def slip(width: int, height: int, seed: int = 1, age: float = 0.6) -> Surface:
    """A piece of paper with a torn edge, to write on: mottled at half the size, which nobody sees and which takes a
    quarter of the time, with its fibre laid over it."""
    rng = np.random.default_rng(seed)
    sheet, alpha = paper(rng, (height + 1) // 2, (width + 1) // 2, age=age)
    large = pygame.transform.smoothscale(to_surface(sheet, alpha), (width, height))
    fibre = _fibre()
    for x in range(-(seed * 37 % TILE), width, TILE):
        for y in range(-(seed * 53 % TILE), height, TILE):
            large.blit(fibre, (x, y), special_flags=pygame.BLEND_RGB_SUB)
    return ready(large)


@lru_cache(maxsize=1)
def _fibre() -> Surface:
    """Threads in paper, to be taken off its light."""
    rng = np.random.default_rng(5)
    grain = noise(rng, TILE, TILE, 1.6, stretch=16) * 2.2 + rng.standard_normal((TILE, TILE), np.float32) * 1.5
    return to_surface(np.repeat(np.clip(grain + 4, 0, 12)[..., None], 3, axis=2))


def lay(surface: Surface, box: Rect, *, seed: int = 1, age: float = 0.6, lift: int = 6) -> Rect:
    """Lays a slip of paper with its shadow into a box and returns where one may write."""
    sheet = box.inflate(-2 * lift, -2 * lift)
    shadow(surface, sheet, lift, 150)
    surface.blit(slip(*sheet.size, seed, age), sheet)
    return room_on(box, lift)


def room_on(box: Rect, lift: int) -> Rect:
    """Where one may write on a slip of paper that is laid into a box."""
    sheet = box.inflate(-2 * lift, -2 * lift)
    edge = max(4, min(sheet.size) // 14)
    return sheet.inflate(-2 * edge, -edge)


@lru_cache(maxsize=48)
def brass(width: int, height: int, *, bright: bool = False) -> Surface:
    """A dark plate in a brass frame with a screw in each corner."""
    plate = Plate(width, height)
    rim = max(3.0, min(width, height) * 0.035)
    low, high = from_hex("#5E4313"), from_hex("#F0D58C")
    shine = (
        plate.gradient((0, 0), (width, height), high, GOLD, low, GOLD)
        if bright
        else plate.gradient(
            (0, 0), (width, height), blend(GOLD, BONE, 0.25), blend(GOLD, INK, 0.3), low, blend(GOLD, INK, 0.2)
        )
    )
    plate.cut(rounded(1, 1, width - 2, height - 2, rim * 1.6), fill=shine, stroke=INK, width=1.6)
    field = plate.gradient((0, 0), (0, height), blend(DEEP, SEA, 0.35), DEEP)
    plate.cut(rounded(rim, rim, width - 2 * rim, height - 2 * rim, rim), fill=field, stroke=INK, width=1.4)
    for x in (rim * 2.4, width - rim * 2.4):
        for y in (rim * 2.4, height - rim * 2.4):
            plate.dot(x, y, rim * 0.55, fill=GOLD, stroke=INK, width=0.8)
            plate.cut(
                f"M{x - rim * 0.3:.1f} {y + rim * 0.3:.1f}l{rim * 0.6:.1f} {-rim * 0.6:.1f}", stroke=low, width=0.9
            )
    return plate.print()


def frame(surface: Surface, box: Rect, unit: int, lift: int) -> None:
    """The gold line around whatever is meant."""
    plate = Plate(box.width, box.height)
    inset = lift + unit * 0.25
    shape = rounded(inset, inset, box.width - 2 * inset, box.height - 2 * inset, unit * 0.5)
    plate.cut(shape, stroke=INK, width=unit * 0.62)
    plate.cut(shape, stroke=WARM, width=unit * 0.36)
    surface.blit(plate.print(), (0, 0))
