"""Summary cards: one a player, on both sides what the sheet that explains the game says of a turn and what decides.

Where the sheet's words depend on how many play, the card says both. A game may have further ones, of its skills.
"""

from __future__ import annotations

from hardware.cards.card import DPI, INSET, SCALE, WHITE, Room, Size, png
from hardware.cards.sheets import PAPERS, Grid, cuts, ground, ruler
from hardware.sheet import INK, SPARE, Sheet, broken, wide
from rules.say import Message
from ui.parts.printed import PrintedLine, PrintedSummary, Sign, art, row
from ui.table.staging import BUTTONS, GOAL, Column, Staged
from ui.words.language import Language
from vision.art.pictograms import Rgb

HUE: Rgb = (0x8C, 0x3A, 0x2C)
TITLE_HIGH = 10.0
GAP = 1.6  # between two lines
TYPE = (3.9, 3.7, 3.5, 3.3, 3.1, 2.9, 2.7)
LEAD = 1.22
HEADING = 1.75  # of the type, how large a line's title is
SIGNS = 1.6  # of the heading, how high the signs beside it are
ASIDE = 8.0  # how wide a sign before the words is


def summaries(staged: Staged) -> tuple[PrintedSummary, ...]:
    """The card of the sheet, and the game's own ones."""
    columns = [column for column in staged.sheet if column.title not in (GOAL, BUTTONS)]
    lines = [line for column in columns for line in _lines(staged, column)]
    half = (len(lines) + 1) // 2
    first = PrintedSummary("turn", tuple(lines[:half]), tuple(lines[half:]))
    return (first, *(staged.reminders() if staged.reminders is not None else ()))


def _lines(staged: Staged, column: Column) -> list[PrintedLine]:
    """One, or two where the words are others for two players."""
    seats = staged.game.seats
    few, many = (column.says(staged.game.setup(), players) for players in (seats[0], seats[-1]))
    if few == many:
        return [PrintedLine(few, column.signs, column.title)]
    most = f"{seats[1]}–{seats[-1]}"
    return [
        PrintedLine(told, signs, Message("{title}: {players} players", title=column.title, players=players))
        for told, signs, players in ((few, column.signs[:1], str(seats[0])), (many, column.signs[:1], most))
    ]


def pages(staged: Staged, paper: str, card: Size, words: Language) -> list[Sheet]:
    """Front, back: of each card one for every player."""
    grid, made = Grid(PAPERS[paper], card), []
    copies = staged.game.seats[-1]
    for one in summaries(staged):
        face, behind = (Sheet(*grid.paper, words.say(staged.game.title)) for _ in range(2))
        here, there = grid.places[:copies], grid.behind(copies)
        for sheet, places, lines in ((face, here, one.front), (behind, there, one.back)):
            ground(sheet, grid, places)
            for x, y in places:
                side(sheet, x, y, card, staged, lines, words)
            cuts(sheet, grid)
            ruler(sheet, grid)
            made.append(sheet)
    return made


def rooms(x: float, y: float, size: Size) -> tuple[Room, Room]:
    """For the game's name, and for the lines."""
    inset = INSET + SCALE + 0.6
    width, top = size.width - 2 * inset, y + inset
    low = y + size.height - inset
    return Room(x + inset, top, width, TITLE_HIGH), Room(
        x + inset + 0.8, top + TITLE_HIGH + 1.0, width - 1.6, low - top - TITLE_HIGH - 1.6
    )


def side(
    sheet: Sheet, x: float, y: float, size: Size, staged: Staged, lines: tuple[PrintedLine, ...], words: Language
) -> None:
    """One side of a card with its upper left corner there, on the paper that lies there already."""
    head, body = rooms(x, y, size)
    _frame(sheet, Room(x + INSET, y + INSET, size.width - 2 * INSET, size.height - 2 * INSET))
    _head(sheet, head, words.say(staged.game.title), art(staged.picture))
    said = [(line, words.say(line.title) if line.title else "", words.say(line.words)) for line in lines]
    for type_ in TYPE:
        parts = [_Part(line, title, text, body.width, type_) for line, title, text in said]
        spare = body.height - sum(part.high for part in parts) - GAP * (len(parts) - 1)
        if spare >= 0:
            break
    gap = GAP + max(0.0, min(spare / len(parts), 3.0))
    taken = sum(part.high for part in parts) + gap * (len(parts) - 1)
    at = body.y + max(0.0, (body.height - taken) / 2)
    for part in parts:
        part.put(sheet, body.x, at)
        at += part.high + gap
        if part is not parts[-1]:
            sheet.line((body.x, at - gap / 2), (body.right, at - gap / 2), colour=HUE, width=0.12)


