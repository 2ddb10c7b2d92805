"""vigie bench ui: frames per second of every screen in its liveliest moment, uncapped and headless, on one core; what a
screen costs while nothing moves; and how long it takes from the start of the program to its first picture."""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ui.gallery.exhibits import Exhibit
    from ui.screen import Window
    from ui.words.language import Language

SIZE = (1280, 800)
RUNS, SECONDS = 3, 0.12  # of the processor, per screen: the best of a few short runs
FRAME = 1 / 60  # a screen's clock moves as if it were shown
SPAN = 12  # frames of the moment
WANTED_FPS, WANTED_IDLE = 240, 5.0
STARTS = 3


def run(arguments: argparse.Namespace) -> int:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    first = first_picture()
    from ui.gallery.exhibits import exhibits
    from ui.screen import Window
    from ui.words.language import language

    window, rows = Window(SIZE), []
    if not arguments.json:
        print(f"{SIZE[0]}x{SIZE[1]}, headless, by the time of one core; '% core' at 60 frames a second")
        print(f"{'screen':<32} {'moves':>5} {'fps':>7} {'% core':>7} {'slowest':>8} {'opened':>7}")
    for exhibit in exhibits():
        if exhibit.name.startswith("kit-"):  # sheets of the art, which nobody plays on
            continue
        row = measured(exhibit, window, language("fr"))
        rows.append(row)
        if not arguments.json:
            figures = f"{row['fps']:>7} {row['core_at_60fps']:>7} {row['slowest_ms']:>8} {row['opened_ms']:>7}"
            print(f"{row['screen']:<32} {'yes' if row['moves'] else 'no':>5} {figures}", flush=True)
    window.close()
    if arguments.json:
        print(json.dumps({"size": SIZE, "first_picture": first, "screens": rows}, indent=2))
    else:
        summed_up(rows, first)
    return 0


def measured(exhibit: Exhibit, window: Window, words: Language) -> dict[str, Any]:
    """In time of the processor, so that other programs' turns do not count."""
    shown = exhibit.make(window.layout, words)
    gc.collect()
    gc.freeze()  # as the loop does: what is there is there to stay
    begin = time.process_time()
    window.show(shown.screen, shown.at)
    opened = time.process_time() - begin
    best, slowest = 0.0, 0.0
    for number in range(RUNS + 1):
        frames, spent = 0, 0.0
        while spent < SECONDS or frames < SPAN:
            begin = time.process_time()
            window.show(shown.screen, shown.at + frames % SPAN * FRAME)  # the moment, again and again
            took = time.process_time() - begin
            frames, spent = frames + 1, spent + took
            slowest = max(slowest, took) if number else 0.0  # what is painted once is painted in the first run
        best = max(best, frames / spent if number else 0.0)
    return {
        "screen": exhibit.name, "moves": exhibit.lively, "fps": round(best), "core_at_60fps": round(6000 / best, 1),
        "slowest_ms": round(slowest * 1000, 1), "opened_ms": round(opened * 1000),
    }  # fmt: skip


FIRST = """
import sys, time
from app.startup import since_start
from ui.pages.first import opened
opened((1280, 800), "fr")
print(since_start(), time.process_time(), "cv2" in sys.modules or "gpiozero" in sys.modules)
"""


def first_picture() -> dict[str, float]:
    """From the start of the process to the flip of the first picture, best of a few: by the wall's clock and by the
    processor's. The program is started as `vigie play` starts it."""
    tries = []
    for _ in range(STARTS):
        said = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True).stdout.split()
        tries.append((float(said[0]), float(said[1]), said[2] == "True"))
    return {
        "seconds": round(min(wall for wall, _, _ in tries), 2),
        "processor_seconds": round(min(processor for _, processor, _ in tries), 2),
        "opencv_loaded": any(loaded for _, _, loaded in tries),
    }


def summed_up(rows: list[dict[str, Any]], first: dict[str, float]) -> None:
    lively = min((row for row in rows if row["moves"]), key=lambda row: row["fps"])
    still = max((row for row in rows if not row["moves"]), key=lambda row: row["core_at_60fps"])
    print(
        f"liveliest moments: {lively['fps']} frames a second or more (wanted {WANTED_FPS}); slowest {lively['screen']}"
    )
    print(f"nothing moves: {still['core_at_60fps']} % of a core or less (wanted {WANTED_IDLE}); most {still['screen']}")
    loaded = "with" if first["opencv_loaded"] else "without"
    print(
        f"first picture {first['seconds']} s after the start ({first['processor_seconds']} s of the processor), "
        f"{loaded} OpenCV (wanted 1 s, without)"
    )
