"""gpiozero's pin factories: the Pi's own, and one for practice whose pins follow the table's clock."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable

from gpiozero import Device, Factory
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin

from firmware import refused
from firmware.clock import Clock
from rules.say import Message


class PracticePin(MockPWMPin):  # type: ignore[misc]
    """A mock pin that can be pushed at any time one likes, in any order."""

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.edge_at(), self._state)


class PracticeFactory(MockFactory):  # type: ignore[misc]
    """Real gpiozero devices with nobody's fingers on them: for tests, and for the keys that stand in for buttons.

    An edge carries the table's clock, or the time given to `push` and `let_go`."""

    def __init__(self, clock: Clock, pin_class: type[PracticePin] = PracticePin) -> None:
        super().__init__(pin_class=pin_class)
        self._clock = clock
        self._edge_at: float | None = None
        self.ticks = clock.now  # an attribute of this one, where gpiozero has a static method

    def edge_at(self) -> float:
        return self._clock.now() if self._edge_at is None else self._edge_at

    def push(self, pin: int, at: float | None = None) -> None:
        self._drive(self.pin(pin).drive_low, at)

    def let_go(self, pin: int, at: float | None = None) -> None:
        self._drive(self.pin(pin).drive_high, at)

    def _drive(self, drive: Callable[[], object], at: float | None) -> None:
        self._edge_at = at
        try:
            drive()
        finally:
            self._edge_at = None


class EdgeTimes:
    """The kernel's edge times on the table's clock.

    The distance between the two clocks is measured once, so that no hiccup between two callbacks can change the
    order of two presses. Edge times count from boot on today's kernels and from 1970 on old ones; lgpio says to
    assume neither, so whichever of the two puts the edge nearest to now is taken."""

    def __init__(self, clock: Clock, factory: Factory) -> None:
        self._clock = clock
        self._distances = [_distance(clock, factory.ticks), _distance(clock, time.time)]

    def of(self, ticks: float) -> float:
        now = self._clock.now()
        at = min((ticks + distance for distance in self._distances), key=lambda at: abs(at - now))
        return at if abs(at - now) < 60.0 else now


def _distance(clock: Clock, other: Callable[[], float]) -> float:
    """How far the table's clock is ahead of another: of several tries the one that was interrupted least."""
    tries = []
    for _ in range(5):
        before, there, after = clock.now(), other(), clock.now()
        tries.append((after - before, (before + after) / 2 - there))
    return min(tries)[1]


def open_factory() -> tuple[Factory | None, Message | None]:
    """The machine's pin factory, or None and the reason. GPIOZERO_PIN_FACTORY chooses another, as ever."""
    name = os.environ.get("GPIOZERO_PIN_FACTORY")
    try:
        if name is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return Device._default_pin_factory(), None
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory(), None
    except ModuleNotFoundError:
        return None, Message(
            "No GPIO: the lgpio library is missing (on a Pi: sudo apt install python3-lgpio). Keys stand in."
        )
    except Exception as error:  # lgpio and gpiozero raise kinds of their own, a missing chip being the usual one
        forbidden = refused.why("buttons")
        return None, forbidden or Message("No GPIO: {error}. Keys stand in.", error=str(error))
