"""The one loop of the table: it hears, steps and draws, in one thread, and never waits for a worker.

Between two pictures it waits at the queue and not for the clock: a press is judged and its lamp lit when it comes, what
the referee wanted to be woken for is done at that moment, and the picture follows when it is due. Also in the middle of
a picture it listens, each time the painters take breath: a press in a race is judged then and there, and so is what the
camera says; all else waits for the end of the picture, and whatever comes after it. While nothing moves, it only
listens.
"""

from __future__ import annotations

import gc
import sys
from collections import deque
from typing import TYPE_CHECKING

from firmware.play.events import Event, Pressed, Released, Tick, in_order
from ui.breath import listening
from ui.director import Director
from ui.inputs import Closed, Input, Keyed, Touched, Typed
from ui.screen import Window

if TYPE_CHECKING:  # cv2 comes with it
    from app.table import Host

FRAME_S = 1 / 60
TURN_S = 0.0002  # of the thread that works, while another waits for the interpreter: what answers a press takes as long
STILL_S = 0.1  # while nothing moves, a look whether something should


def at_the_ready() -> None:
    """What a press must not wait for: the loop's turn at the interpreter, and Python's looking for garbage among all
    that was made at the start and stays."""
    sys.setswitchinterval(TURN_S)
    gc.collect()
    gc.freeze()


class Loop:
    def __init__(self, host: Host, window: Window, director: Director) -> None:
        self._host, self._window, self._director = host, window, director
        self._due = 0.0  # when the next picture may be drawn
        self._drawn = 0.0
        self._woken: float | None = None  # the last moment somebody wanted to be woken at, and was
        self._later: deque[Event] = deque()  # came in the middle of a picture, and has to wait for its end
        self._stirred = True  # something moves, or something has happened since the last picture
        self._heard = False  # something, while the last picture was painted
        self.pictures = 0
        self._took = 0.0  # what a picture takes now

    def turn(self) -> bool:
        """Hears what has happened; draws when it is time. False once the window was closed."""
        host, clock = self._host, self._host.evening.clock
        device = host.device
        assert device is not None
        until, decides = self._next()
        waits = 0.0 if self._later else until - clock.now()
        events = [*self._later, *device.events(waits, awake=decides)]
        self._later.clear()
        now = clock.now()
        heard: list[Event | Input] = in_order([*events, *self._window.inputs(now)])
        if any(isinstance(each, Closed) for each in heard):
            return False
        for each in heard:
            self._hear(each)
            device.show(
                self._director.lamps, each
            )  # a lamp waits neither for the picture nor for what else has happened
        woken = self._wake(now)
        if woken:
            device.show(self._director.lamps)
        self._stirred = self._stirred or woken or bool(heard)
        if now >= self._due and not self._soon(now):
            self._due = now + FRAME_S
            if self._stirred or now - self._drawn >= STILL_S:
                device.show(self._director.lamps)
                with listening(self._listen):
                    self._stirred, self._drawn = self._window.show(self._director, now), now
                self._took = max(clock.now() - now, 0.9 * self._took)
                self.pictures += self._stirred
                self._stirred |= self._heard
                self._heard = False
        return True

    def _listen(self) -> None:
        """In the middle of a picture."""
        device, now = self._host.device, self._host.evening.clock.now()
        assert device is not None
        if device.waits:
            self._later += device.events()
        while self._later and self._at_once(self._later[0]):
            self._heard = True
            device.show(self._director.lamps, self._later.popleft())
        if not self._later and self._wake(now):
            self._heard = True
            device.show(self._director.lamps)

    def _at_once(self, event: Event) -> bool:
        if isinstance(event, Pressed | Released):
            return self._director.at_once(event)
        self._host.evening.hear(event)
        return True

    def _hear(self, event: Event | Input) -> None:
        """What people do goes by way of the screen, which makes events of it: a press may be for a page of its own."""
        if isinstance(event, Pressed | Released | Touched | Typed | Keyed):
            self._director.handle(event)
        elif not isinstance(event, Closed):
            self._host.evening.hear(event)

    # -- time ------------------------------------------------------------------------------------------------------

    def _next(self) -> tuple[float, bool]:
        """When there is something to do, if nothing happens before; and whether somebody is to be woken then."""
        wake = self._host.evening.wake
        wakes = wake is not None and wake != self._woken and wake <= self._due
        return (wake, True) if wakes and wake is not None else (self._due, False)

    def _wake(self, now: float) -> bool:
        """Tells the time to whoever wanted to be woken by now, once."""
        evening = self._host.evening
        wake = evening.wake
        if wake is None or wake > now or wake == self._woken:
            return False
        self._woken = wake
        evening.hear(Tick(now))
        return True

    def _soon(self, now: float) -> bool:
        """Something will be decided before a picture could be painted: then that picture waits for it."""
        wake = self._host.evening.wake
        if wake is None or not now < wake < now + max(FRAME_S, self._took) or now - self._drawn >= STILL_S:
            return False
        self._due = wake
        return True
