"""The camera's own thread in the eyes' process: set up, run, torn down, and tried again with growing pauses.

A camera that raises or gives pictures of the wrong size is given up, said, and opened anew. One that hangs breaks its
promise on the slate, and the table ends the whole process: nothing else ends a capture that hangs inside a driver.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable

from firmware.eyes.cameras import Camera, CameraError, Image, checked
from firmware.eyes.slate import Frame, Slate
from rules.say import Message, Trouble
from vision.log import LOG

CAPTURE_S = 1.0  # what a camera is given for one picture
PATIENCE_S = 1.3  # and what it has promised: lost is said within 2 s
OPENING_S = 10.0  # exposure settles, drivers load
PAUSES_S = (0.5, 10.0)  # between two tries: the first, and the longest
TRUSTED_S = 5.0  # after so long without trouble the next pause is a short one again

HANGS = Message("The camera hangs; it is started again. Check its cable.")


class CameraWorker:
    """Keeps the newest frame only: a slow reader misses frames, never events. `say` is told why there are no pictures,
    and None with the first one that comes."""

    def __init__(self, make: Callable[[], Camera], slate: Slate, say: Callable[[Message | None], None]) -> None:
        self._make, self._slate, self._say = make, slate, say
        self._newest: Frame | None = None
        self._failed: Message | None = None  # as the log has it already
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=PATIENCE_S)

    def frame(self, after: int = 0, timeout: float = 0.0) -> Frame | None:
        """The newest frame, if it is newer than number `after`; waits for one up to `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._newer(after) is not None, timeout)
            return self._newer(after)

    def _newer(self, after: int) -> Frame | None:
        return self._newest if self._newest is not None and self._newest.number > after else None

    # The camera's thread ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        pause, longest = PAUSES_S
        while not self._stopping.is_set():
            began, before = time.monotonic(), self._newest
            self._promise(OPENING_S)
            why = self._shift()
            if why is None:
                return
            self._say(why)
            if time.monotonic() - began > TRUSTED_S and self._newest is not before:
                pause = PAUSES_S[0]
            self._promise(pause + PATIENCE_S)
            self._stopping.wait(pause)
            pause = min(2 * pause, longest)

    def _shift(self) -> Message | None:
        """One camera from opening to closing: why it ended, or None where the table stops."""
        camera: Camera | None = None
        try:
            camera = self._make()
            size, first = camera.open(), True
            while not self._stopping.is_set():
                self._promise(PATIENCE_S)
                image = checked(camera.capture(CAPTURE_S), size)
                with self._changed:
                    self._newest = self._slate.show(image, time.monotonic())
                    self._changed.notify_all()
                if first:
                    self._say(None)
                first = False
        except Trouble as trouble:
            return trouble.message
        except Exception as error:  # drivers raise anything; none of it may reach the game
            why = failed(error)
            if why != self._failed:  # it is tried again and again all evening: once is enough for the log
                LOG.exception("The camera failed.")
            self._failed = why
            return why
        finally:
            self._promise(PATIENCE_S)
            if camera is not None:
                with contextlib.suppress(Exception):  # what is broken need not close nicely
                    camera.close()
        return None

    def _promise(self, seconds: float) -> None:
        self._slate.promise("camera", time.monotonic() + seconds)


def failed(error: Exception) -> Message:
    return Message("The camera failed: {error}. It is tried again.", error=str(error) or repr(error))


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
            why.append(failed(error))
        finally:
            with contextlib.suppress(Exception):
                camera.close()

    thread = threading.Thread(target=take, daemon=True)
    thread.start()
    thread.join(timeout)
    if taken:
        return taken[0]
    raise CameraError(why[0] if why else HANGS)
