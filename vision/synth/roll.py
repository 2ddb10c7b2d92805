"""A throw as it runs: dice fly in, tumble, knock others aside and come to rest, the same for the same seed.

    roll = throw(resting, [cube], mat.zones["track"], seed=4)
    scene.with_(dice=roll.at(0.35))    # while it rolls; roll.final once roll.duration has passed

No physics engine: each die follows a path that slows down evenly, hops lower and lower and tumbles as far as it
travels; it never sinks into the mat, because its height is that of its lowest corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.mat.geometry import Box
from vision.synth.dice import Cube, Placed

Array = NDArray[Any]
APART = 1.5  # dice at rest keep this many edges between their middles
HIT_LATE = 0.45  # a die is hit only once the thrown one has come down to it


@dataclass(frozen=True)
class Path:
    """One die's way: from a place to its rest, between two times."""

    rest: Placed
    start: tuple[float, float]
    begin: float
    end: float
    hop: float  # height of the first hop, millimetres
    before: Placed | None = None  # how it lay until it was hit; None for a die that is thrown

    def at(self, t: float) -> Placed | None:
        """Where it is; None while it is still in the hand."""
        if t >= self.end:
            return self.rest
        if t < self.begin:
            return self.before
        share = (t - self.begin) / (self.end - self.begin)
        gone = 1 - (1 - share) ** 2
        x, y = (a + (b - a) * gone for a, b in zip(self.start, (self.rest.x, self.rest.y), strict=True))
        far = float(np.hypot(self.rest.x - self.start[0], self.rest.y - self.start[1]))
        way = float(np.degrees(np.arctan2(self.rest.y - self.start[1], self.rest.x - self.start[0])))
        tumble = max(0.0, 1 - gone / 0.96)  # it slides the last bit
        edge = self.rest.cube.edge
        quarter_turns = max(1, round(far / edge / 1.6)) if self.hop > 0 else 0
        die = self.rest.at(
            x=x, y=y, rot=self.rest.rot - 140 * tumble, tilt=-90.0 * quarter_turns * tumble, lean=way, z=None
        )
        hops = abs(np.cos(share * np.pi * 2.6)) * (1 - share) ** 2 * self.hop
        return die.at(z=die.support + float(hops))


@dataclass(frozen=True)
class Roll:
    """All dice of the table, those that rest among them."""

    paths: tuple[Path, ...]
    still: tuple[Placed, ...]

    @property
    def duration(self) -> float:
        return max((path.end for path in self.paths), default=0.0)

    @property
    def final(self) -> tuple[Placed, ...]:
        return (*self.still, *(path.rest for path in self.paths))

    @property
    def hit(self) -> tuple[Placed, ...]:
        """The dice that were knocked, as they lay before."""
        return tuple(path.before for path in self.paths if path.before is not None)

    def at(self, t: float, shutter: float = 1 / 60) -> tuple[Placed, ...]:
        """Every die on its way at time t, smeared over the time the shutter is open."""
        shown = list(self.still)
        for path in self.paths:
            die, later = path.at(t), path.at(t + shutter)
            if die is None or later is None:
                continue
            spin = later.tilt - die.tilt
            smear = (later.x - die.x, later.y - die.y, spin)
            slow = abs(smear[0]) + abs(smear[1]) < 0.05 and abs(spin) < 0.5
            shown.append(die if slow else die.at(smear=smear))
        return tuple(shown)


def throw(
    resting: Sequence[Placed],
    cubes: Sequence[Cube],
    zone: Box,
    seed: int,
    ups: Sequence[int] | None = None,
    may_hit: bool = True,
) -> Roll:
    """Throw `cubes` among the dice that rest. `ups` are the faces they will show, where chance was drawn already."""
    rng = np.random.default_rng(seed)
    still = list(resting)
    paths: list[Path] = []
    from_x, from_y = float(rng.uniform(zone.x0, zone.x1)), zone.y1 + 90.0
    for index, cube in enumerate(cubes):
        taken = [*still, *(path.rest for path in paths)]
        x, y = free_spot(taken, cube.edge, zone, rng)
        up = int(rng.integers(6)) if ups is None else ups[index]
        start = (from_x + float(rng.normal(0, 14)), from_y + float(rng.normal(0, 10)))
        begin = 0.05 * index + float(rng.uniform(0, 0.05))
        end = begin + float(rng.uniform(0.65, 0.95))
        path = Path(Placed(cube, up, x, y, float(rng.uniform(0, 360))), start, begin, end, float(rng.uniform(30, 55)))
        paths.append(path)
        if may_hit:
            for die in _in_the_way(path, still):
                still.remove(die)
                rest = [*still, *(other.rest for other in paths)]
                paths.append(_knocked(die, path, rest, zone, rng))
    return Roll(tuple(paths), tuple(still))


def free_spot(taken: Sequence[Placed], edge: float, zone: Box, rng: np.random.Generator) -> tuple[float, float]:
    """A place in the zone that keeps its distance from every die, or as far from them as chance finds."""
    inset = edge * 0.9
    low, high = (zone.x0 + inset, zone.y0 + inset), (zone.x1 - inset, zone.y1 - inset)
    best, found = -1.0, ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
    for _ in range(200):
        x, y = (float(v) for v in rng.uniform(low, high))
        room = min((float(np.hypot(x - die.x, y - die.y)) for die in taken), default=1e9)
        if room > best:
            best, found = room, (x, y)
        if room > edge * APART:
            break
    return found


def _in_the_way(path: Path, still: Sequence[Placed]) -> list[Placed]:
    a, b = np.array(path.start), np.array([path.rest.x, path.rest.y])
    along = b - a
    hit = []
    for die in still:
        spot = np.array([die.x, die.y])
        share = float((spot - a) @ along / (along @ along))
        aside = float(np.linalg.norm(spot - (a + share * along)))
        if HIT_LATE < share < 1 and aside < die.cube.edge * 1.05:
            hit.append(die)
    return hit[:3]


def _knocked(die: Placed, by: Path, taken: Sequence[Placed], zone: Box, rng: np.random.Generator) -> Path:
    a = np.array(by.start)
    whole = np.array([by.rest.x, by.rest.y]) - a
    share = float((np.array([die.x, die.y]) - a) @ whole / (whole @ whole))
    when = by.begin + (1 - np.sqrt(1 - min(share, 0.99))) * (by.end - by.begin)
    way = np.arctan2(whole[1], whole[0])
    edge = die.cube.edge
    x, y = die.x, die.y
    for reach in rng.uniform(1.2, 4.0, 60) * edge:
        turn = way + rng.normal(0, 0.6)
        tx, ty = die.x + reach * np.cos(turn), die.y + reach * np.sin(turn)
        inside = zone.x0 + edge < tx < zone.x1 - edge and zone.y0 + edge < ty < zone.y1 - edge
        if inside and all(np.hypot(tx - other.x, ty - other.y) > edge * APART for other in taken):
            x, y = float(tx), float(ty)
            break
    else:
        x, y = free_spot(taken, edge, zone, rng)
    turned = bool(rng.random() < 0.6)
    up = int((die.up + rng.integers(1, 5)) % 6) if turned else die.up
    rest = Placed(die.cube, up, x, y, float(die.rot + rng.uniform(-90, 90)))
    return Path(rest, (die.x, die.y), float(when), float(when + rng.uniform(0.3, 0.5)), 6.0 if turned else 0.0, die)
