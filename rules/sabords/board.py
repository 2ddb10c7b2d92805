"""The board of Aux Sabords: a drawing in a TOML file, checked, and the chart a ship sails by.

A board file has a `grid`, drawn with one character for each square, and a `legend` that says what each character
means: `sea`, `reef` (forbidden), `island` (the land in the middle), and for each of the four colours its `port`,
its `treasure` square and its `rose` ("red port", "blue rose", ...). See rules/sabords/aux_board.toml.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from rules import files
from rules.say import Message
from rules.shelf import DataError, take

Square = tuple[int, int]  # row and column, from the top left


class Colour(StrEnum):
    """The four colours, clockwise round the board."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"


class Direction(StrEnum):
    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


COLOURS = tuple(Colour)
STEPS = {Direction.NORTH: (-1, 0), Direction.EAST: (0, 1), Direction.SOUTH: (1, 0), Direction.WEST: (0, -1)}
PLACES = ("port", "treasure", "rose")  # what every colour has one of
LETTERS = {"sea": ".", "reef": "x", "island": "#"} | {
    f"{colour.value} {place}": letter
    for place, letters in zip(PLACES, ("RBGY", "rbgy", "1234"), strict=True)
    for colour, letter in zip(COLOURS, letters, strict=True)
}
LARGEST = 40  # squares on a side; more cannot be shown


@dataclass(frozen=True, slots=True)
class Board:
    """A board that can be played on: its rows, in the letters of LETTERS whatever letters its file uses."""

    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """What a board says to a ship. Ports, treasures and roses stand in the order of COLOURS."""

    ways: Mapping[Square, Mapping[Direction, Square]]  # from each square a ship may be on; reefs and land left out
    ports: tuple[Square, ...]
    treasures: tuple[Square, ...]
    roses: tuple[Square, ...]
    owners: Mapping[Square, Colour]  # ports and treasure squares: closed to the other colours


@cache
def sea_chart(board: Board) -> Chart:
    squares = {(row, column): letter for row, line in enumerate(board.rows) for column, letter in enumerate(line)}
    afloat = {square for square, letter in squares.items() if letter not in (LETTERS["reef"], LETTERS["island"])}
    at = {letter: square for square, letter in squares.items()}
    ports, treasures, roses = (tuple(at[LETTERS[f"{colour.value} {place}"]] for colour in COLOURS) for place in PLACES)
    ways = {
        (row, column): {
            direction: (row + down, column + right)
            for direction, (down, right) in STEPS.items()
            if (row + down, column + right) in afloat
        }
        for row, column in afloat
    }
    return Chart(ways, ports, treasures, roses, dict(zip(ports + treasures, COLOURS * 2, strict=True)))


@cache
def distances(board: Board, colour: Colour, goal: Square) -> Mapping[Square, int]:
    """How many squares a ship of this colour has to sail to `goal` from anywhere, with nobody in the way.

    Its own treasure square is a place to start from or to arrive at, never a way through: that needs a chest.
    """
    sea = sea_chart(board)
    far = {goal: 0}
    waiting = deque([goal])
    while waiting:
        square = waiting.popleft()
        if square == sea.treasures[COLOURS.index(colour)] and square != goal:
            continue
        for beyond in sea.ways[square].values():
            if beyond not in far and sea.owners.get(beyond, colour) is colour:
                far[beyond] = far[square] + 1
                waiting.append(beyond)
    return far


def read_board(name: str) -> Board:
    """The board in a file that ships with the game or in one's own; DataError names what is wrong with it."""
    content = take(name)
    for entry in content:
        if entry not in {"title", "grid", "legend"}:
            raise DataError(name, entry, Message("a board has a title, a grid and a legend, nothing else"))
    board = Board(_translated(name, _drawn_lines(name, content.get("grid")), _legend(name, content.get("legend"))))
    _check_places(name, board)
    _check_ways(name, board)
    return board


def _drawn_lines(name: str, grid: Any) -> list[str]:
    if not isinstance(grid, str) or not grid.strip():
        raise DataError(name, "grid", Message("the board has to be drawn here, one line of text for each row"))
    lines = grid.strip("\n").split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) != len(lines[0]):
            raise DataError(
                name,
                f"grid, row {number}",
                Message("it is {n} squares long, but the first row is {first}", n=len(line), first=len(lines[0])),
            )
    if max(len(lines), len(lines[0])) > LARGEST:
        raise DataError(name, "grid", Message("a board has at most {n} squares on a side", n=LARGEST))
    return lines


def _legend(name: str, legend: Any) -> dict[str, str]:
    if not isinstance(legend, dict) or not legend:
        raise DataError(name, "legend", Message("it has to say what each character of the grid means"))
    for character, meaning in legend.items():
        entry = f"legend, {character!r}"
        if len(character) != 1:
            raise DataError(name, entry, Message("a square is drawn with one single character"))
        if not isinstance(meaning, str) or meaning not in LETTERS:
            known = ", ".join(LETTERS)
            raise DataError(
                name, entry, Message("'{word}' is not one of: {known}", word=files.short(meaning), known=known)
            )
    return {character: LETTERS[meaning] for character, meaning in legend.items()}


def _translated(name: str, lines: list[str], letters: dict[str, str]) -> tuple[str, ...]:
    for number, line in enumerate(lines, 1):
        for column, character in enumerate(line, 1):
            if character not in letters:
                raise DataError(
                    name,
                    f"grid, row {number}, column {column}",
                    Message("the legend does not say what '{character}' is", character=character),
                )
    return tuple("".join(letters[character] for character in line) for line in lines)


def _check_places(name: str, board: Board) -> None:
    drawn = "".join(board.rows)
    for meaning, letter in LETTERS.items():
        if meaning.endswith(PLACES) and drawn.count(letter) != 1:
            raise DataError(
                name,
                "grid",
                Message(
                    "the {place} has to be drawn once; it is there {n} times", place=meaning, n=drawn.count(letter)
                ),
            )


def _check_ways(name: str, board: Board) -> None:
    sea = sea_chart(board)
    for colour, port, treasure, rose in zip(COLOURS, sea.ports, sea.treasures, sea.roses, strict=True):
        near = distances(board, colour, port)
        for place, square in (("treasure", treasure), ("rose", rose)):
            if square not in near:
                raise DataError(
                    name,
                    f"grid, row {square[0] + 1}, column {square[1] + 1}",
                    Message(
                        "a ship cannot sail from the {colour} port to the {colour} {place}",
                        colour=colour.value,
                        place=place,
                    ),
                )
