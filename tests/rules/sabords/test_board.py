"""The board and the deck of Aux Sabords: ours is fair, and a bad one is told what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.sabords.board import COLOURS, LETTERS, Board, distances, read_board, sea_chart
from rules.sabords.cards import NO_CARDS, Card, added, count, nth, read_deck
from rules.sabords.rules import GAME
from rules.sabords.state import Setup
from rules.say import Trouble
from rules.shelf import SHIPPED, DataError

OURS = read_board("aux_board")
DRAWING = SHIPPED["aux_board"].read_text(encoding="utf-8")


def turned(rows: tuple[str, ...]) -> tuple[str, ...]:
    """A quarter clockwise, every colour handing its places to the next."""
    next_colour = str.maketrans("RBGYrbgy1234", "BGYRbgyr2341")
    return tuple("".join(column[::-1]).translate(next_colour) for column in zip(*rows, strict=True))


def test_our_board_is_the_same_from_all_four_sides() -> None:
    assert turned(OURS.rows) == OURS.rows


def test_our_board_is_also_its_own_mirror_image_so_neither_neighbour_is_better_off() -> None:
    mirrored = tuple(row[::-1].translate(str.maketrans("RBGYrbgy1234", "BRYGbryg2143")) for row in OURS.rows)
    assert mirrored == OURS.rows


def test_the_check_for_symmetry_sees_one_reef_too_many() -> None:
    lopsided = ("R....xx.....B", *OURS.rows[1:])
    assert turned(lopsided) != lopsided


def test_every_open_square_is_reached_by_every_colour_save_the_others_ports_and_treasures() -> None:
    sea = sea_chart(OURS)
    for place, colour in enumerate(COLOURS):
        reached = set(distances(OURS, colour, sea.ports[place]))
        closed = {square for square, owner in sea.owners.items() if owner is not colour}
        assert reached == set(sea.ways) - closed
        assert {sea.roses[place], sea.treasures[place]} <= reached


def test_all_colours_have_the_same_way_to_sail() -> None:
    sea = sea_chart(OURS)
    voyages = set()
    for place, colour in enumerate(COLOURS):
        home = distances(OURS, colour, sea.ports[place])
        to_treasure = distances(OURS, colour, sea.treasures[place])
        voyages.add((home[sea.roses[place]], to_treasure[sea.roses[place]], home[sea.treasures[place]]))
    assert voyages == {(4, 16, 20)}


def test_the_sea_joins_squares_both_ways_and_never_reefs_or_land() -> None:
    for square, ways in sea_chart(OURS).ways.items():
        for beyond in ways.values():
            assert square in sea_chart(OURS).ways[beyond].values()
            assert abs(square[0] - beyond[0]) + abs(square[1] - beyond[1]) == 1
            assert OURS.rows[beyond[0]][beyond[1]] not in "x#"


def test_a_way_through_the_own_treasure_square_is_not_counted_on() -> None:
    pocket = Board(("R.r1xxx", "xxxxxxx", "B.b2xxx", "G.g3xxx", "Y.y4xxx"))
    sea = sea_chart(pocket)
    assert sea.roses[0] not in distances(pocket, COLOURS[0], sea.ports[0])


def own_board(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_board_may_be_drawn_with_letters_of_ones_own(tmp_path: Path) -> None:
    text = DRAWING[DRAWING.index("title") :].replace(".", "~").replace("#", "M")
    assert "~" in text and "M" in text
    assert read_board(own_board(tmp_path, text)) == OURS


def test_one_can_play_on_a_board_of_ones_own(tmp_path: Path) -> None:
    small = (
        'grid = """\nR.....B\n.1...2.\n..g#y..\n..###..\n..b#r..\n.4...3.\nY.....G\n"""\n'
        + DRAWING[DRAWING.index("[legend]") :]
    )
    game = GAME.start(["Anne", "Jack"], Setup(board=own_board(tmp_path, small)))
    assert game.board.rows[0] == "R.....B"


