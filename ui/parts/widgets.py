"""The furniture of every screen: the ribbon, the crew's plates, the banner for troubles, the fuse, the photo finish.

Each takes a value that says all it shows, and lays its parts on a canvas.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pygame import Rect, Surface

from firmware.play.referee import Lamp
from ui.canvas import Canvas
from ui.layout import rows
from ui.look import text
from ui.look.engrave import Plate, line, rounded
from ui.look.ground import brass, frame, lay
from ui.look.pictures import button, console, medallion, picture
from ui.look.text import Face
from ui.look.theme import BONE, FADED, GOLD, INK, LIVERY, PARCHMENT, SHADE, Colour, Layout, blend, from_hex
from ui.motion import pulse


@dataclass(frozen=True, slots=True)
class Ribbon:
    """One sentence: who does what now. `sign` is a console key, an art file, or "button" for the player's own."""

    sentence: str
    sign: str | None = None
    livery: str | None = None
    hint: str = ""  # the key that stands for the button, where there is a keyboard


@dataclass(frozen=True, slots=True)
class CrewPlate:
    """A player as the crew panel shows them."""

    livery: str
    name: str
    score: str
    lamp: Lamp = Lamp.OFF
    acts: bool = False
    dice: int | None = None  # in hand
    note: str = ""  # a short line under the name: "last round", "20 to go"


