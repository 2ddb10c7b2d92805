"""A camera for the eyes' process that behaves as a file says: it can hang, die or fail while a test looks on."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from pathlib import Path

import numpy as np

from firmware.eyes.cameras import CameraError, Image, Size
from rules.say import Message
from vision.mat import geometry
from vision.seen import Seen
from vision.time.watch import Watcher


class BadCamera:
    def __init__(self, folder: Path) -> None:
        self._fault, self._count = folder / "fault", 0

    def open(self) -> Size:
        if self._now() == "unplugged":
            raise CameraError(Message("The USB camera {number} cannot be opened.", number=0))
        return Size(64, 48)

    def capture(self, timeout: float) -> Image:
        match self._now():
            case "hangs":
                time.sleep(60)
            case "hangs in its driver":  # which never lets go of the interpreter
                ctypes.PyDLL(None).sleep(60)
            case "dies":
                os.kill(os.getpid(), signal.SIGSEGV)
            case "unplugged":
                raise CameraError(Message("The USB camera gives no picture; is it plugged in?"))
        time.sleep(0.01)
        self._count += 1
        return np.full((48, 64, 3), self._count % 256, np.uint8)

    def close(self) -> None:
        pass

    def _now(self) -> str:
        return self._fault.read_text(encoding="ascii") if self._fault.exists() else ""


class EveryFrame(Watcher):
    """Says something about every frame, with its number in the picture as the time."""

    def __init__(self, name: str) -> None:
        self._name, self.mat = name, geometry.load()
        self.pose = None  # it never finds the mat, so no cards are looked for

    def look(self, frame: Image | None, at: float) -> Seen:
        assert frame is not None
        return Seen(at, "settled", (), (), Message("{name} {number}", name=self._name, number=int(frame[0, 0, 0])))


class Strange(Exception):
    """Cannot be made again from what it was made of, as some libraries' own."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


class Puzzled(EveryFrame):
    def look(self, frame: Image | None, at: float) -> Seen:
        return Seen(at, "blind", (), (), Message("This picture could not be read: {why}.", why=Strange(1, 2)))


def untaught() -> Watcher:
    raise CameraError(Message("These dice were never taught."))
