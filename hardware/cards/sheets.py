"""Cards on sheets of paper: a grid in the middle of the page, cut marks around it, and the backs that meet the fronts.

The grid stands in the middle of the paper, and wherever a front may come to lie, turned on its long edge or on its
short one, there is a back. Where a deck has several backs, each has sheets of its own. Cards touch: one cut parts two
of them, and the paper (of a back the field) runs on BLEED beyond the outermost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.cards.card import Inked, Size, back, front, inked
from hardware.cards.paper import parchment
from hardware.sheet import FADED, INK, WHITE, Sheet
from rules.say import Message
from ui.parts.printed import PrintedBack, PrintedCard, PrintedDeck
from ui.words.language import Language

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 6.0  # what a printer may leave white
BLEED = 2.5
CUT = 0.6, 6.0  # where a cut mark begins and ends, from the cards
RULER_MM = 100.0


@dataclass(frozen=True, slots=True)
class Grid:
    """As many cards as fit, side by side, in the middle of the paper."""

    paper: tuple[float, float]
    card: Size

    @property
    def columns(self) -> int:
        return int((self.paper[0] - 2 * MARGIN) // self.card.width)

    @property
    def rows(self) -> int:
        return int((self.paper[1] - 2 * MARGIN) // self.card.height)

    @property
    def corner(self) -> tuple[float, float]:
        wide, high = self.columns * self.card.width, self.rows * self.card.height
        return (self.paper[0] - wide) / 2, (self.paper[1] - high) / 2

    @property
    def places(self) -> list[tuple[float, float]]:
        """The cards' upper left corners, row by row."""
        x, y = self.corner
        return [
            (x + column * self.card.width, y + row * self.card.height)
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    def behind(self, used: int) -> list[tuple[float, float]]:
        """Where backs are, with so many fronts: wherever a front is met, whichever edge the sheet is turned on."""
        places = self.places
        met = set()
        for number in range(used):
            row, column = divmod(number, self.columns)
            met.add(row * self.columns + self.columns - 1 - column)
            met.add((self.rows - 1 - row) * self.columns + column)
        return [places[number] for number in sorted(met)]


def pages(deck: PrintedDeck, game: Message, paper: str, card: Size, words: Language) -> Iterator[Sheet]:
    """Front, back, front, back: to be printed on both sides."""
    grid = Grid(PAPERS[paper], card)
    title = words.say(game)
    ready: dict[str, Inked] = {}
    for key, art in deck.backs.items():
        behind_all = back(card, art)
        for some in _some(deck, key, len(grid.places)):
            face, behind = Sheet(*grid.paper, title), Sheet(*grid.paper, title)
            here, there = grid.places[: len(some)], grid.behind(len(some))
            ground(face, grid, here)
            for (x, y), one in zip(here, some, strict=True):
                if one.key not in ready:
                    ready[one.key] = inked(one, card)
                front(face, x, y, card, ready[one.key], game, words)
            _field(behind, grid, there, art)
            for x, y in there:
                behind.photo(behind_all, x, y, card.width, card.height)
            for sheet in (face, behind):
                cuts(sheet, grid)
                ruler(sheet, grid)
            yield from (face, behind)


def count(deck: PrintedDeck, paper: str, card: Size) -> int:
    """How many pages there will be."""
    places = len(Grid(PAPERS[paper], card).places)
    return sum(2 for key in deck.backs for _ in _some(deck, key, places))


def _some(deck: PrintedDeck, key: str, places: int) -> Iterator[list[PrintedCard]]:
    """The cards with that back, each as often as it is in the box, a sheet full at a time."""
    whole = [card for card in deck.cards if card.back == key for _ in range(card.copies)]
    for start in range(0, len(whole), places):
        yield whole[start : start + places]


def ground(sheet: Sheet, grid: Grid, used: list[tuple[float, float]]) -> None:
    """One piece of parchment under all cards, as far down as there are any."""
    left, top = grid.corner
    low = max(y for _, y in used) + grid.card.height
    wide, high = grid.columns * grid.card.width + 2 * BLEED, grid.rows * grid.card.height + 2 * BLEED
    sheet.photo(parchment(wide, high), left - BLEED, top - BLEED, wide, high)
    if low + BLEED < top - BLEED + high:
        sheet.box(0, low + BLEED, sheet.width, sheet.height, WHITE)
    right = max((x for x, y in used if y == used[-1][1]), default=0) + grid.card.width
    if right < left + grid.columns * grid.card.width:
        sheet.box(right + BLEED, used[-1][1] + BLEED, sheet.width, sheet.height, WHITE)


def _field(sheet: Sheet, grid: Grid, used: list[tuple[float, float]], art: PrintedBack) -> None:
    for x, y in used:
        sheet.box(x - BLEED, y - BLEED, x + grid.card.width + BLEED, y + grid.card.height + BLEED, art.field)


def cuts(sheet: Sheet, grid: Grid) -> None:
    """Marks outside the cards alone: nothing is left on one that is cut a little off. White lies under them, for they
    begin where paper or field still runs."""
    left, top = grid.corner
    right, low = grid.paper[0] - left, grid.paper[1] - top
    near, far = CUT
    lines = []
    for column in range(grid.columns + 1):
        x = left + column * grid.card.width
        lines += [((x, top - near), (x, max(top - far, 3.0))), ((x, low + near), (x, min(low + far, sheet.height - 3)))]
    for row in range(grid.rows + 1):
        y = top + row * grid.card.height
        lines += [((left - near, y), (left - far, y)), ((right + near, y), (right + far, y))]
    for start, end in lines:
        sheet.line(start, end, colour=WHITE, width=0.55)
        sheet.line(start, end, colour=INK, width=0.15, name="cut")


def ruler(sheet: Sheet, grid: Grid) -> None:
    """100 mm to measure after printing, where the paper has more room: below the cards, or beside them."""
    left, top = grid.corner
    low = grid.paper[1] - top
    below = sheet.height - low >= 12
    x, y = (left, low + 7.4) if below else (left - 7.4, low - RULER_MM)
    end = (x + RULER_MM, y) if below else (x, y + RULER_MM)
    sheet.line((x, y), end, colour=FADED, width=0.2, name="ruler")
    for step in range(0, 101, 10):
        at = (x + step, y) if below else (x, y + step)
        tip = (at[0], at[1] + 1.6) if below else (at[0] - 1.6, at[1])
        sheet.line(at, tip, colour=FADED, width=0.2)
    if below:
        sheet.words(x + RULER_MM + 2, y + 1.2, "100 mm", 2.6, colour=FADED)
