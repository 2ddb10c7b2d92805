"""A treasure race on the virtual table for `vigie bench device`, as on a laptop: the table's own loop and screen, with
something that moves all the time and the live picture large; rendered dice are thrown and read in the eyes' own
process; every throw and claim goes through the journal to the disk of this machine.

Fingers are a process of their own: what they do comes as the kernel's edges come from lgpio, with its time, through a
pipe that a thread of ours reads; it drives real gpiozero Buttons. Lamps are pins whose changes are stamped. Three dice
in four are pressed for while they lie, and the tie window decides; one while it still rolls. Somebody else presses a
little later each time, as people do.
"""

from __future__ import annotations

import contextlib
import gc
import queue
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pygame import Rect, Surface

from app.loop import Loop, at_the_ready
from app.table import Host
from firmware.books.journal import Journal
from firmware.clock import Clock, RealClock
from firmware.config import SHIPPED, Config, read
from firmware.device import Device
from firmware.games.series.robot import SeriesRobot
from firmware.panel.gpio import PracticeFactory, PracticePin
from firmware.play.evening import Evening
from firmware.play.events import Picked
from rules.say import Message, Trouble
from rules.series.rules import Claim, Throw
from ui.director import Director
from ui.screen import Window
from ui.table.screen import GameScreen
from ui.words.language import language

PLAYERS = ("Anne", "Jack", "Zoé", "Louis")
LATER_S = (0.03, 0.12)  # after the first the second presses: no tie
EYES_S = 120.0  # until they are at it, on a machine that is busy
QUICK_S = 0.3  # of what robots think, spared: nobody watches


@dataclass
class Press:
    seat: int
    at: float  # its edge
    pressers: tuple[int, ...]  # all who press for that die
    thrower: int
    decides: bool  # the first for a die that lies: the end of its tie window decides
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
    collected: list[float] = field(default_factory=list)  # what each collection of garbage took
    window_s: float = 0.0
    pictures_s: float = 0.0
    looks_s: float = 0.0
    throws: int = 0
    claims: int = 0

    def changed(self, seat: int, after: float) -> float | None:
        return next((at for at in self.changes.get(seat, ()) if at > after), None)

    @property
    def lit(self) -> list[float]:
        """From each press to the change of the presser's own lamp."""
        return [at - each.at for each in self.presses if (at := self.changed(each.seat, each.at)) is not None]

    def after_window(self, what: str) -> list[float]:
        """From the end of the tie window, for the presses that it decided."""
        times = [(getattr(each, what), each.at) for each in self.presses if each.decides]
        return [then - at - self.window_s for then, at in times if then is not None]


class TimedJournal(Journal):
    times: Times

    def append(self, *lines: str) -> None:
        before = time.monotonic()
        super().append(*lines)
        self.times.kept.append(time.monotonic() - before)


class Lively(Director):
    """Something moves on every picture, under all that the game shows."""

    times: Times

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        if isinstance(self.screen, GameScreen):
            press = next((each for each in reversed(self.times.presses) if each.decides), None)
            if press is not None and press.begun is None and self.screen.table.expects.task == "name":
                press.begun = time.monotonic()
            size = self.screen.layout.unit * 6
            across = now * 97 % (self.screen.layout.width - size)
            self.screen.canvas.image("lively", self.screen.emblem(0, size), (across, self.screen.layout.height / 2))
        return super().draw(surface, now)


class Racers(SeriesRobot):
    """Throw, press, and name a series that is not there, so that the race never ends."""

    fingers: Fingers
    _pressed_for = -1  # the entry of the record for which somebody has pressed

    def act(self, now: float) -> None:
        entries, ready = len(self.table.record.entries), self.ready_at
        rolling = entries % 8 == 1 and self.mat.busy and not self.table.state.fresh
        if rolling and self._pressed_for != entries and self.table.expects.task == "throw":
            self._push(entries, decides=False)
        super().act(now)
        if self.ready_at != ready:
            self.ready_at -= QUICK_S

    def play(self, task: str, now: float) -> None:
        entries = len(self.table.record.entries)
        if task == "name":
            self.put(Picked("series:skull", now))
            self.put(Picked("claim", now))
        elif task == "throw" and self.table.state.fresh and self._pressed_for != entries:
            self._push(entries, decides=True)
        else:
            super().play(task, now)

    def _push(self, entries: int, *, decides: bool) -> None:
        self._pressed_for = entries
        thrower = self.table.state.turn
        others = [seat for seat in range(len(PLAYERS)) if seat != thrower]
        spared = others[self.chance.randrange(0, len(others))]
        first, second = (seat for seat in others if seat != spared)
        self.fingers.press((first, second), thrower, decides=decides)


def stamped(clock: Clock, config: Config, changes: dict[int, list[float]]) -> type[PracticePin]:
    lamp_of = {f"GPIO{wire.pin}": int(wire.name[6:]) - 1 for wire in config.wires() if wire.use == "lamp"}

    class StampedPin(PracticePin):
        """Says when it changed, if a lamp hangs on it."""

        def _change_state(self, value: Any) -> bool:
            changed: bool = super()._change_state(value)
            seat = lamp_of.get(str(self.info.name))
            if changed and seat is not None:
                changes.setdefault(seat, []).append(clock.now())
            return changed

    return StampedPin


