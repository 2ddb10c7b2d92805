"""A whole table in one thread, with a virtual mat: for the demonstration, for attract mode and for the tests.

Frames are rendered, read by the real vision and heard by the real table; only time is the caller's. Attract mode has
an onlooker in place of the vision.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware.clock import FakeClock
from firmware.games.hosted import HOSTED
from firmware.play.evening import Evening
from firmware.play.events import Event, Looked, Pressed, Tick
from firmware.play.table import Table
from firmware.practice.virtual import VirtualCamera, VirtualMat
from rules.game import Chance
from vision.mat.geometry import Mat
from vision.seen import Seen
from vision.synth.dice import SETS

FRAME_S = 1 / 10
SIZE = (960, 540)
Look = Callable[[VirtualMat, float], Seen | None]


def read_by_vision(kind: str, mat: Mat) -> Look:
    """Renders the mat and reads the picture."""
    from firmware.practice.house_dice import profile_of  # OpenCV comes with these two
    from vision.time.watch import Watcher

    watcher, cameras = Watcher(profile_of(kind, mat), mat), list[VirtualCamera]()

    def look(laid: VirtualMat, now: float) -> Seen | None:
        if not cameras:
            cameras.append(VirtualCamera(lambda: laid))
        return watcher.look(cameras[0].capture(), now)

    return look


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
        look: Look | None = None,  # who sees the dice, if not the real vision
    ) -> None:
        assert evening.table is not None
        self.evening = evening
        self.table: Table = evening.table
        hosted = HOSTED[self.table.record.game.key]
        kind = hosted.dice
        self.mat = VirtualMat(SETS[kind](), mat, clock, chance, size)
        self._clock = clock
        self._look = look or read_by_vision(kind, mat)
        self._waiting: list[Event] = []
        self._press = press or evening.hear
        self._robot = hosted.robot(self.table, self.mat, chance, self._waiting.append)

    def step(self) -> None:
        """One frame's time: look, hear, act."""
        now = self._clock.advance(FRAME_S)
        seen = self._look(self.mat, now)
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
