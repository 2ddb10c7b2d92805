"""vigie bench ui: frames per second of every screen in its liveliest moment, uncapped and headless, on one core."""

from __future__ import annotations

import argparse
import json
import os
import time

SIZE = (1280, 800)
SECONDS = 1.5  # of drawing per screen
FRAME = 1 / 60  # a screen's clock moves as if it were shown


def run(arguments: argparse.Namespace) -> int:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    from ui.gallery import exhibits
    from ui.language import language
    from ui.screen import Window

    window = Window(SIZE)
    rows = []
    for exhibit in exhibits():
        started = time.perf_counter()
        shown = exhibit.make(window.layout, language("fr"))
        window.show(shown.screen, shown.at)
        first = time.perf_counter() - started
        now, frames, slowest = shown.at, 0, 0.0
        for _ in range(30):  # what is drawn once is drawn now
            now += FRAME
            window.show(shown.screen, now)
        started = last = time.perf_counter()
        while last - started < SECONDS:
            now += FRAME
            window.show(shown.screen, now)
            frames += 1
            moment = time.perf_counter()
            slowest, last = max(slowest, moment - last), moment
        rows.append({
            "screen": exhibit.name, "lively": exhibit.lively, "fps": round(frames / (last - started)),
            "core_at_60fps": round(60 * (last - started) / frames * 100, 1),
            "slowest_ms": round(slowest * 1000, 1), "first_ms": round(first * 1000),
        })  # fmt: skip
    window.close()
    if arguments.json:
        print(json.dumps({"size": SIZE, "screens": rows}, indent=2))
        return 0
    print(f"{SIZE[0]}x{SIZE[1]}, headless, one core; '% of a core' at 60 frames a second; first picture in ms")
    print(f"{'screen':<32} {'moves':>5} {'fps':>7} {'% core':>7} {'slowest':>8} {'first':>6}")
    for row in rows:
        moves = "yes" if row["lively"] else "no"
        figures = f"{row['fps']:>7} {row['core_at_60fps']:>7} {row['slowest_ms']:>8} {row['first_ms']:>6}"
        print(f"{row['screen']:<32} {moves:>5} {figures}")
    return 0