@pytest.mark.parametrize(
    ("before", "after", "entry", "fault"),
    [
        ("....x...x....", "....x...x...", "grid, row 2", "it is 12 squares long, but the first row is 13"),
        ("....x...x....", "....x.?.x....", "grid, row 2, column 7", "the legend does not say what '?' is"),
        ("R.....x.....B", "......x.....B", "grid", "the red port has to be drawn once; it is there 0 times"),
        ("..1.......2..", "..1....2..2..", "grid", "the blue rose has to be drawn once; it is there 2 times"),
        ("..4.......3..", "..4.......#..", "grid", "the green rose has to be drawn once; it is there 0 times"),
        (
            "x...#####...x\n....#####....\n.x..b###r..x.\n...x.....x...",
            "x...#####...x\n....#####....\n.x..b###rx.x.\n...x....xx...",
            "grid, row 9, column 9",
            "a ship cannot sail from the red port to the red treasure",
        ),
        (
            "....x...x....\n..1...",
            "..x.x...x....\n.x1x..",
            "grid, row 3, column 3",
            "a ship cannot sail from the red port to the red rose",
        ),
        ('"." = "sea"', '"." = "water"', "legend, '.'", "'water' is not one of: sea, reef, island, red port"),
        ('"." = "sea"', '".." = "sea"', "legend, '..'", "a square is drawn with one single character"),
        ('"." = "sea"', '"." = 7', "legend, '.'", "'7' is not one of: sea"),
        ("[legend]", "[letters]", "letters", "a board has a title, a grid and a legend, nothing else"),
        ('grid = """', 'grid = """"""\ntitle2 = """', "title2", "nothing else"),
    ],
)
def test_a_bad_board_gets_its_file_the_entry_and_the_fault(
    tmp_path: Path, before: str, after: str, entry: str, fault: str
) -> None:
    assert before in DRAWING
    name = own_board(tmp_path, DRAWING.replace(before, after, 1))
    # a reef in the way of red's rose needs all four sides
    if "rose" in fault and "sail" in fault:
        rows = Path(name).read_text(encoding="utf-8").replace("...x.....x...", "..xx.....x...", 1)
        name = own_board(tmp_path, rows)
    with pytest.raises(DataError) as error:
        read_board(name)
    assert error.value.file == name
    assert error.value.entry == entry
    assert fault in str(error.value.fault)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('grid = ""\n[legend]\n"." = "sea"\n', "grid: the board has to be drawn here"),
        ("grid = 5\n", "grid: the board has to be drawn here"),
        ('grid = """\n...\n"""\n', "legend: it has to say what each character of the grid means"),
        (
            'grid = """\n' + "." * 41 + '\n"""\n[legend]\n"." = "sea"\n',
            "grid: a board has at most 40 squares on a side",
        ),
        ("grid = [[[", "file: it cannot be read"),
    ],
)
def test_a_board_that_is_hardly_one_gets_a_clear_word(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(Trouble, match=r"mine\.toml") as error:
        read_board(own_board(tmp_path, text))
    assert fault in str(error.value)


def test_a_board_that_is_not_there_is_named() -> None:
    with pytest.raises(DataError, match=r"nowhere\.toml: file: there is no such file"):
        GAME.start(["Anne", "Jack"], Setup(board="nowhere.toml"))


def test_the_shipped_legend_uses_every_meaning_there_is() -> None:
    assert all(f'"{letter}" = "{meaning}"' in DRAWING for meaning, letter in LETTERS.items())


# -- the deck ------------------------------------------------------------------------------------------------------


def test_as_1_the_deck_has_54_cards() -> None:
    deck = read_deck("aux_deck")
    assert sum(deck) == 54
    assert {card: count(deck, card) for card in Card} == {
        Card.PIRATE: 16,
        Card.CAPTAIN: 2,
        Card.WOODEN_LEG: 8,
        Card.SABRE: 8,
        Card.PISTOL: 8,
        Card.SHIP: 12,
    }


def test_every_card_of_a_pile_has_its_place_in_the_row_chance_picks_from() -> None:
    deck = read_deck("aux_deck")
    row = [nth(deck, number) for number in range(sum(deck))]
    assert [row.count(card) for card in Card] == list(deck)
    with pytest.raises(IndexError):
        nth(deck, sum(deck))
    assert added(NO_CARDS, Card.SABRE, 2) == (0, 0, 0, 2, 0, 0)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[cards]\nparrot = 3\n", "cards, parrot: 'parrot' is not one of: pirate, captain"),
        ("[cards]\npirate = -1\n", "cards, pirate: it has to be a number from 0 to 99"),
        ("[cards]\npirate = true\n", "cards, pirate: it has to be a number from 0 to 99"),
        ("[cards]\npirate = 16\nship = 3\n", "cards: 19 cards are too few: at least 30"),
        ("[cards]\npirate = 16\nsabre = 10\npistol = 10\n", "cards, ship: without ship cards nobody leaves port"),
        ("[cards]\npirate = 16\nsabre = 10\nship = 10\n", "without two of wooden_leg, sabre and pistol nobody"),
        ("cards = 54\n", "cards: it has to say how many cards of each kind there are"),
        ("[kards]\npirate = 16\n", "kards: a deck has a title and cards, nothing else"),
    ],
)
def test_a_bad_deck_gets_its_file_the_entry_and_the_fault(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"deck\.toml") as error:
        read_deck(str(path))
    assert fault in str(error.value)
