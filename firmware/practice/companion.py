"""Robots that sit at a table with people: what is expected of their seats they do, by the clock, through the one door.

On the virtual table their hands throw its dice. Where real dice lie nothing is thrown for them: what their dice show
and which card they turn up is drawn by the table, and shown on its screen. In the treasure race, where all throw on
one track, somebody throws for them, and they have eyes and a button as everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from firmware.games.hosted import HOSTED
from firmware.play.events import Drawn, Event
from firmware.practice.robots import HUMAN_S, Put, Robot
from rules.game import SEA, Chance, Seat

if TYPE_CHECKING:
    from firmware.play.table import Table
    from firmware.practice.deck import Deck
    from firmware.practice.virtual import VirtualMat


class Companion:
    """All robots of one table. `act` is called whenever time has passed."""

    def __init__(
        self,
        table: Table,
        robots: Mapping[Seat, str],
        mat: VirtualMat | None,
        chance: Chance,
        put: Put,
        deck: Deck | None = None,
    ) -> None:
        self.table, self._chance, self._put = table, chance, put
        self._waiting: list[Event] = []  # what is done a moment later
        self._mat = mat
        self._robot: Robot = HOSTED[table.record.game.key].robot(table, mat, chance, self._waiting.append)
        self._robot.seats, self._robot.deck = robots, deck
        self._asked: object = None
        self._ready_at = 0.0
        if mat is None and not HOSTED[table.record.game.key].shared_throws:
            table.sit_apart(frozenset(robots))

    def act(self, now: float) -> None:
        if self.table.paused is not None:
            return
        if self._mat is not None or HOSTED[self.table.record.game.key].shared_throws:
            self._robot.act(now)
        else:
            self._draw(now)
        due = [event for event in self._waiting if event.at <= now]
        self._waiting[:] = [event for event in self._waiting if event.at > now]
        for event in due:
            self._put(event)

    def _draw(self, now: float) -> None:
        """Where real dice lie: the rules' own chance throws, the robot decides."""
        record, expects = self.table.record, self.table.expects
        if expects.task != "wait" or not self._robot.answers(expects.seats):
            self._asked = None
            return
        asked = len(record.entries)
        if asked != self._asked:
            self._asked = asked
            self._ready_at = now + HUMAN_S[0] + (HUMAN_S[1] - HUMAN_S[0]) * self._chance.random()
        elif now >= self._ready_at:
            self._asked = None
            sea = record.game.actor(record.state) is SEA
            action = record.game.sea(record.state, self._chance) if sea else self._robot.decide(record)
            self._waiting.append(Drawn(action, now))
