"""A robot that plays the treasure race at the virtual table."""

from __future__ import annotations

from firmware.play.events import READING, Picked
from firmware.practice.robots import Robot
from rules import series
from rules.game import Seat
from rules.series.dice import there
from rules.series.eyes import EYES, glimpse, named

PATIENCE_S = 2.5  # from a die's rest to a robot's own throw, at a table with people
SEEN, ALSO_SEEN = 0.8, 0.5  # how often a series is seen by somebody, and by somebody else as well


class SeriesRobot(Robot):
    """At a table with people it sees a series sooner or later, or not at all, and lets them look before it throws."""

    _looked_for: object = None  # the position in which somebody has already looked for a series
    _glimpses: tuple[tuple[float, int], ...] = ()  # when whose eyes will see it
    _took: tuple[int, float] = (-1, 0.0)  # at which entry dice were taken, and when
    _names: tuple[int, frozenset[str]] = (-1, frozenset())  # what is named in the claim at this entry

    def act(self, now: float) -> None:
        if self.seats is not None:
            self._look(now)
        super().act(now)

    def answers(self, asked: tuple[Seat, ...]) -> bool:
        """Dice that were won are taken by whoever's turn it is; all may deal out again, and people do."""
        if self.seats is not None and self.table.expects.task == "take":
            return self.table.state.turn in self.seats
        return super().answers(asked)

    def _look(self, now: float) -> None:
        """Everybody's own button, as soon as their eyes have seen it."""
        state, seats = self.table.state, self.seats or {}
        if state is not self._looked_for:
            self._looked_for, self._glimpses = state, ()
            if state.fresh and there(state.track):
                seen = ((seat, glimpse(EYES[skill], self.chance)) for seat, skill in seats.items())
                self._glimpses = tuple((now + after, seat) for seat, after in seen if after is not None)
            if state.fresh:  # people look as well, before the next die falls
                self.ready_at = max(self.ready_at, now + PATIENCE_S)
        if self.table.expects.task in ("throw", "enter", "claim"):
            for at, seat in self._glimpses:
                if at <= now:
                    self.press(seat, now)
            self._glimpses = tuple(one for one in self._glimpses if one[0] > now)

    def unread(self) -> int:
        die = series.next_die(self.table.state)
        return READING if die is None else die

    def play(self, task: str, now: float) -> None:
        state = self.table.state
        if task == "take" and not self.handless:
            self._take(now)
        elif task == "name":
            self._name(now)
        elif self.seats is not None:
            if task == "throw" and not self.handless and self.mat.in_hand and not self._glimpses:
                self.mat.throw(self.mat.in_hand[0])
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

    def _take(self, now: float) -> None:
        """The dice that were won. At a table with people other hands are over the mat as well, and put right what is
        missing: whoever has reached for them once looks on for a while."""
        entry = len(self.table.record.entries)
        if self.seats is None or self._took[0] != entry or now >= self._took[1] + PATIENCE_S * 3:
            self._took = entry, now
            self.mat.lift(*self.cubes(self.table.expects.dice))

    def _name(self, now: float) -> None:
        options = self.table.expects.options
        if any(option.key == "heard" for option in options):  # where series are named aloud, it has said so
            self.put(Picked("heard", now))
            return
        best = self._meant()
        chosen = {option.key for option in options if option.chosen}
        missing = sorted(best - chosen) or ["claim"]
        self.put(Picked(missing[0] if best else "series:skull", now))

    def _meant(self) -> frozenset[str]:
        """The series that are named: all of the best there, or those that these eyes have seen."""
        lie, claimer = there(self.table.state.track), self.table.expects.seats
        if self.seats is None or not claimer:
            return frozenset(f"series:{each.value}" for each in series.best_of(lie))
        entry = len(self.table.record.entries)
        if self._names[0] != entry:
            seen = named(EYES[self.seats[claimer[0]]], lie, self.chance)
            self._names = entry, frozenset(f"series:{each.value}" for each in seen)
        return self._names[1]
