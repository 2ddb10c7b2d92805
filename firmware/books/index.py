"""The index of the history: one row a game, so that a page of ten thousand games opens as one of ten.

It stands beside the history's folder and only grows: a game that is kept adds a row, one that goes home adds a row that
says so. Every row knows when the folder was changed last; where that is not so any more (the plug was pulled between
the two, somebody tidied up), where a row is damaged or the file is missing, it is made anew from the journals, which
stay the truth. A row is shown only while its journal is the file that it was made from.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.books.pages import HISTORY, UNREADABLE, Pages, history_files, path_of, read_bytes, read_pages
from rules import files, text
from rules.say import Trouble

INDEX = "history.index"
BLOCK = 1 << 16  # bytes of the index's end that are read at a time


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of a kept game without opening it. `summary` is None for a game that was never finished."""

    number: int
    date: str
    game: str  # its key; empty where not even that can be read
    players: tuple[str, ...]
    summary: dict[str, Any] | None
    readable: bool
    whole: bool
    size: int
    changed: int


# -- reading -------------------------------------------------------------------------------------------------------


def newest(folder: Path, count: int, before: int | None = None) -> tuple[list[Row], int]:
    """So many games of the history, the newest first, with numbers below `before`; and how many there are in all."""
    found = _from_end(folder, count, before)
    if found is None:
        rows = _made_anew(folder)
        found = [row for row in reversed(rows) if before is None or row.number < before][:count], len(rows)
    return found


def _from_end(folder: Path, count: int, before: int | None) -> tuple[list[Row], int] | None:
    """The rows asked for, by as little of the index as will do; None where it is not to be relied on."""
    total, seen, found = -1, set[int](), list[Row]()
    try:
        when = (folder / HISTORY).stat().st_mtime_ns
        for row in _backwards(folder / INDEX):
            if total < 0:
                if row["folder"] != when or path_of(folder, row["last"] + 1).exists():
                    return None
                total = row["count"]
            number = row.get("gone", row.get("n", 0))
            if number in seen or number == 0:
                continue
            seen.add(number)
            if "gone" in row or (before is not None and number >= before):
                continue
            kept = _of(row)
            file = path_of(folder, number).stat()
            if (file.st_size, file.st_mtime_ns) != (kept.size, kept.changed):
                return None
            found.append(kept)
            if len(found) == count:
                break
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return (found, total) if total >= 0 else None


def _backwards(file: Path) -> Iterator[dict[str, Any]]:
    """The rows from the last to the first; ValueError at one that is damaged."""
    with file.open("rb") as opened:
        at, rest, last = opened.seek(0, os.SEEK_END), b"", True
        while at:
            step = min(BLOCK, at)
            at -= step
            opened.seek(at)
            lines = (opened.read(step) + rest).split(b"\n")
            if last and lines.pop() != b"":
                raise ValueError("the last row is cut")
            last = False
            rest = lines.pop(0) if at else b""
            for line in reversed(lines):
                yield _read(line)


def _read(line: bytes) -> dict[str, Any]:
    checksum, _, body = line.partition(b" ")
    if checksum != b"%08x" % zlib.crc32(body):
        raise ValueError("a row of the index is damaged")
    row = files.as_json(body)
    if not isinstance(row, dict):
        raise ValueError("a row of the index is damaged")
    return row


def _of(row: dict[str, Any]) -> Row:
    return Row(
        row["n"], row["date"], row["game"], tuple(row["players"]), row["summary"], row["readable"], row["whole"],
        row["size"], row["changed"],
    )  # fmt: skip


# -- writing -------------------------------------------------------------------------------------------------------


@contextmanager
def changed(folder: Path, *, new: int | None = None, gone: int | None = None) -> Iterator[None]:
    """A game comes into the history or leaves it meanwhile. An index that is not up to date is left as it is: the next
    who reads it makes it anew."""
    last = _last(folder)
    yield
    if last is None:
        return
    with suppress(OSError):
        row: dict[str, object]
        if new is not None:
            row = _row_of(_look(path_of(folder, new))) | {"count": last["count"] + 1, "last": max(new, last["last"])}
        else:
            row = {"gone": gone, "count": last["count"] - 1, "last": last["last"] - (gone == last["last"])}
        row["folder"] = (folder / HISTORY).stat().st_mtime_ns
        with (folder / INDEX).open("ab") as file:
            file.write(_written(row))


