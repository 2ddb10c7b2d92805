"""The one loop of the table: it hears, steps and draws, in one thread, and never waits for a worker.

Between two pictures it waits at the queue and not for the clock: a press is judged and its lamp lit when it comes, and
the picture follows when it is due. While nothing moves it only listens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.events import Event, Pressed, Released, Tick
from ui.director import Director
from ui.inputs import Closed, Input
from ui.screen import Window

if TYPE_CHECKING:  # cv2 comes with it
    from app.table import Host

FRAME_S = 1 / 60
STILL_S = 0.1  # while nothing moves, a look whether something should


class Loop:
    def __init__(self, host: Host, window: Window, director: Director) -> None:
        self._host, self._window, self._director = host, window, director
        self._due = 0.0  # when the next picture may be drawn
        self._drawn = 0.0
        self._stirred = True  # something moves, or something has happened since the last picture
        self.pictures = 0

    def turn(self) -> bool:
        """Hears what has happened; draws when it is time. False once the window was closed."""
        host, clock = self._host, self._host.evening.clock
        device = host.device
        assert device is not None
        events = list(device.events(wait=self._due - clock.now()))
        now = clock.now()
        inputs = [*self._window.inputs(now), *(each for each in events if isinstance(each, Pressed | Released))]
        if any(isinstance(each, Closed) for each in inputs):
            return False
        self._hear(events, inputs)
        if events or inputs:
            self._stirred = True
            device.show(self._director.lamps)  # the lamp does not wait for the picture
        if now >= self._due:
            self._due = now + FRAME_S
            if self._stirred or now - self._drawn >= STILL_S:
                host.evening.hear(Tick(now))
                device.show(self._director.lamps)
                self._stirred, self._drawn = self._window.show(self._director, now), now
                self.pictures += self._stirred
        return True

    def _hear(self, events: list[Event], inputs: list[Input]) -> None:
        for event in events:
            if not isinstance(event, Pressed | Released):  # a real button and its key are one, and go to the screen
                self._host.hear(event)
        for each in inputs:
            self._director.handle(each)
