"""vigie bench device: from a press to its lamp, and to the claim: its lamps, and the first stroke of its picture.

A treasure race on the virtual table, as on a laptop: the table's own loop and screen, with something that moves all the
time and the live picture large; rendered dice are thrown and read in the eyes' own process; every throw and claim goes
through the journal to the disk of this machine. Fingers push real gpiozero Buttons from a thread of their own, as the
kernel's edges come; lamps are pins whose changes are stamped. Half of the presses come while the dice lie, and the tie
window decides them; half while the next die rolls. Other programs take the processor, too: what a bare thread and a
bare process take to be woken in the same run says how much of the figures is theirs.
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
from pathlib import Path
from typing import Any

PRESSES = 80
LONGEST_S = 900.0
PLAYERS = ("Anne", "Jack", "Zoé", "Louis")


@dataclass
class Press:
    seat: int
    at: float  # its edge
    thrower: int
    rolling: bool
    claimed: float | None = None  # the first change of a lamp that the claim puts out
    begun: float | None = None  # the first stroke of the picture that shows it


@dataclass
class Times:
    """Seconds; `presses` in the order they were made."""

    presses: list[Press] = field(default_factory=list)
    changes: dict[int, list[float]] = field(default_factory=dict)  # of each seat's lamp: when its pin changed
    kept: list[float] = field(default_factory=list)  # what a line of the journal takes
    thread: list[float] = field(default_factory=list)  # a bare thread of this process, woken at a queue
    process: list[float] = field(default_factory=list)  # a bare process that does nothing else, woken at a pipe
    window_s: float = 0.0
    pictures_s: float = 0.0
    looks_s: float = 0.0

    def changed(self, seat: int, after: float) -> float | None:
        return next((at for at in self.changes.get(seat, ()) if at > after), None)

    @property
    def lit(self) -> list[float]:
        """From each press to the change of the presser's own lamp."""
        return [at - each.at for each in self.presses if (at := self.changed(each.seat, each.at)) is not None]

    def after_window(self, what: str) -> list[float]:
        """From the end of the tie window, for the presses that it decided."""
        times = [(getattr(each, what), each.at) for each in self.presses if not each.rolling]
        return [then - at - self.window_s for then, at in times if then is not None]


