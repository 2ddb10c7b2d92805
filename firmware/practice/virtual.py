"""The virtual table: dice that can be thrown, dragged, tilted and covered by a hand, in front of a rendered camera.

It stands in for the mat and nothing else: its frames go through the real vision, so that a game on a laptop runs
through exactly the code that runs over real dice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, Any

import numpy as np

from firmware.clock import Clock
from firmware.eyes.cameras import Image, Size
from firmware.practice.hand import Lies
from rules.game import Chance
from vision.mat.geometry import Mat
from vision.seen import Zone
from vision.synth.camera import Camera, above
from vision.synth.dice import Cube, Placed
from vision.synth.roll import Roll, free_spot, throw

if TYPE_CHECKING:  # what draws brings OpenCV: the table's process only moves the dice
    from vision.synth.render import Renderer, Scene

VIRTUAL_FPS = 15.0
TRIES = 12  # at a throw that rests where nobody can take it for one that did not take place
APART_MM = 12.0  # from where a die lay before
CARD_MM = 40.0  # nearer than this one card covers the other
REACH_MM = 80.0  # between two places of a hand, which is wider than that


class VirtualMat:
    """Dice by their number; those not lying anywhere are in somebody's hand. `changed` is called after each thing that
    people do: a copy may then be sent to where it is looked at."""

    def __init__(self, cubes: Sequence[Cube], mat: Mat, clock: Clock, chance: Chance, size: tuple[int, int]) -> None:
        self.cubes = tuple(cubes)
        self.mat = mat
        self.size = Size(*size)
        self.light = "ceiling"
        self._clock = clock
        self._chance = chance
        self._lying: dict[int, Placed] = {}
        self.cards: tuple[tuple[int, float, float, float], ...] = ()  # printed ones: number, place and turn
        self._roll: Roll | None = None
        self._rolled_at = 0.0
        self.throws = 0  # so far, by whoever
        self._hand_until = 0.0
        self._hand_at = (0.0, 0.0)
        self._camera = _over(self.size)
        self.changed: Callable[[], None] = _nobody_minds

    def __getstate__(self) -> dict[str, object]:
        """What there is to see, for a copy that is looked at; neither who is to be told nor the chance of throws."""
        seen = {name: value for name, value in vars(self).items() if name not in ("changed", "_chance", "_camera")}
        return seen | {"_lying": dict(self._lying)}

    def __setstate__(self, seen: dict[str, Any]) -> None:
        vars(self).update(seen, changed=_nobody_minds, _camera=_over(seen["size"]))

    # -- what people do --------------------------------------------------------------------------------------------

    def throw(self, *numbers: int, clear: bool = False) -> None:
        """Throw these dice onto the track, wherever they are now; they may turn over what they hit (SR-12). `clear`:
        they come to rest where it can be seen that they were thrown, not where a die lay before."""
        self._land(at_once=True)
        before = dict(self._lying)
        for number in numbers:
            self._lying.pop(number, None)
        track = self.mat.zones["track"]
        on_track = [die for die in self._lying.values() if track.holds(die.x, die.y)]
        cubes = [self.cubes[number] for number in numbers]
        for _ in range(TRIES if clear else 1):
            self._roll = throw(on_track, cubes, track, self._seed())
            if self._plain(before, numbers, self._roll):
                break
        self._rolled_at = self._clock.now()
        self.throws += 1
        self.changed()

    def _plain(self, before: dict[int, Placed], numbers: Sequence[int], roll: Roll) -> bool:
        """No die rests where one lay."""
        ends = {die.cube.number: die for die in roll.final}
        for number in numbers:
            end = ends[self.cubes[number].number]
            if any(hypot(end.x - old.x, end.y - old.y) < APART_MM for old in before.values()):
                return False
        return True

    def show(self, places: Mapping[int, tuple[Lies, bool]], keep: Iterable[int] = ()) -> bool:
        """Lays these dice so, each in a free place of its zone, where they do not lie so already; of the others all but
        those to keep are taken up. Says whether anything was moved."""
        self._land(at_once=True)
        up = [number for number in self._lying if number not in places and number not in set(keep)]
        down = [(number, one) for number, (one, right) in places.items() if not right]
        for number in (*up, *(number for number, _ in down)):
            self._lying.pop(number, None)
        rng = np.random.default_rng(self._seed())
        for number, one in down:
            cube = self.cubes[number]
            x, y = free_spot(list(self._lying.values()), cube.edge, self.mat.zones[one.zone or "track"], rng)
            side = next(n for n, each in enumerate(cube.faces) if (each.name, each.colour) == (one.face, one.colour))
            self._lying[number] = Placed(cube, side, x, y, float(rng.uniform(0, 360)))
        if up or down:
            self.wave(self.mat.zones["track"].x1, self.mat.zones["track"].y1, 0.5)
        return bool(up or down)

    def lift(self, *numbers: int) -> None:
        """Take these dice into the hand; the hand is over the mat for a moment."""
        self._land()
        for number in numbers:
            where = self._lying.pop(number, None)
            if where is not None:
                self.wave(where.x, where.y, 0.6)

    def move(self, number: int, x: float, y: float) -> None:
        """Drag a die, without turning it, to a place on the mat."""
        self._change(number, x=x, y=y, tilt=0.0, z=None)

    def aside(self, number: int, zone: Zone) -> None:
        """Put a die into a free place of a zone, as it is."""
        others = [die for other, die in self.lying().items() if other != number]
        rng = np.random.default_rng(self._seed())
        x, y = free_spot(others, self.cubes[number].edge, self.mat.zones[zone], rng)
        self.move(number, x, y)
        self.wave(x, y, 0.5)

    def put(self, number: int, face: str) -> None:
        """Lay a die onto the track with that face up, wherever it was."""
        self._land()
        cube, track = self.cubes[number], self.mat.zones["track"]
        others = [die for other, die in self._lying.items() if other != number]
        x, y = free_spot(others, cube.edge, track, np.random.default_rng(self._seed()))
        self._lying[number] = Placed(cube, [each.name for each in cube.faces].index(face), x, y)
        self.wave(x, y, 0.5)

    def lay_card(self, number: int, x: float, y: float, turn: float = 0.0) -> None:
        """Lay a printed card there, upon whatever card lies there already."""
        self.cards = (*(each for each in self.cards if hypot(each[1] - x, each[2] - y) > CARD_MM), (number, x, y, turn))
        self._over_card(x, y)

    def take_card(self, number: int) -> None:
        """Take away the card of that number that was laid last."""
        place = next((n for n in reversed(range(len(self.cards))) if self.cards[n][0] == number), None)
        if place is not None:
            _, x, y, _ = self.cards[place]
            self.cards = (*self.cards[:place], *self.cards[place + 1 :])
            self._over_card(x, y)

    def _over_card(self, x: float, y: float) -> None:
        """The hand that reaches for a card beside the mat is seen over it."""
        self.wave(min(max(x, CARD_MM), self.mat.width - CARD_MM), y, 0.5)

    def turn(self, number: int, face: int) -> None:
        self._change(number, up=face % len(self.cubes[number].faces))

    def tilt(self, number: int, degrees: float) -> None:
        """Lean a die, as on another's edge; 0 lays it flat again."""
        self._change(number, tilt=degrees, z=None)

    def wave(self, x: float, y: float, seconds: float) -> None:
        """A hand over the mat, for a while. It comes to one of a few places: each is rendered once, and what renders
        them keeps half a megabyte for every place that it has shown."""
        self._hand_at = (round(x / REACH_MM) * REACH_MM, round(y / REACH_MM) * REACH_MM)
        self._hand_until = max(self._hand_until, self._clock.now() + seconds)
        self.changed()

    def _change(self, number: int, **changes: float | None) -> None:
        self._land()
        if number in self._lying:
            self._lying[number] = self._lying[number].at(**changes)
            self.changed()

    # -- what there is to see --------------------------------------------------------------------------------------

    @property
    def in_hand(self) -> tuple[int, ...]:
        """The dice that lie nowhere."""
        away = {cube.number for cube in self.cubes} - {die.cube.number for die in self._all_at_rest()}
        return tuple(number for number, cube in enumerate(self.cubes) if cube.number in away)

    def lying(self) -> dict[int, Placed]:
        """The dice at rest, by number."""
        self._land()
        return dict(self._lying)

    def nearest(self, x: float, y: float, within: float = 25.0) -> int | None:
        """The number of the die that lies there, as pointed at or as seen by the camera."""
        found = [(hypot(die.x - x, die.y - y), number) for number, die in self.lying().items()]
        return min(found)[1] if found and min(found)[0] <= within else None

    @property
    def busy(self) -> bool:
        """Dice roll, or a hand is over the mat."""
        self._land()
        return self._roll is not None or self._clock.now() < self._hand_until

    @property
    def hand(self) -> tuple[float, float] | None:
        """Where one is over the mat: it hides what lies there."""
        return self._hand_at if self._clock.now() < self._hand_until else None

    def scene(self) -> Scene:
        from vision.synth.cards import card
        from vision.synth.render import Scene
        from vision.synth.solid import Hand
        from vision.synth.stage import LIGHTS, Thing

        self._land()
        now = self._clock.now()
        dice = tuple(self._lying.values())
        if self._roll is not None:
            rolling = self._roll.at(now - self._rolled_at)
            resting = {die.cube.number for die in self._roll.final}
            dice = (*rolling, *(die for die in dice if die.cube.number not in resting))
        hand = None if self.hand is None else Hand(*self.hand)
        things = tuple(Thing("card", x, y, turn, print=card(number)) for number, x, y, turn in self.cards)
        return Scene(dice=dice, hand=hand, light=LIGHTS[self.light], camera=self._camera, things=things)

    def _all_at_rest(self) -> list[Placed]:
        rolling = self._roll.final if self._roll is not None else ()
        return [*self._lying.values(), *rolling]

    def _land(self, at_once: bool = False) -> None:
        """When the roll is over, its dice lie where it ended."""
        if self._roll is not None and (at_once or self._clock.now() >= self._rolled_at + self._roll.duration):
            by_cube = {cube.number: number for number, cube in enumerate(self.cubes)}
            self._lying |= {by_cube[die.cube.number]: die for die in self._roll.final}
            self._roll = None

    def _seed(self) -> int:
        return self._chance.randrange(0, 2**31)


