"""The camera, minded: set up, run, torn down, and tried again with growing pauses.

One thread takes pictures, another minds it. A camera that raises, hangs or gives pictures of the wrong size is given
up within two seconds, said in the table's queue, and opened anew. A thread that hangs inside a driver cannot be
killed: it is left behind, what it still delivers is ignored, and it ends when its driver lets go.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from firmware.cameras import Camera, CameraError, Image, checked
from firmware.clock import Clock
from firmware.events import CameraBack, CameraLost
from rules.say import Message, Trouble

CAPTURE_S = 1.0  # what a camera is given for one picture
PATIENCE_S = 1.3  # and what its minder waits before giving it up: lost is said within 2 s
OPENING_S = 10.0  # exposure settles, drivers load
PAUSES_S = (0.5, 10.0)  # between two tries: the first, and the longest
TRUSTED_S = 5.0  # after so long without trouble the next pause is a short one again
LEFT_BEHIND = 3  # no more threads than this may hang


Lost = CameraLost | CameraBack


@dataclass(frozen=True, slots=True)
class Frame:
    number: int
    at: float
    image: Image


class CameraWorker:
    """Keeps the newest frame only: a slow reader misses frames, never events."""

    def __init__(self, make: Callable[[], Camera], put: Callable[[Lost], None], clock: Clock) -> None:
        self.beat = 0  # grows as long as somebody minds the camera, whether or not there is one
        self.lost: Message | None = None
        self._make, self._put, self._clock = make, put, clock
        self._newest: Frame | None = None
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        self._left_behind: list[threading.Thread] = []
        self._minder = threading.Thread(target=self._mind, name="camera minder", daemon=True)

    def start(self) -> None:
        self._minder.start()

    def stop(self) -> None:
        self._stopping.set()
        with self._changed:
            self._changed.notify_all()
        if self._minder.is_alive():
            self._minder.join(timeout=PATIENCE_S)

    def frame(self, after: int = 0, timeout: float = 0.0) -> Frame | None:
        """The newest frame, if it is newer than number `after`; waits for one up to `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._newer(after) is not None or self._stopping.is_set(), timeout)
            return self._newer(after)

    def _newer(self, after: int) -> Frame | None:
        return self._newest if self._newest is not None and self._newest.number > after else None

    # The minder's thread ----------------------------------------------------------------------------------------------

    def _mind(self) -> None:
        pause, longest = PAUSES_S
        while not self._stopping.is_set():
            shift = _Shift(self)
            began = time.monotonic()
            why = self._watch(shift)
            shift.give_up()
            if why is None:
                return
            if self.lost != why:
                self._put(CameraLost(why, self._clock.now()))
                self.lost = why
            if time.monotonic() - began > TRUSTED_S and shift.frames:
                pause = PAUSES_S[0]
            self._rest(pause, shift.thread)
            pause = min(2 * pause, longest)

    def _watch(self, shift: _Shift) -> Message | None:
        """Until the shift fails (why), or the table stops (None)."""
        while not self._stopping.is_set():
            self.beat += 1
            if shift.failed is not None:
                return shift.failed
            silent = time.monotonic() - shift.beat
            if silent > (PATIENCE_S if shift.frames else OPENING_S):
                return Message("The camera hangs; it is started again. Check its cable.")
            with self._changed:
                self._changed.wait_for(lambda: shift.failed is not None or self._stopping.is_set(), 0.1)
        return None

    def _rest(self, pause: float, thread: threading.Thread) -> None:
        self._left_behind = [hung for hung in (*self._left_behind, thread) if hung.is_alive()]
        until = time.monotonic() + pause
        while not self._stopping.wait(0.1):
            self.beat += 1
            if time.monotonic() > until and sum(hung.is_alive() for hung in self._left_behind) < LEFT_BEHIND:
                return

    # The shift's thread -----------------------------------------------------------------------------------------------

    def _deliver(self, shift: _Shift, image: Image) -> None:
        with self._changed:
            if shift.over.is_set():
                return
            number = 1 if self._newest is None else self._newest.number + 1
            self._newest = Frame(number, self._clock.now(), image)
            self._changed.notify_all()
            back, self.lost = self.lost is not None, None
        if back:
            self._put(CameraBack(self._clock.now()))


class _Shift:
    """One camera from opening to closing, in a thread of its own."""

    def __init__(self, worker: CameraWorker) -> None:
        self.beat = time.monotonic()
        self.frames = 0
        self.failed: Message | None = None
        self._worker = worker
        self.over = threading.Event()
        self._camera: Camera | None = None
        self.thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self.thread.start()

    def give_up(self) -> None:
        """Closing often frees a capture that hangs, and may hang itself: not the minder's business to wait for."""
        with self._worker._changed:
            self.over.set()
        if self.thread.is_alive() and self._camera is not None:
            threading.Thread(target=self._close, name="camera closing", daemon=True).start()

    def _run(self) -> None:
        try:
            self._camera = self._worker._make()
            size = self._camera.open()
            self.beat = time.monotonic()
            while not self.over.is_set():
                image = checked(self._camera.capture(CAPTURE_S), size)
                self.beat = time.monotonic()
                self.frames += 1
                self._worker._deliver(self, image)
        except Trouble as trouble:
            self.failed = trouble.message
        except Exception as error:  # drivers raise anything; none of it may reach the game
            self.failed = Message("The camera failed: {error}. It is tried again.", error=str(error) or repr(error))
        finally:
            self._close()
            with self._worker._changed:
                self._worker._changed.notify_all()

    def _close(self) -> None:
        if self._camera is not None:
            with contextlib.suppress(Exception):  # what is broken need not close nicely
                self._camera.close()


def wait_for_picture(camera: Camera, timeout: float = OPENING_S) -> Image:
    """One picture from a camera, for the doctor: opened, taken, closed, and never longer than `timeout`."""
    taken: list[Image] = []
    why: list[Message] = []

    def take() -> None:
        try:
            size = camera.open()
            for _ in range(5):  # the first ones are dark on many cameras
                picture = checked(camera.capture(CAPTURE_S), size)
            taken.append(picture)
        except Trouble as trouble:
            why.append(trouble.message)
        except Exception as error:
            why.append(Message("The camera failed: {error}. It is tried again.", error=str(error) or repr(error)))
        finally:
            with contextlib.suppress(Exception):
                camera.close()

    thread = threading.Thread(target=take, daemon=True)
    thread.start()
    thread.join(timeout)
    if taken:
        return taken[0]
    raise CameraError(why[0] if why else Message("The camera hangs; it is started again. Check its cable."))
