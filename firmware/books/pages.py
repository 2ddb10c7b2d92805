"""What stands in a game's file: rows, each with its number and a checksum, so that whatever happens to the end of the
file, the rows before it stand for themselves. And where finished games are kept."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HISTORY = "history"


@dataclass(frozen=True, slots=True)
class Pages:
    """What one file holds: when the game began, its lines, its summary once it is finished, and whether all of the
    file could be read. `lines` is empty where not even the header could."""

    date: str
    lines: tuple[str, ...]
    summary: Mapping[str, Any] | None
    whole: bool


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
        opening = json.loads(texts[0])
        date, header = str(opening["date"]), int(opening["header"])
    except (IndexError, ValueError, TypeError, KeyError):
        return Pages("", (), None, False)
    lines = texts[1:]
    summary = None
    if len(lines) > header and lines[-1].startswith("finish "):
        summary = json.loads(lines.pop().removeprefix("finish "))
    if len(lines) < header:
        return Pages(date, (), None, False)
    return Pages(date, tuple(line.removeprefix("line ") for line in lines), summary, at == len(data))


def _text(line: bytes, number: int) -> str | None:
    checksum, _, body = line.partition(b" ")
    if checksum != b"%08x" % zlib.crc32(body):
        return None
    digits, _, text = body.decode(errors="replace").partition(" ")
    return text if digits == str(number) else None


def history_files(folder: Path) -> list[Path]:
    """The games kept in the history, oldest first."""
    return sorted(file for file in (folder / HISTORY).glob("*.journal") if file.stem.isdigit())