_kept: list[Renderer] = []


def _renderer(mat: Mat) -> Renderer:
    """The last one again, if it is for this mat: it knows the stage already, which takes a while and much memory. One
    thread at a time may use it."""
    from vision.synth.render import Renderer

    if not _kept or _kept[0].mat != mat:
        _kept[:] = [Renderer(mat)]
    return _kept[0]


def _nobody_minds() -> None:
    pass


@lru_cache(maxsize=4)
def _over(size: tuple[int, int]) -> Camera:
    """One camera for each size: it works out what it sees only once, and all copies of a table share it."""
    return above(size=size)


class VirtualCamera:
    """A camera over whatever virtual table there is now; `fps` None takes pictures as fast as they are asked for."""

    def __init__(self, table: Callable[[], VirtualMat], fps: float | None = None) -> None:
        self._table = table
        self._renderer = _renderer(table().mat)
        self._count = 0
        self._every = 1 / fps if fps else 0.0
        self._next = 0.0

    def open(self) -> Size:
        """The first picture takes the longest, for the stage is drawn with it: no later one may take a second."""
        self._renderer.render(self._table().scene())
        return self._table().size

    def capture(self, timeout: float = 0.0) -> Image:
        time.sleep(max(0.0, self._next - time.monotonic()))  # the shutter's own pace, in real time only
        self._next = time.monotonic() + self._every
        self._count += 1
        return self._renderer.render(self._table().scene(), seed=self._count)

    def close(self) -> None:
        pass
