"""Choosing one of several, by console (left, right, choose), by touch, by keyboard: one model for all three."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pygame import Rect, Surface

from firmware.play.events import Pressed
from ui.canvas import Canvas
from ui.inputs import Input, Touched
from ui.layout import grid
from ui.look import text
from ui.look.ground import frame, lay
from ui.look.pictures import medallion, picture
from ui.look.text import Face
from ui.look.theme import LIVERY, Layout
from ui.targets import Target, stepped


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to choose. The picture is an art file, or a livery's key for a player's medallion."""

    key: str
    label: str
    picture: str | None = None
    note: str = ""
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Items in rows of `columns`, and which of them the console points at."""

    items: tuple[Item, ...]
    columns: int = 1
    at: int = 0

    def heard(self, event: Input, boxes: Sequence[Rect]) -> tuple[Choice, str | None]:
        """The choice after an input, and the key of what was picked by it."""
        if isinstance(event, Touched) and event.how == "down":
            at = next((number for number, box in enumerate(boxes) if box.collidepoint(event.x, event.y)), None)
            return (self, None) if at is None else (replace(self, at=at), self.items[at].key)
        if isinstance(event, Pressed) and self.items:
            if event.button == "choose":
                return self, self.items[self.at].key
            if event.button in ("up", "down") and len(boxes) == len(self.items):
                targets = self.targets(boxes, lambda key: None)
                name = stepped(targets, self.items[self.at].key, event.button)
                return replace(self, at=next(n for n, item in enumerate(self.items) if item.key == name)), None
            step = {"left": -1, "right": 1, "up": -self.columns, "down": self.columns}.get(event.button, 0)
            return replace(self, at=(self.at + step) % len(self.items)), None
        return self, None

    def targets(self, boxes: Sequence[Rect], pick: Callable[[str], object]) -> tuple[Target, ...]:
        """The items where they were drawn."""
        return tuple(
            Target(item.key, box, partial(_picked, pick, item.key))
            for item, box in zip(self.items, boxes, strict=False)
        )

    @property
    def focused(self) -> str | None:
        return self.items[self.at].key if self.items else None


def _picked(pick: Callable[[str], object], key: str, at: float) -> None:
    pick(key)


def draw(
    canvas: Canvas,
    name: str,
    layout: Layout,
    area: Rect,
    choice: Choice,
    *,
    upright: bool = False,
    boxes: Sequence[Rect] | None = None,
) -> list[Rect]:
    """Tags of paper with picture and label; the one the console points at is framed in gold. Returns their boxes: rows
    of one size, unless they are given; then a box that is wider than high lays its picture beside its label."""
    highest = None if upright else layout.unit * 9
    placed = list(boxes or grid(area, len(choice.items), choice.columns, layout.unit // 2, highest))
    for number, (item, box) in enumerate(zip(choice.items, placed, strict=True)):
        stands = upright if boxes is None else upright and box.height > 0.8 * box.width
        canvas.part(f"{name} {number}", box, _Tag(layout, item, number, number == choice.at, stands))
    return placed


@dataclass(frozen=True, slots=True)
class _Tag:
    layout: Layout
    item: Item
    number: int
    pointed: bool
    upright: bool

    def paint(self, surface: Surface, box: Rect) -> None:
        _tag(self.layout, self.item, self.number, self.pointed, self.upright, surface, box)


def _tag(layout: Layout, item: Item, number: int, pointed: bool, upright: bool, surface: Surface, box: Rect) -> None:
    lift = max(3, layout.unit // 3)
    room = lay(surface, box, seed=31 + number % 5, age=0.5, lift=lift)
    if not upright:
        room = room.inflate(-layout.unit, 0)  # what stands beside its picture keeps off the paper's edge
    if pointed:
        frame(surface, box, layout.unit, lift)
    image = None
    if item.picture:
        size = round(min(room.height * (0.62 if upright else 0.86), room.width * (0.8 if upright else 0.3)))
        livery = LIVERY.get(item.picture)
        image = medallion(livery, size) if livery else picture(item.picture, size)
    label = room.copy()
    if image is not None and upright:
        surface.blit(image, image.get_rect(midtop=(room.centerx, room.top + layout.unit // 2)))
        label = Rect(room.x, room.top + image.get_height() + layout.unit // 2, room.width, 0)
        label.height = room.bottom - label.top
    elif image is not None:
        surface.blit(image, image.get_rect(midleft=room.midleft))
        label = Rect(room.x + image.get_width() + layout.unit, room.y, 0, room.height)
        label.width = room.right - label.left
    if item.ticked:
        tick = picture("choose", layout.small)
        surface.blit(tick, tick.get_rect(bottomright=room.bottomright))
        label.width -= 0 if upright else layout.small
    sizes = [round(layout.medium * share) for share in (1, 0.85, 0.72, 0.6)]
    if item.note:
        label.height -= layout.unit // 3
        px, note = _note_room(item.note, label, layout.small, text.leading(Face.LETTERING, sizes[-1]))
        below = Rect(label.x, label.bottom - note, label.width, note)
        label.height -= note
        text.write(surface, item.note, below, px, align="centre" if upright else "left", cut=True)
    sizes.append(round(layout.medium * 0.54))  # for a long word beside its picture
    text.write(surface, item.label, label, sizes, face=Face.LETTERING, align="centre" if upright else "left")


def _note_room(note: str, room: Rect, px: int, label: int) -> tuple[int, int]:
    """The type and the height of a note that leaves the label its line; where none does, it is cut to what there is."""
    for size in (px, round(px * 0.88), round(px * 0.78)):
        high = text.leading(Face.SENTENCE, size) * len(text.wrapped(note, Face.SENTENCE, size, room.width))
        if high + label <= room.height:
            return size, high
    return size, max(text.leading(Face.SENTENCE, size), room.height - label)
