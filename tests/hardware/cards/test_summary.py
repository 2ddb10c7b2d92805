"""Summary cards: a front and a back for every player, with all that the games' sheets say in print one can read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from reportlab.pdfbase import pdfmetrics

from firmware.config import SHIPPED, read
from hardware import parts
from hardware.cards import pieces, sheets, summary
from hardware.cards.card import CAPITAL, SAFE, SIZES, Room, Size
from hardware.cards.sheets import PAPERS, Grid
from hardware.sheet import Photo, Sheet, Words, pdf, wide
from tests.hardware.cards.test_sheets import within
from tests.hardware.printer import scanned, sizes
from ui.games.duel.printed import SKILLS
from ui.games.staged import STAGED
from ui.parts.printed import PrintedSummary
from ui.screen import Window
from ui.table.staging import BUTTONS, GOAL
from ui.words.language import language

SIDES = [
    pytest.param(key, one, id=f"{key}-{one.key}") for key, staged in STAGED.items() for one in summary.summaries(staged)
]


@pytest.fixture(autouse=True, scope="module")
def window() -> Iterator[None]:
    opened = Window((800, 480))
    yield
    opened.close()


@pytest.mark.parametrize(("key", "one"), SIDES)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("code", ["en", "fr"])
def test_words_and_signs_stay_in_their_rooms_and_can_be_read(
    key: str, one: PrintedSummary, size: Size, code: str
) -> None:
    for lines in (one.front, one.back):
        sheet = Sheet(size.width, size.height)
        summary.side(sheet, 0, 0, size, STAGED[key], lines, language(code))
        rooms = summary.rooms(0, 0, size)
        for room in rooms:
            assert min(room.x, room.y, size.width - room.right, size.height - room.low) >= SAFE
        said = [mark for mark in sheet.marks if isinstance(mark, Words)]
        for words in said:
            across, centred = wide(words.text, words.size, words.face), words.align == "centre"
            up, down = (CAPITAL, 0.02) if words.face == "lettering" else (0.75, 0.25)
            left = words.x - (across / 2 if centred else 0)
            taken = Room(left, words.y - up * words.size, across, (up + down) * words.size)
            assert any(within(taken, room) for room in rooms), words.text
            assert words.size >= 2.7, f"too small to read: {words.text}"
        signs = [mark for mark in sheet.marks if isinstance(mark, Photo)]
        assert len(signs) == len(lines) + 2, "one row of signs a line, and the game's at both ends of its name"
        for sign in signs:
            assert any(within(Room(sign.x, sign.y, sign.width, sign.height), room) for room in rooms)
            for words in said:
                if words.align != "left" or not sign.y < words.y < sign.y + sign.height:
                    continue
                apart = words.x + wide(words.text, words.size, words.face) <= sign.x or sign.x + sign.width <= words.x
                assert apart, f"a sign lies on {words.text}"


@pytest.mark.parametrize("key", STAGED)
def test_a_card_says_every_word_of_the_sheet_but_goal_and_buttons(key: str) -> None:
    staged, french = STAGED[key], language("fr")
    told = " ".join(french.say(line.words) for one in summary.summaries(staged) for line in (*one.front, *one.back))
    for column in staged.sheet:
        for players in (staged.game.seats[0], staged.game.seats[-1]):
            there = french.say(column.says(staged.game.setup(), players)) in told
            assert there == (column.title not in (GOAL, BUTTONS))


def test_a_duel_has_every_skill_on_a_card_once() -> None:
    lines = [line.words for one in summary.summaries(STAGED["duel"]) for line in (*one.front, *one.back)]
    assert all(lines.count(told) == 1 for told in SKILLS.values())


@pytest.mark.parametrize("paper", PAPERS)
def test_every_player_has_one_and_a_back_lies_behind_each_front(paper: str) -> None:
    staged, size = STAGED["duel"], SIZES["63x88"]
    made = summary.pages(staged, paper, size, language("fr"))
    assert len(made) == 2 * len(summary.summaries(staged))
    grid, players = Grid(PAPERS[paper], size), staged.game.seats[-1]
    printed = pdf(made, "x")
    assert sizes(printed)[0] == pytest.approx(PAPERS[paper], abs=0.2)
    for number, places in ((0, grid.places[:players]), (1, grid.behind(players))):
        page = scanned(printed, 4.0, number)
        for place in grid.places:
            x, y = round((place[0] + 1) * 4), round((place[1] + 40) * 4)
            bare = page[y : y + 8, x : x + 8].min() > 250
            assert bare == (place not in places), "parchment lies where a card is, and nowhere else"


def test_the_faces_have_a_shape_for_every_letter_that_is_printed() -> None:
    """The narrow space that French sets before tall marks has none: it came out as a box."""
    for key, staged in STAGED.items():
        for one in summary.summaries(staged):
            sheet, size = Sheet(63, 88), SIZES["63x88"]
            for lines in (one.front, one.back):
                summary.side(sheet, 0, 0, size, staged, lines, language("fr"))
            for words in (mark for mark in sheet.marks if isinstance(mark, Words)):
                wide(words.text, 1.0, words.face)  # registers the face
                known = pdfmetrics.getFont(words.face).face.charToGlyph
                assert all(ord(letter) in known for letter in words.text), (key, words.text)


def test_the_parts_list_has_paper_enough_for_everything() -> None:
    size, words = SIZES["63x88"], language("en")
    sheets_ = 0
    for staged in STAGED.values():
        sheets_ += sheets.count(staged.printed(), "a4", size) // 2 if staged.printed else 0
        sheets_ += len(summary.pages(staged, "a4", size, words)) // 2
        if staged.pieces:
            made = pieces.pages(staged.pieces(), staged.game.title, "a4", words)
            sheets_ += len(made) - bool(staged.pieces().coins)  # coins are on both sides of one
    part = next(part for part in parts.load(read(SHIPPED)) if part.choice == "cards")
    assert f" {sheets_} sheets" in part.note and f" {sheets_} feuilles" in part.french_note
    assert sheets_ <= 50 and "50 sheets" in part.name
