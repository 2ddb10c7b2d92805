"""vigie bench evenings: how much longer things take with ten thousand games kept than with ten: the start, a page of
the log book, its plots, a page of `vigie history`, and keeping one game more."""

from __future__ import annotations

import argparse
import io
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

from firmware.books import history, logbook
from firmware.books.fairness import fallen
from firmware.books.history import Summary
from firmware.books.journal import Journal
from firmware.books.pages import HISTORY, history_files
from firmware.clock import RealClock
from rules import record as records
from rules.game import SEA
from rules.games import GAMES

FEW, MANY = 10, 10_000
RUNS, MOST = 15, 1.5


def run(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="vigie-bench-") as place:
        few, many = kept(Path(place) / "few", FEW), kept(Path(place) / "many", MANY)
        begin = time.process_time()
        history.page(many, 1)
        anew = time.process_time() - begin
        history.page(few, 1)
        rows = {name: measured(work, few, many) for name, work in WORK.items()}
    worst = max(row["ratio"] for name, row in rows.items() if WORK[name] is not keep)
    if arguments.json:
        print(json.dumps({"games": [FEW, MANY], "rows": rows, "index_made_anew_s": round(anew, 2)}))
    else:
        print(f"{'':<28} {FEW:>7} {MANY:>8} games    (milliseconds of the processor, best of {RUNS})")
        for name, row in rows.items():
            print(f"{name:<28} {row['few_ms']:>7} {row['many_ms']:>8}    {row['ratio']:.2f} times")
        print(
            f"worst {worst:.2f} times (wanted {MOST} at most); the index made anew from {MANY} journals: {anew:.1f} s"
        )
    return 0


def kept(folder: Path, count: int) -> Path:
    """So many games of one evening's length; the journals are one and the same but for their numbers."""
    journal, chance = Journal.open(folder, RealClock()), random.Random(1)
    game = GAMES["mille"]
    record = records.begin(game, ("Anne", "Jack", "Zoé"))
    while (actor := game.actor(record.state)) is not None:
        record = records.play(record, (game.sea if actor is SEA else game.bot)(record.state, chance))
    over, (kind, fell) = game.outcome(record.state), fallen(record)
    assert over is not None and game.points is not None
    journal.begin(records.write(record).rstrip("\n").split("\n"))
    summary = Summary(
        game=game.key, players=record.players, scores=game.points(record.state), winners=over.winners,
        duration_s=2000.0, claims_s=(0.5, 1.25, 0.75), dice=(kind, dict(fell)),
    )  # fmt: skip
    journal.finish(replace(summary).as_dict())
    journal.close()
    (whole,) = history_files(folder)
    data = whole.read_bytes()
    for number in range(2, count + 1):
        (folder / HISTORY / f"{number:06d}.journal").write_bytes(data)
    return folder


def measured(work: Callable[[Path], object], few: Path, many: Path) -> dict[str, float]:
    """In turns, so that whatever else the machine does meets both."""
    best = {few: float("inf"), many: float("inf")}
    for _ in range(RUNS):
        for folder in (few, many):
            begin = time.process_time()
            work(folder)
            best[folder] = min(best[folder], time.process_time() - begin)
    return {
        "few_ms": round(best[few] * 1000, 2), "many_ms": round(best[many] * 1000, 2),
        "ratio": round(best[many] / best[few], 2),
    }  # fmt: skip


def start(folder: Path) -> None:
    """What is read of the games before the first page."""
    journal = Journal.open(folder, RealClock())
    journal.waiting()
    journal.close()


def keep(folder: Path) -> None:
    """A game is finished, and taken out of the history again, as by an undo."""
    journal = Journal.open(folder, RealClock())
    journal.begin(["vigie-game 1", "game mille", "players Anne Jack"])
    journal.append("1. x")
    journal.finish({})
    journal.reopen()
    journal.forget()
    journal.close()


def listing(folder: Path) -> None:
    from app import cli

    with redirect_stdout(io.StringIO()):
        if cli.main(["history", "--folder", str(folder)]):
            sys.exit("vigie history failed")


def shown(folder: Path) -> None:
    """The log book's first leaf, read and drawn."""
    from pygame import Surface

    from ui.gallery.rehearsal import Bench
    from ui.look.theme import Layout
    from ui.words.language import language
    from ui.workshop.log import LogPage

    class Here(Bench):
        @property
        def games(self) -> Path:
            return folder

    layout = Layout(800, 480)
    LogPage(Here(), layout, language("en"), lambda: None).draw(Surface((layout.width, layout.height)), 0.0)


WORK: dict[str, Callable[[Path], object]] = {
    "start": start,
    "a game kept and taken back": keep,
    "vigie history": listing,
    "the log book's games": lambda folder: history.page(folder, 4),
    "the log book's plots": logbook.read,
    "the log book on the screen": shown,
}
