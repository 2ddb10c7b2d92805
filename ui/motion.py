"""Motion that explains and then rests: shares of time from 0 to 1, driven by the clock that is handed in.

A screen starts a motion by name and asks each frame how far it is; any press skips all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass

Ease = Callable[[float], float]
LIT = 0.75  # seconds at which whatever breathes or blinks is at its brightest
LONGEST = 2.5  # no motion keeps the players waiting for longer


def linear(t: float) -> float:
    return t


def out(t: float) -> float:
    """Quick at first, then at rest: the usual one."""
    return 1 - (1 - t) ** 3


def in_out(t: float) -> float:
    return t * t * (3 - 2 * t)


def back(t: float) -> float:
    """Shoots a little past its end and returns."""
    return 1 + 2.2 * (t - 1) ** 3 + 1.2 * (t - 1) ** 2


def hop(t: float) -> float:
    """Up and down again: 0 at both ends, 1 in the middle."""
    return 4 * t * (1 - t)


def pulse(now: float, period: float = 1.2) -> float:
    """Breathes between 0 and 1 as long as one looks."""
    return 0.5 - 0.5 * math.cos(now / period * math.tau)


def between(one: float, other: float, share: float) -> float:
    return one + (other - one) * share


@dataclass(frozen=True, slots=True)
class Tween:
    begin: float
    seconds: float
    ease: Ease = out

    def share(self, now: float) -> float:
        if self.seconds <= 0 or now >= self.begin + self.seconds:
            return 1.0
        return self.ease(max(0.0, (now - self.begin) / self.seconds))

    def done(self, now: float) -> bool:
        return now >= self.begin + self.seconds


class Motions:
    """The motions under way, by name. `still`: nothing moves, all is at its end at once."""

    def __init__(self, still: bool = False) -> None:
        self.still = still
        self._running: dict[Hashable, Tween] = {}

    def start(self, name: Hashable, now: float, seconds: float = 0.3, *, delay: float = 0.0, ease: Ease = out) -> None:
        """Begins a motion, after a delay; together they never take longer than LONGEST."""
        if self.still:
            return
        delay = min(delay, LONGEST)
        self._running[name] = Tween(now + delay, min(seconds, LONGEST - delay), ease)

    def share(self, name: Hashable, now: float, rest: float = 1.0) -> float:
        """How far a motion is; `rest` where there is none."""
        tween = self._running.get(name)
        return rest if tween is None else tween.share(now)

    def busy(self, now: float) -> bool:
        self._running = {name: tween for name, tween in self._running.items() if not tween.done(now)}
        return bool(self._running)

    def skip(self) -> bool:
        """Ends all at once; says whether there was anything to skip."""
        skipped = bool(self._running)
        self._running.clear()
        return skipped
