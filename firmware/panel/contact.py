"""One switch as it really behaves: contacts rattle, jam and wear out. Pure: edges and times in, events out.

A press counts from its very first edge, so that it keeps its place among the others' presses. A release counts once
the contact has been open for the bounce time; whatever rattles in between belongs to the same press.
"""

from __future__ import annotations

from collections import deque
from typing import Literal

from firmware.play.events import ButtonTrouble, Pressed, Released, seat_of
from rules.say import Message

ButtonEvent = Pressed | Released | ButtonTrouble

# More in one second than any hand can do, with room for an old switch that rattles at each press.
PRESSES_A_SECOND = 15
EDGES_A_SECOND = 150
QUIET_S = 3.0  # a chattering button is trusted again after this long without an edge


def name_of(button: str) -> Message:
    """What people call a button."""
    seat = seat_of(button)
    if seat is not None:
        return Message("button of player {n}", n=seat + 1)
    match button:
        case "left":
            return Message("left button of the console")
        case "right":
            return Message("right button of the console")
        case "choose":
            return Message("choose button of the console")
    return Message("button {n} of the series pad", n=button.removeprefix("pad"))


class Contact:
    def __init__(self, name: str, bounce_s: float, stuck_s: float, *, down: bool = False, at: float = 0.0) -> None:
        self.name = name
        self._bounce, self._stuck = bounce_s, stuck_s
        self.held = down  # held down when the table starts: no press, but it may turn out to be stuck
        self._since = at
        self._opened: float | None = None  # where it may have been let go
        self._trouble: Literal["stuck", "chatters"] | None = None
        self._edges: deque[float] = deque(maxlen=EDGES_A_SECOND)
        self._presses: deque[float] = deque(maxlen=PRESSES_A_SECOND)

    @property
    def closed(self) -> bool:
        """As far as edges tell, the contact is closed this instant."""
        return self.held and self._opened is None

    def overdue(self, now: float) -> bool:
        """Down for so long that somebody should look whether it really is."""
        return self.closed and now - self._since >= self._stuck

    def edge(self, at: float, down: bool) -> list[ButtonEvent]:
        """The contact closed or opened at the time `at`."""
        events = self._let_go(at)
        self._edges.append(at)
        if not down:
            if self.held:
                self._opened = at
        elif self.held:
            self._opened = None
        else:
            self.held, self._since = True, at
            self._presses.append(at)
            if self._trouble is None and not self._too_many(at):
                events.append(Pressed(self.name, at))
        if self._trouble is None and self._too_many(at):
            self._trouble = "chatters"
            message = Message("The {button} chatters and is left out; check its wires.", button=name_of(self.name))
            events.append(ButtonTrouble(self.name, message, at))
        return events

    def poll(self, now: float) -> list[ButtonEvent]:
        """What time alone tells: let go, stuck, quiet again."""
        events = self._let_go(now)
        if self._trouble is None and self.overdue(now):
            self._trouble = "stuck"
            message = Message("The {button} is stuck down and is left out; free it.", button=name_of(self.name))
            events.append(ButtonTrouble(self.name, message, now))
        elif self._trouble == "chatters" and now - self._edges[-1] >= QUIET_S:
            self._edges.clear()
            self._presses.clear()
            events.append(self._trusted(now))
        return events

    def _let_go(self, now: float) -> list[ButtonEvent]:
        if self._opened is None or now - self._opened < self._bounce:
            return []
        opened, self._opened, self.held = self._opened, None, False
        if self._trouble == "stuck":
            return [self._trusted(opened)]
        return [] if self._trouble else [Released(self.name, opened)]

    def _trusted(self, at: float) -> ButtonTrouble:
        self._trouble = None
        return ButtonTrouble(self.name, None, at)

    def _too_many(self, at: float) -> bool:
        return any(len(times) == times.maxlen and at - times[0] < 1.0 for times in (self._edges, self._presses))
