"""The card as it was written, write by write (QEMU's blklogwrites: the format of dm-log-writes), and as it might lie
there after a power cut: what was flushed is there; of what came after it a card may have kept anything, in any order,
and torn."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

MAGIC = 0x6A736677736872
FLUSH, DISCARD = 1, 4
GRAINS = (512, 4096)  # what a card writes whole, or so one hopes


@dataclass(frozen=True, slots=True)
class Write:
    """One entry. `at` and `count` are bytes on the card; `where` is its data in the log, `end` where the entry ends."""

    at: int
    count: int
    flags: int
    where: int
    end: int

    @property
    def flushes(self) -> bool:
        return bool(self.flags & FLUSH)


Piece = tuple[int, bytes]  # where on the card, and what


def entries(log: Path) -> Iterator[Write]:
    """All that is in the log, also after its head was written last: QEMU was killed, or goes on."""
    size = log.stat().st_size
    with log.open("rb") as file:
        magic, version, _, sector = struct.unpack("<QQQI", file.read(28))
        if magic != MAGIC or version != 1:
            raise ValueError(f"{log} is no log of writes")
        place = sector
        while place + sector <= size:
            file.seek(place)
            at, count, flags, _ = struct.unpack("<QQQQ", file.read(32))
            if flags & DISCARD or (flags & FLUSH and not count):
                end = place + sector
            elif not count:
                return
            else:
                end = place + sector + count * sector
            if end > size:
                return
            yield Write(at * sector, count * sector, flags, place + sector, end)
            place = end


def apply(card: Path, log: Path, writes: Sequence[Write]) -> None:
    """These writes, whole and in their order."""
    with card.open("r+b") as to, log.open("rb") as file:
        for one in writes:
            if one.flags & DISCARD or not one.count:
                continue  # a card may as well leave there what was
            file.seek(one.where)
            to.seek(one.at)
            to.write(file.read(one.count))


def torn(log: Path, writes: Sequence[Write], chance: Random) -> list[Piece]:
    """What a card may have kept of writes that were not flushed: any of them, whole, in part, or not at all. Each is
    asked for itself, so that a later one may be there without an earlier one: that is the reordering."""
    kept: list[Piece] = []
    none, whole = sorted((chance.random(), chance.random()))
    with log.open("rb") as file:
        for one in writes:
            luck = chance.random()
            if luck < none or one.flags & DISCARD or not one.count:
                continue
            file.seek(one.where)
            data = file.read(one.count)
            if luck < whole:
                kept.append((one.at, data))
                continue
            grain = chance.choice(GRAINS)
            parts = [(one.at + start, data[start : start + grain]) for start in range(0, len(data), grain)]
            if chance.random() < 0.5:
                kept += parts[: chance.randrange(len(parts) + 1)]
            else:
                kept += [part for part in parts if chance.random() < 0.5]
    return kept


def lay(card: Path, pieces: Sequence[Piece]) -> None:
    with card.open("r+b") as to:
        for at, data in pieces:
            to.seek(at)
            to.write(data)


def split(writes: Sequence[Write], moment: int) -> tuple[int, Sequence[Write]]:
    """Of the first `moment` writes: how many are on the card for certain, and those that may be."""
    for number in range(moment, 0, -1):
        if writes[number - 1].flushes:
            return number, writes[number:moment]
    return 0, writes[:moment]
