from __future__ import annotations

from typing import Any

import pygame
import pytest

from firmware.play.events import Pressed, Released
from ui.inputs import Closed, Input, Keyed, Touched, Typed, heard

SIZE = (800, 480)


def hear(kind: int, **parts: Any) -> list[Input]:
    return heard(pygame.event.Event(kind, **parts), SIZE, 7.5)


@pytest.mark.parametrize(
    ("key", "button"),
    [
        (pygame.K_LEFT, "left"),
        (pygame.K_RETURN, "choose"),
        (pygame.K_4, "player4"),
        (pygame.K_F12, "pad12"),
        (pygame.K_ESCAPE, "back"),
    ],
)
def test_every_button_has_a_key_that_is_pressed_and_released_like_it(key: int, button: str) -> None:
    assert Pressed(button, 7.5) in hear(pygame.KEYDOWN, key=key, unicode="")
    assert hear(pygame.KEYUP, key=key) == [Released(button, 7.5)]


def test_a_letter_is_typed_and_backspace_takes_it_back() -> None:
    assert hear(pygame.KEYDOWN, key=pygame.K_e, unicode="é") == [Keyed(7.5), Typed("é", 7.5)]
    assert hear(pygame.KEYDOWN, key=pygame.K_BACKSPACE, unicode="\b") == [Keyed(7.5), Typed("\b", 7.5)]
    assert hear(pygame.KEYDOWN, key=pygame.K_LSHIFT, unicode="") == [Keyed(7.5)]


def test_a_finger_and_a_mouse_touch_alike_and_never_twice() -> None:
    assert hear(pygame.MOUSEBUTTONDOWN, button=1, pos=(40, 50)) == [Touched(40, 50, 7.5)]
    assert hear(pygame.FINGERDOWN, x=0.5, y=1.0) == [Touched(400, 479, 7.5)]
    assert hear(pygame.MOUSEBUTTONDOWN, button=1, pos=(40, 50), touch=True) == []  # SDL's echo of a finger
    assert hear(pygame.MOUSEBUTTONDOWN, button=3, pos=(40, 50)) == []


def test_closing_the_window_is_heard() -> None:
    assert hear(pygame.QUIT) == [Closed(7.5)]
