"""vigie bench device: from a press to the new state and to the lamp, with camera, vision and screen at full load.

Real gpiozero Buttons on mock pins are pushed from a thread of its own, as the kernel's edges come; frames of rolling
dice come at 30 a second through the real Watcher; the real screen is drawn 60 times a second. The journal writes to
the disk of this machine, and its share is shown on its own.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PRESSES = 300
FRAME_S = 1 / 60
CAMERA_FPS = 30.0
CLIP_S = 3.0  # of dice rolling and lying, again and again


class ClipCamera:
    """The same rendered clip over and over, at the camera's pace: rendering is not what is measured."""

    def __init__(self, frames: list[Any]) -> None:
        self._frames, self._count, self._next = frames, 0, 0.0

    def open(self) -> Any:
        from firmware.cameras import Size

        height, width = self._frames[0].shape[:2]
        return Size(width, height)

    def capture(self, timeout: float) -> Any:
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + 1 / CAMERA_FPS
        self._count += 1
        return self._frames[self._count % len(self._frames)]

    def close(self) -> None:
        pass


@dataclass
class Times:
    """Seconds from the edge, for each press."""

    heard: list[float]
    lit: list[float]
    kept: list[float]  # what one line of the journal takes besides


def run(arguments: argparse.Namespace) -> int:
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    if sys.stderr.isatty():
        print("rendering a clip, then pressing for half a minute ...", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        times = measured(Path(folder))
    rows = {
        "press to state, p50 ms": quantile(times.heard, 0.5),
        "press to state, p99 ms": quantile(times.heard, 0.99),
        "press to lamp, p50 ms": quantile(times.lit, 0.5),
        "press to lamp, p99 ms": quantile(times.lit, 0.99),
        "journal line, p50 ms": quantile(times.kept, 0.5),
        "journal line, p99 ms": quantile(times.kept, 0.99),
        "presses heard": float(len(times.heard)),
        "presses made": float(PRESSES),
    }
    if arguments.json:
        print(json.dumps({key: round(value, 3) for key, value in rows.items()}))
    else:
        for key, value in rows.items():
            print(f"{key:<26} {value:8.2f}")
    return 0 if len(times.heard) == PRESSES else 1


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def measured(folder: Path) -> Times:
    from firmware.clock import RealClock
    from firmware.config import SHIPPED, read
    from firmware.device import Device
    from firmware.evening import Evening
    from firmware.events import Pressed
    from firmware.gpio import PracticeFactory
    from firmware.house_dice import profile_of
    from firmware.journal import Journal
    from ui.game_screen import SCREENS
    from ui.language import language
    from ui.screen import Window
    from vision import mat

    sys.setswitchinterval(0.001)
    clock, config = RealClock(), read(SHIPPED)
    pins = PracticeFactory(clock)
    frames = clip()
    device = Device(config, clock, pins, lambda: ClipCamera(frames))
    journal = Journal.open(folder, clock)
    evening = Evening(config, clock, journal, random.Random(1))
    times = Times([], [], [])
    table = evening.begin("series", ("Anne", "Jack"))
    window = Window((1280, 800))
    screen = SCREENS["series"](evening, evening.hear, window.layout, language("en"), None, config)
    device.start()
    device.eyes.watch(profile_of("twelve", mat.load()), mat.load())
    threading.Thread(target=push, args=(config, pins), daemon=True).start()
    next_frame = clock.now()
    until = clock.now() + 60.0
    while len(times.heard) < PRESSES and clock.now() < until:
        for event in device.events(wait=next_frame - clock.now()):
            if isinstance(event, Pressed):
                table.hear(event)
                times.heard.append(clock.now() - event.at)
                device.show(table.expects.lamps)
                times.lit.append(clock.now() - event.at)
                before = clock.now()
                journal.append("# pressed")  # what a press costs more where it is an action: one line, on the disk
                times.kept.append(clock.now() - before)
        now = clock.now()
        if now >= next_frame:
            next_frame = now + FRAME_S
            window.show(screen, now)
    device.close()
    journal.close()
    window.close()
    return times


def clip() -> list[Any]:
    """Three seconds of a throw among resting dice, rendered once."""
    from firmware.clock import FakeClock
    from firmware.house_dice import cubes_of
    from firmware.virtual import VirtualCamera, VirtualMat
    from vision import mat

    clock, chance = FakeClock(), random.Random(1)
    table = VirtualMat(cubes_of("twelve"), mat.load(), clock, chance, (1280, 720))
    table.throw(*range(8))
    clock.advance(3.0)
    camera = VirtualCamera(lambda: table)
    table.throw(8)
    frames = []
    for _ in range(int(CLIP_S * CAMERA_FPS)):
        frames.append(camera.capture())
        clock.advance(1 / CAMERA_FPS)
    return frames


def push(config: Any, pins: Any) -> None:
    """Fingers that push and let go, one button after the other, at uneven times."""
    buttons = [wire.pin for wire in config.wires() if wire.use == "button" and wire.name.startswith("player")]
    chance = random.Random(7)
    time.sleep(1.0)
    for count in range(PRESSES):
        pin = buttons[count % len(buttons)]
        pins.push(pin)
        time.sleep(0.03 + 0.02 * chance.random())
        pins.let_go(pin)
        time.sleep(0.03 + 0.03 * chance.random())
