"""The virtual table: dice that can be thrown, dragged, tilted and covered by a hand, in front of a rendered camera.

It stands in for the mat and nothing else: its frames go through the real vision, so that a game on a laptop runs
through exactly the code that runs over real dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi
from typing import Any

from numpy.typing import NDArray

from firmware.clock import Clock
from rules.game import Chance
from vision.mat import Mat
from vision.seen import Zone
from vision.synth import Renderer, Scene
from vision.synth_camera import above
from vision.synth_dice import Cube, Placed
from vision.synth_solid import Hand
from vision.synth_stage import LIGHTS

FLIGHT_S = 0.7
APART_MM = 30.0  # dice come to rest at least this far apart, so that none leans on another by chance
HIT_CHANCE = 0.08  # how often a thrown die turns a neighbour over
HIT_REACH_MM = 90.0


@dataclass(frozen=True, slots=True)
class Flight:
    """A die in the air: from where the hand let go of it to where it will lie."""

    start: tuple[float, float]
    end: Placed
    began: float

    def pose(self, now: float) -> Placed:
        part = min(1.0, max(0.0, (now - self.began) / FLIGHT_S))
        if part >= 1.0:
            return self.end
        left = (1 - part) ** 2  # fast at first, then rolling out
        x = self.end.x + (self.start[0] - self.end.x) * left
        y = self.end.y + (self.start[1] - self.end.y) * left
        edge = self.end.cube.edge
        height = edge / 2 + abs(cos(part * 2.5 * pi)) * 40 * left
        speed = 60 * (1 - part)
        return replace(
            self.end,
            up=(self.end.up + int(left * 12)) % len(self.end.cube.faces),
            x=x,
            y=y,
            rot=self.end.rot + 500 * left,
            tilt=70 * left,
            lean=360 * left,
            z=height,
            smear=(speed * 0.1, 0.0, 0.0),
        )


class VirtualMat:
    """Dice by their number; those not lying anywhere are in somebody's hand."""

    def __init__(self, cubes: Sequence[Cube], mat: Mat, clock: Clock, chance: Chance, size: tuple[int, int]) -> None:
        self.cubes = tuple(cubes)
        self.mat = mat
        self.light = "ceiling"
        self._clock = clock
        self._chance = chance
        self._lying: dict[int, Placed] = {}
        self._flying: dict[int, Flight] = {}
        self._hand_until = 0.0
        self._hand_at = (0.0, 0.0)
        self._camera = above(size=size)

    # -- what people do --------------------------------------------------------------------------------------------

    def throw(self, *numbers: int) -> None:
        """Throw these dice onto the track, wherever they are now."""
        now = self._clock.now()
        for place, number in enumerate(numbers):
            self._lying.pop(number, None)
            rest = self._land(number)
            start = (rest.x + self._between(-60, 60), self.mat.zones["track"].y1 + 20)
            self._flying[number] = Flight(start, rest, now + 0.05 * place)
            self._hit_something(number, rest, now)

    def lift(self, *numbers: int) -> None:
        """Take these dice into the hand; the hand is over the mat for a moment."""
        for number in numbers:
            where = self._lying.pop(number, None)
            if where is not None:
                self.wave(where.x, where.y, 0.6)

    def move(self, number: int, x: float, y: float) -> None:
        """Drag a die, without turning it, to a place on the mat."""
        if number in self._lying:
            self._lying[number] = replace(self._lying[number], x=x, y=y, tilt=0.0, z=None)

    def aside(self, number: int, zone: Zone) -> None:
        """Put a die into a free place of a zone, as it is."""
        if number not in self._lying:
            return
        old = self._lying.pop(number)
        x, y = self._free_place(zone, 24.0)
        self._lying[number] = replace(old, x=x, y=y)
        self.wave(x, y, 0.5)

    def turn(self, number: int, face: int) -> None:
        if number in self._lying:
            self._lying[number] = replace(self._lying[number], up=face % len(self.cubes[number].faces))

    def tilt(self, number: int, degrees: float) -> None:
        """Lean a die, as on another's edge; 0 lays it flat again."""
        if number in self._lying:
            self._lying[number] = replace(self._lying[number], tilt=degrees, z=None)

    def wave(self, x: float, y: float, seconds: float) -> None:
        """A hand over the mat, for a while."""
        self._hand_at = (x, y)
        self._hand_until = max(self._hand_until, self._clock.now() + seconds)

    # -- what there is to see --------------------------------------------------------------------------------------

    @property
    def in_hand(self) -> tuple[int, ...]:
        """The dice that lie nowhere."""
        away = self._lying.keys() | self._flying.keys()
        return tuple(number for number in range(len(self.cubes)) if number not in away)

    def lying(self) -> dict[int, Placed]:
        """The dice at rest, by number."""
        self._settle(self._clock.now())
        return dict(self._lying)

    def nearest(self, x: float, y: float, within: float = 25.0) -> int | None:
        """The number of the die that lies there, as pointed at or as seen by the camera."""
        found = [(hypot(die.x - x, die.y - y), number) for number, die in self.lying().items()]
        return min(found)[1] if found and min(found)[0] <= within else None

    @property
    def busy(self) -> bool:
        now = self._clock.now()
        self._settle(now)
        return bool(self._flying) or now < self._hand_until

    def scene(self) -> Scene:
        now = self._clock.now()
        self._settle(now)
        dice = (*self._lying.values(), *(flight.pose(now) for flight in self._flying.values() if now >= flight.began))
        hand = Hand(*self._hand_at) if now < self._hand_until else None
        return Scene(dice=dice, hand=hand, light=LIGHTS[self.light], camera=self._camera)

    def _settle(self, now: float) -> None:
        for number, flight in list(self._flying.items()):
            if now >= flight.began + FLIGHT_S:
                self._lying[number] = flight.end
                del self._flying[number]

    # -- chance ----------------------------------------------------------------------------------------------------

    def _between(self, low: float, high: float) -> float:
        return low + (high - low) * self._chance.random()

    def _land(self, number: int) -> Placed:
        cube = self.cubes[number]
        x, y = self._free_place("track", APART_MM)
        return Placed(cube, self._chance.randrange(0, len(cube.faces)), x, y, rot=self._between(0, 360))

    def _free_place(self, zone: Zone, apart: float) -> tuple[float, float]:
        box = self.mat.zones[zone]
        others = [(die.x, die.y) for die in self._lying.values()]
        others += [(flight.end.x, flight.end.y) for flight in self._flying.values()]
        best, clear = (0.0, 0.0), -1.0
        for _ in range(200):
            x, y = self._between(box.x0 + 15, box.x1 - 15), self._between(box.y0 + 15, box.y1 - 15)
            gap = min((hypot(x - a, y - b) for a, b in others), default=1000.0)
            if gap >= apart:
                return x, y
            if gap > clear:
                best, clear = (x, y), gap
        return best  # the zone is crowded: the freest place found

    def _hit_something(self, thrown: int, rest: Placed, now: float) -> None:
        """Now and then a thrown die turns a neighbour over (SR-12)."""
        near = [
            number
            for number, die in self._lying.items()
            if number != thrown and hypot(die.x - rest.x, die.y - rest.y) < HIT_REACH_MM and die.tilt == 0
        ]
        if near and self._chance.random() < HIT_CHANCE:
            number = near[self._chance.randrange(0, len(near))]
            old = self._lying.pop(number)
            turned = replace(self._land(number), up=self._chance.randrange(0, len(old.cube.faces)))
            self._flying[number] = Flight((old.x, old.y), turned, now + FLIGHT_S * 0.5)


class VirtualCamera:
    """A camera over the virtual table; the same frames for the same seed."""

    def __init__(self, table: VirtualMat) -> None:
        self._table = table
        self._renderer = Renderer(table.mat)
        self._count = 0

    def open(self) -> None:
        self._count = 0

    def capture(self, timeout: float = 0.0) -> NDArray[Any]:
        self._count += 1
        return self._renderer.render(self._table.scene(), seed=self._count)

    def close(self) -> None:
        pass
