"""Tags of paper in rows of six: the twelve series, the faces of a die; one is pointed at, some are ticked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from pygame import Rect, Surface

from ui import text
from ui.canvas import Canvas
from ui.choice import places
from ui.engrave import Plate, line
from ui.ground import frame, lay
from ui.pictures import die, picture
from ui.text import Face
from ui.theme import INK, Layout
from vision.pictograms import COLOURS


@dataclass(frozen=True, slots=True)
class Tag:
    """`picture` names an art file or one of the dice's colours."""

    key: str
    label: str
    picture: str | None = None
    ticked: bool = False


def draw(
    canvas: Canvas, name: str, layout: Layout, area: Rect, tags: Sequence[Tag], at: int | None, columns: int = 6
) -> list[Rect]:
    """Lays the tags into an area; `at` is the one the console points at. Returns their boxes."""
    boxes = places(area, len(tags), columns, layout.unit // 3)
    for number, (tag, box) in enumerate(zip(tags, boxes, strict=True)):
        pointed = number == at
        canvas.panel(f"{name} {number}", box, (tag, pointed), partial(_tag, layout, tag, number, pointed))
    return boxes


def _tag(layout: Layout, tag: Tag, number: int, pointed: bool, surface: Surface, box: Rect) -> None:
    lift = max(2, layout.unit // 4)
    lay(surface, box, seed=31 + number % 5, age=0.25 if tag.ticked else 0.5, lift=lift)
    room = box.inflate(-2 * lift - layout.unit // 2, -2 * lift - layout.unit // 2)
    if pointed:
        frame(surface, box, layout.unit, lift)
    label = room.copy()
    if tag.picture:
        beside = room.width > room.height * 1.5
        size = round(room.height * 0.86 if beside else min(room.height - layout.small * 1.15, room.width * 0.86))
        image = swatch(tag.picture, size) if tag.picture in COLOURS else picture(tag.picture, size)
        if beside:
            surface.blit(image, image.get_rect(midleft=room.midleft))
            label = Rect(room.x + size + layout.unit // 2, room.y, room.width - size - layout.unit // 2, room.height)
        else:
            surface.blit(image, image.get_rect(midtop=(room.centerx, room.top)))
            label = Rect(room.x, room.top + size, room.width, room.bottom - room.top - size)
    if tag.ticked:
        size = round(layout.small * 1.3)
        tick = picture("choose", size)
        surface.blit(tick, tick.get_rect(topright=(box.right - lift, box.top + lift)))
    m = layout.medium
    sizes = (m, round(m * 0.85), round(m * 0.72), round(m * 0.6), round(m * 0.52))
    text.write(surface, tag.label, label, sizes, face=Face.LETTERING, align="centre")


@lru_cache(maxsize=40)
def swatch(colour: str, size: int) -> Surface:
    """A splash of paint."""
    plate = Plate(100, 100)
    for reach, ink in ((46, INK), (41.5, COLOURS[colour])):
        points = []
        for step in range(72):
            turn = step * math.tau / 72
            far = reach * (0.80 + 0.13 * math.sin(turn * 3 + 1) + 0.07 * math.sin(turn * 7 + 2))
            points.append((50 + math.cos(turn) * far, 50 + math.sin(turn) * far))
        plate.cut(line(points, closed=True), fill=ink)
    plate.cut("M26 38C30 28 38 23 48 22", stroke=(255, 255, 255), width=6, opacity=0.55)
    return plate.print((size, size))


def shown(face: str | None, colour: str | None, size: int) -> Surface:
    """A die flat on paper, as large as it may be in a square."""
    return die(face, round(size / 1.5), colour=colour)
