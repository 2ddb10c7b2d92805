"""vigie bench device: from a press to the new state and to the lamp, with camera, vision and screen at full load.

Real gpiozero Buttons on mock pins are pushed from a thread of its own, as the kernel's edges come; frames of rolling
dice come at 30 a second through the real Watcher, in the eyes' own process as at the table; the table's own loop draws
the real screen, on which something moves all the time, and the live picture, large. The journal writes to the disk of
this machine, and its share is shown on its own. Other programs take the processor, too: what a bare thread and a bare
process take to be woken in the same run says how much of the figures is theirs.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import queue
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

PRESSES = 300
CAMERA_FPS = 30.0
CLIP_S = 3.0  # of dice rolling and lying, again and again


class ClipCamera:
    """The same rendered clip over and over, at the camera's pace: rendering is not what is measured."""

    def __init__(self) -> None:
        self._frames: list[Any] = []
        self._count, self._next = 0, 0.0

    def open(self) -> Any:
        from firmware.eyes.cameras import Size

        self._frames = clip()
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
    """Seconds from the edge, for each press; and of the controls, for as many."""

    heard: list[float] = field(default_factory=list)
    lit: list[float] = field(default_factory=list)
    kept: list[float] = field(default_factory=list)  # what one line of the journal takes besides
    thread: list[float] = field(default_factory=list)  # a bare thread of this process, woken at a queue
    process: list[float] = field(default_factory=list)  # a bare process that does nothing else, woken at a pipe
    pictures_s: float = 0.0
    looks_s: float = 0.0


