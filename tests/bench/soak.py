"""A simulated evening of eight hours at the table: python -m tests.bench.soak [HOURS]

Robots play game after game on rendered dice through the real vision, real buttons on mock pins and the real journal;
people think half a minute between two throws, and nobody renders that. Printed: games, throws, presses made and heard,
and how memory grew after the first hour (wanted: under 5 MB). Ends with 1 where it grew more or an event was lost.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from pathlib import Path

from firmware.events import Pressed
from rules import mille, series
from tests.evenings.room import Room

THINK_S = 30.0
GAMES = (("series", series.Setup(squares=20)), ("mille", mille.Setup(target=5000)))


def megabytes() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(hours: float) -> int:
    warm: float | None = None
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder), seed=11)
        began, games, entries, made, heard = room.clock.now(), 0, 0, 0, 0
        push = room.push

        def counted(press: Pressed) -> None:
            nonlocal made
            before = len(room.heard)
            push(press)
            made += len(room.heard) > before  # a finger that still lies on its button makes no new press

        room.push = counted  # type: ignore[method-assign]
        while (passed := (room.clock.now() - began) / 3600) < hours:
            game, setup = GAMES[games % len(GAMES)]
            room.sit_down(game, ("Anne", "Jack", "Zoé"), setup)
            while not room.practice.over and (room.clock.now() - began) / 3600 < hours:
                table = room.evening.table
                assert table is not None
                known = len(table.record.entries)
                room.step()
                if len(table.record.entries) > known:
                    entries += len(table.record.entries) - known
                    room.clock.advance(THINK_S)
                passed = (room.clock.now() - began) / 3600
                if warm is None and passed > min(1.0, hours / 4):
                    warm = megabytes()
            games += 1
            heard += sum(isinstance(event, Pressed) for event in room.heard)
            room.heard.clear()
            print(f"{passed:5.2f} h  {games} games  {entries} entries  {megabytes():.1f} MB", flush=True)
        growth = megabytes() - (warm or megabytes())
        room.close()
    print(f"presses made {made}, heard {heard}; memory grew by {growth:.1f} MB after the first hour")
    return 0 if growth < 5.0 and made == heard else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 8.0))
