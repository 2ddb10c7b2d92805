"""Damaged and hostile files for the tests of all readers: what a bad card, a slip of an editor or a rascal may make."""

from __future__ import annotations

import re
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType

from rules.say import Trouble

KEPT = Path(__file__).parent / "data" / "hostile"  # a folder for each reader: what once broke it, or might
MOST_BYTES = 1 << 30  # that memory may grow by while files are read
GUARD_S = 120  # a reader that takes minutes: far more than all its files together should need

VALUES = (
    *("nan", "inf", "-inf", "-1", "0", "1e308", "true", '""', "''", "[]", "{}", "1979-05-27", "-0.0", "99999999999999"),
    *('"\\u0000"', '"../../../etc/passwd"', "[nan, nan, nan, nan]", "[[]]", '[{}, "x"]', '"%s {x} \\\\"'),
    "9" * 5000,
    '"' + "x" * 5000 + '"',
    "[" * 3000 + "]" * 3000,
    "{a=" * 800 + "1" + "}" * 800,
)


def damaged(data: bytes, chance: Random, many: int) -> Iterator[bytes]:
    """Cut, flipped, zeroed, inserted, doubled and swapped: what disks, cards and transfers do to a file."""
    yield b""
    yield data[:1]
    yield data[:-1]
    yield b"\0" * len(data)
    for _ in range(many):
        spoilt = bytearray(data)
        for _ in range(chance.choice((1, 1, 1, 2, 5))):
            at, length = chance.randrange(len(spoilt) + 1), chance.choice((1, 1, 2, 8, 64, 700))
            match chance.randrange(7):
                case 0:
                    del spoilt[at:]
                case 1:
                    del spoilt[at : at + length]
                case 2:
                    spoilt[at:at] = chance.randbytes(length)
                case 3:
                    spoilt[at : at + length] = bytes(len(spoilt[at : at + length]))
                case 4:
                    spoilt[at:at] = spoilt[at : at + length]
                case 5:
                    spoilt[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\x80"))
                case _:
                    if at < len(spoilt):
                        spoilt[at] ^= 1 << chance.randrange(8)
        yield bytes(spoilt)


def rewritten(text: str, chance: Random, many: int) -> Iterator[bytes]:
    """Settings with a hostile value in the place of one that was right, lines that are missing or twice there, and the
    same text in other encodings."""
    for encoding in ("utf-16", "utf-16-be", "utf-32", "utf-8-sig", "cp037"):
        yield text.encode(encoding)
    yield ("# é\n" + text).encode("latin-1", errors="replace")
    yield text.replace("\n", "\r").encode()
    yield b"[" * 100_000
    lines = text.split("\n")
    places = [number for number, line in enumerate(lines) if "=" in line and not line.lstrip().startswith("#")]
    for _ in range(many):
        spoilt, at = list(lines), chance.choice(places)
        match chance.randrange(8):
            case 0:
                del spoilt[at]
            case 1:
                spoilt.insert(at, spoilt[at])
            case 2:
                at = chance.randrange(len(spoilt))
                spoilt[at] = spoilt[at].replace("[[", "[").replace("]]", "]") if "[[" in spoilt[at] else ""
            case _:
                spoilt[at] = f"{spoilt[at].partition('=')[0]}= {chance.choice(VALUES)}"
        yield "\n".join(spoilt).encode()


def reworded(text: str, chance: Random, many: int) -> Iterator[bytes]:
    """Lines of words (a game) with words, numbers and brackets changed for others."""
    others = (
        "-1",
        "0",
        "999999999999999999",
        "9" * 5000,
        "(",
        ")",
        "(" * 3000,
        "=",
        '"',
        '"\\ud800"',
        "-",
        "nothing",
        "é",
    )
    for _ in range(many):
        parts = re.split(r"(\s+|[().=])", text)
        for _ in range(chance.choice((1, 1, 2, 4))):
            at = chance.randrange(len(parts))
            match chance.randrange(4):
                case 0:
                    parts[at] = ""
                case 1:
                    parts[at] = chance.choice(parts)
                case 2:
                    parts[at] += parts[at]
                case _:
                    parts[at] = chance.choice(others)
        yield "".join(parts).encode(errors="replace")


def answered(read: Callable[[Path], object], file: Path) -> Trouble | None:
    """The sentence a reader has for this file; None where it could be read. Whatever else it raises fails the test."""
    try:
        read(file)
    except Trouble as trouble:
        said = str(trouble)
        assert len(said) < 1000, f"a sentence of {len(said)} letters: {said[:200]}"
        assert file.name in said, f"'{said}' does not name {file.name}"
        return trouble
    return None


@contextmanager
def bounded(times: int = 1) -> Iterator[None]:
    """Neither minutes nor gigabytes; `times` as long for so many more files."""

    def too_long(_: int, __: FrameType | None) -> None:
        raise AssertionError(f"not done after {times * GUARD_S} s")

    before, kept = _grown(), signal.signal(signal.SIGALRM, too_long)
    signal.alarm(times * GUARD_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, kept)
    assert _grown() - before < MOST_BYTES


def _grown() -> int:
    """The most memory this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
