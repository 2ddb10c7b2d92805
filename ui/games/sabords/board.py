"""The board of Aux Sabords, engraved from its data file: sea with its squares, reefs, the island, roses and ports.

Drawn once for a size; ships, chests and whatever moves lie on top of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
import pygame
from pygame import Rect, Surface

from rules.sabords.board import COLOURS, LETTERS, Board, Colour, Square, sea_chart
from ui.chart.land import Ground, distance
from ui.chart.sheet import on_white, painted
from ui.games.sabords.tokens import livery_of
from ui.look import flourish
from ui.look.engrave import Plate, line, rounded
from ui.look.grain import clouds, to_surface
from ui.look.theme import BONE, FADED, FOAM, INK, blend, from_hex

MARGIN = 0.044  # of the sheet's height, for its worn edge and the border
SIDE = 0.115  # of its width, on both sides, for the harbours
ROCK = from_hex("#6E6656")
COARSE = 16  # points of the coast's field per square


@dataclass(frozen=True)
class Sheet:
    """The board as it is drawn: where its squares are on the sheet."""

    surface: Surface
    left: float
    top: float
    cell: float
    area: Rect  # of all squares

    def middle(self, square: tuple[float, float]) -> tuple[float, float]:
        row, column = square
        return self.left + (column + 0.5) * self.cell, self.top + (row + 0.5) * self.cell

    @property
    def middle_island(self) -> Rect:
        """Three squares by three in the middle of it all, for the die."""
        box = Rect(0, 0, round(self.cell * 3), round(self.cell * 3))
        box.center = self.area.center
        return box

    def harbour(self, colour: Colour) -> Rect:
        """Beside the board, at the corner of that colour: clockwise from the upper left."""
        place = COLOURS.index(colour)
        frame = round(self.cell * 0.46)
        edge = round(self.surface.get_height() * MARGIN * 0.62)
        width = self.area.left - frame - edge
        left = edge if place in (0, 3) else self.area.right + frame
        half = self.area.height // 2 - frame // 4
        return Rect(left, self.area.top if place < 2 else self.area.bottom - half, width, half)


@lru_cache(maxsize=4)
def draw(board: Board, size: tuple[int, int], playing: tuple[Colour, ...]) -> Sheet:
    width, height = size
    rows, columns = len(board.rows), len(board.rows[0])
    margin = height * MARGIN
    cell = min((height - 2 * margin) / rows, width * (1 - 2 * SIDE) / columns)
    left, top = (width - cell * columns) / 2, (height - cell * rows) / 2
    area = Rect(round(left), round(top), round(cell * columns), round(cell * rows))
    rng = np.random.default_rng(4)
    inner = (left, top, cell * columns, cell * rows)
    pixels, alpha = painted(rng, _shores(board, rng, size, left, top, cell), width, height, inner)
    surface = to_surface(pixels, alpha)
    ink = Plate(width, height)
    unit = height / 100
    flourish.rhumbs(ink, (left + cell * columns / 2, top + cell * rows / 2), inner, unit)
    flourish.border(ink, inner, unit * 0.8)
    _squares(ink, board, left, top, cell)
    _relief(ink, board, left, top, cell, unit)
    surface.blit(on_white(ink.print()), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    marks = Plate(width, height)
    for square in _all(board, "reef"):
        _rocks(marks, Random(f"reef {square}"), left + (square[1] + 0.5) * cell, top + (square[0] + 0.5) * cell, cell)
    sheet = Sheet(surface, left, top, cell, area)
    _places(marks, board, sheet, playing)
    surface.blit(marks.print(), (0, 0))
    return sheet


def _all(board: Board, kind: str) -> Iterator[Square]:
    for row, letters in enumerate(board.rows):
        for column, letter in enumerate(letters):
            if letter == LETTERS[kind]:
                yield row, column


def _shores(
    board: Board, rng: np.random.Generator, size: tuple[int, int], left: float, top: float, cell: float
) -> Ground:
    """How far each place of the sheet is from land: the island, bent by noise, and small islets for the reefs."""
    scale = cell / COARSE
    rows, columns = round(size[1] / scale), round(size[0] / scale)
    yy, xx = np.mgrid[0:rows, 0:columns].astype(np.float32)
    down, across = (yy * scale - top) / cell, (xx * scale - left) / cell  # in squares
    rough = clouds(rng, rows, columns, COARSE * 1.1, 3)
    reach = COARSE * 2
    square = np.zeros((rows, columns), np.bool_)
    for row, column in _all(board, "island"):
        square |= np.maximum(abs(down - row - 0.5), abs(across - column - 0.5)) < 0.5
    land = (distance(square, reach) - distance(~square, reach)) / COARSE < 0.02 + rough * 0.07
    for row, column in _all(board, "reef"):
        away = np.hypot((down - row - 0.56) * 1.25, across - column - 0.5)
        land |= away < 0.30 + rough * 0.10
    for treasure in sea_chart(board).treasures:  # a cove is open water
        land &= np.maximum(abs(down - treasure[0] - 0.5), abs(across - treasure[1] - 0.5)) > 0.47
    shore = np.clip(distance(land, reach) - distance(~land, reach), -reach, reach)
    return Ground((shore * scale).astype(np.float32), scale, ())


def _squares(plate: Plate, board: Board, left: float, top: float, cell: float) -> None:
    """Fine lines between the squares a ship may be on."""
    afloat = sea_chart(board).ways
    edges: set[tuple[float, float, float, float]] = set()
    for row, column in afloat:
        corners = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
        for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
            edges.add((*min(one, other), *max(one, other)))
    for above, before, below, after in edges:
        ends = [(left + before * cell, top + above * cell), (left + after * cell, top + below * cell)]
        plate.cut(line(ends), stroke=FADED, width=max(1.0, cell * 0.03), opacity=0.55)


def _relief(plate: Plate, board: Board, left: float, top: float, cell: float, unit: float) -> None:
    """Hills and palms around the middle of the island, which is kept free for the die."""
    land = set(_all(board, "island"))
    random = Random("island")
    inland = {(r, c) for r, c in land if all((r + a, c + b) in land for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1)))}
    for row, column in sorted(land - inland):
        x, y = left + (column + 0.5) * cell, top + (row + 0.5) * cell
        if (row + column) % 2:
            flourish.hill(plate, random, x, y, cell * 0.34, unit)
        else:
            for side in (-0.22, 0.22):
                flourish.palm(plate, random, x + side * cell, y + side * cell * 0.4, cell * 0.26, unit)


def _rocks(plate: Plate, random: Random, x: float, y: float, cell: float) -> None:
    """Teeth of rock in a ring of foam: nobody sails here."""
    pen = max(1.2, cell * 0.035)
    for dx, wide, high in ((-0.20, 0.17, 0.34), (0.20, 0.18, 0.40), (0.0, 0.22, 0.58)):
        foot = y + cell * (0.26 if dx else 0.32)
        a, b = x + (dx - wide) * cell, x + (dx + wide) * cell
        tip = (x + (dx + random.uniform(-0.05, 0.05)) * cell, foot - high * cell)
        left = (a + cell * 0.05, foot - high * cell * 0.42)
        right = (b - cell * 0.03, foot - high * cell * 0.50)
        stone = plate.gradient((a, 0), (b, 0), blend(ROCK, BONE, 0.4), ROCK, blend(ROCK, INK, 0.5))
        plate.cut(line([(a, foot), left, tip, right, (b, foot)], closed=True), fill=stone, stroke=INK, width=pen)
        plate.cut(line([tip, (tip[0] + cell * 0.03, foot - high * cell * 0.3)]), stroke=INK, width=pen * 0.7)
    foam = f"M{x - cell * 0.40:.1f} {y + cell * 0.34:.1f}q{cell * 0.1:.1f} {-cell * 0.09:.1f} {cell * 0.2:.1f} 0"
    for _ in range(3):
        foam += f"t{cell * 0.2:.1f} 0"
    plate.cut(foam, stroke=INK, width=pen * 2.6)
    plate.cut(foam, stroke=FOAM, width=pen * 1.5)


def _places(plate: Plate, board: Board, sheet: Sheet, playing: tuple[Colour, ...]) -> None:
    """What every colour has one of: its port, its treasure square, its rose; faded where nobody plays it."""
    sea, cell = sea_chart(board), sheet.cell
    for colour, port, treasure, rose in zip(COLOURS, sea.ports, sea.treasures, sea.roses, strict=True):
        livery = livery_of(colour)
        tint = livery.colour if colour in playing else blend(FADED, BONE, 0.35)
        _port(plate, *sheet.middle(port), cell, tint)
        x, y = sheet.middle(treasure)
        pen = cell * 0.09
        inset = _frame(x, y, cell, pen * 0.7)
        plate.cut(inset, fill=from_hex("#F1DFAE"), stroke=INK, width=pen * 1.5)
        plate.cut(inset, stroke=tint, width=pen)
        plate.stamp(livery.emblem, x, y, cell * 0.66, tint=tint)
        x, y = sheet.middle(rose)
        plate.dot(x, y, cell * 0.47, fill=blend(BONE, tint, 0.12), opacity=0.85)
        plate.stamp("rose", x, y, cell * 1.06, tint=tint)
        plate.dot(x, y, cell * 0.23, fill=BONE, stroke=INK, width=cell * 0.035)
        plate.stamp(livery.emblem, x, y, cell * 0.34, tint=tint)


def _port(plate: Plate, x: float, y: float, cell: float, tint: tuple[int, int, int]) -> None:
    """A quay in the colour's frame, with its lighthouse."""
    pen = cell * 0.09
    quay = _frame(x, y, cell, pen * 0.6)
    plate.cut(quay, fill=blend(BONE, tint, 0.28), stroke=INK, width=pen * 1.6)
    plate.cut(quay, stroke=tint, width=pen * 1.05)
    plate.stamp("port", x, y, cell * 0.8)


def _frame(x: float, y: float, cell: float, inset: float) -> str:
    """A square's own outline, a little within its lines."""
    wide = cell - 2 * inset
    return rounded(x - wide / 2, y - wide / 2, wide, wide, cell * 0.13)
