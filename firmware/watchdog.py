"""Telling systemd how we are, and remembering starts that failed.

The watchdog is fed by the game loop itself, and only while somebody minds the camera: a loop or a minder that stands
still is restarted. A camera that is gone does not matter, for its minder goes on looking for it.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware.clock import Clock
from rules import files

SAFE_AFTER = 2  # failed starts in a row
WELL_AFTER_S = 30.0  # a start that runs this long has not failed
LONGEST_TURN_S = 120.0  # of the loop, on the slowest machine: painters that take breath for longer paint in a circle


class Watchdog:
    """sd_notify, as far as we need it. Without systemd nothing is sent and nothing fails."""

    def __init__(self, clock: Clock, environment: Mapping[str, str] = os.environ) -> None:
        self._clock = clock
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._every = _interval(environment)
        self._fed = -1e9
        self._minded = -1
        self._turned = clock.now()
        self._loop = threading.get_ident()

    def ready(self) -> None:
        self._send("READY=1")

    def status(self, text: str) -> None:
        self._send("STATUS=" + " ".join(text.split()))

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def feed(self, minded: int | None) -> None:
        """Called by the game loop with every turn. `minded` is CameraWorker.beat, or None where there is no camera
        worker at all; a beat that has not grown since the last feeding means that the minder stands still."""
        self._turned = self._clock.now()
        self._feed(minded)

    def breath(self, minded: int | None) -> None:
        """Called whenever the painters take breath: a picture of many strokes goes on, however long it takes on a slow
        machine. Breath in other threads is nothing to live by."""
        if threading.get_ident() == self._loop and self._clock.now() - self._turned < LONGEST_TURN_S:
            self._feed(minded)

    def _feed(self, minded: int | None) -> None:
        now = self._clock.now()
        if self._every is None or now - self._fed < self._every:
            return
        if minded is not None and minded == self._minded:
            return
        self._fed, self._minded = now, -1 if minded is None else minded
        self._send("WATCHDOG=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)  # a deaf supervisor must not stop the game
            sender.sendto(message.encode(), address)


def _interval(environment: Mapping[str, str]) -> float | None:
    """How often to feed: a third of what systemd allows. None: nobody waits for it."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    try:
        return int(environment["WATCHDOG_USEC"]) / 1_000_000 / 3
    except (KeyError, ValueError):
        return None


@dataclass(slots=True)
class Starts:
    """How the last starts went. Two that failed in a row, and this one should be a safe one."""

    _file: Path
    failed: int  # how many in a row before this one
    why: str  # what the last one said before it ended, if it said anything

    @classmethod
    def begin(cls, folder: Path) -> Starts:
        """Marks a start. The mark stays until `well`: a power cut or a crash in between counts as a failed start."""
        file = folder / "starts.json"
        try:
            known = files.as_json(files.text(file))
            failed, why = max(0, int(known["failed"])), str(known["why"])
        except (OSError, ValueError, TypeError, KeyError):
            failed, why = 0, ""
        starts = cls(file, failed, why)
        starts._write(failed + 1, "")
        return starts

    @property
    def safe(self) -> bool:
        return self.failed >= SAFE_AFTER

    def blame(self, why: str) -> None:
        """This start is about to fail, for this reason: the safe mode shows it."""
        self._write(self.failed + 1, why)

    def forget(self) -> None:
        """It never came to what may fail, as where no screen is switched on yet: as if it had not been."""
        self._write(self.failed, self.why)

    def well(self) -> None:
        """It runs, or was stopped on purpose."""
        self._write(0, "")

    def _write(self, failed: int, why: str) -> None:
        with contextlib.suppress(OSError):  # a disk that cannot be written must not be one more reason to fail
            self._file.parent.mkdir(parents=True, exist_ok=True)
            new = self._file.with_suffix(".new")
            with new.open("w", encoding="utf-8") as file:
                json.dump({"failed": failed, "why": why}, file)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._file)
