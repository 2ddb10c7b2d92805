"""Plots for the log book: bars, lines and histograms in ink on paper, with few words and round numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from ui.look import text
from ui.look.engrave import Plate, line
from ui.look.pictures import medallion, picture
from ui.look.text import Face
from ui.look.theme import FADED, INK, LIVERY, SEA, Colour, Layout, blend
from ui.words.language import Language


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar; its mark is a word, an art file ("art:skull") or a player ("livery:red")."""

    mark: str
    value: float
    colour: Colour = SEA


@dataclass(frozen=True, slots=True)
class Curve:
    """One line over equal steps, with a player's medallion at its end."""

    livery: str
    values: tuple[float, ...]


def nice(top: float) -> float:
    """The next round number: 1, 2, 2.5 or 5 times a power of ten."""
    if top <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(top))
    return next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= top * 0.999)


@dataclass(frozen=True, slots=True)
class Axes:
    """The field to draw in, and what its foot and its top stand for."""

    field: Rect
    low: float
    high: float

    def y(self, value: float) -> float:
        return self.field.bottom - self.field.height * (value - self.low) / (self.high - self.low)


def _axes(
    surface: Surface, box: Rect, layout: Layout, language: Language, title: str, least: float, most: float
) -> tuple[Axes, Plate]:
    """Title, scale in round steps and grid."""
    px = layout.small
    head = text.leading(Face.LETTERING, layout.medium)
    text.write(surface, title, Rect(box.x, box.y, box.width, head), layout.medium, face=Face.LETTERING)
    step = nice((most - least) / 4 or 1)
    first, last = math.floor(least / step), max(math.ceil(most / step), math.floor(least / step) + 1)
    labels = [language.number(mark * step, 0 if step >= 1 else 1) for mark in range(first, last + 1)]
    side = max(text.width(label, Face.SENTENCE, px) for label in labels) + layout.unit
    field = Rect(box.x + side, box.y + head + px, box.width - side, box.height - head - px - round(px * 2.0))
    axes = Axes(field, first * step, last * step)
    plate = Plate(*surface.get_size())
    for mark, label in zip(range(first, last + 1), labels, strict=True):
        y = axes.y(mark * step)
        plate.cut(line([(field.left, y), (field.right, y)]), stroke=FADED, width=1.2, opacity=0.35 if mark else 1.0)
        room = Rect(box.x, round(y - px * 0.61), side - layout.unit, round(px * 1.22))
        text.write(surface, label, room, px, align="right")
    return axes, plate


def bars(
    surface: Surface,
    box: Rect,
    layout: Layout,
    language: Language,
    title: str,
    values: Sequence[Bar],
    expected: float | None = None,
) -> None:
    """Bars with their marks below; `expected` is a dashed line across (a fair die, say)."""
    most = max([bar.value for bar in values] + [expected or 0])
    axes, plate = _axes(surface, box, layout, language, title, 0, most)
    field = axes.field
    step = field.width / max(1, len(values))
    for number, bar in enumerate(values):
        wide, left, top = step * 0.62, field.left + step * (number + 0.19), axes.y(bar.value)
        shape = line([(left, field.bottom), (left, top), (left + wide, top), (left + wide, field.bottom)], closed=True)
        plate.cut(shape, fill=blend(bar.colour, (255, 255, 255), 0.12), stroke=INK, width=2)
        _hatch(plate, left, top, wide, field.bottom - top, layout.unit)
    if expected is not None:
        y = axes.y(expected)
        for dash in range(0, field.width, layout.unit * 2):
            plate.cut(line([(field.left + dash, y), (field.left + dash + layout.unit, y)]), stroke=INK, width=2.4)
    surface.blit(plate.print(), (0, 0))
    for number, bar in enumerate(values):
        middle = field.left + step * (number + 0.5)
        _mark(
            surface,
            Rect(round(middle - step / 2), field.bottom, round(step), round(layout.small * 2.0)),
            layout,
            bar.mark,
        )


