"""The lamps in the buttons, lit from the referee's answer to "who is expected to do what".

How bright a lamp is follows from the clock, so all pulse together, no lamp needs a thread, and a test can ask.

Only one thing does not wait for the referee: a press is answered by the thread that heard its edge, whatever the table
is at, a throw being written to the disk, say. What the press means is shown when the table has heard it.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence

from gpiozero import LED, PWMLED, Factory
from gpiozero.exc import PinPWMUnsupported

from firmware.config import Config
from firmware.play.events import seat_of
from firmware.play.referee import Lamp
from rules.game import Seat
from rules.say import Message
from vision.log import LOG

PULSE_S = 1.6  # one calm breath
BLINK_S = 0.5  # twice a second: seen at once, and well below what can trouble anybody
STEPS = 20  # a pulsing lamp goes through this many levels; finer cannot be seen and only costs writes


def brightness(lamp: Lamp, now: float) -> float:
    match lamp:
        case Lamp.OFF:
            return 0.0
        case Lamp.STEADY:
            return 1.0
        case Lamp.BLINKING:
            return 1.0 if now % BLINK_S < BLINK_S / 2 else 0.0
        case Lamp.PULSING:
            wave = (1 - math.cos(2 * math.pi * now / PULSE_S)) / 2
            return round((0.1 + 0.9 * wave) * STEPS) / STEPS  # never quite out: a pulsing lamp is not a dark one


class Lamps:
    """One lamp per seat, as far as they are wired and work; with no factory, none."""

    def __init__(self, config: Config, factory: Factory | None) -> None:
        self.troubles: list[Message] = []
        self.devices: dict[Seat, LED | PWMLED] = {}
        self._shown: dict[Seat, float] = {}
        self._asked: Sequence[Lamp] = ()  # what the referee wants of them
        self._answering: set[Seat] = set()  # whose press the table has not heard yet
        self._lock = threading.Lock()  # edges come on a thread of their own
        if factory is None:
            return
        for wire in config.wires():
            seat = seat_of(wire.name)
            if wire.use != "lamp" or seat is None:
                continue
            try:
                self.devices[seat] = _lamp(wire.pin, factory)
                self._shown[seat] = 0.0
            except Exception as error:  # kinds differ from factory to factory
                self._out(seat, error)

    def show(self, lamps: Sequence[Lamp], now: float) -> None:
        """Light each seat's lamp; seats not named are dark. Only a change touches the pin."""
        with self._lock:
            self._asked = lamps
            for seat in list(self.devices):
                if seat not in self._answering:
                    self._light(seat, brightness(_of(seat, lamps), now))

    def answer(self, seat: Seat) -> None:
        """Its button went down: that shows at once, and until the table has heard the press."""
        with self._lock:
            if seat in self.devices and seat not in self._answering:
                self._answering.add(seat)
                self._light(seat, brightness(_of(seat, self._asked).answered, 0.0))

    def heard(self, seat: Seat) -> None:
        """The table has heard the press; what it wants of the lamp counts again."""
        with self._lock:
            self._answering.discard(seat)

    def _light(self, seat: Seat, value: float) -> None:
        device = self.devices[seat]
        if isinstance(device, LED):
            value = float(value >= 0.5)
        if value == self._shown[seat]:
            return
        try:
            device.value = value
            self._shown[seat] = value
        except Exception as error:
            del self.devices[seat]
            self._out(seat, error)

    def _out(self, seat: Seat, error: Exception) -> None:
        LOG.warning("The lamp of player %d does not work.", seat + 1, exc_info=error)
        self.troubles.append(Message("The lamp of player {n} does not work: {error}.", n=seat + 1, error=str(error)))

    def close(self) -> None:
        for device in self.devices.values():
            device.close()


def _of(seat: Seat, lamps: Sequence[Lamp]) -> Lamp:
    return lamps[seat] if seat < len(lamps) else Lamp.OFF


def _lamp(pin: int, factory: Factory) -> LED | PWMLED:
    try:
        return PWMLED(pin, pin_factory=factory)
    except PinPWMUnsupported:  # it can be on or off, then
        return LED(pin, pin_factory=factory)
