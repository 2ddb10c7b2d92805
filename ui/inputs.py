"""What comes from the window: keys that stand for the table's buttons, touches, typed letters. One model for all.

A key gives the same `Pressed` and `Released` as the real button it stands for, so a screen cannot tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pygame

from firmware.play.events import Pressed, Released

BUTTONS: dict[int, str] = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_RETURN: "choose",
    pygame.K_KP_ENTER: "choose",
    pygame.K_ESCAPE: "back",
    **{getattr(pygame, f"K_{seat}"): f"player{seat}" for seat in range(1, 7)},
    **{getattr(pygame, f"K_KP{seat}"): f"player{seat}" for seat in range(1, 7)},
    **{getattr(pygame, f"K_F{number}"): f"pad{number}" for number in range(1, 13)},
}
WHEEL = {4: "wheel up", 5: "wheel down"}
# What to show for a button where there is a keyboard.
KEYS = {"left": "←", "right": "→", "choose": "↵", "back": "Esc", **{f"player{seat}": str(seat) for seat in range(1, 7)}}


class Using(Enum):
    """What people press: screens show what can be pressed."""

    NOTHING = "nothing"  # they touch
    KEYS = "keys"
    BUTTONS = "buttons"


@dataclass(frozen=True, slots=True)
class Keyed:
    """A key of a keyboard went down; what it stands for follows."""

    at: float


@dataclass(frozen=True, slots=True)
class Touched:
    """A finger or the mouse came down, moved or was lifted there, or the mouse's wheel was turned."""

    x: int
    y: int
    at: float
    how: str = "down"  # down, move, up, wheel up, wheel down


@dataclass(frozen=True, slots=True)
class Typed:
    """A letter; "\\b" takes one back."""

    letter: str
    at: float


@dataclass(frozen=True, slots=True)
class Closed:
    """The window was closed."""

    at: float


Input = Pressed | Released | Touched | Typed | Keyed | Closed


def heard(event: pygame.event.Event, size: tuple[int, int], now: float) -> list[Input]:
    """A window's event as inputs. A key may be both a button and a letter: the screen takes what it can use."""
    match event.type:
        case pygame.QUIT:
            return [Closed(now)]
        case pygame.KEYDOWN:
            inputs: list[Input] = [Keyed(now)]
            if event.key in BUTTONS:
                inputs.append(Pressed(BUTTONS[event.key], now))
            letter = "\b" if event.key == pygame.K_BACKSPACE else event.unicode
            if letter == "\b" or (letter.isprintable() and letter):
                inputs.append(Typed(letter, now))
            return inputs
        case pygame.KEYUP if event.key in BUTTONS:
            return [Released(BUTTONS[event.key], now)]
        case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP if event.button == 1 and not getattr(event, "touch", False):
            x, y = event.pos
            return [Touched(x, y, now, "down" if event.type == pygame.MOUSEBUTTONDOWN else "up")]
        case pygame.MOUSEBUTTONDOWN if event.button in WHEEL:
            x, y = event.pos
            return [Touched(x, y, now, WHEEL[event.button])]
        case pygame.MOUSEMOTION if event.buttons[0] and not getattr(event, "touch", False):
            x, y = event.pos
            return [Touched(x, y, now, "move")]
        case pygame.FINGERDOWN | pygame.FINGERUP | pygame.FINGERMOTION:
            how = {pygame.FINGERDOWN: "down", pygame.FINGERUP: "up"}.get(event.type, "move")
            return [Touched(round(event.x * (size[0] - 1)), round(event.y * (size[1] - 1)), now, how)]
    return []
