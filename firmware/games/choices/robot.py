"""Hands at the virtual table in a game of choices: which of its dice are to be thrown now, which lie in the way, and a
robot that plays with the console's three buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.games.choices.referee import ChoiceReferee
from firmware.play.events import Pressed
from firmware.play.table import Table
from firmware.practice.robots import Robot
from rules.game import SEA
from rules.record import Record

if TYPE_CHECKING:  # it brings OpenCV
    from firmware.practice.virtual import VirtualMat

TAP_S = 0.2  # from one press of an arrow to the next


def throw(mat: VirtualMat, table: Table) -> None:
    """What the game asks for."""
    assert isinstance(table.referee, ChoiceReferee)
    if table.expects.task in ("throw", "enter"):
        throw_wanted(mat, table.referee, table.state)


def throw_wanted(mat: VirtualMat, referee: ChoiceReferee, state: Any) -> None:
    """Throws what the game asks for; idle dice that lie about are taken up, and those to be kept are put back."""
    wanted = referee.customs.wanted(state)
    if wanted is None:
        return
    ours = [number for number, cube in enumerate(mat.cubes) if wanted.body in (None, cube.body)]
    lying = mat.lying()
    kept: list[int] = []
    for face in wanted.kept or ():
        number = next((n for n in ours if n not in kept and n in lying and lying[n].face.name == face), None)
        if number is None:  # it was taken up by mistake, or turned over
            number = next(n for n in reversed(ours) if n not in kept and (n not in lying or len(lying) == len(ours)))
            mat.put(number, face)
        kept.append(number)
    loose = [number for number in ours if number not in kept]
    loose.sort(key=lambda number: number not in lying)  # those that lie there go first: they are the throw before
    thrown = loose[: wanted.count]
    fight_begins = wanted.along is not None
    idle = [n for n in lying if n not in thrown and n not in kept and (fight_begins or n in ours)]
    mat.lift(*idle)
    mat.throw(*thrown)


class ChoiceRobot(Robot):
    def decide(self, record: Record) -> Any:
        """The action of whoever's turn it is."""
        return record.game.bot(record.state, self.chance)

    def play(self, task: str, now: float) -> None:
        if task == "throw":
            throw(self.mat, self.table)
        elif task == "choose" and self.table.expects.options:
            self._at_console(now)

    def _at_console(self, now: float) -> None:
        """Arrows to what is meant, and choose; where there is only one thing to do, the player's own button does it."""
        record, expects, referee = self.table.record, self.table.expects, self.table.referee
        assert isinstance(referee, ChoiceReferee)
        keys = [option.key for option in expects.options]
        if len(keys) == 1 and expects.seats:
            self.press(expects.seats[0], now)
            return
        if record.game.actor(record.state) is SEA:  # a real card was turned up: any
            meant = keys[self.chance.randrange(0, len(keys))]
        else:
            path = referee.customs.steps.path(record.state, self.decide(record))
            meant = next((pick for pick in path if pick in keys), keys[-1])
        ahead = (keys.index(meant) - self.table.cursor) % len(keys)
        way, steps = ("right", ahead) if ahead <= len(keys) - ahead else ("left", len(keys) - ahead)
        for step in range(steps):
            self.put(Pressed(way, now + step * TAP_S))
        self.ready_at = now + steps * TAP_S
        self.put(Pressed("choose", self.ready_at))
