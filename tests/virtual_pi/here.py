"""An evening on this machine, on a card of its own whose every write is recorded: whole games of every kind by the
console, by Vigie's own table, screens and journal, on a real ext4. Quicker than in the guest, so that much more happens
in it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.bench.people import house
from app.bench.people.play import Person
from rules import mille, record, sabords, series
from tests.virtual_pi.kept import Shown, played
from tests.virtual_pi.pieces import Wrong, run, say

SIZE = 96 << 20
KINDS = ("series", "mille", "duel", "aux")  # each in a folder of its own, as on a table that has just been made
ENTRIES = 80  # of a game that would take the whole night
# A system writes other things as well, and waits for none of them: they lie between ours, and come before or after.
OTHERS = """
import os, random, sys, time
os.makedirs(sys.argv[1])
while True:
    with open(f"{sys.argv[1]}/{random.randrange(40)}", "ab" if random.random() < 0.8 else "wb") as file:
        file.write(os.urandom(random.randrange(20_000)))
    time.sleep(0.05)
"""


class Evening(house.ShortEvening):
    """Short by what is agreed alone: a deck that lies on the card would be looked for where it is mounted now."""

    def _short(self, game: str, setup: Any) -> Any:
        match game:
            case "series":
                return replace(setup or series.Setup(), squares=6)
            case "mille":
                return replace(setup or mille.Setup(), target=5000)
            case "aux":
                return replace(setup or sabords.Setup(), chests=2)
        return setup


@contextlib.contextmanager
def recorded(folder: Path) -> Iterator[tuple[Path, Path, Path]]:
    """A new card, mounted: where, the card before the first write, and the log of writes."""
    folder.mkdir(parents=True, exist_ok=True)
    card, base, log, door, place = (folder / name for name in ("card.raw", "base.raw", "writes.log", "door", "card"))
    with card.open("wb") as file:
        file.truncate(SIZE)
    run("mke2fs", "-q", "-F", "-t", "ext4", card)
    run("cp", "--sparse=always", card, base)
    for empty in (log, door):
        empty.write_bytes(b"")
    place.mkdir(exist_ok=True)
    written = f"log.driver=file,log.filename={log},log.cache.no-flush=on"
    daemon = subprocess.Popen(
        ["qemu-storage-daemon", "--blockdev", f"driver=file,node-name=below,filename={card}",
         "--blockdev", f"driver=blklogwrites,node-name=card,file=below,{written}",
         "--export", f"type=fuse,id=door,node-name=card,mountpoint={door},writable=on"]
    )  # fmt: skip
    try:
        until = time.monotonic() + 30
        while door.stat().st_size != SIZE:
            if daemon.poll() is not None or time.monotonic() > until:
                raise Wrong("qemu-storage-daemon does not open the card (it needs FUSE)")
            time.sleep(0.1)
        run("mount", "-o", "loop", door, place)
        others = subprocess.Popen([sys.executable, "-c", OTHERS, str(place / "others")])
        try:
            yield place, base, log
        finally:
            others.kill()
            others.wait()
            run("umount", place)
    finally:
        daemon.terminate()
        daemon.wait()


def evening(place: Path, log: Path, seconds: float) -> list[Shown]:
    """All games one after the other, from the title each, this long in all; what was shown, and when by the log of
    writes."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    house.ShortEvening = Evening  # type: ignore[misc]
    shown = list[Shown]()
    for seed, game in enumerate(KINDS):
        data, until = place / game, time.monotonic() + seconds / len(KINDS)
        data.mkdir()
        person = Person(data, game, "console", seed + 2, (800, 480), "en", curious=0.04, kills=0.01)

        def enough(at: house.House, game: str = game, person: Person = person, until: float = until) -> bool:
            table = at.table
            if table is None or table.record.game.key != game:
                return time.monotonic() > until
            lines = played(record.write(table.record).split("\n"))
            if not shown or shown[-1].lines != lines:
                shown.append(Shown(log.stat().st_size, f"{game}: {(person.story or ['begin'])[-1]}", lines))
            return table.expects.task == "over" or len(table.record.entries) > ENTRIES or time.monotonic() > until

        came = person.play(enough)
        say(f"      {game}: {came.turns} lines, killed {came.kills} times")
        person.house.close()
        if came.trouble:
            raise Wrong(f"{game}: {came.trouble}")
    return shown


@contextlib.contextmanager
def without_waiting() -> Iterator[None]:
    """A Vigie that shows what is not on the disk yet: to see that this would be seen."""
    real = os.fdatasync, os.fsync
    os.fdatasync = os.fsync = lambda file: None  # type: ignore[assignment]
    try:
        yield
    finally:
        os.fdatasync, os.fsync = real
