"""Time comes from one clock that is passed in, so that a test plays a whole evening in a second."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> float:
        """Seconds that only ever go forward; their zero means nothing."""
        ...

    def date(self) -> datetime:
        """The day and time on the wall, which may jump."""
        ...


class RealClock:
    def now(self) -> float:
        return time.monotonic()

    def date(self) -> datetime:
        return datetime.now().astimezone()


class FakeClock:
    """Stands still until somebody moves it on."""

    def __init__(self, now: float = 1000.0, date: datetime | None = None) -> None:
        self._now = self._start = now
        self._date = date or datetime.fromisoformat("2025-06-21T20:00:00+02:00")

    def now(self) -> float:
        return self._now

    def date(self) -> datetime:
        return datetime.fromtimestamp(self._date.timestamp() + self._now - self._start, self._date.tzinfo)

    def advance(self, seconds: float) -> float:
        if seconds < 0:
            raise ValueError("time does not run backwards")
        self._now += seconds
        return self._now
