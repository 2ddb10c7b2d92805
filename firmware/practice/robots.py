"""Robots at the virtual table: they do with their hands what the table expects of the players.

For the demonstration, the attract mode and the tests. They see what people see: the dice as they lie, and the ribbon.
How a game is played stands in its own room; what hands do in every game stands here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware.play.events import READING, Corrected, Event, Pressed, player_button
from firmware.play.table import Table
from rules.game import Chance
from vision.seen import Zone

if TYPE_CHECKING:  # it brings OpenCV
    from firmware.practice.virtual import VirtualMat

THINK_S = 0.4
Put = Callable[[Event], None]


class Robot:
    """A game fills in `play`, and what it knows better than others of dice that lie wrong."""

    def __init__(self, table: Table, mat: VirtualMat, chance: Chance, put: Put) -> None:
        self.table = table
        self.mat = mat
        self.chance = chance
        self.put = put
        self.ready_at = 0.0
        self._touched_at = -1.0  # when dice were last touched: not before the camera has seen it is there more to do

    def act(self, now: float) -> None:
        """Do the next thing, when the hands are free and the dice lie still."""
        seen = self.table.seen
        resting = seen is not None and seen.phase == "settled" and seen.at > self._touched_at
        if self.mat.busy or now < self.ready_at + THINK_S or not resting:
            return
        task = self.table.expects.task
        if task in {"jiggle", "ask", "fix"}:
            self._put_right(task, now)
        elif task != "over":
            self.play(task, now)
        self.ready_at = max(self.ready_at, now)
        if self.mat.busy:
            self._touched_at = now

    # -- for a game to fill in -------------------------------------------------------------------------------------

    def play(self, task: str, now: float) -> None:
        raise NotImplementedError

    def unread(self) -> int:
        """The game's number of the die that the players are asked about."""
        return READING

    def restore(self) -> bool:
        """Lays the dice as the game knows them; False where it knows nothing of how they should lie."""
        return False

    # -- hands -----------------------------------------------------------------------------------------------------

    def press(self, seat: int, at: float) -> None:
        self.put(Pressed(player_button(seat), at))

    def cubes(self, ids: tuple[int, ...]) -> list[int]:
        """The virtual dice that the camera calls by these ids."""
        return cubes(self.mat, self.table, ids)

    def nudge(self, *numbers: int) -> None:
        for number in numbers:
            self.mat.aside(number, self.zone(number))

    def zone(self, number: int) -> Zone:
        die = self.mat.lying()[number]
        zone = self.mat.mat.zone_of(die.x, die.y)
        return "track" if zone == "off" else zone

    def _put_right(self, task: str, now: float) -> None:
        """A die that leans is laid flat, one that cannot be read is spoken for, one too many is taken away."""
        leaning = [number for number, die in self.mat.lying().items() if die.tilt]
        cubes = self.cubes(self.table.expects.dice)
        if leaning:
            for number in leaning:
                self.mat.tilt(number, 0.0)
            self.mat.wave(self.mat.lying()[leaning[0]].x, 150.0, 0.4)
        elif task == "ask" and cubes:
            face = self.mat.lying()[cubes[0]].face
            self.put(Corrected(self.unread(), face.name, face.colour, now))
        elif task == "fix" and self.restore():
            return
        elif task == "jiggle" and cubes:  # it only looked as if it leant
            self.nudge(*cubes)
        elif cubes:
            self.mat.lift(*cubes)
        elif self.mat.in_hand:
            self.mat.throw(self.mat.in_hand[0])


def cubes(mat: VirtualMat, table: Table, ids: tuple[int, ...]) -> list[int]:
    """The virtual dice that the camera calls by these ids."""
    dice = {die.id: die for die in table.seen.dice} if table.seen else {}
    found = (mat.nearest(dice[each].x_mm, dice[each].y_mm) for each in ids if each in dice)
    return [number for number in found if number is not None]
