from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from firmware.play.events import Pressed
from ui.gallery.rehearsal import at_once, practice
from ui.inputs import Touched, Typed
from ui.pages.title import IDLE_S, Title
from ui.screen import Window
from ui.words.language import language


class Calls:
    def __init__(self) -> None:
        self.made: list[str] = []

    def __call__(self, name: str) -> Callable[[], None]:
        return lambda: self.made.append(name)


def titled(shown: Window, calls: Calls, submit: Any = None, robots: Any = None) -> Title:
    words = language("en")
    return Title(shown.layout, words, calls("on"), calls("service"), calls("speak"), robots, submit)


def test_the_first_frame_comes_before_the_chart_and_the_second_has_it(window: Callable[..., Window]) -> None:
    shown, calls = window(800, 480), Calls()
    title = titled(shown, calls)
    shown.show(title, 0.0)
    assert title._map is None
    shown.show(title, 0.02)
    assert title._map is not None


@pytest.mark.parametrize(
    ("event", "called"),
    [
        (Pressed("player3", 0.0), "on"),
        (Pressed("choose", 0.0), "on"),
        (Touched(300, 300, 0.0), "on"),
        (Typed("s", 0.0), "service"),
        (Typed("l", 0.0), "speak"),
    ],
)
def test_whatever_is_pressed_goes_on(window: Callable[..., Window], event: Any, called: str) -> None:
    calls = Calls()
    titled(window(800, 480), calls).handle(event)
    assert calls.made == [called]


def test_the_signs_in_the_corner_can_be_touched(window: Callable[..., Window]) -> None:
    calls = Calls()
    title = titled(window(800, 480), calls)
    for name in ("wheel", "tongue"):
        title.handle(Touched(*title._signs[name].center, 0.0))
    assert calls.made == ["service", "speak"]


@pytest.mark.slow
def test_when_nobody_comes_robots_play_and_a_press_still_goes_on(window: Callable[..., Window]) -> None:
    shown, calls = window(800, 480), Calls()
    title = titled(shown, calls, at_once, lambda: practice("series"))
    for at in (0.0, 0.1, IDLE_S - 0.1):
        shown.show(title, at)
    assert title._attract is None
    clock = practice("series").evening.clock
    before = clock.now()
    for step in range(12):
        shown.show(title, IDLE_S + 0.2 + step * 0.2)
    assert title._attract is not None and clock.now() > before + 0.5  # they have played on
    title.handle(Pressed("player1", 0.0))
    assert calls.made == ["on"]


def test_a_press_does_not_wait_for_the_robots(window: Callable[..., Window]) -> None:
    """A step that takes for ever: the screen stands still, and the press goes on all the same."""
    shown, calls = window(800, 480), Calls()
    never: Future[Any] = Future()
    title = titled(shown, calls, lambda work: never, lambda: practice("series"))
    for at in (0.0, 0.1, IDLE_S + 1, IDLE_S + 2):
        shown.show(title, at)
    title.handle(Pressed("choose", 0.0))
    assert calls.made == ["on"]
