"""Power cuts that reorder: the card as it may lie there at hundreds of moments of an evening, mounted by a real kernel,
and Vigie's data on it read. Needs root, and a file system that shares blocks for the copies (XFS)."""

from __future__ import annotations

import contextlib
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.virtual_pi.image import ROOT_AT
from tests.virtual_pi.kept import Shown, merged, missing, read
from tests.virtual_pi.pieces import Wrong, run, say
from tests.virtual_pi.writes import Write, apply, entries, lay, split, torn

MOMENTS = 300
EDGE_S = 40  # writes around the place where something was shown, in which most moments lie


@dataclass
class Outcome:
    """What came of a moment."""

    moment: int
    pending: int  # writes that were not flushed
    kept: int  # pieces of them that the card kept
    shown: int  # what had been shown by then
    state: str  # as far as shown, further, before the first game
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def moments(writes: Sequence[Write], shown: Sequence[Shown], count: int, chance: Random) -> list[int]:
    """Half of them soon before and after something was shown, for there a card has to keep its word; half anywhere
    from the first of them on."""
    places = [number for number, one in enumerate(writes, 1) for each in shown if _crosses(writes, number, each)]
    first = min(places, default=1)
    found = {min(len(writes), max(1, place + chance.randint(-EDGE_S, EDGE_S // 2))) for place in places for _ in "1234"}
    found = set(chance.sample(sorted(found), min(len(found), count // 2)))
    while len(found) < min(count, len(writes) - first):
        found.add(chance.randint(max(1, first - EDGE_S), len(writes)))
    return sorted(found)


def _crosses(writes: Sequence[Write], number: int, shown: Shown) -> bool:
    before = writes[number - 2].end if number > 1 else 0
    return before <= shown.position < writes[number - 1].end or (
        number == len(writes) and shown.position >= writes[-1].end
    )


def cut(
    base: Path, log: Path, shown: Sequence[Shown], folder: Path, data: Sequence[str], count: int = MOMENTS,
    root_at: int = ROOT_AT,
) -> list[Outcome]:  # fmt: skip
    """`data`: where Vigie's folders are; `base`: the raw card before the first write of the log."""
    chance = Random(21)
    writes = list(entries(log))
    picked = moments(writes, shown, count, chance)
    say(f"{len(writes)} writes, {sum(one.flushes for one in writes)} flushes; {len(picked)} moments ...")
    outcomes: list[Outcome] = []
    with room(folder, base.stat().st_size) as place:
        card, applied = place / "card.raw", 0
        run("cp", "--sparse=always", base, card)
        for number, moment in enumerate(picked):
            sure, maybe = split(writes, moment)
            apply(card, log, writes[applied:sure])
            applied = max(applied, sure)
            copy = place / "moment.raw"
            run("cp", "--reflink=always", card, copy)
            pieces = torn(log, maybe, chance)
            lay(copy, pieces)
            position = writes[moment - 1].end
            outcomes.append(_look(copy, root_at, place, data, shown, position, (moment, len(maybe), len(pieces))))
            copy.unlink()
            if number % 25 == 24:
                say(f"      {number + 1} of {len(picked)} moments")
    return outcomes


def _look(
    card: Path, at: int, place: Path, data: Sequence[str], shown: Sequence[Shown], position: int,
    numbers: tuple[int, int, int],
) -> Outcome:  # fmt: skip
    before = [one for one in shown if one.position <= position]
    outcome = Outcome(*numbers, len(before), "nothing shown yet")
    try:
        with mounted(card, at, place / "root") as root:
            folders = [root / one.lstrip("/") for one in data]
            kept = merged([read(folder) for folder in folders if folder.is_dir()])
    except Wrong as wrong:
        outcome.wrong.append(str(wrong))
        outcome.state = "does not mount"
        return outcome
    outcome.lost, outcome.wrong = missing(shown, kept, position), kept.wrong
    if before:
        outcome.state = "as it was shown" if before[-1].lines in kept.games else "further than it was shown"
    if kept.said:
        outcome.state = "a torn end, put right"
    if outcome.lost or outcome.wrong:
        outcome.state = "WRONG"
    return outcome


@contextlib.contextmanager
def room(folder: Path, size: int) -> Iterator[Path]:
    """A file system on which copies of a card cost nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    image, place = folder / "room.xfs", folder / "room"
    image.unlink(missing_ok=True)
    place.mkdir(exist_ok=True)
    with image.open("wb") as file:
        file.truncate(size * 2 + (2 << 30))
    run("mkfs.xfs", "-q", "-m", "reflink=1", image)
    run("mount", "-o", "loop", image, place)
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)
        image.unlink()
        place.rmdir()


@contextlib.contextmanager
def mounted(card: Path, at: int, place: Path) -> Iterator[Path]:
    """As a kernel mounts it after a power cut: the file system's journal is played first."""
    place.mkdir(exist_ok=True)
    run("mount", "-t", "ext4", "-o", f"loop,offset={at}", card, place)
    try:
        yield place
    finally:
        run("umount", place)


def table(outcomes: Sequence[Outcome]) -> str:
    """For systemd/README.md."""
    states = Counter(one.state for one in outcomes)
    rows = []
    for state, count in states.most_common():
        these = [one for one in outcomes if one.state == state]
        pending = sum(one.pending > 0 for one in these)
        mean = sum(one.pending for one in these) / len(these)
        rows.append(f"| {state} | {count} | {pending} | {mean:.0f} |")
    head = "| what Vigie found | moments | with writes under way | of them, on average |\n|---|---|---|---|\n"
    return head + "\n".join(rows)
