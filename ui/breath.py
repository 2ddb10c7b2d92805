"""Taking breath while a picture is painted: between two strokes the loop may listen, so that a press need not wait.

Painters call `breathe()` before whatever takes a millisecond or more. Nobody listens unless the loop asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[], None]] = []


@contextmanager
def listening(listen: Callable[[], None]) -> Iterator[None]:
    """Meanwhile every breath calls `listen`."""
    _listeners.append(listen)
    try:
        yield
    finally:
        _listeners.remove(listen)


def breathe() -> None:
    for listen in _listeners:
        listen()
