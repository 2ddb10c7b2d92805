"""The printed cards: rasterised, their marks read, sizes and register measured, then put before the eyes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
import pytest

from hardware.cards import boards, card, sheets
from hardware.cards.card import SAFE, SIZES, Inked, Room, Rooms, Size
from hardware.cards.sheets import Grid
from hardware.sheet import Sheet, Words, pdf, wide
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
def printed(key: str, paper: str = "a4", size: str = "63x88") -> tuple[list[Sheet], bytes]:
    """Its pictures a quarter as fine as in print."""
    fine, card.DPI = card.DPI, 75
    pages = list(sheets.pages(deck_of(key), STAGED[key].game.title, paper, SIZES[size], FRENCH))
    card.DPI = fine
    return pages, pdf(pages, key)


def mark_at(page: Array, x: float, y: float, *, headlong: bool = False) -> tuple[int, float]:
    """Which mark is printed with its corner there (in millimetres of the page), and how like it is."""
    cell = SIZE_MM / CELLS
    at = [
        (round((y + (r + 0.5) * cell) * PER_MM), round((x + (c + 0.5) * cell) * PER_MM))
        for r in range(7)
        for c in range(7)
    ]
    seen = np.array([page[place].mean() for place in (at[::-1] if headlong else at)]) > 128
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
            mark, sure = mark_at(page, x + EDGE_MM, y + EDGE_MM)
            if sure < 1:
                continue  # no card stands there any more
            far = mark_at(page, x + size.width - EDGE_MM - SIZE_MM, y + size.height - EDGE_MM - SIZE_MM, headlong=True)
            assert far == (mark, 1.0)
            found[mark] += 1
    wanted: Counter[int] = Counter()
    for one in deck.cards:
        if one.mark is not None:
            wanted[one.mark] += one.copies
    assert found == wanted


def middle(picture: Array, ground: Array, at: tuple[float, float], size: Size) -> tuple[float, float] | None:
    """The middle of what is printed on a card whose corner is there, in millimetres of the page; None: nothing is."""
    x, y = (round(side * PER_MM) for side in at)
    part = picture[y : y + round(size.height * PER_MM), x : x + round(size.width * PER_MM)].astype(int)
    there = np.abs(part - ground).max(axis=2) > 110
    rows, columns = np.flatnonzero(there.any(axis=1)), np.flatnonzero(there.any(axis=0))
    if not len(rows):
        return None
    return at[0] + (columns[0] + columns[-1] + 1) / 2 / PER_MM, at[1] + (rows[0] + rows[-1] + 1) / 2 / PER_MM


@pytest.mark.parametrize(("paper", "size"), [("a4", "63x88"), ("letter", "56x87")])
def test_turned_on_either_edge_a_back_meets_every_front(paper: str, size: str) -> None:
    """Measured on the raster: the middles of what is framed on a front and on its back, mirrored both ways."""
    pages, pdf_ = printed("mille", paper, size)
    grid = Grid(sheets.PAPERS[paper], SIZES[size])
    for number in (0, len(pages) - 2):
        face, behind = (scanned(pdf_, PER_MM, page) for page in (number, number + 1))
        field = np.median(behind[round((grid.corner[1] + 1) * PER_MM)], axis=0).astype(int)
        fronts = 0
        for place in grid.places:
            front = middle(face, np.array((208, 233, 243)), place, grid.card)
            if front is None:
                continue
            fronts += 1
            x, y = place
            across, down = grid.paper[0] - x - grid.card.width, grid.paper[1] - y - grid.card.height
            on_long, on_short = (middle(behind, field, at, grid.card) for at in ((across, y), (x, down)))
            assert on_long is not None and on_short is not None
            assert (grid.paper[0] - on_long[0], on_long[1]) == pytest.approx(front, abs=0.5)
            assert (on_short[0], grid.paper[1] - on_short[1]) == pytest.approx(front, abs=0.5)
        assert fronts == (9 if number == 0 else 35 % 9)


def test_nothing_but_the_ground_comes_near_a_cut_and_the_ground_runs_on_beyond_it() -> None:
    _, paper = printed("mille")
    grid = Grid(sheets.PAPERS["a4"], SIZES["63x88"])
    face, behind = (scanned(paper, PER_MM, page) for page in (0, 1))
    left, top = grid.corner
    for page, darkest, brightest in ((face, 150, 250), (behind, 0, 75)):
        gray = page.mean(axis=2)
        for x, y in grid.places:
            x0, y0 = round(x * PER_MM), round(y * PER_MM)
            one = gray[y0 : y0 + round(grid.card.height * PER_MM), x0 : x0 + round(grid.card.width * PER_MM)].copy()
            near = round(SAFE * PER_MM)
            one[near:-near, near:-near] = (darkest + brightest) / 2
            one[:1], one[-1:], one[:, :1], one[:, -1:] = (one[1:2], one[-2:-1], one[:, 1:2], one[:, -2:-1])
            assert one.min() >= darkest and one.max() <= brightest
        for x, y in ((left - 2.2, top + 40.0), (grid.paper[0] - left + 2.2, top + 40.0), (left + 30.0, top - 2.2)):
            assert darkest <= gray[round(y * PER_MM), round(x * PER_MM)] <= brightest, "bleed of 2 mm and more"


@pytest.mark.parametrize("key", [key for key, staged in STAGED.items() if staged.printed])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("code", ["en", "fr"])
def test_no_words_leave_their_box(key: str, size: Size, code: str) -> None:
    words = language(code)
    for one in deck_of(key).cards:
        sheet = Sheet(size.width, size.height)
        card.front(sheet, 0, 0, size, Inked(one, b"", b"", None, 1.0), STAGED[key].game.title, words)
        rooms = Rooms(0, 0, size, bool(one.does))
        for said in sheet.marks:
            if not isinstance(said, Words):
                continue
            half = wide(said.text, said.size, said.face) / 2
            up, down = (card.CAPITAL, 0.02) if said.face == "lettering" else (0.75, 0.25)
            taken = Room(said.x - half, said.y - up * said.size, 2 * half, (up + down) * said.size)
            assert any(within(taken, room) for room in (rooms.title, rooms.sentence, rooms.legend)), said.text
            assert said.size >= 2.7, f"too small to read: {said.text}"


def within(inner: Room, outer: Room) -> bool:
    return (
        inner.x >= outer.x - 0.05
        and inner.right <= outer.right + 0.05
        and inner.y >= outer.y - 0.05
        and inner.low <= outer.low + 0.05
    )


def test_rooms_of_a_card_do_not_touch_one_another_nor_the_cut() -> None:
    for size in SIZES.values():
        rooms = Rooms(0, 0, size, True)
        all_ = [rooms.title, rooms.legend, rooms.picture, rooms.sentence]
        all_ += [rooms.corner(right, low) for right in (False, True) for low in (False, True)]
        for number, one in enumerate(all_):
            assert min(one.x, one.y, size.width - one.right, size.height - one.low) >= SAFE + 0.17  # half a line
            for other in all_[number + 1 :]:
                apart = one.right <= other.x or other.right <= one.x or one.low <= other.y or other.low <= one.y
                assert apart, (one, other)


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
