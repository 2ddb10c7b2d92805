"""Pictures from files that people hand over: a damaged or absurdly large one is a Trouble, before it is unpacked."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules import files
from rules.say import Message, Trouble

SUFFIXES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}
LONGEST = 100 << 20  # bytes of a file
MOST_PIXELS = 120_000_000  # a few hundred megabytes once it is unpacked


def picture(path: Path | str) -> NDArray[Any]:
    """The picture in colour (BGR), or a Trouble that names the file."""
    where = Path(path)
    try:
        data = files.contents(where, LONGEST)
    except files.Unreadable as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise Trouble(Message("{file}: there is no such file.", file=where)) from None
        raise Trouble(Message("{file} cannot be read: {error}.", file=where, error=error.message)) from None
    size = size_of(data)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        shown = f"{size[0]}x{size[1]}"
        raise Trouble(
            Message(
                "{file} says that it is a picture of {size} pixels: too many. Make it smaller: {most} million will do.",
                file=where,
                size=shown,
                most=MOST_PIXELS // 1_000_000,
            )
        )
    frame = None
    if size is not None and min(size) > 0:
        try:
            frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:  # what it makes of some damaged files
            frame = None
    if frame is None:
        raise Trouble(
            Message("{file} is not a picture (JPEG, PNG, BMP or WebP), or it is damaged; take it anew.", file=where)
        )
    return np.asarray(frame)


def size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height as the head of the file has them; None where it is no picture of a kind we read."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return (_big(data, 16, 4), _big(data, 20, 4)) if _whole_png(data) else None
    if data[:2] == b"BM" and len(data) >= 26:
        width, height = (int.from_bytes(data[at : at + 4], "little", signed=True) for at in (18, 22))
        return abs(width), abs(height)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp(data)
    if data[:2] == b"\xff\xd8":
        return next(_jpeg(data), None)
    return None


def _whole_png(data: bytes) -> bool:
    """Whether every part is there, with a checksum that fits: OpenCV makes room for what a part's length promises,
    which cost a gigabyte and most of a minute where one bit of it had flipped."""
    at = 8
    while at + 12 <= len(data):
        end = at + 12 + _big(data, at, 4)
        if end > len(data) or zlib.crc32(data[at + 4 : end - 4]) != _big(data, end - 4, 4):
            return False
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at = end
    return False


def _webp(data: bytes) -> tuple[int, int] | None:
    match data[12:16]:
        case b"VP8 ":
            return _little(data, 26, 2) & 0x3FFF, _little(data, 28, 2) & 0x3FFF
        case b"VP8L":
            bits = _little(data, 21, 4)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return _little(data, 24, 3) + 1, _little(data, 27, 3) + 1
    return None


def _jpeg(data: bytes) -> Iterator[tuple[int, int]]:
    """The size in each start-of-frame segment."""
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            at += 1
            continue
        kind = data[at + 1]
        if kind == 0xFF or kind in (0x00, 0x01) or 0xD0 <= kind <= 0xD8:
            at += 1 if kind == 0xFF else 2
            continue
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            yield _big(data, at + 7, 2), _big(data, at + 5, 2)
        at += 2 + max(2, _big(data, at + 2, 2))


def _big(data: bytes, at: int, many: int) -> int:
    return int.from_bytes(data[at : at + many], "big")


def _little(data: bytes, at: int, many: int) -> int:
    return int.from_bytes(data[at : at + many], "little")


def in_folder(folder: Path) -> list[Path]:
    """The pictures of a folder, in the order of their names."""
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)


def write_picture(path: Path, frame: NDArray[Any]) -> None:
    """Writes a PNG, and its folder where there is none yet."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        done, packed = cv2.imencode(".png", frame)
        if not done:
            raise OSError(None, "PNG")
        path.write_bytes(packed.tobytes())
    except OSError as error:
        raise Trouble(Message("{file} cannot be written: {why}.", file=path, why=error.strerror)) from None
