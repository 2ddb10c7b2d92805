"""The course on the treasure map: a line that winds over the whole sheet and never crosses itself.

It is a random path through all cells of a coarse grid (each cell once, so it cannot cross), with its corners cut round.
Two corners of the grid stay free, for the cartouche and the compass rose.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, width, height
Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Course:
    """`squares` are the start and every square to the treasure; `trail` is the line through them, finely."""

    squares: tuple[Point, ...]
    trail: tuple[Point, ...]
    spacing: float  # along the line from square to square
    cell: float  # how far neighbouring strands lie apart, about
    cartouche: Box
    rose: Box | None


def plan(squares: int, seed: int, box: Box) -> Course:
    """A course of that many squares after the start within a box; every seed gives another."""
    random = Random(f"course {seed} {squares}")
    columns, rows = _grid(squares, box[2] / box[3])
    free, title, rose = _free(columns, rows)
    tries = [_wander(free, random) for _ in range(6)]
    path = max(tries, key=lambda cells: math.dist(cells[0], cells[-1]))
    mirror_x, mirror_y = random.random() < 0.5, random.random() < 0.5
    width, height = box[2] / columns, box[3] / rows

    def place(cell: Point) -> Point:
        x = columns - cell[0] if mirror_x else cell[0]
        y = rows - cell[1] if mirror_y else cell[1]
        return box[0] + x * width, box[1] + y * height

    def area(block: tuple[int, int, int, int]) -> Box:
        (x0, y0), (x1, y1) = place((block[0], block[1])), place((block[0] + block[2], block[1] + block[3]))
        return min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)

    for sway in (0.17, 0.1, 0.05, 0.0):
        middles = [(x + 0.5 + random.uniform(-sway, sway), y + 0.5 + random.uniform(-sway, sway)) for x, y in path]
        corners = [place(middle) for middle in middles]
        if not crosses(_rounded(corners, 2)):  # cutting further only shortens it
            break
    trail = _rounded(corners)
    length = sum(map(math.dist, trail, trail[1:]))
    points = tuple(_along(trail, squares))
    return Course(points, tuple(trail), length / squares, min(width, height), area(title), area(rose) if rose else None)


def _grid(squares: int, aspect: float) -> tuple[int, int]:
    cells = min(44, max(6, round(0.62 * squares) + 4))
    rows = max(2, round(math.sqrt(cells / aspect)))
    return max(3, math.ceil(cells / rows)), rows


def _free(columns: int, rows: int) -> tuple[set[Cell], tuple[int, int, int, int], tuple[int, int, int, int] | None]:
    """The cells the course may use, and the blocks (x, y, width, height) left out for cartouche and rose."""
    title_width = max(1, round(columns * 0.38))
    title = (0, 0, title_width, 1)
    rose = None
    if rows >= 3 and columns - title_width >= 3:
        rose = (columns - 1, rows - 1 if (columns - 1 - title_width) % 2 else 0, 1, 1)
    cells = {(x, y) for x in range(columns) for y in range(rows)}
    for block in filter(None, (title, rose)):
        cells -= {(x, y) for x in range(block[0], block[0] + block[2]) for y in range(block[1], block[1] + block[3])}
    return cells, title, rose


def _wander(free: set[Cell], random: Random) -> list[Cell]:
    """A random path through all free cells: up and down the columns, then its ends bite into it again and again."""
    columns = max(x for x, _ in free) + 1
    title_width = sum((x, 0) not in free for x in range(columns - 1))
    path: list[Cell] = []
    for x in range(columns):
        down = (title_width - 1 - x) % 2 == 0  # the last column under the cartouche goes down
        path += sorted((cell for cell in free if cell[0] == x), reverse=not down)
    for _ in range(40 * len(path)):
        if random.random() < 0.5:
            path.reverse()
        x, y = path[-1]
        bites = [c for c in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if c in free and c != path[-2]]
        if bites:
            at = path.index(random.choice(bites))
            path[at + 1 :] = reversed(path[at + 1 :])
    return path


def _rounded(points: list[Point], times: int = 4) -> list[Point]:
    """Chaikin's corner cutting: it stays within the corners, so what did not cross before does not after."""
    for _ in range(times):
        cut = [points[0]]
        for (x0, y0), (x1, y1) in pairwise(points):
            cut += [(x0 * 0.75 + x1 * 0.25, y0 * 0.75 + y1 * 0.25), (x0 * 0.25 + x1 * 0.75, y0 * 0.25 + y1 * 0.75)]
        points = [*cut, points[-1]]
    return points


def _along(trail: list[Point], steps: int) -> Iterator[Point]:
    """`steps` + 1 points along the line, evenly."""
    lengths = list(accumulate(map(math.dist, trail, trail[1:]), initial=0.0))
    for step in range(steps + 1):
        way = lengths[-1] * step / steps
        at = min(bisect(lengths, way), len(trail) - 1)
        (x0, y0), (x1, y1) = trail[at - 1], trail[at]
        share = min(1.0, (way - lengths[at - 1]) / max(1e-9, lengths[at] - lengths[at - 1]))
        yield x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def crosses(trail: list[Point] | tuple[Point, ...]) -> bool:
    """Whether any two pieces of the line that are not neighbours meet."""
    return any(True for _ in crossings(trail))


def crossings(trail: list[Point] | tuple[Point, ...]) -> Iterator[tuple[int, int]]:
    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    pieces = list(pairwise(trail))
    for i, (a, b) in enumerate(pieces):
        for j in range(i + 2, len(pieces)):
            c, d = pieces[j]
            if max(c[0], d[0]) < min(a[0], b[0]) or min(c[0], d[0]) > max(a[0], b[0]):
                continue
            if side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0:
                yield i, j
