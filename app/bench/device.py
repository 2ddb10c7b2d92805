"""vigie bench device: from a press to its lamp, and to the claim: its lamps, and the first stroke of its picture.

What is played and how the times are taken stands in race.py. Other programs take the processor, too: what a bare thread
and a bare process take to be woken in the same run says how much of the figures is theirs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

LONGEST_S = 2400.0


def run(arguments: argparse.Namespace) -> int:
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from app.bench import race
    from app.progress import progress

    with tempfile.TemporaryDirectory() as folder:
        os.environ["VIGIE_DATA"] = folder
        playing = race.Race(Path(folder), arguments.presses, LONGEST_S)
        for _ in progress(playing, arguments.presses, "presses"):
            pass
        times = playing.times
    lit, asked = times.lit, times.presses
    rows: dict[str, float] = {}
    for name, values in (
        ("press to own lamp", lit),
        ("tie window to claim's lamps", times.after_window("claimed")),
        ("tie window to claim's picture", times.after_window("begun")),
        ("journal line", times.kept),
        ("control: bare thread", times.thread),
        ("control: bare process", times.process),
    ):
        for share in (0.5, 0.9, 0.99):
            rows[f"{name}, p{share * 100:.0f} ms"] = quantile(values, share)
    bare = max(1e-6, rows["control: bare process, p99 ms"])
    rows |= {
        "own lamp p99 / bare process p99": rows["press to own lamp, p99 ms"] / bare,
        "longest pause to collect garbage ms": 1000 * max(times.collected, default=0.0),
        "pictures a second": times.pictures_s,
        "camera frames looked at": times.looks_s,
        "tie window ms": 1000 * times.window_s,
        "throws counted": float(times.throws),
        "claims made": float(times.claims),
        "presses made": float(len(asked)),
        "presses the window decided": float(len(times.after_window("claimed"))),
        "presses whose lamp answered": float(len(lit)),
        "load average": os.getloadavg()[0],
    }
    if arguments.json:
        print(json.dumps({key: round(value, 3) for key, value in rows.items()}))
    else:
        for key, value in rows.items():
            print(f"{key:<38} {value:8.2f}")
    missing = arguments.presses - sum(press.decides for press in asked)
    if missing > 0:
        print(f"The race took too long: {missing} presses of {arguments.presses} are missing.", file=sys.stderr)
    return 0 if len(lit) == len(asked) and missing <= 0 else 1


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
