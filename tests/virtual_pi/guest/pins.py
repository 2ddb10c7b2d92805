"""Fingers and eyes on the header, from inside the guest: the pull of a line is a finger, its value is a lamp.

pins.py press PIN [MS] | race PIN PIN GAP_MS | lamps [SECONDS]     lamps: the share of time each was lit"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

LINES = next(Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*"))


def pull(pin: int, down: bool) -> None:
    (LINES / f"sim_gpio{pin}" / "pull").write_text("pull-down" if down else "pull-up")


def press(pin: int, seconds: float = 0.08) -> None:
    pull(pin, True)
    time.sleep(seconds)
    pull(pin, False)


def race(first: int, second: int, gap: float) -> float:
    """Two presses; how far apart they really were, in milliseconds."""
    files = [os.open(f"{LINES}/sim_gpio{pin}/pull", os.O_WRONLY) for pin in (first, second)]
    began = time.monotonic()
    os.write(files[0], b"pull-down")
    while time.monotonic() - began < gap:
        pass
    really = time.monotonic() - began
    os.write(files[1], b"pull-down")
    time.sleep(0.1)
    for file in files:
        os.lseek(file, 0, 0)
        os.write(file, b"pull-up")
    return really * 1000


def lamps(pins: list[int], seconds: float) -> dict[int, float]:
    lit, looks = dict.fromkeys(pins, 0), 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        looks += 1
        for pin in pins:
            lit[pin] += int((LINES / f"sim_gpio{pin}" / "value").read_text())
    return {pin: round(count / looks, 2) for pin, count in lit.items()}


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "press":
        press(int(rest[0]), float(rest[1]) / 1000 if len(rest) > 1 else 0.08)
    elif what == "race":
        print(round(race(int(rest[0]), int(rest[1]), float(rest[2]) / 1000), 2))
    elif what == "lamps":
        print(json.dumps(lamps([18, 23, 24, 12, 13, 16], float(rest[0]) if rest else 1.0)))
