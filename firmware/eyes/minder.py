"""The eyes as the table knows them: a process that looks (eyes_process.py), started, minded, ended and started anew.

What it says comes into the table's queue; its newest frame is on the slate. A process that dies, or that breaks its
promise to give a sign of life, because a capture hangs, is killed: lost is said within two seconds, and the game goes
on with the dice put in by hand until the next one sees.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from firmware.eyes.cameras import Camera
from firmware.eyes.slate import Frame, Slate
from firmware.eyes.worker import HANGS, PAUSES_S, TRUSTED_S
from firmware.play.events import CameraBack, CameraLost, CardsSeen, Event, Learned, Looked
from firmware.play.spoken import Lesson
from rules.say import Message

if TYPE_CHECKING:  # OpenCV is the other process's business
    from firmware.practice.virtual import VirtualMat
    from vision.time.watch import Watcher

STARTING_S = 60.0  # a cold SD card takes its time to load OpenCV
LONGEST_START_S = 480.0  # a machine that is slower still: eyes that never came to see are given twice as long
TURN_S = 0.1
ENDING_S = 2.0
DIED = Message("The camera's program ended; it is started again.")


@dataclass(frozen=True, slots=True)
class Watch:
    """Look for these dice from now on; None: look at nothing. And for these cards, if any were taught by that name."""

    number: int
    make: Callable[[], Watcher] | None
    cards: str | None = None


@dataclass(frozen=True, slots=True)
class Learn:
    """Take in what the players said of a die that was seen on this watch."""

    watch: int
    lesson: Lesson


Told = Looked | CardsSeen | Learned | CameraLost | CameraBack


class Eyes:
    """`make` makes the camera, in the other process; None: the virtual table, as it is laid."""

    def __init__(self, make: Callable[[], Camera] | None, put: Callable[[Event], None]) -> None:
        self.beat = 0  # grows as long as somebody minds the eyes, whether or not they see
        self.lost: Message | None = None
        self.pid: int | None = None  # of the process that looks now
        self._make, self._put = make, put
        self._slate = Slate()
        self._frame: Frame | None = None
        self._patience = STARTING_S  # until the first sign of life
        self._watch = Watch(0, None)
        self._table: VirtualMat | None = None
        self._lessons: list[Learn] = []  # not told yet
        self._ordered = threading.Condition()
        self._stopping = threading.Event()
        self._minder = threading.Thread(target=self._mind, name="eyes' minder", daemon=True)

    def start(self) -> None:
        self._minder.start()

    def watch(self, make: Callable[[], Watcher] | None, cards: str | None = None) -> None:
        """From the next frame on look for these dice, and for the cards that were taught by this name. `make` is called
        in the other process."""
        with self._ordered:
            self._watch = Watch(self._watch.number + 1, make, cards)
            self._ordered.notify_all()

    def lay(self, table: VirtualMat) -> None:
        """The virtual table as it is now: a copy that nobody changes."""
        with self._ordered:
            self._table = table
            self._ordered.notify_all()

    def learn(self, lesson: Lesson) -> None:
        """From the picture that they saw last; what comes of it is an event."""
        with self._ordered:
            self._lessons.append(Learn(self._watch.number, lesson))
            self._ordered.notify_all()

    @property
    def frame(self) -> Frame | None:
        """The newest one, the same object as long as there is no newer one."""
        if self._frame is None or self._frame.number != self._slate.number:
            self._frame = self._slate.newest()
        return self._frame

    @property
    def watching(self) -> Callable[[], Watcher] | None:
        return self._watch.make

    @property
    def looks(self) -> int:
        return self._slate.looks

    def close(self) -> None:
        self._stopping.set()
        with self._ordered:
            self._ordered.notify_all()
        if self._minder.is_alive():
            self._minder.join(ENDING_S + 2 * TURN_S)
        self._slate.close()

    # The minder's thread ----------------------------------------------------------------------------------------------

    def _mind(self) -> None:
        pause, longest = PAUSES_S
        while not self._stopping.is_set():
            began, before = time.monotonic(), self._slate.number
            why = self._shift()
            if why is None:
                return
            self._report(CameraLost(why, time.monotonic()))
            if why == HANGS and self._slate.number == before:
                self._patience = min(2 * self._patience, LONGEST_START_S)
            if time.monotonic() - began > TRUSTED_S and self._slate.number > before:
                pause = PAUSES_S[0]
            until = time.monotonic() + pause
            while time.monotonic() < until and not self._stopping.wait(TURN_S):
                self.beat += 1
            pause = min(2 * pause, longest)

    def _shift(self) -> Message | None:
        """One process from its start to its end: why it ended, or None where the table stops."""
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=_look, args=(self._make, theirs, self._slate.name), name="eyes", daemon=True)
        self._slate.begin_anew(by=time.monotonic() + self._patience)
        process.start()
        theirs.close()
        self.pid = process.pid
        over = threading.Event()
        threading.Thread(target=self._order, args=(ours, over), name="eyes' orders", daemon=True).start()
        try:
            return self._listen(ours)
        finally:
            over.set()
            with self._ordered:
                self._ordered.notify_all()
            process.kill()
            process.join(ENDING_S)  # one that the kernel itself holds is left behind
            ours.close()

    def _listen(self, pipe: Connection) -> Message | None:
        while not self._stopping.is_set():
            self.beat += 1
            try:
                if pipe.poll(TURN_S):
                    self._report(*pipe.recv())
            except (EOFError, OSError):
                return DIED
            if self._slate.overdue(time.monotonic()):
                return HANGS
        return None

    def _report(self, event: Told, watch: int | None = None) -> None:
        """Into the queue: what was seen only for the game that is on now, and a lost camera only where it is news."""
        with self._ordered:
            if isinstance(event, Looked | CardsSeen | Learned):
                if watch != self._watch.number:
                    return
            elif (why := event.message if isinstance(event, CameraLost) else None) == self.lost:
                return
            else:
                self.lost = why
            self._put(event)

    def _order(self, pipe: Connection, over: threading.Event) -> None:
        """What the eyes are to do, in a thread of its own: the game never waits for a process that does not listen."""
        told: tuple[VirtualMat | None, Watch | None] = None, None
        with contextlib.suppress(OSError):
            while True:
                with self._ordered:
                    if over.is_set():
                        return
                    orders = self._table, self._watch
                    if orders == told and not self._lessons:
                        self._ordered.wait()
                        continue
                    lessons, self._lessons = self._lessons, []
                for order, before in zip(orders, told, strict=True):
                    if order is not before:
                        pipe.send(order)
                told = orders
                for lesson in lessons:
                    pipe.send(lesson)


def _look(make: Callable[[], Camera] | None, pipe: Connection, slate: str) -> None:
    from firmware.eyes.process import run

    run(make, pipe, slate)
