"""A simulated evening of eight hours at the table: python -m tests.bench.soak [HOURS]

Robots play game after game on rendered dice through the real vision, real buttons on mock pins and the real journal;
people think most of a minute between two throws, and nobody renders that. Printed as it goes: games, entries, memory.
At the end, and wanted:
    memory      its highest level grew by less than 5 MB once each game was played, and the first one again: by then all
                is there that is kept (160 rendered pieces, the solver's tables); a leak would go on raising the level
    lost        no press, and no entry: what the history kept is what was played
    drift       none: presses are heard at the time of their edge, and a game lasted as long as its clock says
Ends with 1 where one of them is not so.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from firmware.books import history
from firmware.play.events import Pressed
from rules import mille, series
from rules import record as records
from tests.evenings.room import Room

THINK_S = 50.0
TELL_H = 0.25
GAMES = (("series", series.Setup(squares=8)), ("mille", mille.Setup(target=5000)))
MOST_MB, MOST_DRIFT_S = 5.0, 0.2


def megabytes() -> float:
    """What is in use; what the allocator only keeps for later is given back first, for it comes and goes by chance."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Soak:
    def __init__(self, folder: Path, hours: float) -> None:
        self.folder, self.hours = folder, hours
        self.room = Room(folder, seed=11, size=(1280, 720))
        self.began = self.room.clock.now()
        self.made: list[float] = []  # when fingers pushed
        self.heard: list[float] = []
        self.played: list[tuple[Any, float]] = []  # how each finished game stood, and how long it took
        self.entries = 0
        self.warm = False
        self.highest = [0.0, 0.0]  # megabytes: before it was warm, and after
        self._told = 0.0
        self._push = self.room.push
        self.room.push = self._pushed  # type: ignore[method-assign]

    def _pushed(self, press: Pressed) -> None:
        before = len(self.room.heard)
        self._push(press)
        if len(self.room.heard) > before:  # a finger that still lies on its button makes no new press
            self.made.append(press.at)

    @property
    def passed(self) -> float:
        """Hours."""
        return (self.room.clock.now() - self.began) / 3600

    def play(self) -> None:
        while self.passed < self.hours:
            game, setup = GAMES[len(self.played) % len(GAMES)]
            begin = self.room.clock.now()
            self.room.sit_down(game, ("Anne", "Jack", "Zoé"), setup)
            self._game()
            self.heard += [event.at for event in self.room.heard if isinstance(event, Pressed)]
            self.room.heard.clear()
            table = self.room.evening.table
            assert table is not None
            if self.room.practice.over:
                self.played.append((table.state, self.room.clock.now() - begin))
            self._tell()

    def _tell(self) -> None:
        took, level = f"{time.process_time():.0f} s of processor", f"{megabytes():.1f} MB, highest {self.highest}"
        print(f"{self.passed:5.2f} h  {len(self.played)} games  {self.entries} entries  {took}  {level}", flush=True)
        self._told = self.passed

    def _game(self) -> None:
        while not self.room.practice.over and self.passed < self.hours:
            table = self.room.evening.table
            assert table is not None
            known = len(table.record.entries)
            self.room.step()
            if len(table.record.entries) > known:
                self.entries += len(table.record.entries) - known
                self.highest[self.warm] = max(self.highest[self.warm], round(megabytes(), 1))
                if not self.room.practice.over:
                    self.room.clock.advance(THINK_S)
            self.warm = len(self.played) > len(GAMES)
            if self.passed > self._told + TELL_H:
                self._tell()

    def verdict(self) -> int:
        growth = self.highest[True] - self.highest[False] if self.warm else 0.0
        self.heard += [event.at for event in self.room.heard if isinstance(event, Pressed)]  # of a game cut short
        self.room.close()
        kept = [game for game in history.games(self.folder) if game.summary is not None]
        whole = len(kept) == len(self.played) and all(
            records.read("\n".join(game.lines)).state == state
            for game, (state, _) in zip(kept, self.played, strict=True)
        )
        lasted = [abs(game.summary.duration_s - took) for game, (_, took) in zip(kept, self.played, strict=False)
                  if game.summary is not None]  # fmt: skip
        late = [abs(heard - made) for heard, made in zip(self.heard, self.made, strict=False)]
        drift = max([*lasted, *late], default=0.0)
        print(
            f"presses made {len(self.made)}, heard {len(self.heard)}; games played {len(self.played)}, kept whole:",
            whole,
        )
        print(f"drift {drift:.3f} s; memory grew by {growth:.1f} MB after it was warm")
        return 0 if growth < MOST_MB and len(self.made) == len(self.heard) and whole and drift < MOST_DRIFT_S else 1


def main(hours: float) -> int:
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), hours)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        try:
            soak.play()
        except (KeyboardInterrupt, SystemExit):
            print(f"ended after {soak.passed:.2f} h; so far:")
        return soak.verdict()


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 8.0))
