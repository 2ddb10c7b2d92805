"""What stands in a game's file: rows, each with its number and a checksum, so that whatever happens to the end of the
file, the rows before it stand for themselves. And where finished games are kept."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules import files

HISTORY = "history"
LONGEST = 8 << 20  # bytes; the longest game known has a hundredth of it


@dataclass(frozen=True, slots=True)
class Pages:
    """What one file holds: when the game began, its lines, its summary once it is finished, and whether all of the
    file could be read. `lines` is empty where not even the header could."""

    date: str
    lines: tuple[str, ...]
    summary: Mapping[str, Any] | None
    whole: bool
    header: int = 0  # how many of the lines are the game's header


UNREADABLE = Pages("", (), None, False)


def row(number: int, text: str) -> bytes:
    if "\n" in text or "\r" in text:
        raise ValueError("a row of the journal is one line")
    body = f"{number} {text}".encode()
    return b"%08x " % zlib.crc32(body) + body + b"\n"


def read_pages(data: bytes) -> Pages:
    """All rows up to the first that is cut, damaged or out of order."""
    texts: list[str] = []
    at = 0
    while (end := data.find(b"\n", at)) >= 0 and (text := _text(data[at:end], len(texts))) is not None:
        texts.append(text)
        at = end + 1
    try:
        opening = files.as_json(texts[0])
        date, header = str(opening["date"]), opening["header"]
    except (IndexError, ValueError, TypeError, KeyError):
        return UNREADABLE
    if type(header) is not int or header < 1:
        return UNREADABLE
    lines = texts[1:]
    summary = None
    if len(lines) > header and lines[-1].startswith("finish "):
        summary = _summary(lines.pop().removeprefix("finish "))
    if len(lines) < header:
        return Pages(date, (), None, False)
    return Pages(date, tuple(line.removeprefix("line ") for line in lines), summary, at == len(data), header)


def _summary(written: str) -> Mapping[str, Any]:
    """What the end says; a summary that says nothing is still an end."""
    try:
        summary = files.as_json(written)
    except ValueError:
        return {}
    return summary if isinstance(summary, dict) else {}


def read_bytes(path: Path) -> bytes:
    """A game's file, or as much of its beginning as any game can have filled."""
    with path.open("rb") as file:
        return file.read(LONGEST)


def _text(line: bytes, number: int) -> str | None:
    checksum, _, body = line.partition(b" ")
    if checksum != b"%08x" % zlib.crc32(body):
        return None
    digits, _, text = body.decode(errors="replace").partition(" ")
    return text if digits == str(number) else None


def history_files(folder: Path) -> list[Path]:
    """The games kept in the history, oldest first."""
    return sorted(file for file in (folder / HISTORY).glob("*.journal") if re.fullmatch("[0-9]+", file.stem))


def path_of(folder: Path, number: int) -> Path:
    """Where the game of that number is kept."""
    return folder / HISTORY / f"{number:06d}.journal"
