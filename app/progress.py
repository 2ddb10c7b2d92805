"""Progress of anything that takes more than a second: a bar on standard error, and only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

WIDTH = 30


def progress(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """The items, one by one, with a bar that moves as they are taken."""
    if not sys.stderr.isatty():
        yield from items
        return
    shown = -1
    for done, item in enumerate(items, start=1):
        yield item
        percent = 100 * done // total
        if percent != shown:
            shown = percent
            bar = ("█" * (WIDTH * done // total)).ljust(WIDTH, "·")
            print(f"\r{bar} {percent:3d} %  {done} of {total} {what}", end="", file=sys.stderr, flush=True)
    print("\r\033[K", end="", file=sys.stderr, flush=True)
