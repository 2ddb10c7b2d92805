"""The journal: every line of the game is on disk before it is shown. Pull the plug at any instant.

One text file per game, one row per line, each row with its number and a checksum, flushed to the disk before
`append` returns. Whatever happens to the file's end, the rows before it stand for themselves; a database would have
to be repaired as a whole. A finished game is the same file moved to the history; a game that makes room for another is
the same file moved to those that wait.

The journal knows nothing of games: a game is some header lines and then one line per action (rules/record.py).
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.books import index
from firmware.books.pages import HISTORY, Pages, read_bytes, read_pages, row
from firmware.clock import Clock
from rules.say import Message, Trouble

CURRENT = "current.journal"
WAITING = "waiting"
DAMAGED = "damaged"


class JournalTrouble(Trouble):
    """Something could not be put on disk, or the games' folder cannot be used at all."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that is not finished and can be gone on with: its name among those that wait, when it began, its lines."""

    name: str
    date: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished game in the history, and what it was before its end was written."""

    file: Path
    lines: list[str]
    rows: list[bytes]


class Journal:
    """The game being played, on disk. Use Journal.open; `troubles` says what was found damaged on the way."""

    def __init__(self, folder: Path, clock: Clock, lock: int) -> None:
        self.folder, self.troubles = folder, list[Message]()
        self._clock, self._lock = clock, lock
        self._file: int | None = None
        self._rows: list[bytes] = []  # what should be on disk, written or not
        self._written = 0  # how many of them are, and how many bytes that is
        self._size = 0
        self._lines: list[str] = []
        self._date = ""  # when the game began
        self._ended: Ended | None = None  # the game that was finished last, as long as nothing else was begun

    @classmethod
    def open(cls, folder: Path, clock: Clock) -> Journal:
        """Opens the folder and the game in it, if one is unfinished. Never fails over a damaged file: what can be
        read is the game, the damaged file is kept beside it."""
        try:
            for place in (folder, folder / HISTORY, folder / WAITING, folder / DAMAGED):
                place.mkdir(parents=True, exist_ok=True)
            journal = cls(folder, clock, _locked(folder))
            if journal._path.exists():
                journal._resume(read_bytes(journal._path))
        except OSError as error:
            raise JournalTrouble(
                Message("Games cannot be kept in {folder}: {error}.", folder=str(folder), error=_why(error))
            ) from None
        return journal

    @property
    def _path(self) -> Path:
        return self.folder / CURRENT

    def unfinished(self) -> tuple[str, ...] | None:
        """All lines of the game that waits to go on, header first; None where there is none."""
        return tuple(self._lines) if self._lines else None

    def waiting(self) -> list[Waiting]:
        """All games that can be gone on with: the one that was played last first, then the others, newest first."""
        found = [Waiting(CURRENT, self._date, tuple(self._lines))] if self._lines else []
        for file in sorted(self._waiting_files(), key=_played_last, reverse=True):
            with contextlib.suppress(OSError):
                pages = read_pages(read_bytes(file))
                found.append(Waiting(file.name, pages.date, pages.lines))
        return found

    def begin(self, header: Sequence[str]) -> None:
        """A new game. One that is not finished makes room and waits."""
        if not header:
            raise ValueError("a game needs at least one header line")
        self.set_aside()
        self._ended = None
        self._start_file(header, [], self._clock.date().isoformat(timespec="seconds"))

    def append(self, *lines: str) -> None:
        """Write lines through to the disk, all at once. JournalTrouble means that they are not there, the disk being
        full, say; the game can go on, and the next `append` tries again with all that is missing."""
        if not self._lines:
            raise ValueError("no game has begun")
        for line in lines:
            self._rows.append(row(len(self._rows), "line " + line))
            self._lines.append(line)
        self._flush()

    def finish(self, summary: Mapping[str, object]) -> None:
        """The game is over and goes to the history with its summary. Where that cannot be, it can be tried again."""
        if not self._lines:
            raise ValueError("no game has begun")
        ending = row(len(self._rows), "finish " + json.dumps(summary, ensure_ascii=False))
        self._rows.append(ending)
        lines, rows = list(self._lines), self._rows[:-1]
        try:
            self._flush()
            self._ended = Ended(self.put_aside(), lines, rows)
        except JournalTrouble:
            self._rows.remove(ending)
            self._written = 0  # and with the next try all is written anew
            raise

    def reopen(self) -> None:
        """The game that was just finished goes on, its end being taken back: it comes home from the history as it is,
        and the next `append` writes it anew without its end. A plug pulled in between leaves it finished."""
        if self._ended is None:
            return
        kept, self._ended = self._ended, None
        self._lines, self._rows, self._written, self._size = kept.lines, kept.rows, 0, 0
        try:
            if kept.file.exists():  # else somebody tidied up: it is all written anew anyway
                with index.changed(self.folder, gone=int(kept.file.stem)):
                    kept.file.replace(self._path)
            _sync_folder(self.folder)
        except OSError as error:
            raise _unsaved(error) from None

    def set_aside(self) -> None:
        """The game waits with the others that are not finished; there is none any more that is being played."""
        if not self._lines:
            return
        if self._written < len(self._rows):  # a full disk, say: what is missing may find room now
            with contextlib.suppress(JournalTrouble):
                self._flush()
        numbers = [int(file.stem) for file in self._waiting_files()]
        self._move_to(self.folder / WAITING / f"{max(numbers, default=0) + 1:06d}.journal")

    def take_up(self, name: str) -> None:
        """A game that waits is the one that is played from now on; the one that was is set aside. Where the file is
        damaged, what can be read of it is the game; nothing at all: there is none, and `troubles` says so."""
        if name == CURRENT and self._lines:
            return
        file = self._waits(name)
        self.set_aside()
        self._ended = None
        try:
            file.replace(self._path)
            _sync_folder(self.folder)
            _sync_folder(file.parent)
            self._resume(read_bytes(self._path))
        except OSError as error:
            raise _unsaved(error) from None

    def put_away(self, name: str) -> Path:
        """A game that waits goes to the history as it is, and waits no more."""
        if name == CURRENT and self._lines:
            return self.put_aside()
        return self._keep(self._waits(name))

    def put_aside(self) -> Path:
        """Moves the game that is played to the history as it is, finished or not; says where."""
        return self._move_to(None)

    def forget(self) -> None:
        """The game that was begun is no game: nothing was done in it."""
        self._close_file()
        self._rows, self._lines, self._written, self._size = [], [], 0, 0
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def close(self) -> None:
        self._close_file()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    # Where games are kept -------------------------------------------------------------------------------------------

    def _waiting_files(self) -> list[Path]:
        return [file for file in (self.folder / WAITING).glob("*.journal") if file.stem.isdecimal()]

    def _waits(self, name: str) -> Path:
        for file in self._waiting_files():
            if file.name == name:
                return file
        raise JournalTrouble(Message("This game does not wait any more: it was finished or put away."))

    def _move_to(self, place: Path | None) -> Path:
        """The file of the game that is played goes there; without a place, to the history."""
        self._close_file()
        kept = place or index.next_free(self.folder)
        try:
            if self._path.exists():
                if place is None:
                    kept = self._keep(self._path)
                else:
                    self._path.replace(place)
                    _sync_folder(place.parent)
                _sync_folder(self.folder)
        except OSError as error:
            raise _unsaved(error) from None
        self._rows, self._lines, self._written, self._size = [], [], 0, 0
        return kept

    def _keep(self, file: Path) -> Path:
        """To the history, with a line in its index; the journals stay the truth."""
        kept = index.next_free(self.folder)
        try:
            with index.changed(self.folder, new=int(kept.stem)):
                file.replace(kept)
            _sync_folder(kept.parent)
            _sync_folder(file.parent)
        except OSError as error:
            raise _unsaved(error) from None
        return kept

    # The file ---------------------------------------------------------------------------------------------------------

    def _resume(self, data: bytes) -> None:
        pages = read_pages(data)
        if pages.summary is not None:  # the plug was pulled between the last row and the move
            self.put_aside()
            return
        if not pages.whole:
            kept = self.folder / DAMAGED / f"{self._clock.date():%Y-%m-%d_%H%M%S}_{zlib.crc32(data):08x}.journal"
            _keep_as(kept, self._path)
            self._say_damaged(pages, kept)
        if not pages.lines:
            self._path.unlink()
            return
        header = pages.header
        if pages.whole:
            self._remember(pages.lines[:header], pages.lines[header:], pages.date)
            self._written, self._size = len(self._rows), len(data)
            return
        try:
            self._start_file(pages.lines[:header], pages.lines[header:], pages.date)
        except JournalTrouble as trouble:
            self.troubles.append(trouble.message)

    def _say_damaged(self, pages: Pages, kept: Path) -> None:
        if pages.lines:
            self.troubles.append(
                Message(
                    "The end of the last game's journal was damaged; the game goes on from the last step that can be "
                    "read. The damaged file is kept as {file}.",
                    file=str(kept),
                )
            )
        else:
            self.troubles.append(
                Message("The last game's journal cannot be read; it is kept as {file}.", file=str(kept))
            )

    def _remember(self, header: Sequence[str], entries: Sequence[str], date: str) -> None:
        self._lines, self._date = [*header, *entries], date
        opening = json.dumps({"vigie": 1, "date": date, "header": len(header)})
        texts = [opening, *("line " + line for line in self._lines)]
        self._rows = [row(number, text) for number, text in enumerate(texts)]

    def _start_file(self, header: Sequence[str], entries: Sequence[str], date: str) -> None:
        self._close_file()
        self._remember(header, entries, date)
        self._written = self._size = 0
        self._flush()

    def _flush(self) -> None:
        """Bring the file up to date: rows that are missing at its end, or all of it under a new name and then in
        one move, so that there is never half a header."""
        try:
            if self._written == 0:
                self._write_anew()
            else:
                missing = b"".join(self._rows[self._written :])
                if self._file is None:
                    self._file = os.open(self._path, os.O_RDWR)
                _write(self._file, missing, self._size)
                self._size += len(missing)
                self._written = len(self._rows)
        except OSError as error:
            self._cut_back()
            raise _unsaved(error) from None

    def _write_anew(self) -> None:
        new = self.folder / (CURRENT + ".new")
        data = b"".join(self._rows)
        file = os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o644)
        try:
            _write(file, data, 0)
            new.replace(self._path)
            _sync_folder(self.folder)
        except BaseException:
            os.close(file)
            raise
        self._file, self._size, self._written = file, len(data), len(self._rows)

    def _cut_back(self) -> None:
        """After a write that failed: no half row may stay, and the kernel may have forgotten what it could not
        write, so that the next time all is written anew."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size)
        self._close_file()
        self._written = 0

    def _close_file(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _locked(folder: Path) -> int:
    """One Vigie at a time; the lock goes with the process, however that ends."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise JournalTrouble(
            Message("Another Vigie is playing with the games in {folder}; end that one first.", folder=str(folder))
        ) from None
    return lock


def _keep_as(kept: Path, damaged: Path) -> None:
    """A second name for the file takes no room, even on a full disk; where there are no such names, a copy."""
    try:
        os.link(damaged, kept)
    except FileExistsError:
        pass
    except OSError:
        with contextlib.suppress(OSError):
            shutil.copyfile(damaged, kept)


def _played_last(file: Path) -> tuple[int, str]:
    try:
        return file.stat().st_mtime_ns, file.name
    except OSError:
        return 0, file.name


def _why(error: OSError) -> str:
    return error.strerror or str(error)


def _unsaved(error: OSError) -> JournalTrouble:
    return JournalTrouble(
        Message("The game cannot be saved: {error}. It goes on; make room or check the disk.", error=_why(error))
    )


def _write(file: int, data: bytes, at: int) -> None:
    while data:
        done = os.pwrite(file, data, at)
        data, at = data[done:], at + done
    os.fdatasync(file)


def _sync_folder(folder: Path) -> None:
    """A new name is only safe once the folder that holds it is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
