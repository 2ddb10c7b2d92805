"""The device in one piece: buttons, lamps, camera and eyes, and the one queue they all put their events in.

    device = Device(config, clock, factory, camera)
    device.watch(partial(house_dice, "twelve")) # from now on the house's series dice are looked for
    while playing:
        for event in device.events():
            evening.hear(event)
            device.show(evening.table.expects.lamps, event)

The thread that owns the game never waits for any of them, and whoever presses does not wait for that thread: their lamp
answers at the edge.
"""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gpiozero import Factory

from firmware.clock import Clock
from firmware.config import Config
from firmware.eyes.cameras import Camera
from firmware.eyes.minder import Eyes
from firmware.panel.buttons import Buttons
from firmware.panel.contact import ButtonEvent
from firmware.panel.lamps import Lamps
from firmware.play.events import Event, Looked, Pressed, in_order, seat_of
from firmware.play.referee import Lamp
from rules.say import Message

if TYPE_CHECKING:  # OpenCV is the eyes' business
    from vision.time.watch import Watcher


AWAKE_S = 0.005


class Device:
    """Every piece is optional: what is missing is in `troubles`, and the rest works."""

    def __init__(
        self,
        config: Config,
        clock: Clock,
        factory: Factory | None,
        camera: Callable[[], Camera] | None,  # None: the virtual table's
        fault: Message | None = None,
    ) -> None:
        self.clock = clock
        self.queue: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.lamps = Lamps(config, factory)
        self.buttons = Buttons(config, factory, clock, self._pressed)
        self.eyes = Eyes(camera, self.queue.put)
        self._first: list[Event] = []  # taken out of the queue already; only the thread that owns the game knows them
        self._fault = fault

    @property
    def troubles(self) -> tuple[Message, ...]:
        return (*([self._fault] if self._fault else ()), *self.buttons.troubles, *self.lamps.troubles)

    def start(self) -> None:
        self.eyes.start()

    def watch(self, make: Callable[[], Watcher] | None, cards: str | None = None) -> None:
        """Look for other dice, and the cards that were taught by this name, from now on: what was seen for the game
        before is dropped, whatever else waits is not."""
        self.eyes.watch(make, cards)
        self._first = [event for event in self._waiting() if not isinstance(event, Looked)]

    @property
    def waits(self) -> bool:
        """Something has happened and was not asked for yet."""
        return bool(self._first) or not self.queue.empty()

    def events(self, wait: float = 0.0, *, awake: bool = False) -> list[Event]:
        """All that has happened since the last time, by the time it happened. Waits up to `wait` seconds for something
        to happen: a press wakes the game at once, it need not wait for the next frame. `awake`: the last of that time
        is not slept through, for a busy machine wakes a sleeper some milliseconds late."""
        self.buttons.poll(self.clock.now())
        if wait > 0 and not self._first:
            until, asleep = time.monotonic() + wait, wait - AWAKE_S if awake else wait
            if asleep > 0:
                with contextlib.suppress(queue.Empty):
                    self._first = [self.queue.get(timeout=asleep)]
            while not self.waits and time.monotonic() < until:
                pass
        return in_order(self._waiting())

    def _waiting(self) -> list[Event]:
        waiting, self._first = self._first, []
        with contextlib.suppress(queue.Empty):
            while True:
                waiting.append(self.queue.get_nowait())
        return waiting

    def _pressed(self, event: ButtonEvent) -> None:
        """On the thread that heard the edge. The lamp first: what is in the queue may be heard before this goes on."""
        if isinstance(event, Pressed) and (seat := seat_of(event.button)) is not None:
            self.lamps.answer(seat)
        self.queue.put(event)

    def show(self, lamps: Sequence[Lamp], heard: object = None) -> None:
        """What the game wants of the lamps, now that it has heard this event."""
        if isinstance(heard, Pressed) and (seat := seat_of(heard.button)) is not None:
            self.lamps.heard(seat)
        self.lamps.show(lamps, self.clock.now())

    def close(self) -> None:
        self.eyes.close()
        self.buttons.close()
        self.lamps.close()
