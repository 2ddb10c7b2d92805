"""The buttons: real gpiozero Buttons whose every edge is heard with the kernel's time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from gpiozero import Button, Factory

from firmware.clock import Clock
from firmware.config import Config
from firmware.panel.contact import ButtonEvent, Contact, name_of
from firmware.panel.gpio import EdgeTimes
from firmware.panel.pad import Pad
from rules.say import Message
from vision.log import LOG


class EdgeButton(Button):  # type: ignore[misc]
    """A Button that hands on each edge. gpiozero's own debounce would shift the times, so it stays off."""

    def __init__(self, pin: int, heard: Callable[[float, bool], None], pin_factory: Factory) -> None:
        self._heard = heard
        super().__init__(pin, pull_up=True, bounce_time=None, pin_factory=pin_factory)
        self._hold_thread.stopping.set()  # Contact minds how long; a thread that wakes ten times a second is not needed

    def _fire_events(self, ticks: float, new_active: bool) -> None:
        started = self._last_active is not None  # the first call is only the state at start, not an edge
        super()._fire_events(ticks, new_active)
        if started:
            self._heard(ticks, new_active)


class Buttons:
    """All buttons of the table. Edges come on gpiozero's thread; what they mean is put in the table's queue.

    With no factory there are no buttons, and that is all: `poll` and `close` work as ever."""

    def __init__(
        self, config: Config, factory: Factory | None, clock: Clock, put: Callable[[ButtonEvent], None]
    ) -> None:
        self.troubles: list[Message] = []
        self.devices: dict[str, EdgeButton] = {}
        self.pad: Pad | None = None
        self._put = put
        self._contacts: dict[str, Contact] = {}
        self._lock = threading.Lock()  # edges and polling come from two threads
        if factory is None:
            return
        self._times = EdgeTimes(clock, factory)
        bounce, stuck = config.buttons.bounce_ms / 1000, config.buttons.stuck_s
        for wire in config.wires():
            if wire.use == "button":
                self._open(wire.name, wire.pin, factory, Contact(wire.name, bounce, stuck, at=clock.now()))
        if config.pad.fitted:
            try:
                self.pad = Pad(config.pad.rows, config.pad.columns, factory)
            except Exception as error:
                LOG.warning("The series pad does not work.", exc_info=error)
                self.troubles.append(Message("The series pad does not work: {error}.", error=str(error)))
            else:
                self._contacts |= {key: Contact(key, bounce, stuck, at=clock.now()) for key in self.pad.keys}

    def _open(self, name: str, pin: int, factory: Factory, contact: Contact) -> None:
        def heard(ticks: float, down: bool) -> None:
            with self._lock:
                self._hand_on(contact.edge(self._times.of(ticks), down))

        self._contacts[name] = contact
        try:
            device = EdgeButton(pin, heard, factory)
        except Exception as error:  # a pin somebody else holds, no permission: kinds differ from factory to factory
            del self._contacts[name]
            LOG.warning("The button %s does not work.", name, exc_info=error)
            why = str(error)
            self.troubles.append(
                Message("The {button} on GPIO {pin} does not work: {error}.", button=name_of(name), pin=pin, error=why)
            )
            return
        self.devices[name] = device
        contact.held |= device.is_pressed

    def poll(self, now: float) -> None:
        """Called with every turn of the loop: releases, stuck buttons, and the pad, which has no edges of its own."""
        with self._lock:
            for name, device in self.devices.items():
                contact = self._contacts[name]
                if contact.overdue(now) and not device.is_pressed:
                    self._hand_on(contact.edge(now, False))  # the kernel's queue overflowed and this edge was lost
                self._hand_on(contact.poll(now))
            if self.pad is not None:
                down = self.pad.scan()
                for key in self.pad.keys:
                    contact = self._contacts[key]
                    if contact.closed != (key in down):
                        self._hand_on(contact.edge(now, key in down))
                    self._hand_on(contact.poll(now))

    def close(self) -> None:
        for device in self.devices.values():
            device.close()
        if self.pad is not None:
            self.pad.close()

    def _hand_on(self, events: Iterable[ButtonEvent]) -> None:
        for event in events:
            self._put(event)
