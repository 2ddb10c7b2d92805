"""Painters that take breath."""

from __future__ import annotations

import threading
from typing import Any

import pygame
import pytest

from ui.breath import listening, meanwhile
from ui.look.engrave import Plate

PATIENCE_S = 10.0


def test_while_another_thread_works_for_the_painter_the_loop_listens() -> None:
    heard = threading.Event()
    with listening(heard.set):
        assert meanwhile(lambda: heard.wait(PATIENCE_S))


def test_where_nobody_listens_it_is_simply_done() -> None:
    assert meanwhile(threading.current_thread) is threading.current_thread()


def test_what_the_other_thread_raises_is_raised_here() -> None:
    with listening(lambda: None), pytest.raises(ZeroDivisionError):
        meanwhile(lambda: 1 / 0)


def test_a_plate_that_takes_its_time_is_printed_while_the_loop_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    load, heard, begun = pygame.image.load, threading.Event(), threading.Event()

    def slow(*args: Any) -> pygame.Surface:
        begun.set()
        assert heard.wait(PATIENCE_S), "a press had to wait for an engraving"
        return load(*args)

    monkeypatch.setattr(pygame.image, "load", slow)
    with listening(lambda: heard.set() if begun.is_set() else None):
        assert Plate(10, 10).print().get_size() == (10, 10)
