"""All screens are tested through SDL's dummy drivers, chosen before pygame is imported."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

from collections.abc import Callable, Iterator

import pytest

from ui.screen import Window


@pytest.fixture
def window() -> Iterator[Callable[..., Window]]:
    """Opens windows of any size; they are closed at the end."""
    opened: list[Window] = []

    def open_window(width: int = 1280, height: int = 800) -> Window:
        opened.append(Window((width, height)))
        return opened[-1]

    yield open_window
    for one in opened:
        one.close()