def run(arguments: argparse.Namespace) -> int:
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    if sys.stderr.isatty():
        print(f"a race in which {PRESSES} presses are made: some minutes ...", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VIGIE_DATA"] = folder
        times = measured(Path(folder))
    rows: dict[str, float] = {}
    for name, values in (
        ("press to own lamp", times.lit),
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
        "pictures a second": times.pictures_s,
        "camera frames looked at": times.looks_s,
        "tie window ms": 1000 * times.window_s,
        "presses made": float(len(times.presses)),
        "presses whose lamp answered": float(len(times.lit)),
        "load average": os.getloadavg()[0],
    }
    if arguments.json:
        print(json.dumps({key: round(value, 3) for key, value in rows.items()}))
    else:
        for key, value in rows.items():
            print(f"{key:<38} {value:8.2f}")
    return 0 if len(times.lit) == len(times.presses) else 1


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def measured(folder: Path) -> Times:
    """The table's own loop, Director and screen; only fingers and pins are ours."""
    from app.loop import Loop
    from app.table import Host
    from firmware.books.journal import Journal
    from firmware.clock import RealClock
    from firmware.config import SHIPPED, read
    from firmware.device import Device
    from firmware.games.series.robot import SeriesRobot
    from firmware.panel.gpio import PracticeFactory, PracticePin
    from firmware.play.evening import Evening
    from firmware.play.events import Picked
    from ui.director import Director
    from ui.screen import Window
    from ui.table.screen import GameScreen
    from ui.words.language import language

    times, clock, config = Times(), RealClock(), read(SHIPPED)
    times.window_s = config.play.tie_window_ms / 1000
    lamp_of = {wire.pin: int(wire.name[6:]) - 1 for wire in config.wires() if wire.use == "lamp"}

    class StampedPin(PracticePin):
        def _change_state(self, value: Any) -> bool:
            changed: bool = super()._change_state(value)
            seat = lamp_of.get(self.info.name and int(str(self.info.name).removeprefix("GPIO")))
            if changed and seat is not None:
                times.changes.setdefault(seat, []).append(clock.now())
            return changed

    class TimedJournal(Journal):
        def append(self, *lines: str) -> None:
            before = clock.now()
            super().append(*lines)
            times.kept.append(clock.now() - before)

    class Lively(Director):
        """Something moves on every picture, under all that the game shows."""

        def draw(self, surface: Any, now: float) -> list[Any]:
            if isinstance(self.screen, GameScreen):
                press = times.presses[-1] if times.presses else None
                if press is not None and press.begun is None and self.screen.table.expects.task == "name":
                    press.begun = clock.now()
                size = self.screen.layout.unit * 6
                across = now * 97 % (self.screen.layout.width - size)
                self.screen.canvas.image("lively", self.screen.emblem(0, size), (across, self.screen.layout.height / 2))
            return super().draw(surface, now)

    class Racers(SeriesRobot):
        """Throw, press, and name a series that is not there, so that the race never ends."""

        pressed_for = -1  # the entry of the record for which somebody has pressed

        def act(self, now: float) -> None:
            entries = len(self.table.record.entries)
            rolling = entries % 2 == 1 and self.mat.busy and not self.table.state.fresh
            if rolling and self.pressed_for != entries and self.table.expects.task == "throw" and entries:
                self._push(entries, rolling=True)
            super().act(now)

        def play(self, task: str, now: float) -> None:
            state, entries = self.table.state, len(self.table.record.entries)
            if task == "name":
                self.put(Picked("series:skull", now))
                self.put(Picked("claim", now))
            elif task == "throw" and state.fresh and self.pressed_for != entries:
                self._push(entries, rolling=False)
            else:
                super().play(task, now)

        def _push(self, entries: int, *, rolling: bool) -> None:
            self.pressed_for = entries
            state = self.table.state
            seat = next(seat for seat in range(len(PLAYERS)) if seat != state.turn)
            fingers.orders.put((seat, state.turn, rolling))

    sys.setswitchinterval(0.001)  # as the table does
    pins = PracticeFactory(clock, StampedPin)
    journal = TimedJournal.open(folder / "games", clock)
    host = Host(Evening(config, clock, journal, random.Random(1)), virtual=True)
    device = host.device = Device(config, clock, pins, None)
    window = Window((1280, 800))
    director = Lively(host, window.layout, language("en"), None)
    device.start()
    host.evening.begin("series", PLAYERS)
    director.play("series")
    assert isinstance(director.screen, GameScreen) and director.screen.live is not None
    director.screen.live.large = True
    assert host.evening.table is not None and host.virtual is not None
    racers = Racers(host.evening.table, host.virtual, random.Random(3), host.put)
    while device.eyes.looks < 10:  # the eyes are at it
        time.sleep(0.1)
    seen_before, loop, began = device.eyes.looks, Loop(host, window, director), clock.now()
    with Controls(times) as controls:
        fingers = Fingers(config, pins, controls.wake, times)
        threading.Thread(target=fingers.work, daemon=True).start()
        while len(times.presses) < PRESSES and clock.now() < began + LONGEST_S:
            racers.act(clock.now())
            loop.turn()
        end = clock.now() + 1.0
        while clock.now() < end:
            loop.turn()
        fingers.orders.put(None)
    for press in times.presses:
        others = set(range(len(PLAYERS))) - {press.seat, press.thrower}
        out = [at for seat in others if (at := times.changed(seat, press.at)) is not None]
        press.claimed = min(out, default=None)
    took = clock.now() - began
    times.pictures_s, times.looks_s = loop.pictures / took, (device.eyes.looks - seen_before) / took
    host.close()
    journal.close()
    window.close()
    return times


class Fingers:
    """Push and let go at uneven times, from a thread of their own; the controls are woken in between."""

    def __init__(self, config: Any, pins: Any, wake: Callable[[], None], times: Times) -> None:
        self.orders: queue.SimpleQueue[tuple[int, int, bool] | None] = queue.SimpleQueue()
        self._buttons = [wire.pin for wire in config.wires() if wire.use == "button" and wire.name.startswith("player")]
        self._pins, self._wake, self._times, self._chance = pins, wake, times, random.Random(7)

    def work(self) -> None:
        while (order := self.orders.get()) is not None:
            seat, thrower, rolling = order
            time.sleep(0.06 * self._chance.random())
            pin, at = self._buttons[seat], time.monotonic()
            self._pins.push(pin, at)
            self._times.presses.append(Press(seat, at, thrower, rolling))
            time.sleep(0.08)
            self._pins.let_go(pin)
            for _ in range(4):
                time.sleep(0.015 + 0.015 * self._chance.random())
                with contextlib.suppress(OSError, ValueError):  # the run is over
                    self._wake()


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