def ribbon(canvas: Canvas, layout: Layout, shows: Ribbon, now: float) -> None:
    """The strip at the foot, always in the same place."""
    area = layout.ribbon
    canvas.part("ribbon", area, _OnRibbon(layout, shows))
    size = round(area.height * 0.82)
    spot = Rect(area.x + round(area.height * 0.62), area.centery - size // 2, size, size)
    image = _sign(shows, size, lit=pulse(now) > 0.5)
    if image is not None:
        canvas.image("ribbon sign", image, spot)


def _sign(shows: Ribbon, size: int, *, lit: bool) -> Surface | None:
    if shows.sign is None:
        return medallion(LIVERY[shows.livery], size) if shows.livery else None
    if shows.sign == "button":
        return button(LIVERY[shows.livery or "red"], size, lit=lit)
    if shows.sign in ("left", "right", "choose"):
        return console(shows.sign, size)
    return picture(shows.sign, size)


@dataclass(frozen=True, slots=True)
class _OnRibbon:
    layout: Layout
    shows: Ribbon

    def paint(self, surface: Surface, box: Rect) -> None:
        _ribbon(surface, box, self.layout, self.shows)


def _ribbon(surface: Surface, box: Rect, layout: Layout, shows: Ribbon) -> None:
    surface.blit(_ribbon_shape(box.width, box.height, LIVERY[shows.livery].colour if shows.livery else GOLD), (0, 0))
    has_sign = shows.sign is not None or shows.livery is not None
    left = round(box.height * (1.62 if has_sign else 0.9))
    room = Rect(left, 0, box.width - left - round(box.height * 0.75), round(box.height * 0.86))
    if shows.hint:
        width = text.width(shows.hint, Face.SENTENCE, layout.small) + layout.unit * 2
        key = Rect(room.right - width, room.centery - round(layout.small * 0.75), width, round(layout.small * 1.5))
        plate = Plate(key.width, key.height)
        plate.cut(rounded(1, 1, key.width - 2, key.height - 2, layout.unit * 0.6), fill=BONE, stroke=INK, width=2)
        surface.blit(plate.print(), key)
        text.write(surface, shows.hint, key, layout.small, align="centre")
        room.width -= width + layout.unit
    text.write(surface, shows.sentence, room, [round(layout.small * share) for share in (1.25, 1.0, 0.88, 0.78)])


@lru_cache(maxsize=12)
def _ribbon_shape(width: int, height: int, colour: Colour) -> Surface:
    """A band of parchment with swallow tails in the colour of whoever acts."""
    plate = Plate(width, height)
    tail, drop, pen = height * 0.62, height * 0.14, max(1.6, height * 0.022)
    dark = blend(colour, INK, 0.45)
    for side in (0, 1):
        with plate.moved(f"translate({width} 0) scale(-1 1)" if side else "translate(0 0)"):
            shade = plate.gradient((0, 0), (tail * 1.5, 0), blend(colour, BONE, 0.12), colour, dark)
            ends = [(pen, drop), (tail * 1.35, drop), (tail * 1.35, height - pen), (pen, height - pen)]
            plate.cut(line([*ends, (tail * 0.42, (height + drop) / 2)], closed=True), fill=shade, stroke=INK, width=pen)
            fold = [(tail * 0.8, height - drop), (tail * 1.35, height - pen), (tail * 1.35, height - drop)]
            plate.cut(line(fold, closed=True), fill=blend(dark, INK, 0.4), stroke=INK, width=pen)
    paper = plate.gradient((0, 0), (0, height), blend(PARCHMENT, BONE, 0.5), PARCHMENT, SHADE)
    body = (
        f"M{tail * 0.8:.1f} {pen:.1f}L{width - tail * 0.8:.1f} {pen:.1f}L{width - tail * 0.8:.1f} {height - drop:.1f}"
    )
    plate.cut(f"{body}L{tail * 0.8:.1f} {height - drop:.1f}Z", fill=paper, stroke=INK, width=pen)
    inner = height * 0.06
    for y in (inner, height - drop - inner):
        plate.cut(line([(tail * 0.8 + inner, y), (width - tail * 0.8 - inner, y)]), stroke=FADED, width=pen * 0.5)
    for x in (tail * 0.8, width - tail * 0.8):  # hatching where the band turns under
        sign = 1 if x < width / 2 else -1
        for step in range(9):
            y = inner * 1.6 + (height - drop - inner * 3) * step / 8
            reach = height * (0.16 - 0.05 * (step % 2))
            plate.cut(line([(x + sign * pen, y), (x + sign * reach, y)]), stroke=INK, width=pen * 0.45, opacity=0.5)
    return plate.print()


def crew(
    canvas: Canvas, layout: Layout, plates: Sequence[CrewPlate], now: float, area: Rect | None = None
) -> list[Rect]:
    """One plate under the other, as high as there is room, at most a quarter of the panel each."""
    area = area or layout.crew
    names, scores = tuple(plate.name for plate in plates), tuple(plate.score for plate in plates)
    places, rooms, px = _placed(layout, _corners(area), names, scores)
    boxes = [Rect(place) for place in places]
    for number, (plate, box) in enumerate(zip(plates, boxes, strict=True)):
        canvas.part(f"plate {number}", box, _Plate(layout, plate, number, rooms, px))
        lit = plate.lamp is Lamp.STEADY or (plate.lamp is Lamp.PULSING and pulse(now) > 0.5)
        lit = lit or (plate.lamp is Lamp.BLINKING and pulse(now, 0.5) > 0.5)
        size = _emblem_size(box)
        spot = Rect(box.x + round(size * 0.20), box.centery - size // 2, size, size)
        canvas.image(f"lamp {number}", button(LIVERY[plate.livery], size, lit=lit), spot)
    return boxes


def _emblem_size(box: Rect) -> int:
    return round(min(box.height * 0.80, box.width * 0.19))


Corners = tuple[int, int, int, int]  # a rectangle that can be a key


def _corners(area: Rect) -> Corners:
    return area.x, area.y, area.width, area.height


@lru_cache(maxsize=32)
def _placed(
    layout: Layout, area: Corners, names: tuple[str, ...], scores: tuple[str, ...]
) -> tuple[tuple[Corners, ...], Rooms, int]:
    """Where each plate lies, what stands where on it, and the size of the names: measured once for each score."""
    gap, many = layout.unit // (2 if len(names) < 5 else 4), len(names)
    height = min((area[3] - gap * (many - 1)) // many, round(layout.crew.height / 4.2))
    boxes = rows(Rect(area), [height] * many, gap)
    widest = max(text.figures_width(score, layout.large) for score in scores)
    rooms = _rooms(layout, Rect(0, 0, area[2], height), widest)
    return tuple(_corners(box) for box in boxes), rooms, _name_size(layout, names, rooms.name)


class Rooms(NamedTuple):
    """Where things stand on a plate, the same on all of them: short scores beside the names, long ones under them."""

    name: Corners
    score: Corners
    rest: Corners  # dice in hand, a note
    beside: bool


def _rooms(layout: Layout, box: Rect, widest: int) -> Rooms:
    lift, u = max(3, layout.unit // 3), layout.unit
    beside = widest < box.width * 0.30
    left, right = round(_emblem_size(box) * 1.32), box.right - lift - u - u // 2
    inside = Rect(left, lift, right - left, box.height - 2 * lift)
    high = text.figures("0", layout.large, INK).get_height()
    if beside:
        narrow = inside.width - widest - u
        name = Rect(inside.x, inside.y + u // 4, narrow, round(inside.height * 0.52))
        rest = Rect(inside.x, name.bottom, narrow, inside.bottom - name.bottom - u // 4)
        return Rooms(_corners(name), _corners(inside), _corners(rest), beside)
    foot = min(u // 2, max(0, (inside.height - high) // 8))  # air under the digits where there is any
    score = Rect(inside.x, inside.bottom - high - foot, inside.width, high)
    name = Rect(inside.x, inside.y + foot, inside.width, score.y + u // 3 - inside.y - foot)
    return Rooms(_corners(name), _corners(score), _corners(name), beside)


def _name_size(layout: Layout, names: Sequence[str], room: Corners) -> int:
    """The largest size in which all names fit; a very long one is shortened in the smallest."""
    sizes = [round(layout.medium * share) for share in (1.0, 0.9, 0.8, 0.7, 0.62, 0.54, 0.48)]
    sizes.append(min(sizes[-1], math.ceil(layout.height / 30)))

    def fits(name: str, px: int) -> bool:
        high = text.ink(name, Face.LETTERING, px).height
        return high <= room[3] and text.width(name, Face.LETTERING, px) <= room[2]

    high = [px for px in sizes if text.ink("É", Face.LETTERING, px).height <= room[3] * 1.25] or sizes[-1:]
    return next((px for px in high if all(fits(name, px) for name in names)), high[-1])


@dataclass(frozen=True, slots=True)
class _Plate:
    layout: Layout
    plate: CrewPlate
    number: int
    rooms: Rooms
    px: int

    def paint(self, surface: Surface, box: Rect) -> None:
        _plate(self.layout, self.plate, self.number, self.rooms, self.px, surface, box)


def _plate(layout: Layout, plate: CrewPlate, number: int, rooms: Rooms, px: int, surface: Surface, box: Rect) -> None:
    lift = max(3, layout.unit // 3)
    lay(surface, box, seed=11 + number, age=0.55, lift=lift)
    if plate.acts:  # a frame of gold around whoever acts
        frame(surface, box, layout.unit, lift)
    stripe = Rect(box.right - lift - layout.unit, box.y + lift + layout.unit // 2, layout.unit // 2, 0)
    stripe.height = box.height - 2 * lift - layout.unit
    surface.fill(LIVERY[plate.livery].colour, stripe)
    text.count(surface, plate.score, Rect(rooms.score), (layout.large, round(layout.large * 0.8)))
    name = text.sign(surface, plate.name, Rect(rooms.name), px)
    rest = Rect(rooms.rest)
    if plate.note:
        if not rooms.beside:
            rest.left, rest.width = name.right + layout.unit, rest.right - name.right - layout.unit
        text.write(surface, plate.note, rest, layout.small, align="left" if rooms.beside else "right")
    if plate.dice is not None:
        _hand(surface, rest, layout, plate.dice)


def _hand(surface: Surface, box: Rect, layout: Layout, dice: int) -> None:
    """Dice in hand, as small dice in rows, or one and a number where there is no room."""
    size = min(round(layout.small * 0.8), round(box.height * 0.86))
    step = round(size * 1.14)
    image = _blank(size)
    columns = max(1, box.width // step)
    rows = math.ceil(dice / columns)
    if rows * step <= box.height:
        top = box.centery - rows * step // 2
        for number in range(dice):
            surface.blit(image, (box.x + number % columns * step, top + number // columns * step))
    else:
        surface.blit(image, (box.x, box.centery - size // 2))
        beside = Rect(box.x + step + layout.unit // 2, box.y, box.width - step - layout.unit // 2, box.height)
        text.count(surface, f"×{dice}", beside, round(layout.small * 0.86), align="left")


@lru_cache(maxsize=12)
def _blank(size: int) -> Surface:
    plate = Plate(100, 100)
    plate.cut(rounded(6, 6, 88, 88, 20), fill=BONE, stroke=INK, width=9)
    plate.dot(50, 50, 12, fill=INK)
    return plate.print((size, size))


@dataclass(frozen=True, slots=True)
class Banner:
    """Something is wrong: what, and what to do. The game stays on screen."""

    trouble: str
    remedy: str = ""
    sign: str = "bell"

    @property
    def words(self) -> str:
        return f"{self.trouble} {self.remedy}".strip()


def banner_size(layout: Layout, area: Rect, words: str) -> tuple[int, int]:
    wide, sign = area.width - 2 * layout.unit, layout.small * 2
    lines = text.height(words, Face.SENTENCE, layout.small, wide - sign - layout.unit * 5)
    return wide, max(sign, lines) + layout.unit * 2


def banner(canvas: Canvas, layout: Layout, shows: Banner, area: Rect | None = None) -> Rect:
    """A brass plate at the top of the stage; returns where."""
    area = area or layout.stage
    box = Rect((area.x + layout.unit, area.y + layout.unit), banner_size(layout, area, shows.words))
    return canvas.part("banner", box, _OnBrass(layout, shows))


@dataclass(frozen=True, slots=True)
class _OnBrass:
    layout: Layout
    shows: Banner

    def paint(self, surface: Surface, box: Rect) -> None:
        layout, sign = self.layout, self.layout.small * 2
        surface.blit(brass(*box.size), (0, 0))
        surface.blit(picture(self.shows.sign, sign), (layout.unit * 2, box.centery - sign // 2))
        left = sign + layout.unit * 3
        room = Rect(left, 0, box.width - left - layout.unit * 2, box.height)
        text.write(surface, self.shows.words, room, layout.small, colour=BONE)


def fuse(canvas: Canvas, name: str, area: Rect, left: float, now: float) -> None:
    """A burning fuse: `left` of it is still there, from 1 to 0."""
    spent = round(area.width * (1 - min(1.0, max(0.0, left))))
    size = round(area.height * 1.9)
    if spent < area.width:
        rest = Rect(area.x + spent, area.y, area.width - spent, area.height)
        canvas.part(f"{name} rope", rest, _Rope(area.width, spent))
    fire = spark(size, int(now * 14) % 4)
    canvas.image(f"{name} spark", fire, (area.x + spent - size // 2, area.centery - size // 2))


@dataclass(frozen=True, slots=True)
class _Rope:
    """What is left of a rope of this width."""

    width: int
    spent: int

    def paint(self, surface: Surface, box: Rect) -> None:
        surface.blit(_rope(self.width, box.height), (0, 0), Rect(self.spent, 0, box.width, box.height))


@lru_cache(maxsize=6)
def _rope(width: int, height: int) -> Surface:
    plate = Plate(width, height)
    middle, thick = height / 2, height * 0.42
    path = line([(thick, middle), (width - thick, middle)])
    plate.cut(path, stroke=INK, width=thick + height * 0.14)
    plate.cut(path, stroke=SHADE, width=thick)
    for x in range(int(thick * 0.6), width - int(thick * 0.4), max(4, int(thick * 0.75))):
        plate.cut(
            line([(x, middle + thick * 0.45), (x + thick * 0.55, middle - thick * 0.45)]),
            stroke=FADED,
            width=height * 0.06,
        )
    return plate.print()


@lru_cache(maxsize=16)
def spark(size: int, phase: int) -> Surface:
    plate = Plate(100, 100)
    for count, far, colour in ((9, 46, from_hex("#C4472B")), (8, 36, GOLD), (7, 24, from_hex("#FBEBB5"))):
        points = []
        for step in range(count * 2):
            turn = step * math.pi / count + phase * 0.5 + far
            reach = far * (1.0 if step % 2 == 0 else 0.5) * (1 - 0.1 * ((step + phase) % 3))
            points.append((50 + math.cos(turn) * reach, 50 + math.sin(turn) * reach))
        plate.cut(line(points, closed=True), fill=colour)
    return plate.print((size, size))


def photo_finish(canvas: Canvas, layout: Layout, area: Rect, presses: Sequence[tuple[str, float]], unit: str) -> None:
    """Who pressed when: (livery, ms after the first), on a line, first at the left."""
    canvas.part("photo finish", area, _PhotoFinish(layout, tuple(presses), unit))


@dataclass(frozen=True, slots=True)
class _PhotoFinish:
    layout: Layout
    presses: tuple[tuple[str, float], ...]
    unit: str

    def paint(self, surface: Surface, box: Rect) -> None:
        _photo(surface, box, self.layout, self.presses, self.unit)


def _photo(surface: Surface, box: Rect, layout: Layout, presses: Sequence[tuple[str, float]], unit: str) -> None:
    size = round(min(box.height * 0.55, layout.unit * 6))
    label = text.leading(Face.SENTENCE, layout.small)
    y = box.y + size // 2 + (box.height - size - label) // 2
    left, right = box.x + size, box.right - size * 1.5
    late = max((ms for _, ms in presses), default=0.0) or 1.0
    plate = Plate(box.width, box.height)
    plate.cut(line([(left, y), (right + size, y)]), stroke=INK, width=layout.unit * 0.3)
    for tick in range(21):
        x = left + (right - left) * tick / 20
        reach = layout.unit * (0.9 if tick % 5 == 0 else 0.5)
        plate.cut(line([(x, y - reach), (x, y + reach)]), stroke=INK, width=max(1, layout.unit * 0.12))
    surface.blit(plate.print(), (0, 0))
    free = -1e9  # where the line is still free for the next one: they may be a millisecond apart
    for number, (livery, ms) in enumerate(presses):
        x = max(left + (right - left) * ms / late if len(presses) > 1 else left, free)
        surface.blit(medallion(LIVERY[livery], size, dim=number > 0), (round(x - size / 2), y - size // 2))
        words = unit if number == 0 else f"+{ms:.0f}"
        room = Rect(round(x - size), y + size // 2, size * 2, label)
        text.write(surface, words, room, layout.small, align="centre")
        free = x + size * 1.45
