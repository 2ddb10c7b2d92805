"""Land and sea for a chart: islands that grow where the course is not, and how far it is to the coast from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ui.chart.course import Box, Course, Point
from ui.look.grain import Field, clouds

SHARE_OF_LAND = 0.27


@dataclass(frozen=True, slots=True)
class Spot:
    """A free place for a picture: its middle and how far it is to anything else."""

    x: float
    y: float
    room: float


@dataclass(frozen=True)
class Ground:
    """`shore` is the distance to the coast in pixels, positive at sea, at a coarse grid of `scale` pixels."""

    shore: Field
    scale: float
    spots: tuple[Spot, ...]

    def at(self, x: float, y: float) -> float:
        rows, columns = self.shore.shape
        row = min(max(int(y / self.scale), 0), rows - 1)
        return float(self.shore[row, min(max(int(x / self.scale), 0), columns - 1)])


def distance(mask: npt.NDArray[np.bool_], reach: int) -> Field:
    """How far each place is from the nearest marked one: exact up to `reach`."""
    rows = mask.shape[0]
    down = np.where(mask, 0, 1e4).astype(np.float32)
    for y in range(1, rows):
        np.minimum(down[y], down[y - 1] + 1, out=down[y])
    for y in range(rows - 2, -1, -1):
        np.minimum(down[y], down[y + 1] + 1, out=down[y])
    squared = down * down
    best = squared.copy()
    for dx in range(1, reach):
        np.minimum(best[:, dx:], squared[:, :-dx] + dx * dx, out=best[:, dx:])
        np.minimum(best[:, :-dx], squared[:, dx:] + dx * dx, out=best[:, :-dx])
    return np.asarray(np.sqrt(best), np.float32)


def grow(rng: np.random.Generator, course: Course, width: int, height: int, inner: Box) -> Ground:
    """Islands between the strands of the course and under the treasure; free sea around cartouche and pictures."""
    scale = max(width, height) / 300
    rows, columns = round(height / scale), round(width / scale)
    cell = course.cell / scale
    reach = round(max(40, cell * 1.2))
    trail = _marked(course.trail, rows, columns, scale)
    clear = distance(trail, reach) / cell
    yy, xx = np.mgrid[0:rows, 0:columns].astype(np.float32)

    left, top, w, h = (value / scale for value in course.cartouche)
    across, down = abs(xx - left - w / 2) - w * 0.44, abs(yy - top - h / 2) - h * 0.40
    kept_free = np.maximum(across, down) / cell
    if course.rose:
        left, top, w, h = (value / scale for value in course.rose)
        np.minimum(kept_free, np.hypot(xx - left - w / 2, yy - top - h / 2) / cell - 0.52, out=kept_free)
    x, y = course.squares[-1]
    treasure = np.hypot(xx - x / scale, (yy - y / scale) * 1.15) / cell
    spots = _spots(rng, np.minimum(np.minimum(clear, kept_free + 0.2), treasure - 0.35), cell, scale, inner)
    for spot in spots:
        away = np.hypot(xx - spot.x / scale, yy - spot.y / scale) / cell - spot.room / course.cell * 1.08
        np.minimum(kept_free, away, out=kept_free)

    rough = clouds(rng, rows, columns, cell * 1.15, 5)
    coast = rough * 0.55 + np.minimum(clear, 0.75) * 0.9
    line = np.quantile(coast, 1 - SHARE_OF_LAND)
    field = np.minimum(coast - line, (clear - 0.27 + rough * 0.07) * 1.6)
    field = np.minimum(field, (kept_free + rough * 0.08) * 1.6)

    home = 0.50 - treasure + rough * 0.16
    walk = course.spacing * (len(course.squares) - 1)  # the last stretch may go ashore
    before = round(len(course.trail) * (1 - 0.62 * course.cell / walk))
    others = distance(_marked(course.trail[:before], rows, columns, scale), reach) / cell
    field = np.maximum(field, np.minimum(home, np.minimum(others - 0.2, kept_free) * 1.5))

    land = field > 0
    shore = (distance(land, reach) - distance(~land, reach)) * scale
    return Ground(shore.astype(np.float32), scale, tuple(spots))


def _marked(points: Sequence[Point], rows: int, columns: int, scale: float) -> npt.NDArray[np.bool_]:
    mask = np.zeros((rows, columns), np.bool_)
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = max(2, int(max(abs(x1 - x0), abs(y1 - y0)) / scale) + 2)
        across = np.clip(np.linspace(x0, x1, steps) / scale, 0, columns - 1).astype(int)
        mask[np.clip(np.linspace(y0, y1, steps) / scale, 0, rows - 1).astype(int), across] = True
    return mask


def _spots(rng: np.random.Generator, clear: Field, cell: float, scale: float, inner: Box) -> list[Spot]:
    """The roomiest places of the open sea, one after another, for rose, ship, serpent and whale."""
    rows, columns = clear.shape
    yy, xx = np.mgrid[0:rows, 0:columns].astype(np.float32)
    left, top, width, height = (value / scale for value in inner)
    edge = np.minimum(np.minimum(xx - left, left + width - xx), np.minimum(yy - top, top + height - yy)) / cell
    room = np.minimum(clear, edge)
    spots: list[Spot] = []
    for _ in range(4):
        likely = room + rng.uniform(0, 0.06, room.shape)
        row, column = np.unravel_index(int(np.argmax(likely)), room.shape)
        here = float(room[row, column])
        if here < 0.30:
            break
        spots.append(Spot(column * scale, row * scale, min(min(here, 0.62) * cell, rows * 0.115) * scale))
        np.minimum(room, np.hypot(xx - column, yy - row) / cell - 1.1, out=room)
    return spots
