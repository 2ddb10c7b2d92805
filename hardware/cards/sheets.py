"""Cards on sheets of paper: a grid in the middle of the page, cut marks around it, and the backs that meet the fronts.

The grid stands in the middle of the paper and every place of it has a back: turned on its long edge or on its short
one, a front always meets one. Where a deck has several backs, each has sheets of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.cards.card import Size, back, front
from hardware.sheet import FADED, Sheet
from rules.say import Message
from ui.parts.printed import PrintedCard, PrintedDeck
from ui.words.language import Language

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 6.0  # what a printer may leave white
MARK_MM = 3.5  # a cut mark's length
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


def pages(deck: PrintedDeck, game: Message, paper: str, card: Size, words: Language) -> list[Sheet]:
    """Front, back, front, back: to be printed on both sides."""
    grid = Grid(PAPERS[paper], card)
    title = words.say(game)
    sheets = []
    for key, art in deck.backs.items():
        for some in _some(deck, key, len(grid.places)):
            face, behind = _page(grid, title), _page(grid, title)
            for (x, y), one in zip(grid.places, some, strict=False):
                front(face, x, y, card, one, game, words)
            for x, y in grid.places:
                back(behind, x, y, card, art, words)
            sheets += [face, behind]
    return sheets


def _some(deck: PrintedDeck, key: str, places: int) -> Iterator[list[PrintedCard]]:
    """The cards with that back, each as often as it is in the box, a sheet full at a time."""
    whole = [card for card in deck.cards if card.back == key for _ in range(card.copies)]
    for start in range(0, len(whole), places):
        yield whole[start : start + places]


def _page(grid: Grid, title: str) -> Sheet:
    """A page with its cut marks, outside the cards alone: nothing is left on one that is cut a little off."""
    sheet = Sheet(*grid.paper, title)
    left, top = grid.corner
    right, low = grid.paper[0] - left, grid.paper[1] - top
    for column in range(grid.columns + 1):
        x = left + column * grid.card.width
        for y, way in ((top - 1, -1), (low + 1, 1)):
            sheet.line((x, y), (x, y + way * MARK_MM), colour=FADED, width=0.15, name="cut")
    for row in range(grid.rows + 1):
        y = top + row * grid.card.height
        for x, way in ((left - 1, -1), (right + 1, 1)):
            sheet.line((x, y), (x + way * MARK_MM, y), colour=FADED, width=0.15, name="cut")
    _ruler(sheet, left, low)
    return sheet


def _ruler(sheet: Sheet, left: float, low: float) -> None:
    """100 mm to measure after printing, where the paper has more room: below the cards, or beside them."""
    below = sheet.height - low >= 12
    x, y = (left, low + 7) if below else (left - 6.4, low - RULER_MM)
    end = (x + RULER_MM, y) if below else (x, y + RULER_MM)
    sheet.line((x, y), end, colour=FADED, width=0.2, name="ruler")
    for step in range(0, 101, 10):
        at = (x + step, y) if below else (x, y + step)
        tip = (at[0], at[1] + 1.6) if below else (at[0] - 1.6, at[1])
        sheet.line(at, tip, colour=FADED, width=0.2)
    if below:
        sheet.words(x + RULER_MM + 2, y + 1.2, "100 mm", 2.6, colour=FADED)
