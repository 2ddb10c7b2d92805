"""The process that looks: takes pictures, or renders the virtual table's, reads the dice and says what it saw.

It has an interpreter of its own, so that however long a picture is looked at, the game's loop does not wait for it. It
ends when the table goes away, and the table may end it at any time: it keeps nothing that cannot be told it again.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from multiprocessing.connection import Connection

import cv2

from firmware import faults
from firmware.eyes.cameras import Camera, CameraError
from firmware.eyes.minder import Learn, Told, Watch
from firmware.eyes.slate import Frame, Slate
from firmware.eyes.worker import PATIENCE_S, CameraWorker
from firmware.play.events import CameraBack, CameraLost, CardsSeen, Learned, Looked
from firmware.play.spoken import Lesson
from firmware.practice.virtual import VIRTUAL_FPS, VirtualCamera, VirtualMat
from rules.say import Message, Trouble
from vision.cards import deck
from vision.cards.faces import Faces
from vision.cards.watch import CardWatcher
from vision.log import LOG
from vision.places import data_dir
from vision.seen import Seen
from vision.taught import corrected
from vision.time.watch import Watcher

WAIT_S = 0.2  # how long the eyes wait for a frame before they see whether there is something else to do
AFTER_THE_TABLE = 10  # a press is answered first, and the picture is read then
LOOKING_S = 8.0  # no look takes longer, on the slowest machine
LEARNED = Message("Learned: in this light the die is known better from now on.")


def run(make: Callable[[], Camera] | None, pipe: Connection, slate: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which ends us when it has ended
    cv2.setNumThreads(max(1, (os.cpu_count() or 1) - 1))  # one core is the loop's
    with contextlib.suppress(OSError):  # where that is forbidden, all are alike
        os.nice(AFTER_THE_TABLE)
    faults.keep(data_dir())
    try:
        _Eyes(make, pipe, Slate(slate)).look()
    except Exception:  # the minder starts the eyes anew and says so
        LOG.exception("The eyes ended.")
        raise


class _Eyes:
    def __init__(self, make: Callable[[], Camera] | None, pipe: Connection, slate: Slate) -> None:
        self._pipe, self._slate = pipe, slate
        self._one_at_a_time = threading.RLock()
        self._table: VirtualMat | None = None
        self._watch = 0  # the number of the last one
        self._watcher: Watcher | None = None
        self._cards: CardWatcher | None = None
        self._faces: Faces | None = None  # of the cards that were taught for this game
        self._troubles: dict[str, Message | None] = {"camera": Message("The camera starts."), "dice": None}
        self._said: Message | None = self._troubles["camera"]  # which is nothing to speak of
        self._camera = CameraWorker(make or self._rendered, slate, lambda why: self._report("camera", why))

    def look(self) -> None:
        last = 0
        self._obey(wait=PATIENCE_S)  # what is told at the very beginning
        self._camera.start()
        while True:
            self._slate.promise("eyes", time.monotonic() + LOOKING_S)
            self._obey()
            frame = self._camera.frame(after=last, timeout=WAIT_S)
            if frame is None:
                continue
            last, watcher = frame.number, self._watcher
            if watcher is not None:
                self._see(watcher, frame)
            self._slate.looked()

    def _see(self, watcher: Watcher, frame: Frame) -> None:
        seen = watcher.look(frame.image, frame.at)
        if seen is not None:
            self._send(Looked(_plain(seen)))
        eyes = self._cards = self._cards or CardWatcher(
            watcher.mat, self._faces
        )  # a new one tells anew what lies there
        cards = eyes.look(frame.image, watcher.pose, settled=seen is not None and seen.phase == "settled")
        if cards is not None:
            self._send(CardsSeen(cards, frame.at))

    def _obey(self, wait: float = 0.0) -> None:
        try:
            while self._pipe.poll(wait):
                self._take(self._pipe.recv())
                wait = 0.0
        except (EOFError, OSError):
            os._exit(0)  # the table is gone; a camera that hangs must not keep us

    def _take(self, order: Watch | VirtualMat | Learn) -> None:
        if isinstance(order, VirtualMat):
            self._table = order
            return
        if isinstance(order, Learn):
            if self._watcher is not None and order.watch == self._watch:
                self._learn(self._watcher, order.lesson)
            return
        self._watch, self._watcher, why = order.number, None, None
        try:
            self._watcher = order.make() if order.make is not None else None
            self._cards, self._faces = None, self._taught(order.cards)
        except Trouble as trouble:  # dice nobody has taught yet: they are put in by hand, and it is said
            why = trouble.message
        self._report("dice", why)

    def _taught(self, name: str | None) -> Faces | None:
        """Cards by sight, where some were taught for this game. A damaged file is said; cards are picked by hand."""
        try:
            return deck.own(name) if name else None
        except Trouble as trouble:
            self._send(Learned(trouble.message, time.monotonic()))
            return None

    def _learn(self, watcher: Watcher, lesson: Lesson) -> None:
        """Whatever becomes of the lesson, picture and truth are kept: a table that erred is a test."""
        try:
            corrected.keep(watcher.looked_at(lesson.lay), lesson.lay, lesson.face, lesson.colour)
            watcher.learn(lesson.lay, lesson.face, lesson.colour)
            if watcher.home is not None:
                watcher.profile.save(watcher.home)
            said = LEARNED
        except Trouble as trouble:
            said = Message("Nothing learned: {why}", why=trouble.message)
        self._send(Learned(said, time.monotonic()))

    def _rendered(self) -> Camera:
        if self._table is None:
            raise CameraError(Message("The virtual table is not laid yet."))
        return VirtualCamera(self._laid, VIRTUAL_FPS)

    def _laid(self) -> VirtualMat:
        assert self._table is not None
        return self._table

    def _report(self, about: str, why: Message | None) -> None:
        """The first thing that is wrong, whenever it is another; or that nothing is any more. Both threads say it, one
        after the other: what is said last has to be what is true."""
        with self._one_at_a_time:
            self._troubles[about] = why
            wrong = self._troubles["camera"] or self._troubles["dice"]
            if wrong != self._said:
                self._said, now = wrong, time.monotonic()
                self._cards = None
                self._send(CameraBack(now) if wrong is None else CameraLost(wrong, now))

    def _send(self, event: Told) -> None:
        try:
            with self._one_at_a_time:
                self._pipe.send((event, self._watch))
        except OSError:
            os._exit(0)


def _plain(seen: Seen) -> Seen:
    """With words only in its sentence: an exception of a library might not survive the way to the table."""
    trouble = seen.trouble
    if trouble is None or all(isinstance(value, str | int | float | Message) for value in trouble.values.values()):
        return seen
    words = copy(trouble)
    words.values = {name: str(value) for name, value in trouble.values.items()}
    return replace(seen, trouble=words)
