"""Taking breath while a picture is painted: between two strokes the loop may listen, so that a press need not wait.

Painters call `breathe()` before whatever takes a millisecond or more, and have what takes several done by `meanwhile`.
Nobody listens unless the loop asks for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TypeVar

Done = TypeVar("Done")

BREATH_S = 0.001  # between two of them, while another thread works for the painter
_helper = ThreadPoolExecutor(1, "painter's hand")
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


def meanwhile(work: Callable[[], Done]) -> Done:
    """What takes milliseconds outside of the interpreter, done by another thread: the painter listens until it is."""
    if not _listeners or threading.current_thread() is not threading.main_thread():
        return work()
    doing = _helper.submit(work)
    while not doing.done():
        breathe()
        with suppress(TimeoutError):
            doing.exception(BREATH_S)
    return doing.result()
