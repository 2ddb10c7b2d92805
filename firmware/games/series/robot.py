"""A robot that plays the treasure race at the virtual table."""

from __future__ import annotations

from typing import Any

from firmware.play.events import READING, Picked
from firmware.practice.robots import Robot
from rules import series
from rules.series.dice import there

SEEN, ALSO_SEEN = 0.8, 0.5  # how often a series is seen by somebody, and by somebody else as well


class SeriesRobot(Robot):
    _looked_for: Any = None  # the position in which somebody has already looked for a series

    def unread(self) -> int:
        die = series.next_die(self.table.state)
        return READING if die is None else die

    def play(self, task: str, now: float) -> None:
        state = self.table.state
        if task == "take":
            self.mat.lift(*self.cubes(self.table.expects.dice))
        elif task == "name":
            self._name(now)
        elif state.fresh and self._looked_for is not state and there(state.track) and self.chance.random() < SEEN:
            self._looked_for = state
            first = self.chance.randrange(0, len(state.players))
            self.press(first, now)
            if self.chance.random() < ALSO_SEEN:  # a little later
                self.press((first + 1) % len(state.players), now + 0.02 + 0.3 * self.chance.random())
        elif task == "claim":
            self.put(Picked("pass", now))
        elif task == "throw" and self.mat.in_hand:
            self.mat.throw(self.mat.in_hand[0])

    def _name(self, now: float) -> None:
        options = self.table.expects.options
        best = {f"series:{named.value}" for named in series.best_of(there(self.table.state.track))}
        chosen = {option.key for option in options if option.chosen}
        missing = sorted(best - chosen) or ["claim"]
        self.put(Picked(missing[0] if best else "series:skull", now))
