"""A whole table in one thread, with a virtual mat: for the demonstration, for attract mode and for the tests.

Frames are rendered, read by the real vision and heard by the real table; only time is the caller's. Attract mode has
an onlooker in place of the vision.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware.clock import FakeClock
from firmware.games.hosted import HOSTED
from firmware.play.evening import Evening
from firmware.play.events import CardsSeen, Event, Looked, Pressed, Tick
from firmware.play.table import Table
from firmware.practice.deck import Deck
from firmware.practice.virtual import VirtualCamera, VirtualMat
from rules.game import Chance
from vision.mat.geometry import Mat
from vision.seen import Seen
from vision.synth.dice import SETS

FRAME_S = 1 / 10
SIZE = (960, 540)
Look = Callable[[VirtualMat, float], Seen | None]
Told = Looked | CardsSeen


def read_by_vision(kind: str, mat: Mat, *, cards: bool) -> Callable[[VirtualMat, float], tuple[Told, ...]]:
    """Renders the mat and reads the picture; the cards that lie in it too, where the eyes are to know them."""
    from firmware.practice.house_dice import profile_of  # OpenCV comes with these
    from vision.cards.watch import CardWatcher
    from vision.time.watch import Watcher

    watcher, eyes, cameras = Watcher(profile_of(kind, mat), mat), CardWatcher(mat), list[VirtualCamera]()

    def look(laid: VirtualMat, now: float) -> tuple[Told, ...]:
        if not cameras:
            cameras.append(VirtualCamera(lambda: laid))
        frame = cameras[0].capture()
        seen = watcher.look(frame, now)
        told: tuple[Told, ...] = () if seen is None else (Looked(seen),)
        settled = seen is not None and seen.phase == "settled"
        lying = eyes.look(frame, watcher.pose, settled=settled) if cards else None
        return told if lying is None else (*told, CardsSeen(lying, now))

    return look


def _told_by(look: Look) -> Callable[[VirtualMat, float], tuple[Told, ...]]:
    def told(laid: VirtualMat, now: float) -> tuple[Told, ...]:
        seen = look(laid, now)
        return () if seen is None else (Looked(seen),)

    return told


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
        reads = evening.house.reads_cards and hosted.things is not None
        self._look = _told_by(look) if look else read_by_vision(kind, mat, cards=reads)
        self._waiting: list[Event] = []
        self._press = press or evening.hear
        self._robot = hosted.robot(self.table, self.mat, chance, self._waiting.append)
        if reads and hosted.things is not None:
            self._robot.deck = Deck(self.mat, self.table, hosted.things, chance, self._waiting.append)

    def step(self) -> None:
        """One frame's time: look, hear, act."""
        now = self._clock.advance(FRAME_S)
        for told in self._look(self.mat, now):
            self.evening.hear(told)
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
