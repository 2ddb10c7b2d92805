"""The printed cards: rasterised, their marks read, sizes and register measured, then put before the eyes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
import pytest

from hardware.cards import boards, sheets
from hardware.cards.card import SIZES, Size
from hardware.cards.sheets import Grid
from hardware.sheet import Sheet, pdf
from tests.hardware.printer import Array, scanned, sizes
from ui.games.staged import STAGED
from ui.parts.printed import PrintedDeck
from ui.screen import Window
from ui.words.language import language
from vision.cards import marks
from vision.cards.measures import CELLS, EDGE_MM, MARKS, QUIET_MM, SIZE_MM
from vision.mat import geometry
from vision.mat.pose import find_pose
from vision.synth.camera import above
from vision.synth.render import Renderer, Scene
from vision.synth.stage import LIGHTS, Print, Thing

PER_MM = 8.0
FRENCH = language("fr")


@pytest.fixture(autouse=True, scope="module")
def window() -> Iterator[None]:
    opened = Window((800, 480))
    yield
    opened.close()


def deck_of(key: str) -> PrintedDeck:
    printed = STAGED[key].printed
    assert printed is not None
    return printed()


@cache
def printed(key: str, paper: str = "a4", card: str = "63x88") -> tuple[list[Sheet], bytes]:
    pages = sheets.pages(deck_of(key), STAGED[key].game.title, paper, SIZES[card], FRENCH)
    return pages, pdf(pages, key)


def mark_at(page: Array, x: float, y: float) -> tuple[int, float]:
    """Which mark is printed with its corner there (in millimetres of the page), and how like it is."""
    cell = SIZE_MM / CELLS
    at = [
        (round((y + (r + 0.5) * cell) * PER_MM), round((x + (c + 0.5) * cell) * PER_MM))
        for r in range(7)
        for c in range(7)
    ]
    seen = np.array([page[place].mean() for place in at]) > 128
    likes = [(seen == (marks.pattern(number).ravel() > 0)).mean() for number in range(MARKS)]
    return int(np.argmax(likes)), float(max(likes))


@pytest.mark.parametrize(("paper", "fits"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_nine_cards_stand_in_the_middle_of_the_page_within_what_a_printer_prints(
    paper: str, fits: tuple[float, float], size: Size
) -> None:
    grid = Grid(sheets.PAPERS[paper], size)
    assert (grid.columns, grid.rows) == (3, 3) and grid.paper == fits
    left, top = grid.corner
    assert min(left, top) >= sheets.MARGIN
    right, low = grid.places[-1][0] + size.width, grid.places[-1][1] + size.height
    assert left == pytest.approx(grid.paper[0] - right) and top == pytest.approx(grid.paper[1] - low)


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key, staged in STAGED.items() if staged.printed])
def test_every_card_of_the_box_is_printed_with_its_mark_in_two_corners(key: str) -> None:
    deck, (pages, paper) = deck_of(key), printed(key)
    size, grid = SIZES["63x88"], Grid(sheets.PAPERS["a4"], SIZES["63x88"])
    assert all(
        side == pytest.approx(want, abs=0.2)
        for page in sizes(paper)
        for side, want in zip(page, grid.paper, strict=True)
    )
    found: Counter[int] = Counter()
    for number in range(0, len(pages), 2):
        page = scanned(paper, PER_MM, number)
        for x, y in grid.places:
            one, sure = mark_at(page, x + EDGE_MM, y + EDGE_MM)
            if sure < 1:
                continue  # no card stands there any more
            far = mark_at(page, x + size.width - EDGE_MM - SIZE_MM, y + size.height - EDGE_MM - SIZE_MM)
            assert far == (one, 1.0)
            found[one] += 1
    wanted: Counter[int] = Counter()
    for card in deck.cards:
        if card.mark is not None:
            wanted[card.mark] += card.copies
    assert found == wanted


@pytest.mark.slow
def test_turned_on_either_edge_a_back_meets_every_front() -> None:
    """Measured on the raster: where paper and card meet, on a front and on its back, mirrored both ways."""
    _, paper = printed("aux")
    grid = Grid(sheets.PAPERS["a4"], SIZES["63x88"])
    face, behind = (scanned(paper, PER_MM, page) for page in (0, 1))
    left, top = grid.corner
    for mirrored in (behind[:, ::-1], behind[::-1]):
        for page in (face, mirrored):
            row = page[round((top + 20) * PER_MM)].astype(int).sum(axis=1)
            column = page[:, round((left + 20) * PER_MM)].astype(int).sum(axis=1)
            first, last = (np.flatnonzero(row < 3 * 250)[i] / PER_MM for i in (0, -1))
            assert first == pytest.approx(left, abs=0.5) and last == pytest.approx(grid.paper[0] - left, abs=0.5)
            high = np.flatnonzero(column[: round((top + 5) * PER_MM)] < 3 * 250)[-1] / PER_MM
            assert high >= top


@pytest.mark.slow
def test_printed_cards_on_the_rendered_mat_are_read_from_sixty_centimetres() -> None:
    """At any turn, in three lights, three at a time, as the camera of a simple webcam sees them."""
    _, paper = printed("mille")
    grid, size = Grid(sheets.PAPERS["a4"], SIZES["63x88"]), SIZES["63x88"]
    page = scanned(paper, PER_MM)
    prints = []
    for x, y in (grid.places[0], grid.places[4], grid.places[8]):
        cut = page[
            round(y * PER_MM) : round((y + size.height) * PER_MM), round(x * PER_MM) : round((x + size.width) * PER_MM)
        ]
        prints.append(
            (mark_at(page, x + EDGE_MM, y + EDGE_MM)[0], Print(np.ascontiguousarray(cut), size.width, size.height))
        )
    mat = geometry.load()
    renderer, rng = Renderer(mat), np.random.default_rng(4)
    for light in ("ceiling", "window", "dim"):
        things = tuple(
            Thing("card", 100 + 90 * place, float(rng.uniform(110, 190)), float(rng.uniform(0, 360)), print=print_)
            for place, (_, print_) in enumerate(prints)
        )
        frame = renderer.render(Scene(things=things, camera=above(height=600.0), light=LIGHTS[light]), seed=1)
        gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        pose = find_pose(gray, mat)
        assert pose is not None
        half = cv2.resize(gray, (gray.shape[1] // 2, gray.shape[0] // 2), interpolation=cv2.INTER_AREA)
        found = {mark.number for mark in marks.find(gray, half, pose)}
        assert found == {number for number, _ in prints}, light


def test_a_board_on_two_sheets_is_the_board_on_one() -> None:
    import pygame

    wide, high = boards.size()
    board = pygame.Surface((wide, high))
    for x in range(0, wide, 40):
        board.fill((x % 256, 90, 120), (x, 0, 40, high))
    (whole,), (left, right) = boards.a3(board, "x"), boards.two_a4(board, "x")
    one = scanned(pdf([whole], "x"), 4.0)
    two = [scanned(pdf([sheet], "x"), 4.0) for sheet in (left, right)]
    assert one.shape[1] == 420 * 4 and [page.shape[1] for page in two] == [210 * 4] * 2
    rim = round(boards.RIM * 4)
    seam = one[200, 210 * 4 : 210 * 4 + 600]  # from the middle to the right, as the right sheet has it
    assert np.abs(seam.astype(int) - two[1][200, rim : rim + 600].astype(int)).mean() < 12
    assert QUIET_MM > 0
