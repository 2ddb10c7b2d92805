"""One card as it is printed: a small chart sheet. Its neat line has a cartouche in each corner: two bear the mark.

The marks stand at the upper left and, upside down, at the lower right, so that of a card half under a die or a hand
one is still seen, and says where all of it lies; the two others show what the card is. Nothing but the paper comes
nearer to the cut than SAFE.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import pygame
from pygame import Surface

from hardware.sheet import FADED, INK, Sheet, broken, wide
from rules.say import Message
from ui.parts.printed import PrintedBack, PrintedCard
from ui.words.language import Language
from vision.art.pictograms import Rgb
from vision.cards.marks import pattern
from vision.cards.measures import CELLS, EDGE_MM, QUIET_MM, SIZE_MM

PAPER: Rgb = (0xF3, 0xE9, 0xD0)
WHITE: Rgb = (0xFD, 0xFA, 0xF2)
DPI = 300
SAFE = 3.0  # from the cut
BLOCK = SIZE_MM + 2 * QUIET_MM  # a corner's cartouche, from line to line
INSET = EDGE_MM - QUIET_MM  # of the neat line
SCALE = 1.3  # the neat line's band of degrees
SENTENCE = 13.2  # the height of the sentence's panel
CAPITAL, ACCENTED = 0.77, 0.99  # of the type, how high lettering is
TITLE = 10.2
TYPE = (3.9, 3.7, 3.5, 3.3, 3.1, 2.9, 2.7)
LEAD = 1.22


@dataclass(frozen=True, slots=True)
class Size:
    """A card's size in millimetres."""

    width: float
    height: float


SIZES = {"56x87": Size(56, 87), "63x88": Size(63, 88)}


