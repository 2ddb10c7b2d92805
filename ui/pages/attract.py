"""Attract mode: while nobody plays, robots play on a virtual table, on the real game's screen, behind the name.

Their table costs some tens of milliseconds a step, so it is stepped by a worker; the screen is drawn only while no
step is under way, and no button waits for either.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol

from pygame import Rect, Surface

from firmware.play.evening import Evening
from ui.games.staged import STAGED
from ui.look.theme import Layout
from ui.words.language import Language

PACE_S = 0.1  # from one step to the next: as in life
WAITING = 6  # steps at once while robots only think: nobody watches that
Submit = Callable[[Callable[[], Any]], "Future[Any]"]


class Robots(Protocol):
    """firmware.practice.session.Practice, as far as it is needed here."""

    evening: Evening

    def step(self) -> None: ...

    @property
    def busy(self) -> bool: ...

    @property
    def over(self) -> bool: ...


class Attract:
    """A game by robots. `over` when it is finished: then there is another one."""

    def __init__(self, robots: Robots, submit: Submit, layout: Layout, words: Language) -> None:
        assert robots.evening.table is not None
        self._robots, self._submit = robots, submit
        evening = robots.evening
        key = robots.evening.table.record.game.key
        self._screen = STAGED[key].screen(evening, evening.hear, layout, words, None, evening.config)
        self._step: Future[Any] | None = None
        self._stepped = 0.0  # on the clock of whoever looks
        self._took = 0.0
        self._over = False

    @property
    def over(self) -> bool:
        return self._over

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        """What changed; nothing while a step is under way."""
        if self._step is not None:
            if not self._step.done():
                return []
            self._step.result()  # a robot that fails is a fault to be heard of
            self._step, self._took = None, now - self._stepped
            self._over = self._robots.over
        since = now - self._stepped
        changed = self._screen.draw(surface, self._robots.evening.clock.now() + min(since, PACE_S))
        if since >= max(PACE_S, 1.3 * self._took) and not self._over:
            steps = 1 if self._screen.busy else WAITING
            self._stepped, self._step = now, self._submit(lambda: self._go_on(steps))
        return changed

    def _go_on(self, steps: int) -> None:
        """So many steps, or until there is something to look at."""
        table = self._robots.evening.table
        assert table is not None
        known = len(table.moments)
        for _ in range(steps):
            self._robots.step()
            if self._robots.busy or len(table.moments) > known:
                return
