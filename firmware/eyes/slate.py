"""The slate between the eyes' process and the table: the newest frames, and by when the eyes promised to be back.

It lies in memory that both share. The eyes write on it, the table reads, and neither ever waits for the other: a frame
that was overwritten while it was copied is simply copied anew.
"""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.shared_memory import SharedMemory
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from firmware.eyes.cameras import CameraError, Image
from rules.say import Message

SLOTS = 3  # one being written, the newest, and the one before for whoever still copies it
LARGEST = 4608 * 2592 * 3  # bytes of a frame; what is not written on takes no memory
HEAD = 4096
NUMBER, LOOKED, CAMERA, EYES, SLOT = 0, 1, 2, 3, 4  # places in the head; three for each slot: time, height, width

_attaching = threading.Lock()

Who = Literal["camera", "eyes"]


@dataclass(frozen=True, slots=True)
class Frame:
    number: int
    at: float
    image: Image


def _seen(name: str) -> SharedMemory:
    """Another process's memory, without answering for it: Python would count it as left behind when we are killed."""
    if sys.version_info >= (3, 13):
        return SharedMemory(name, track=False)
    with _attaching:
        register, resource_tracker.register = resource_tracker.register, lambda name, rtype: None
        try:
            return SharedMemory(name)
        finally:
            resource_tracker.register = register


class Slate:
    """`name` is that of a slate that another process has put up; without one it is put up here."""

    def __init__(self, name: str | None = None) -> None:
        self._memory = SharedMemory(create=True, size=HEAD + SLOTS * LARGEST) if name is None else _seen(name)
        self._mine = name is None
        assert self._memory.buf is not None
        self._head: NDArray[np.float64] = np.frombuffer(self._memory.buf, np.float64, HEAD // 8)
        self._pixels: NDArray[np.uint8] = np.frombuffer(self._memory.buf, np.uint8, SLOTS * LARGEST, offset=HEAD)

    @property
    def name(self) -> str:
        return self._memory.name

    def close(self) -> None:
        del self._head, self._pixels  # shared memory is not let go of while somebody looks at it
        self._memory.close()
        if self._mine:
            self._memory.unlink()

    # The eyes' side ---------------------------------------------------------------------------------------------------

    def show(self, image: Image, at: float) -> Frame:
        if image.nbytes > LARGEST:
            raise CameraError(Message("The camera's pictures are too large: choose a smaller size in table.toml."))
        number = int(self._head[NUMBER]) + 1
        slot = number % SLOTS
        self._pixels[slot * LARGEST :][: image.nbytes].reshape(image.shape)[:] = image
        self._head[SLOT + 3 * slot :][:3] = at, *image.shape[:2]
        self._head[NUMBER] = number
        return Frame(number, at, image)

    def looked(self) -> None:
        self._head[LOOKED] += 1

    def promise(self, who: Who, by: float) -> None:
        """Says when the next sign of life comes at the latest."""
        self._head[CAMERA if who == "camera" else EYES] = by

    # The table's side -------------------------------------------------------------------------------------------------

    @property
    def looks(self) -> int:
        """How many frames were looked at."""
        return int(self._head[LOOKED])

    @property
    def number(self) -> int:
        """Of the newest frame; 0 before the first."""
        return int(self._head[NUMBER])

    def newest(self) -> Frame | None:
        while number := self.number:
            slot = number % SLOTS
            at, height, width = self._head[SLOT + 3 * slot :][:3].tolist()
            shape = (int(height), int(width), 3)
            image = self._pixels[slot * LARGEST :][: shape[0] * shape[1] * 3].reshape(shape).copy()
            if self.number - number < SLOTS - 1:  # nobody has begun to write there meanwhile
                return Frame(number, at, image)
        return None

    def overdue(self, now: float) -> bool:
        """A promise was broken."""
        return bool(now > self._head[CAMERA] or now > self._head[EYES])

    def begin_anew(self, by: float) -> None:
        """For the next process, which has until then to make its own promises."""
        self._head[CAMERA] = self._head[EYES] = by
