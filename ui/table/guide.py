"""The first game of each kind on a table is a guided one: beside what is to be done the ribbon says why, a few times
for each thing, until a touch on it says that this is enough."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from pathlib import Path

from firmware.books import history
from rules.say import Message

TIMES = 3  # that each thing is explained
KNOWN = 100  # games of the history that are looked through


class Guide:
    """`whys`: a sentence for each task that the referee may ask for."""

    def __init__(self, whys: Mapping[str, Message] | None = None) -> None:
        self._whys = dict(whys or {})
        self._said: dict[str, int] = {}
        self._last: Hashable = None

    def heed(self, task: str, entries: int) -> None:
        """Called with every picture: counts how often this was asked for."""
        if (task, entries) != self._last:
            self._last = (task, entries)
            self._said[task] = self._said.get(task, 0) + 1

    def why(self, task: str) -> Message | None:
        return self._whys.get(task) if self._said.get(task, 0) <= TIMES else None

    def enough(self) -> None:
        self._whys.clear()


def is_first(folder: Path, game: str) -> bool:
    """Nobody has played this game at this table before."""
    return all(each.game != game for each in history.page(folder, KNOWN)[0])