def run(arguments: argparse.Namespace) -> int:
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    if sys.stderr.isatty():
        print("rendering a clip, then pressing for half a minute ...", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VIGIE_DATA"] = folder
        times = measured(Path(folder))
    rows: dict[str, float] = {}
    for name, values in (
        ("press to state", times.heard), ("press to lamp", times.lit), ("journal line", times.kept),
        ("control: bare thread", times.thread), ("control: bare process", times.process),
    ):  # fmt: skip
        for share in (0.5, 0.9, 0.99):
            rows[f"{name}, p{share * 100:.0f} ms"] = quantile(values, share)
    rows |= {
        "lamp p99 / bare process p99": rows["press to lamp, p99 ms"] / max(1e-6, rows["control: bare process, p99 ms"]),
        "pictures a second": times.pictures_s,
        "camera frames looked at": times.looks_s,
        "presses heard": float(len(times.heard)),
        "presses made": float(PRESSES),
    }
    if arguments.json:
        print(json.dumps({key: round(value, 3) for key, value in rows.items()}))
    else:
        for key, value in rows.items():
            print(f"{key:<32} {value:8.2f}")
    return 0 if len(times.heard) == PRESSES else 1


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def measured(folder: Path) -> Times:
    """The table's own loop, Director and screen, with the live picture opened large; only pins and camera are ours."""
    from app.loop import Loop
    from app.table import Host
    from firmware.books.journal import Journal
    from firmware.clock import RealClock
    from firmware.config import SHIPPED, read
    from firmware.device import Device
    from firmware.eyes.watchers import house_dice
    from firmware.panel.gpio import PracticeFactory
    from firmware.play.evening import Evening
    from firmware.play.events import Event, Pressed
    from ui.director import Director
    from ui.screen import Window
    from ui.table.screen import GameScreen
    from ui.words.language import language

    times, clock, config = Times(), RealClock(), read(SHIPPED)
    pressed: list[Pressed] = []  # whose lamps are not shown yet

    class Timed(Host):
        def put(self, event: Event) -> None:
            super().put(event)
            if isinstance(event, Pressed):
                times.heard.append(clock.now() - event.at)
                pressed.append(event)

        def watch(self, game: str) -> None:
            assert self.device is not None
            self.device.watch(partial(house_dice, "twelve"))

    class Lively(Director):
        """Something moves on every picture, under all that the game shows."""

        def draw(self, surface: Any, now: float) -> list[Any]:
            if isinstance(self.screen, GameScreen):
                size = self.screen.layout.unit * 6
                across = now * 97 % (self.screen.layout.width - size)
                self.screen.canvas.image("lively", self.screen.emblem(0, size), (across, self.screen.layout.height / 2))
            return super().draw(surface, now)

    class TimedDevice(Device):
        def show(self, lamps: Any) -> None:
            super().show(lamps)
            while pressed:
                times.lit.append(clock.now() - pressed.pop().at)
                before = clock.now()
                journal.append("# pressed")  # what a press costs more where it is an action: one line, on the disk
                times.kept.append(clock.now() - before)

    sys.setswitchinterval(0.001)  # as the table does
    pins = PracticeFactory(clock)
    journal = Journal.open(folder / "games", clock)
    host = Timed(Evening(config, clock, journal, random.Random(1)), virtual=False)
    host.device = TimedDevice(config, clock, pins, ClipCamera)
    window = Window((1280, 800))
    director = Lively(host, window.layout, language("en"), None)
    host.evening.begin("series", ("Anne", "Jack", "Zoé", "Louis"))
    director.play("series")
    assert isinstance(director.screen, GameScreen) and director.screen.live is not None
    director.screen.live.large = True
    host.device.start()
    while host.device.eyes.looks < CAMERA_FPS:  # the clip is rendered, and the eyes are at it
        time.sleep(0.1)
    seen_before = host.device.eyes.looks
    loop, began = Loop(host, window, director), clock.now()
    with Controls(times) as controls:
        threading.Thread(target=push, args=(config, pins, controls.wake), daemon=True).start()
        while len(times.lit) < PRESSES and clock.now() < began + 90.0:
            loop.turn()
    took = clock.now() - began
    times.pictures_s, times.looks_s = loop.pictures / took, (host.device.eyes.looks - seen_before) / took
    host.close()
    journal.close()
    window.close()
    return times


BARE = "import sys, time\nfor line in sys.stdin: print(time.monotonic() - float(line), flush=True)"


class Controls:
    """What waking up takes on this machine in the same run: for a thread that shares our interpreter, and for a
    process that shares nothing with us but the processor."""

    def __init__(self, times: Times) -> None:
        self._times = times
        self._queue: queue.SimpleQueue[float | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._woken, daemon=True)

    def __enter__(self) -> Controls:
        self._thread.start()
        self._bare = subprocess.Popen(
            [sys.executable, "-S", "-c", BARE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def wake(self) -> None:
        assert self._bare.stdin is not None
        self._queue.put(time.monotonic())
        self._bare.stdin.write(f"{time.monotonic()}\n")
        self._bare.stdin.flush()

    def _woken(self) -> None:
        while (stamp := self._queue.get()) is not None:
            self._times.thread.append(time.monotonic() - stamp)

    def __exit__(self, *_: object) -> None:
        self._queue.put(None)
        self._thread.join()
        said = self._bare.communicate(timeout=10)[0]
        self._times.process += [float(line) for line in said.split()]


def clip() -> list[Any]:
    """Three seconds of a throw among resting dice, rendered once."""
    from firmware.clock import FakeClock
    from firmware.practice.house_dice import cubes_of
    from firmware.practice.virtual import VirtualCamera, VirtualMat
    from vision.mat import geometry

    clock, chance = FakeClock(), random.Random(1)
    table = VirtualMat(cubes_of("twelve"), geometry.load(), clock, chance, (1280, 720))
    table.throw(*range(8))
    clock.advance(3.0)
    camera = VirtualCamera(lambda: table)
    table.throw(8)
    frames = []
    for _ in range(int(CLIP_S * CAMERA_FPS)):
        frames.append(camera.capture())
        clock.advance(1 / CAMERA_FPS)
    return frames


def push(config: Any, pins: Any, wake: Callable[[], None]) -> None:
    """Fingers that push and let go, one button after the other, at uneven times; the controls are woken in between."""
    buttons = [wire.pin for wire in config.wires() if wire.use == "button" and wire.name.startswith("player")][:4]
    chance = random.Random(7)
    time.sleep(1.0)
    for count in range(PRESSES):
        pin = buttons[count % len(buttons)]
        pins.push(pin)
        time.sleep(0.03 + 0.02 * chance.random())
        pins.let_go(pin)
        time.sleep(0.015 + 0.015 * chance.random())
        with contextlib.suppress(OSError, ValueError):  # the run is over
            wake()
        time.sleep(0.015 + 0.015 * chance.random())
