"""Ships, chests and gold: measured on the raster, folded and turned in thought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from hardware.cards import pieces
from hardware.cards.sheets import MARGIN, PAPERS
from hardware.sheet import Outline, pdf
from rules.duel.cards import Colour as Sails
from rules.sabords.board import COLOURS
from rules.sabords.state import Setup
from tests.hardware.printer import Array, scanned
from ui.games.staged import STAGED
from ui.parts.printed import PrintedPieces
from ui.screen import Window
from ui.words.language import language

PER_MM = 8.0


@pytest.fixture(autouse=True, scope="module")
def window() -> Iterator[None]:
    opened = Window((800, 480))
    yield
    opened.close()


def pieces_of(key: str) -> PrintedPieces:
    made = STAGED[key].pieces
    assert made is not None
    return made()


def cut(page: Array, x: float, y: float, width: float, height: float) -> Array:
    x0, y0, x1, y1 = (round(side * PER_MM) for side in (x, y, x + width, y + height))
    return page[y0:y1, x0:x1].astype(int)


def test_each_colour_has_its_ship_and_its_chests() -> None:
    aux = Counter({tent.key: tent.copies for tent in pieces_of("aux").tents})
    chests = Setup().chests
    assert aux == {f"{kind}-{colour.value}": n for colour in COLOURS for kind, n in (("ship", 1), ("chest", chests))}
    assert {tent.key for tent in pieces_of("duel").tents} == {f"ship-{colour.value}" for colour in Sails}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("key", ["aux", "duel"])
def test_strips_lie_apart_and_within_what_a_printer_prints(key: str, paper: str) -> None:
    wide, high = PAPERS[paper]
    laid = pieces.strips(pieces_of(key), PAPERS[paper])
    assert len(laid) == sum(tent.copies for tent in pieces_of(key).tents)
    for number, one in enumerate(laid):
        right = one.x + one.tent.width
        assert one.x >= MARGIN and right <= wide - MARGIN and one.y >= pieces.TOP and one.low <= high - pieces.LOW
        for other in laid[number + 1 :]:
            beside = right + 4.4 <= other.x or other.x + other.tent.width + 4.4 <= one.x  # fold marks lie between
            assert beside or one.page != other.page or one.low < other.y or other.low < one.y


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("key", ["aux", "duel"])
def test_folded_at_its_marks_a_tent_shows_the_same_picture_upright_on_both_sides(key: str, paper: str) -> None:
    made = pieces.pages(pieces_of(key), STAGED[key].game.title, paper, language("fr"))
    printed = pdf(made, "x")
    page = cv2.GaussianBlur(scanned(printed, PER_MM), (0, 0), 0.25 * PER_MM)  # half a pixel of it is no matter
    for strip in pieces.strips(pieces_of(key), PAPERS[paper]):
        if strip.page:
            continue
        back, ridge, foot = strip.folds
        width, height = strip.tent.width, strip.tent.height
        assert foot - ridge == ridge - back == height
        front, behind = cut(page, strip.x, ridge, width, height), cut(page, strip.x, back, width, height)
        inner = slice(round(0.6 * PER_MM), -round(0.6 * PER_MM))  # within cut and fold lines
        flat = [np.asarray(side[inner, inner].mean(axis=2)) for side in (front, behind[::-1, ::-1], behind)]
        shift, alike = cv2.phaseCorrelate(flat[0], flat[1])
        assert np.hypot(shift[0], shift[1]) < 0.25 * PER_MM and alike > 0.5, (
            "turned by half about the ridge, the back is the front"
        )
        assert np.abs(flat[0] - flat[2]).mean() > 2 * np.abs(flat[0] - flat[1]).mean(), "and printed upside down"


def test_a_tents_outline_and_folds_are_drawn_where_they_are_said_to_be() -> None:
    (sheet,) = pieces.pages(pieces_of("aux"), STAGED["aux"].game.title, "a4", language("en"))
    lines = [mark for mark in sheet.marks if isinstance(mark, Outline)]
    outlines = [mark.rings[0] for mark in lines if mark.name == "cut"]
    folds = {point for mark in lines if mark.name == "fold" for point in mark.rings[0]}
    laid = pieces.strips(pieces_of("aux"), PAPERS["a4"])
    assert len(outlines) == len(laid)
    for strip, outline in zip(laid, outlines, strict=True):
        tall = max(y for _, y in outline) - min(y for _, y in outline)
        assert tall == pytest.approx(pieces.TAB + 2 * strip.tent.height + strip.tent.depth)
        assert max(x for x, _ in outline) - min(x for x, _ in outline) == pytest.approx(strip.tent.width)
        assert {(strip.x, y) for y in strip.folds} <= folds
    assert all(tent.width <= 20 and tent.depth <= 20 for tent in pieces_of("aux").tents), "a square of the board: 20 mm"


@pytest.mark.parametrize("paper", PAPERS)
def test_turned_on_either_edge_a_coins_back_meets_its_front(paper: str) -> None:
    """The middles and widths of what is printed, on the raster."""
    printed = pdf(pieces.pages(pieces_of("duel"), STAGED["duel"].game.title, paper, language("en"))[-2:], "x")
    (wide, high), (face, behind) = PAPERS[paper], (scanned(printed, PER_MM, page) for page in (0, 1))
    for spot in pieces.spots(pieces_of("duel").coins, PAPERS[paper]):
        front = struck(face, spot.x, spot.y)
        assert front == pytest.approx((spot.x, spot.y, spot.coin.width), abs=0.3)
        x, y, width = struck(behind, wide - spot.x, spot.y)
        assert (wide - x, y, width) == pytest.approx(front, abs=0.5)
        x, y, width = struck(behind, spot.x, high - spot.y)
        assert (x, high - y, width) == pytest.approx(front, abs=0.5)


def struck(page: Array, x: float, y: float) -> tuple[float, float, float]:
    """The middle and the width of the coin about there, in millimetres."""
    half = pieces.PITCH / 2
    there = cut(page, x - half, y - half, 2 * half, 2 * half).min(axis=2) < 200
    rows, columns = np.flatnonzero(there.any(axis=1)), np.flatnonzero(there.any(axis=0))
    left, top = round((x - half) * PER_MM), round((y - half) * PER_MM)
    return (
        (left + (columns[0] + columns[-1] + 1) / 2) / PER_MM,
        (top + (rows[0] + rows[-1] + 1) / 2) / PER_MM,
        (columns[-1] - columns[0] + 1) / PER_MM,
    )


@pytest.mark.parametrize("paper", PAPERS)
def test_there_is_gold_enough_to_begin_and_to_win(paper: str) -> None:
    worth = Counter(spot.coin.value for spot in pieces.spots(pieces_of("duel").coins, PAPERS[paper]))
    assert sum(value * many for value, many in worth.items()) >= 6 * 6 + 15 * 2 and worth[1] >= 6 * 6
