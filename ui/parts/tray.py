"""The dice as the camera reads them: where they lie to each other and how they are turned, large enough to read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from pygame import Rect

from firmware.config import Config
from rules.say import Trouble
from ui.canvas import Canvas
from ui.look.pictures import DICE_ROOM, die
from vision.mat import geometry
from vision.seen import Die

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]  # mm: left, top, right, bottom
APART = 1.3  # edges from middle to middle at least
ROUNDS = 60
GHOST = 120


@dataclass(frozen=True, slots=True)
class Lain:
    """A die to draw: by which name, what it shows, where, and whether it is meant."""

    name: str
    face: str | None
    colour: str | None
    at: Point  # its middle on the screen
    angle: int = 0
    glow: bool = False
    body: str | None = None
    seen: int | None = None  # the Watcher's number of it
    ghost: bool = False  # it should lie there, and does not


def zone(config: Config, *names: str) -> Bounds:
    """Where these zones of the mat lie; a mat of one's own that cannot be read counts as the printed one."""
    try:
        mat = geometry.load(config.mat.file or None)
    except Trouble:
        mat = geometry.load()
    boxes = [box for name, box in mat.zones.items() if name in names]
    return (
        min(box.x0 for box in boxes), min(box.y0 for box in boxes),
        max(box.x1 for box in boxes), max(box.y1 for box in boxes),
    )  # fmt: skip


def turned(degrees: float) -> int:
    """In steps, so that a die that lies still is drawn once."""
    return round(degrees / 6) * 6 % 360


def lie(dice: Sequence[Die], box: Rect, edge: int, bounds: Bounds) -> list[Point]:
    """The middles of these dice in a box of the screen."""
    where = tuple((round(each.x_mm), round(each.y_mm)) for each in dice)
    return list(_spread(where, tuple(box), edge, bounds))


@lru_cache(maxsize=64)
def _spread(
    where: tuple[tuple[int, int], ...], area: tuple[int, int, int, int], edge: int, bounds: Bounds
) -> tuple[Point, ...]:
    """As on the mat, then moved apart until no die hides another."""
    x0, y0, x1, y1 = bounds
    left, top, width, height = area
    half = edge * 0.62
    wide, high = max(1.0, width - 2 * half), max(1.0, height - 2 * half)
    spots = [
        [left + half + wide * _within((x - x0) / (x1 - x0)), top + half + high * _within((y - y0) / (y1 - y0))]
        for x, y in where
    ]
    for _ in range(ROUNDS):
        moved = False
        for one in range(len(spots)):
            for other in range(one):
                a, b = spots[one], spots[other]
                dx, dy = a[0] - b[0], a[1] - b[1]
                far = hypot(dx, dy)
                if far >= edge * APART:
                    continue
                if far < 1:
                    dx, dy, far = 1.0, 0.3 * (one - other), 1.0
                push = (edge * APART - far) / far / 2
                for spot, way in ((a, push), (b, -push)):
                    spot[0] = min(max(spot[0] + dx * way, left + half), left + half + wide)
                    spot[1] = min(max(spot[1] + dy * way, top + half), top + half + high)
                moved = True
        if not moved:
            break
    return tuple((x, y) for x, y in spots)


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))


def in_rows(count: int, box: Rect, edge: int, columns: int) -> list[Point]:
    """Side by side, where nobody knows how they lie."""
    rows = max(1, -(-count // columns))
    step_x, step_y = box.width / columns, min(box.height / rows, edge * 1.5)
    top = box.centery - step_y * rows / 2
    spots = []
    for number in range(count):
        in_row = min(columns, count - number // columns * columns)
        x = box.centerx + (number % columns - (in_row - 1) / 2) * min(step_x, edge * 1.45)
        spots.append((x, top + (number // columns + 0.5) * step_y))
    return spots


def draw(canvas: Canvas, dice: Iterable[Lain], edge: int) -> list[Rect]:
    """Lays the dice; returns where each can be touched."""
    boxes = []
    for each in dice:
        size = round(edge * DICE_ROOM)
        image = die(each.face, edge, colour=each.colour, body=each.body, angle=each.angle, glow=each.glow)
        place = (each.at[0] - size / 2, each.at[1] - size / 2)
        canvas.image(each.name, image, place, alpha=GHOST if each.ghost else 255)
        box = Rect(0, 0, round(edge * 1.2), round(edge * 1.2))
        box.center = round(each.at[0]), round(each.at[1])
        boxes.append(box)
    return boxes
