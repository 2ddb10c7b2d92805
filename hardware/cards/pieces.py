"""A game's pieces on paper: ships and chests that are folded to tents, coins that are printed on both sides.

A tent is one strip: a tab, the back (upside down), the front, and what it stands on. Its outline is cut, dashed lines
are folded, the tab is glued under the bottom. Coins stand on their page so that one lies behind each, whichever edge
the sheet is turned on.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from hardware.cards.card import DPI, jpeg, png
from hardware.cards.sheets import MARGIN, PAPERS
from hardware.sheet import FADED, INK, WHITE, Sheet
from rules.say import Message
from ui.parts.printed import PrintedCoin, PrintedPieces, PrintedTent
from ui.words.language import Language

TAB = 5.0
SLANT = 2.0  # the tab is narrower at its end
GAP = 7.0  # between two tents
TOP, LOW = 34.0, 16.0  # of the page: what is said above, the ruler below
PITCH = 26.0  # from coin to coin
EDGE_ROWS = 1  # with the first coin, above and below; the second one fills the middle

FOLD = Message(
    "Print at 100 % (actual size) on card of 160 to 200 g. Cut the solid lines, score and fold the dashed ones away "
    "from you, glue the tab inside the bottom."
)
CUT = Message(
    "Print at 100 % (actual size) on both sides of card of 200 g or more, and cut along the rims. Or glue both sheets "
    "on cardboard."
)


@dataclass(frozen=True, slots=True)
class Strip:
    """Where a tent lies on its page."""

    tent: PrintedTent
    page: int
    x: float
    y: float

    @property
    def folds(self) -> tuple[float, float, float]:
        """Under the tab, the ridge, above the bottom."""
        back = self.y + TAB
        return back, back + self.tent.height, back + 2 * self.tent.height

    @property
    def low(self) -> float:
        return self.folds[2] + self.tent.depth

    @property
    def outline(self) -> list[tuple[float, float]]:
        left, right, top = self.x, self.x + self.tent.width, self.folds[0]
        return [
            (left + SLANT, self.y), (right - SLANT, self.y), (right, top), (right, self.low), (left, self.low),
            (left, top),
        ]  # fmt: skip


def strips(pieces: PrintedPieces, paper: tuple[float, float]) -> list[Strip]:
    """Row by row, each kind beginning where the last ended; a row is as high as its highest."""
    found: list[Strip] = []
    page, x, y, row = 0, MARGIN + GAP, TOP, 0.0
    for tent in (one for one in pieces.tents for _ in range(one.copies)):
        high = TAB + 2 * tent.height + tent.depth
        if x + tent.width > paper[0] - MARGIN or (found and found[-1].tent.width != tent.width):
            x, y, row = MARGIN + GAP, y + row + GAP, 0.0
        if y + high > paper[1] - LOW:
            page, x, y, row = page + 1, MARGIN + GAP, TOP, 0.0
        found.append(Strip(tent, page, x, y))
        x, row = x + tent.width + GAP, max(row, high)
    return found


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the middle of a coin is."""

    coin: PrintedCoin
    x: float
    y: float


def spots(coins: tuple[PrintedCoin, ...], paper: tuple[float, float]) -> list[Spot]:
    """In the middle of the page: the first kind in the outermost rows, the others between."""
    columns, rows = int((paper[0] - 2 * MARGIN) // PITCH), int((paper[1] - 2 * LOW) // PITCH)
    left, top = (paper[0] - (columns - 1) * PITCH) / 2, (paper[1] - (rows - 1) * PITCH) / 2
    return [
        Spot(coins[0 if min(row, rows - 1 - row) < EDGE_ROWS else -1], left + column * PITCH, top + row * PITCH)
        for row in range(rows)
        for column in range(columns)
    ]


def pages(pieces: PrintedPieces, game: Message, paper: str, words: Language) -> list[Sheet]:
    """The tents; then the coins, front and back."""
    size, title = PAPERS[paper], words.say(game)
    laid = strips(pieces, size)
    made = []
    for number in range(laid[-1].page + 1 if laid else 0):
        sheet = Sheet(*size, title)
        sheet.words(MARGIN + GAP, 17, title, 12, "lettering")
        sheet.lines(MARGIN + GAP, 23.5, words.say(FOLD), size[0] - 2 * (MARGIN + GAP), 3.4, colour=FADED)
        for strip in laid:
            if strip.page == number:
                _tent(sheet, strip)
        _ruler(sheet, words)
        made.append(sheet)
    return [*made, *_coins(pieces.coins, size, title, words)] if pieces.coins else made


def _tent(sheet: Sheet, strip: Strip) -> None:
    tent = strip.tent
    back, ridge, foot = strip.folds
    left, right = strip.x, strip.x + tent.width
    picture = tent.picture((_px(tent.width), _px(tent.height)))
    sheet.box(left, foot, right, strip.low, tent.ground)
    sheet.photo(jpeg(pygame.transform.rotate(picture, 180)), left, back, tent.width, tent.height)
    sheet.photo(jpeg(picture), left, ridge, tent.width, tent.height)
    sheet.polygon(strip.outline, line=INK, width=0.2, name="cut")
    for y in (back, ridge, foot):
        sheet.line((left, y), (right, y), colour=WHITE, width=0.35)
        sheet.line((left, y), (right, y), colour=INK, width=0.2, dash=(1.2, 1.0), name="fold")
        for x, tip in ((left, left - 2.2), (right, right + 2.2)):
            sheet.line((x, y), (tip, y), colour=FADED, width=0.15)


def _coins(coins: tuple[PrintedCoin, ...], size: tuple[float, float], title: str, words: Language) -> list[Sheet]:
    face, behind = Sheet(*size, title), Sheet(*size, title)
    struck = {coin.value: [png(sign(_px(coin.width))) for sign in (coin.front, coin.back)] for coin in coins}
    for spot in spots(coins, size):
        width = spot.coin.width
        for sheet, image in zip((face, behind), struck[spot.coin.value], strict=True):
            sheet.photo(image, spot.x - width / 2, spot.y - width / 2, width, width)
    _ruler(face, words)
    face.lines(MARGIN + 2, 8, words.say(CUT), size[0] - 2 * MARGIN - 4, 2.8, colour=FADED)
    return [face, behind]


def _ruler(sheet: Sheet, words: Language) -> None:
    x, y = MARGIN + GAP, sheet.height - 8
    sheet.line((x, y), (x + 100, y), colour=FADED, width=0.2, name="ruler")
    for tip in (x, x + 100):
        sheet.line((tip, y - 1.2), (tip, y + 1.2), colour=FADED, width=0.2)
    sheet.words(x + 103, y + 1, words.say(Message("100 mm: measure it before you cut")), 3.0, colour=FADED)


def _px(mm: float) -> int:
    return round(mm / 25.4 * DPI)
