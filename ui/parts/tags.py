"""Tags of paper in rows of six: the twelve series, the faces of a die; one is pointed at, some are ticked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pygame import Rect, Surface

from ui.canvas import Canvas
from ui.layout import grid
from ui.look import text
from ui.look.engrave import Plate, line
from ui.look.ground import frame, lay
from ui.look.pictures import die, mark, picture
from ui.look.text import Face
from ui.look.theme import BONE, INK, Layout
from vision.art.pictograms import COLOURS


@dataclass(frozen=True, slots=True)
class Tag:
    """`picture` names an art file or one of the dice's colours."""

    key: str
    label: str
    picture: str | None = None
    ticked: bool = False
    chip: str = ""  # the key that does it, where it has one


def draw(
    canvas: Canvas, name: str, layout: Layout, area: Rect, tags: Sequence[Tag], at: int | None, columns: int = 6
) -> list[Rect]:
    """Lays the tags into an area; `at` is the one the console points at. Returns their boxes."""
    boxes = grid(area, len(tags), columns, layout.unit // 3)
    if not boxes:
        return []
    foot, px = _lettering(layout, tuple(tags), boxes[0].size)
    for number, (tag, box) in enumerate(zip(tags, boxes, strict=True)):
        canvas.part(f"{name} {number}", box, _Tag(layout, tag, number, number == at, foot, px))
    return boxes


def _sizes(layout: Layout) -> list[int]:
    return [round(layout.medium * share) for share in (1.0, 0.85, 0.72, 0.66, 0.6, 0.52)]


@lru_cache(maxsize=64)
def _lettering(layout: Layout, tags: tuple[Tag, ...], size: tuple[int, int]) -> tuple[int, int]:
    """How high the labels are and their size, the same for all of a set; only a label of several words may be smaller
    than the others."""
    sizes, box = _sizes(layout), Rect((0, 0), size)
    rooms = [_rooms(layout, tag, box, 0)[1] for tag in tags]
    foot = round(layout.small * 1.25)
    if any(text.width(t.label, Face.LETTERING, sizes[-1]) > r.width for t, r in zip(tags, rooms, strict=True)):
        foot = max(foot, 2 * text.leading(Face.LETTERING, sizes[-1]))

    def fits(px: int) -> bool:
        words = ((tag.label, room) for tag, room in zip(tags, rooms, strict=True) if " " not in tag.label)
        return all(text.width(word, Face.LETTERING, px) <= room.width for word, room in words)

    return foot, next((px for px in sizes if fits(px)), sizes[-1])


def _rooms(layout: Layout, tag: Tag, box: Rect, foot: int) -> tuple[Rect, Rect]:
    """Where the picture stands and where the label does: beside it, or at least `foot` high beneath it."""
    u, lift = layout.unit, max(2, layout.unit // 4)
    room = box.inflate(-2 * lift - u, -2 * lift - u)
    if not tag.picture:
        return Rect(room.x, room.y, 0, 0), room
    if room.width > room.height * 1.5:
        size = min(round(room.height * 0.92), room.width // 3)
        image = Rect(room.x + u // 4, room.centery - size // 2, size, size)
        return image, Rect(image.right + u // 2, room.y, room.right - image.right - u // 2, room.height)
    size = round(min(room.height - foot, room.width * 0.94))
    image = Rect(room.centerx - size // 2, room.top, size, size)
    return image, Rect(room.x, image.bottom, room.width, room.bottom - image.bottom)


@dataclass(frozen=True, slots=True)
class _Tag:
    layout: Layout
    tag: Tag
    number: int
    pointed: bool
    foot: int  # how high the label is
    px: int

    def paint(self, surface: Surface, box: Rect) -> None:
        layout, tag = self.layout, self.tag
        lift = max(2, layout.unit // 4)
        lay(surface, box, seed=31 + self.number % 5, age=0.25 if tag.ticked else 0.5, lift=lift)
        if self.pointed:
            frame(surface, box, layout.unit, lift)
        where, label = _rooms(layout, tag, box, self.foot)
        if tag.picture:
            image = swatch(tag.picture, where.width) if tag.picture in COLOURS else picture(tag.picture, where.width)
            surface.blit(image, where)
        if tag.ticked:
            size = round(layout.small * 1.3)
            tick = picture("choose", size)
            surface.blit(tick, tick.get_rect(topright=(box.right - lift, box.top + lift)))
        sizes = [size for size in _sizes(layout) if size <= self.px]
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
    plate.dot(80, 80, 19, fill=BONE, stroke=INK, width=3)
    mark(plate, colour, 80, 80, 1.15)
    return plate.print((size, size))


def shown(face: str | None, colour: str | None, size: int) -> Surface:
    """A die flat on paper, as large as it may be in a square."""
    return die(face, round(size / 1.5), colour=colour)