def next_free(folder: Path) -> Path:
    """The file of the next game that is kept. No game that is there already is ever overwritten."""
    last = _last(folder)
    number = 1 + (last["last"] if last else max((int(file.stem) for file in history_files(folder)), default=0))
    while path_of(folder, number).exists():
        number += 1
    return path_of(folder, number)


def _last(folder: Path) -> dict[str, Any] | None:
    """The index's last row, if it is up to date; an empty history has an index that is easily made."""
    try:
        row = next(_backwards(folder / INDEX))
        if row["folder"] == (folder / HISTORY).stat().st_mtime_ns:
            return row
    except (OSError, ValueError, KeyError, TypeError, StopIteration):
        with suppress(OSError):
            if not any((folder / HISTORY).iterdir()):
                _write(folder, [])
                return next(_backwards(folder / INDEX))
    return None


def _made_anew(folder: Path) -> list[Row]:
    """Every journal that is not the file that the index knows is opened."""
    known: dict[int, Row] = {}
    with suppress(OSError, ValueError, KeyError, TypeError):
        for row in _backwards(folder / INDEX):
            if "n" in row:
                known.setdefault(row["n"], _of(row))
    rows = []
    for file in history_files(folder):
        with suppress(OSError):
            there, row_known = file.stat(), known.get(int(file.stem))
            same = row_known is not None and (row_known.size, row_known.changed) == (there.st_size, there.st_mtime_ns)
            rows.append(row_known if row_known is not None and same else _look(file))
    with suppress(OSError):  # somebody else's folder may be read and not written
        _write(folder, rows)
    return rows


def _write(folder: Path, rows: Sequence[Row]) -> None:
    when = (folder / HISTORY).stat().st_mtime_ns
    last = max((row.number for row in rows), default=0)
    seal = {"count": len(rows), "last": last, "folder": when}
    new = folder / f"{INDEX}.{os.getpid()}.new"
    try:
        with new.open("wb") as file:
            file.writelines(_written(_row_of(row) | {"count": place, "last": row.number, "folder": 0})
                            for place, row in enumerate(rows, start=1))  # fmt: skip
            file.write(_written(seal))
            file.flush()
            os.fsync(file.fileno())
        new.replace(folder / INDEX)
    finally:
        new.unlink(missing_ok=True)


def _written(row: Mapping[str, object]) -> bytes:
    body = json.dumps(row, ensure_ascii=False).encode()
    return b"%08x " % zlib.crc32(body) + body + b"\n"


def _row_of(row: Row) -> dict[str, object]:
    return {
        "n": row.number, "date": row.date, "game": row.game, "players": row.players, "summary": row.summary,
        "readable": row.readable, "whole": row.whole, "size": row.size, "changed": row.changed,
    }  # fmt: skip


# -- journals ------------------------------------------------------------------------------------------------------


def _look(file: Path) -> Row:
    there = file.stat()
    try:
        pages = read_pages(read_bytes(file))
    except OSError:
        pages = UNREADABLE
    return row_of(int(file.stem), pages, there.st_size, there.st_mtime_ns)


def row_of(number: int, pages: Pages, size: int = 0, changed: int = 0) -> Row:
    game, players = heading(pages.lines)
    summary = None if pages.summary is None else dict(pages.summary)
    return Row(number, pages.date, game, players, summary, bool(pages.lines), pages.whole, size, changed)


def heading(lines: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The key of the game and who plays, from the head of its record."""
    head: dict[str, str] = {}
    for line in lines[:8]:
        key, _, rest = line.partition(" ")
        head.setdefault(key, rest)
    try:
        players = text.read_names(head.get("players", ""))
    except Trouble:
        players = ()
    return head.get("game", ""), players
