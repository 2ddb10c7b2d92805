"""A whole table in one thread, with a virtual mat: for the demonstration, for attract mode and for the tests.

Frames are rendered, read by the real vision and heard by the real table; only time is the caller's.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware.clock import FakeClock
from firmware.games.hosted import HOSTED
from firmware.play.evening import Evening
from firmware.play.events import Event, Looked, Pressed, Tick
from firmware.play.table import Table
from firmware.practice.house_dice import cubes_of, profile_of
from firmware.practice.virtual import VirtualCamera, VirtualMat
from rules.game import Chance
from vision.mat.geometry import Mat
from vision.time.watch import Watcher

FRAME_S = 1 / 10
SIZE = (960, 540)


class Practice:
    """Steps a game played by robots on the virtual table."""

    def __init__(
        self,
        evening: Evening,
        clock: FakeClock,
        mat: Mat,
        chance: Chance,
        press: Callable[[Pressed], None] | None = None,  # how a press reaches the table, if not directly
        size: tuple[int, int] = SIZE,
    ) -> None:
        assert evening.table is not None
        self.evening = evening
        self.table: Table = evening.table
        hosted = HOSTED[self.table.record.game.key]
        kind = hosted.dice
        self.mat = VirtualMat(cubes_of(kind), mat, clock, chance, size)
        self._clock = clock
        self._camera = VirtualCamera(lambda: self.mat)
        self._watcher = Watcher(profile_of(kind, mat), mat)
        self._waiting: list[Event] = []
        self._press = press or evening.hear
        self._robot = hosted.robot(self.table, self.mat, chance, self._waiting.append)

    def step(self) -> None:
        """One frame's time: look, hear, act."""
        now = self._clock.advance(FRAME_S)
        seen = self._watcher.look(self._camera.capture(), now)
        if seen is not None:
            self.evening.hear(Looked(seen))
        self._robot.act(now)
        due = [event for event in self._waiting if event.at <= now]
        self._waiting[:] = [event for event in self._waiting if event.at > now]
        for event in due:
            if isinstance(event, Pressed):
                self._press(event)
            else:
                self.evening.hear(event)
        self.evening.hear(Tick(now))

    @property
    def busy(self) -> bool:
        """Dice roll, or a hand is over the mat."""
        return self.mat.busy

    @property
    def over(self) -> bool:
        return self.table.expects.task == "over"
