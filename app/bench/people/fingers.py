"""The three ways to do a thing: by touch, by the console's three buttons, by a keyboard. Each knows only what is shown:
a touch goes to a place on the screen, the console to what wears the gold frame, a key to what wears a chip."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import pygame

from app.bench.people.house import House
from firmware.play.events import Pressed, Released, player_button
from firmware.play.referee import Lamp
from ui.inputs import Touched, heard
from ui.targets import Target

KEYS = {
    "Space": (pygame.K_SPACE, " "), "Esc": (pygame.K_ESCAPE, ""), "Enter": (pygame.K_RETURN, ""),
    "↵": (pygame.K_RETURN, ""), "Del": (pygame.K_BACKSPACE, "\b"), "←": (pygame.K_LEFT, ""), "→": (pygame.K_RIGHT, ""),
    "↑": (pygame.K_UP, ""), "↓": (pygame.K_DOWN, ""),
}  # fmt: skip


MOST_STEPS = 80


class Unreachable(Exception):
    """What is shown could not be done in this way."""


class Fingers(ABC):
    name: str

    def __init__(self, house: House) -> None:
        self.house = house
        self.presses = 0

    def reachable(self) -> Sequence[Target]:
        """What this way can do on the picture that is shown."""
        return self.house.director.targets()

    @abstractmethod
    def do(self, target: Target) -> None: ...

    def press_own(self, seat: int) -> bool:
        """A player's own button, pressed where one is or stands on the screen; says whether there is any."""
        own = next((each for each in self.reachable() if each.key == str(seat + 1)), None)
        if own is None:
            return False
        self.do(own)
        return True

    def hold_an_arrow(self) -> None:
        """The way out of a page on which every button is tried."""
        self.presses += 1
        self.house.do(Pressed("left", self.house.clock.now()))
        self.house.wait(2.5)
        self.house.do(Released("left", self.house.clock.now()))

    def _button(self, name: str) -> None:
        self.presses += 1
        now = self.house.clock.now()
        self.house.do(Pressed(name, now), Released(name, now + 0.08))
        self.house.draw()


class Finger(Fingers):
    name = "touch"

    def do(self, target: Target) -> None:
        self.presses += 1
        x, y = target.area.center
        now = self.house.clock.now()
        self.house.do(Touched(x, y, now), Touched(x, y, now + 0.08, "up"))
        self.house.draw()


class Console(Fingers):
    name = "console"

    def reachable(self) -> Sequence[Target]:
        return [each for each in super().reachable() if each.focus]

    def do(self, target: Target) -> None:
        director = self.house.director
        for _ in range(MOST_STEPS):  # a press may only bring what moves to rest, and more may be offered meanwhile
            if director.focused == target.name:
                self._button("choose")
                return
            if all(each.name != target.name for each in self.reachable()):
                return  # the picture has changed meanwhile
            self._button("right")
        raise Unreachable(f"the arrows never come to '{target.name}', but to '{director.focused}'")

    def press_own(self, seat: int) -> bool:
        lamps = self.house.host.desk.lamps
        if seat >= len(lamps) or lamps[seat] is Lamp.OFF:
            return False
        self._button(player_button(seat))
        return True


class Keys(Console):
    """A key with a chip where there is one; else the arrows and Enter, which move the gold frame too."""

    name = "keys"

    def reachable(self) -> Sequence[Target]:
        return [each for each in self.house.director.targets() if each.focus or each.key]

    def press_own(self, seat: int) -> bool:
        return Fingers.press_own(self, seat)

    def do(self, target: Target) -> None:
        if target.key:
            self._typed(target.key)
        else:
            super().do(target)

    def _typed(self, chip: str) -> None:
        code, letter = KEYS.get(chip) or (pygame.key.key_code(chip.lower()), chip.lower() if len(chip) == 1 else "")
        self.presses += 1
        now, size = self.house.clock.now(), self.house.size
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.house.do(*heard(pygame.event.Event(kind, key=code, unicode=letter), size, now))
        self.house.draw()

    def _button(self, name: str) -> None:
        stands = {"left": "←", "right": "→", "choose": "Enter"}
        self._typed(stands.get(name) or name.removeprefix("player"))


WAYS = {each.name: each for each in (Finger, Console, Keys)}