class Race:
    """The race: iterating it plays, and gives one for each press that the tie window decides."""

    def __init__(self, folder: Path, presses: int, longest_s: float) -> None:
        self.times, self._folder, self._presses, self._longest = Times(), folder, presses, longest_s

    def __iter__(self) -> Iterator[int]:
        times, clock, config = self.times, RealClock(), read(SHIPPED)
        times.window_s = config.play.tie_window_ms / 1000
        pins = PracticeFactory(clock, stamped(clock, config, times.changes))
        journal = TimedJournal.open(self._folder / "games", clock)
        assert isinstance(journal, TimedJournal)
        journal.times = times
        host = Host(Evening(config, clock, journal, random.Random(1)), virtual=True)
        device = host.device = Device(config, clock, pins, None)
        window = Window((1280, 800))
        director = Lively(host, window.layout, language("en"), None)
        director.times = times
        device.start()
        table = host.evening.begin("series", PLAYERS)
        director.play("series")
        assert isinstance(director.screen, GameScreen) and director.screen.live is not None
        director.screen.live.large = True
        assert host.virtual is not None
        racers = Racers(table, host.virtual, random.Random(3), host.put)
        opened = clock.now()
        while device.eyes.looks < 10:  # the eyes are at it
            time.sleep(0.1)
            if clock.now() > opened + EYES_S:
                raise Trouble(Message("The eyes do not come to see; vigie doctor may say why."))
        at_the_ready()
        seen_before, loop, began = device.eyes.looks, Loop(host, window, director), clock.now()
        with Controls(times) as controls, Fingers(config, pins, controls.wake, times) as racers.fingers, pauses(times):
            decided = 0
            while decided < self._presses and clock.now() < began + self._longest:
                racers.act(clock.now())
                loop.turn()
                if sum(each.decides and each.begun is not None for each in times.presses) > decided:
                    decided += 1
                    yield decided
            end = clock.now() + 1.0
            while clock.now() < end:
                loop.turn()
        for press in times.presses:
            others = set(range(len(PLAYERS))) - {*press.pressers, press.thrower}
            out = [at for seat in others if (at := times.changed(seat, press.at)) is not None]
            press.claimed = min(out, default=None)
        took = clock.now() - began
        times.pictures_s, times.looks_s = loop.pictures / took, (device.eyes.looks - seen_before) / took
        done = [type(step.action) for step in table.record.steps]
        times.throws, times.claims = done.count(Throw), done.count(Claim)
        host.close()
        journal.close()
        window.close()


@contextlib.contextmanager
def pauses(times: Times) -> Iterator[None]:
    """How long everything stood still while Python looked for garbage."""
    began = 0.0

    def noted(phase: str, _: dict[str, int]) -> None:
        nonlocal began
        if phase == "start":
            began = time.monotonic()
        else:
            times.collected.append(time.monotonic() - began)

    gc.callbacks.append(noted)
    try:
        yield
    finally:
        gc.callbacks.remove(noted)


# Waits, then tells of an edge: its pin, its time, down or up.
FINGER = """import sys, time
for line in sys.stdin:
    for word in line.split():
        wait, pin, down = word.split(":")
        time.sleep(float(wait))
        print(pin, time.monotonic(), down, flush=True)
"""


class Fingers:
    """Push and let go at uneven times, in a process of their own; the controls are woken in between."""

    def __init__(self, config: Config, pins: PracticeFactory, wake: Callable[[], None], times: Times) -> None:
        wires = [wire for wire in config.wires() if wire.use == "button" and wire.name.startswith("player")]
        self._pins_of = {int(wire.name[6:]) - 1: wire.pin for wire in wires}
        self._pins, self._wake, self._times, self._chance = pins, wake, times, random.Random(7)
        self._waits: dict[int, Press] = {}  # by pin
        self._ours = threading.Thread(target=self._edges, daemon=True)

    def __enter__(self) -> Fingers:
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-c", FINGER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._ours.start()
        return self

    def press(self, pressers: tuple[int, ...], thrower: int, *, decides: bool) -> None:
        """The first of them soon, the others a little later."""
        words = []
        for place, seat in enumerate(pressers):
            pin, soonest, latest = self._pins_of[seat], *(LATER_S if place else (0.0, 0.06))
            self._waits[pin] = Press(seat, 0.0, pressers, thrower, decides and not place)
            words.append(f"{self._chance.uniform(soonest, latest)}:{pin}:1")
        words += [f"{0.04 + 0.04 * self._chance.random()}:{self._pins_of[seat]}:0" for seat in pressers]
        assert self._process.stdin is not None
        self._process.stdin.write(" ".join(words) + "\n")
        self._process.stdin.flush()

    def _edges(self) -> None:
        """As lgpio's own thread: it reads from a pipe, and calls whoever wants to hear of that pin."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            pin, at, down = line.split()
            if down == "1":
                press = self._waits.pop(int(pin))
                press.at = float(at)
                self._times.presses.append(press)
                self._pins.push(int(pin), press.at)
                continue
            self._pins.let_go(int(pin), float(at))
            time.sleep(0.015 * self._chance.random())
            with contextlib.suppress(OSError, ValueError):  # the run is over
                self._wake()

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._ours.join()
        self._process.wait(10)


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