class _Part:
    """A line of the card set in one size of type: how high it is, and how to put it there."""

    def __init__(self, line: PrintedLine, title: str, text: str, width: float, size: float) -> None:
        self.line, self.title, self.size, self.width = line, title, size, width
        self.aside = 0.0 if title else ASIDE
        self.rows = broken(text, (width - self.aside) * SPARE, size)  # paper has our faces: no room is spared
        self.heading = size * HEADING * 1.25 if title else 0.0
        told = len(self.rows) * size * LEAD
        self.high = self.heading + told if title else max(told, ASIDE - 1.4)

    def put(self, sheet: Sheet, x: float, y: float) -> None:
        told = len(self.rows) * self.size * LEAD
        if self.title:
            self._put_heading(sheet, x, y)
            first = y + self.heading + self.size * 0.92
        else:
            high = ASIDE - 1.4
            _put_sign(sheet, self.line.signs[0], x, y + (self.high - high) / 2, high)
            first = y + (self.high - told) / 2 + self.size * 0.92
        for number, row_ in enumerate(self.rows):
            sheet.words(x + self.aside, first + number * self.size * LEAD, row_, self.size)

    def _put_heading(self, sheet: Sheet, x: float, y: float) -> None:
        """The title to the left, its signs to the right, as large as the title leaves room."""
        type_ = self.size * HEADING
        type_ *= min(1.0, self.width * 0.72 / wide(self.title, type_, "lettering"))
        sheet.words(x, y + self.heading * 0.8, self.title, type_, "lettering", HUE)
        high = self.heading * 0.94
        image = row(*self.line.signs)(_px(high))
        across = high * image.get_width() / image.get_height()
        most = self.width - wide(self.title, type_, "lettering") - 2
        if across > most:
            high, across = high * most / across, most
        sheet.photo(png(image), x + self.width - across, y + (self.heading * 0.94 - high) / 2, across, high)


def _put_sign(sheet: Sheet, sign: Sign, x: float, y: float, high: float) -> None:
    image = sign(_px(high))
    sheet.photo(png(image), x, y, high * image.get_width() / image.get_height(), high)


def _head(sheet: Sheet, room: Room, name: str, sign: Sign) -> None:
    """The game's name between two of its pictures."""
    high = room.height - 1.6
    for x in (room.x + 0.8, room.right - 0.8 - high):
        _put_sign(sheet, sign, x, room.y + 0.8, high)
    size = min(8.6, 8.6 * (room.width - 2 * high - 5) / wide(name, 8.6, "lettering"))
    sheet.words(room.x + room.width / 2, room.y + room.height / 2 + size * 0.36, name, size, "lettering", INK, "centre")
    sheet.line((room.x + 0.8, room.low), (room.right - 0.8, room.low), width=0.3)
    sheet.line((room.x + 0.8, room.low + 0.7), (room.right - 0.8, room.low + 0.7), colour=HUE, width=0.15)


def _frame(sheet: Sheet, room: Room) -> None:
    """The chart's border all around, white squares in its corners."""
    bars = []
    for y in (room.y, room.low - SCALE):
        sheet.box(room.x, y, room.right, y + SCALE, WHITE, line=INK, width=0.2)
        bars += [_bar(a, y, b, y + SCALE) for a, b in _degrees(room.x + SCALE, room.right - SCALE)]
    for x in (room.x, room.right - SCALE):
        sheet.box(x, room.y, x + SCALE, room.low, WHITE, line=INK, width=0.2)
        bars += [_bar(x, a, x + SCALE, b) for a, b in _degrees(room.y + SCALE, room.low - SCALE)]
    sheet.rings(bars, INK)


def _bar(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _degrees(start: float, end: float) -> list[tuple[float, float]]:
    many = max(3, round((end - start) / 3.4)) | 1
    step = (end - start) / many
    return [(start + k * step, start + (k + 1) * step) for k in range(0, many, 2)]


def _px(mm: float) -> int:
    return round(mm / 25.4 * DPI)