@dataclass(frozen=True, slots=True)
class Room:
    """A place on a card."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def low(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Rooms:
    """Where everything stands on a card of that size whose upper left corner is there."""

    x: float
    y: float
    size: Size
    speaks: bool  # it has a sentence

    @property
    def frame(self) -> Room:
        return Room(self.x + INSET, self.y + INSET, self.size.width - 2 * INSET, self.size.height - 2 * INSET)

    def corner(self, right: bool, low: bool) -> Room:
        frame = self.frame
        return Room(frame.right - BLOCK if right else frame.x, frame.low - BLOCK if low else frame.y, BLOCK, BLOCK)

    @property
    def title(self) -> Room:
        frame = self.frame
        return Room(frame.x + BLOCK + 0.8, frame.y + SCALE + 0.2, frame.width - 2 * BLOCK - 1.6, BLOCK - SCALE - 0.2)

    @property
    def legend(self) -> Room:
        frame = self.frame
        high = BLOCK - SCALE - 1.2
        return Room(frame.x + BLOCK + 1.2, frame.low - SCALE - 0.5 - high, frame.width - 2 * BLOCK - 2.4, high)

    @property
    def picture(self) -> Room:
        frame, aside = self.frame, SCALE + 0.9
        top, low = frame.y + BLOCK + 0.7, frame.low - BLOCK - 0.7 - (SENTENCE if self.speaks else 0)
        return Room(frame.x + aside, top, frame.width - 2 * aside, low - top)

    @property
    def sentence(self) -> Room:
        above = self.picture
        return Room(above.x, above.low + 0.5, above.width, self.frame.low - BLOCK - 0.5 - above.low - 0.5)


@dataclass(frozen=True, slots=True)
class Inked:
    """A card with its pictures drawn, for all its copies."""

    card: PrintedCard
    picture: bytes
    index: bytes
    legend: bytes | None
    shape: float  # the legend's width over its height


def inked(card: PrintedCard, size: Size) -> Inked:
    rooms = Rooms(0, 0, size, bool(card.does))
    picture, side = rooms.picture, BLOCK - 2.4
    index = png(card.index(_px(side, side)[1]))
    drawn = jpeg(card.picture(_px(picture.width, picture.height)))
    if card.legend is None:
        return Inked(card, drawn, index, None, 1.0)
    high = _px(0, rooms.legend.height)[1]
    legend = card.legend(high)
    share = rooms.legend.width / rooms.legend.height * legend.get_height() / legend.get_width()
    if share < 1:
        legend = card.legend(max(8, int(high * share)))
    return Inked(card, drawn, index, png(legend), legend.get_width() / legend.get_height())


def front(sheet: Sheet, x: float, y: float, size: Size, ink: Inked, game: Message, words: Language) -> None:
    """The face of a card with its upper left corner there, on the paper that lies there already."""
    card, rooms = ink.card, Rooms(x, y, size, bool(ink.card.does))
    picture = rooms.picture
    sheet.photo(ink.picture, picture.x, picture.y, picture.width, picture.height)
    _framed(sheet, picture, card.hue)
    _neat_line(sheet, rooms)
    for right, low in ((False, False), (True, True)):
        _marked(sheet, rooms.corner(right, low), ink, headlong=low)
    for right, low in ((True, False), (False, True)):
        _indexed(sheet, rooms.corner(right, low), ink)
    _name(sheet, rooms.title, words.say(card.title))
    _says(sheet, rooms.sentence, " ".join(words.say(each) for each in card.does))
    if ink.legend is not None:
        _signs(sheet, rooms.legend, ink.legend, ink.shape)
    else:
        _named_small(sheet, rooms.legend, words.say(game))


def back(size: Size, art: PrintedBack) -> bytes:
    """The whole of it; its field runs on beyond the cut."""
    return jpeg(art.picture(_px(size.width, size.height)))


def mark(sheet: Sheet, number: int, x: float, y: float, size: float = SIZE_MM, *, headlong: bool = False) -> None:
    """A mark with its quiet rim: dark ink on white, as drawings of the press are. `headlong`: upside down."""
    quiet, cell = QUIET_MM, size / CELLS
    sheet.box(x - quiet, y - quiet, x + size + quiet, y + size + quiet, WHITE)
    dark = [
        [(x + c * cell, y + r * cell), (x + (c + 1) * cell, y + r * cell), (x + (c + 1) * cell, y + (r + 1) * cell),
         (x + c * cell, y + (r + 1) * cell)]
        for r, row in enumerate(pattern(number)[::-1, ::-1] if headlong else pattern(number))
        for c, light in enumerate(row)
        if not light
    ]  # fmt: skip
    sheet.rings(dark, INK)


def _marked(sheet: Sheet, room: Room, ink: Inked, *, headlong: bool) -> None:
    if ink.card.mark is None:
        _indexed(sheet, room, ink)
        return
    mark(sheet, ink.card.mark, room.x + QUIET_MM, room.y + QUIET_MM, headlong=headlong)
    sheet.box(room.x, room.y, room.right, room.low, line=ink.card.hue, width=0.35)


def _indexed(sheet: Sheet, room: Room, ink: Inked) -> None:
    sheet.box(room.x, room.y, room.right, room.low, WHITE, line=ink.card.hue, width=0.35)
    inset, side = 0.7, room.width - 2.4
    sheet.box(room.x + inset, room.y + inset, room.right - inset, room.low - inset, line=ink.card.hue, width=0.15)
    sheet.photo(ink.index, room.x + (room.width - side) / 2, room.y + (room.height - side) / 2, side, side)


def _neat_line(sheet: Sheet, rooms: Rooms) -> None:
    """The chart's border from corner to corner: two lines and the degrees between them, every other one inked."""
    frame = rooms.frame
    left, right, top, low = frame.x + BLOCK, frame.right - BLOCK, frame.y + BLOCK, frame.low - BLOCK
    bars: list[list[tuple[float, float]]] = []
    for y in (frame.y, frame.low - SCALE):
        sheet.box(left, y, right, y + SCALE, WHITE, line=INK, width=0.2)
        for a, b in _degrees(left, right):
            bars.append([(a, y), (b, y), (b, y + SCALE), (a, y + SCALE)])
    for x in (frame.x, frame.right - SCALE):
        sheet.box(x, top, x + SCALE, low, WHITE, line=INK, width=0.2)
        for a, b in _degrees(top, low):
            bars.append([(x, a), (x + SCALE, a), (x + SCALE, b), (x, b)])
    sheet.rings(bars, INK)