def _hatch(plate: Plate, left: float, top: float, wide: float, tall: float, unit: int) -> None:
    """Engraver's shade on the right third of a bar."""
    for step in range(int(tall / (unit * 0.5))):
        y = top + unit * 0.5 * (step + 0.6)
        plate.cut(line([(left + wide * 0.66, y), (left + wide - 1, y)]), stroke=INK, width=1, opacity=0.55)


def _mark(surface: Surface, room: Rect, layout: Layout, mark: str) -> None:
    kind, _, name = mark.partition(":")
    size = min(round(layout.small * 1.7), room.width)
    if kind == "art":
        surface.blit(picture(name, size), picture(name, size).get_rect(center=room.center))
    elif kind == "livery":
        image = medallion(LIVERY[name], size)
        surface.blit(image, image.get_rect(center=room.center))
    else:
        text.write(surface, mark, room, layout.small, align="centre")


def curves(
    surface: Surface, box: Rect, layout: Layout, language: Language, title: str, lines: Sequence[Curve], unit: str
) -> None:
    """Lines from left to right (points over rounds), each ending in its player's medallion."""
    every = [value for curve in lines for value in curve.values] or [0.0]
    axes, plate = _axes(surface, box, layout, language, title, min(*every, 0.0), max(*every, 0.0))
    field = axes.field
    size = layout.unit * 3
    span = field.width - size
    ends: list[tuple[str, float, float]] = []
    for curve in lines:
        steps = max(1, len(curve.values) - 1)
        points = [(field.left + span * number / steps, axes.y(value)) for number, value in enumerate(curve.values)]
        plate.cut(line(points), stroke=INK, width=layout.unit * 0.42)
        plate.cut(line(points), stroke=LIVERY[curve.livery].colour, width=layout.unit * 0.26)
        ends.append((curve.livery, *points[-1]))
    surface.blit(plate.print(), (0, 0))
    for livery, x, y in ends:
        image = medallion(LIVERY[livery], size)
        surface.blit(image, image.get_rect(center=(round(x + size / 2), round(y))))
    foot = Rect(field.left, field.bottom, field.width, round(layout.small * 2.0))
    text.write(surface, unit, foot, layout.small, align="right")


def histogram(
    surface: Surface,
    box: Rect,
    layout: Layout,
    language: Language,
    title: str,
    values: Sequence[float],
    unit: str,
    bins: int = 8,
) -> None:
    """How often values fall where, in bins of round width."""
    width = nice(max(values, default=1.0) / bins)
    counts = [0] * (int(max(values, default=0.0) / width) + 1)
    for value in values:
        counts[int(value / width)] += 1
    axes, plate = _axes(surface, box, layout, language, title, 0, max(counts))
    field = axes.field
    step = field.width / len(counts)
    for number, count in enumerate(counts):
        left, top = field.left + step * number, axes.y(count)
        shape = line([(left, field.bottom), (left, top), (left + step, top), (left + step, field.bottom)], closed=True)
        if count:
            plate.cut(shape, fill=blend(SEA, (255, 255, 255), 0.25), stroke=INK, width=2)
            _hatch(plate, left, top, step, field.bottom - top, layout.unit)
    surface.blit(plate.print(), (0, 0))
    every = max(1, math.ceil(len(counts) / 4))
    decimals = 0 if width >= 1 else 1
    for number in range(0, len(counts), every):
        middle = round(field.left + step * number)
        label = language.number(number * width, decimals)
        room = Rect(middle - layout.unit * 4, field.bottom, layout.unit * 8, round(layout.small * 1.3))
        text.write(surface, label, room, layout.small, align="centre")
    text.write(
        surface,
        unit,
        Rect(field.right - field.width // 3, field.top, field.width // 3, layout.small * 2),
        layout.small,
        align="right",
    )
