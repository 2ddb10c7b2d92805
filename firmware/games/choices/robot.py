"""A robot that plays games of choices with the console's three buttons."""

from __future__ import annotations

from firmware.games.choices.hand import throw_wanted
from firmware.games.choices.referee import ChoiceReferee
from firmware.play.events import Picked, Pressed
from firmware.practice.robots import Robot
from rules.game import SEA

TAP_S = 0.2  # from one press of an arrow to the next


class ChoiceRobot(Robot):
    def play(self, task: str, now: float) -> None:
        if task == "throw":
            assert isinstance(self.table.referee, ChoiceReferee)
            throw_wanted(self.mat, self.table.referee, self.table.state)
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
        if self.seats is not None:  # people move the arrows of this console too
            self.put(Picked(meant, now))
            return
        ahead = (keys.index(meant) - self.table.cursor) % len(keys)
        way, steps = ("right", ahead) if ahead <= len(keys) - ahead else ("left", len(keys) - ahead)
        for step in range(steps):
            self.put(Pressed(way, now + step * TAP_S))
        self.ready_at = now + steps * TAP_S
        self.put(Pressed("choose", self.ready_at))