def _degrees(start: float, end: float) -> list[tuple[float, float]]:
    many = max(3, round((end - start) / 3.4)) | 1
    step = (end - start) / many
    return [(start + k * step, start + (k + 1) * step) for k in range(0, many, 2)]


def _framed(sheet: Sheet, room: Room, hue: Rgb) -> None:
    sheet.box(room.x, room.y, room.right, room.low, line=INK, width=0.5)
    inset = 0.75
    sheet.box(room.x + inset, room.y + inset, room.right - inset, room.low - inset, line=hue, width=0.25)


def _name(sheet: Sheet, room: Room, name: str) -> None:
    """On one line, or on two where it is larger so. Capitals stand in the middle of their band; with an accent on one
    they stand lower, or are smaller."""
    ways = [[name]] if _largest([name], room) >= 6.6 else [[name], _halves(name)]
    rows, big = max(((rows, _largest(rows, room)) for rows in ways), key=lambda way: way[1])
    step = big * 1.02
    tall = CAPITAL * big + step * (len(rows) - 1)
    base = max(room.y + (room.height - tall) / 2 + CAPITAL * big, room.y + big * _height(rows[0]))
    for number, row in enumerate(rows):
        sheet.words(room.x + room.width / 2, base + number * step, row, big, "lettering", INK, "centre")


def _largest(rows: list[str], room: Room) -> float:
    down = (room.height - 0.5) / (_height(rows[0]) + 1.02 * (len(rows) - 1))
    across = (room.width - 1.0) / max(wide(row, 1.0, "lettering") for row in rows)
    return min(TITLE, down, across)


def _height(row: str) -> float:
    return ACCENTED if any(letter.upper() in "ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸÑÃÕÅ" for letter in row) else CAPITAL


def _halves(name: str) -> list[str]:
    """In two, about the middle."""
    words = name.split(" ")
    at = min(range(1, len(words) + 1), key=lambda k: abs(len(" ".join(words[:k])) - len(name) / 2))
    return [row for row in (" ".join(words[:at]), " ".join(words[at:])) if row]


def _named_small(sheet: Sheet, room: Room, name: str) -> None:
    size = next((size for size in (6.6, 6.0, 5.4, 4.8) if wide(name, size, "lettering") <= room.width), 4.4)
    middle = room.y + room.height / 2
    sheet.words(room.x + room.width / 2, middle + size * 0.33, name, size, "lettering", FADED, "centre")


def _says(sheet: Sheet, room: Room, text: str) -> None:
    """What the card does, as large as it fits."""
    if not text:
        return
    size, rows = next(
        ((size, rows) for size in TYPE if len(rows := _rows(text, room.width, size)) * size * LEAD <= room.height),
        (TYPE[-1], _rows(text, room.width, TYPE[-1])),
    )
    first = room.y + (room.height - len(rows) * size * LEAD) / 2 + size * 0.92
    for place, row in enumerate(rows):
        sheet.words(room.x + room.width / 2, first + place * size * LEAD, row, size, "sentence", INK, "centre")


def _rows(text: str, room: float, size: float) -> list[str]:
    """As few rows as can be, all about as long."""
    rows = broken(text, room - 0.8, size)
    narrow = room - 0.8
    while len(rows) > 1 and narrow > 12:
        narrow -= 1.0
        closer = broken(text, narrow, size)
        if len(closer) > len(rows):
            break
        rows = closer
    return rows


def _signs(sheet: Sheet, room: Room, image: bytes, shape: float) -> None:
    """As high as there is room, or as wide."""
    across = min(room.width, room.height * shape)
    down = across / shape
    sheet.photo(image, room.x + (room.width - across) / 2, room.y + (room.height - down) / 2, across, down)


def _px(width: float, height: float) -> tuple[int, int]:
    return round(width / 25.4 * DPI), round(height / 25.4 * DPI)


def jpeg(drawn: Surface) -> bytes:
    """A picture that fills its place."""
    return _encoded(drawn, "card.jpg")


def png(drawn: Surface) -> bytes:
    """A picture on a clear ground."""
    return _encoded(drawn, "card.png")


def _encoded(drawn: Surface, name: str) -> bytes:
    out = BytesIO()
    pygame.image.save(drawn, out, name)
    return out.getvalue()
