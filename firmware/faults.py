"""What raised and was said to the players as one sentence is kept with its traceback, with systemd or without: in a
file of the data folder that stays small, so that `vigie doctor` can say when the last fault was."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import dataclass
from pathlib import Path

from rules import files
from vision.log import LOG

FILE = "faults.log"
LARGEST = 200_000  # bytes; then the file becomes the old one, and the one before that is gone
AGAIN_S = 60.0  # a fault that comes with every picture is written once in that time
HEAD = "== "  # before the date of each


@dataclass(frozen=True, slots=True)
class Fault:
    date: str
    what: str  # the last line of its traceback


class _Keeper(logging.Handler):
    """Opens the file anew for each fault: the eyes have a process of their own, and write into the same one."""

    def __init__(self, folder: Path) -> None:
        super().__init__(logging.WARNING)
        self.file = folder / FILE
        self._written: dict[str, float] = {}
        self.setFormatter(logging.Formatter(HEAD + "%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))

    def emit(self, record: logging.LogRecord) -> None:
        if not record.exc_info:
            return
        told = self.format(record)
        same = told.partition("\n")[2]
        if record.created - self._written.get(same, -AGAIN_S) < AGAIN_S:
            return
        self._written = {same: record.created} if len(self._written) > 50 else self._written | {same: record.created}
        with contextlib.suppress(OSError):  # a disk that cannot be written must not be one more fault
            self.file.parent.mkdir(parents=True, exist_ok=True)
            if self.file.exists() and self.file.stat().st_size > LARGEST:
                self.file.replace(old(self.file))
            with self.file.open("a", encoding="utf-8", errors="replace") as out:
                out.write(told[:LARGEST] + "\n")


def old(file: Path) -> Path:
    return file.with_name(file.name + ".old")


def keep(folder: Path) -> None:
    """From now on what raises is kept there, and goes to standard error as before."""
    stop_keeping()
    if not LOG.handlers:
        LOG.addHandler(logging.StreamHandler())
    LOG.addHandler(_Keeper(folder))


def stop_keeping() -> None:
    for handler in [handler for handler in LOG.handlers if isinstance(handler, _Keeper)]:
        LOG.removeHandler(handler)


def last(folder: Path) -> Fault | None:
    for file in (folder / FILE, old(folder / FILE)):
        try:
            told = files.contents(file, 4 * LARGEST).decode("utf-8", errors="replace")
        except files.Unreadable:
            continue
        _, head, rest = ("\n" + told).rpartition("\n" + HEAD)
        if head:
            lines = rest.strip().split("\n")
            return Fault(lines[0][:16], files.short(lines[-1], 200))
    return None
