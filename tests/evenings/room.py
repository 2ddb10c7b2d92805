"""A whole table for tests: real gpiozero buttons on mock pins, real lamps, rendered frames through the real vision, a
real journal on disk; robots' hands throw the dice and push the pins. Only time is made."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from firmware.books.journal import Journal
from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.panel.buttons import Buttons
from firmware.panel.gpio import PracticeFactory
from firmware.panel.lamps import Lamps
from firmware.play.evening import Evening
from firmware.play.events import Event, Pressed
from firmware.play.hosting import House
from firmware.practice.session import SIZE, Practice
from vision.mat import geometry

PUSH_S = 0.08  # how long a finger stays on a button


class Room:
    def __init__(self, folder: Path, seed: int, size: tuple[int, int] = SIZE) -> None:
        self.size = size
        self.clock = FakeClock()
        self.chance = Random(seed)
        self.config = read(SHIPPED)
        self.pins = PracticeFactory(self.clock)
        self.heard: list[Event] = []
        self.buttons = Buttons(self.config, self.pins, self.clock, self._hear)
        self.lamps = Lamps(self.config, self.pins)
        self.journal = Journal.open(folder, self.clock)
        self.evening = Evening(self.config, self.clock, self.journal, self.chance)
        self._pin = {wire.name: wire.pin for wire in self.config.wires() if wire.use == "button"}
        self._down: dict[int, float] = {}

    def _hear(self, event: Event) -> None:
        self.heard.append(event)
        self.evening.hear(event)

    def sit_down(self, game: str, players: tuple[str, ...], setup: Any = None, house: House | None = None) -> None:
        self.evening.begin(game, players, setup, house)
        self.seat_robots()

    def seat_robots(self) -> None:
        """At the game that is on the table."""
        self.practice = Practice(self.evening, self.clock, geometry.load(), self.chance, self.push, self.size)

    def push(self, press: Pressed) -> None:
        """The finger pushes the real Button's pin, at the time of the press."""
        pin = self._pin[press.button]
        if pin not in self._down:
            self.pins.push(pin, press.at)
            self._down[pin] = press.at + PUSH_S

    def step(self) -> None:
        self.practice.step()
        now = self.clock.now()
        for pin, until in list(self._down.items()):
            if now >= until:
                self.pins.let_go(pin, now)
                del self._down[pin]
        self.buttons.poll(now)
        assert self.evening.table is not None
        self.lamps.show(self.evening.table.expects.lamps, now)

    def play(self, most_steps: int) -> int:
        """To the end of the game; says how many steps it took."""
        for count in range(most_steps):
            self.step()
            if self.practice.over:
                return count
        assert self.evening.table is not None
        raise AssertionError(f"not over after {most_steps} steps: {self.evening.table.expects}")

    def close(self) -> None:
        self.buttons.close()
        self.lamps.close()
        self.journal.close()
