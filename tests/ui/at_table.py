"""A game's screen on a real table, driven by touches, console and keys."""

from __future__ import annotations

import pygame

from firmware.play.events import Pressed
from ui.gallery.games import Played
from ui.inputs import Input, Touched, heard
from ui.look.text import measured
from ui.screen import Window
from ui.table.screen import GameScreen
from ui.words.language import language


class Ears:
    """What would be heard."""

    def __init__(self) -> None:
        self.mute = False
        self.voices: list[str] = []

    def play(self, name: str) -> None:
        self.voices.append(name)


class Sitting:
    """Draws after every input, as the program does."""

    def __init__(self, game: Played, window: Window, code: str = "en") -> None:
        self.game, self.window, self.ears = game, window, Ears()
        self.screen: GameScreen = game.watch(window.layout, language(code))
        self.screen.sounds = self.ears  # type: ignore[assignment]
        self.draw()

    def draw(self, after: float = 0.0) -> None:
        if after:
            self.game.later(after)
        self.window.show(self.screen, self.game.clock.now())

    def do(self, event: Input) -> None:
        self.screen.handle(event)
        self.draw()

    def touch(self, name: str) -> None:
        x, y = self.screen.place(name).center
        if self.screen.touched(x, y) is None:  # the picture of a moment lies over it: a touch ends it
            self.do(Touched(x, y, self.game.clock.now()))
        self.do(Touched(x, y, self.game.clock.now()))

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.do(Pressed(button, self.game.clock.now()))

    def key(self, code: int, letter: str = "") -> None:
        event = pygame.event.Event(pygame.KEYDOWN, key=code, unicode=letter)
        for one in heard(event, self.window.surface.get_size(), self.game.clock.now()):
            self.do(one)

    def written(self) -> str:
        """All words on the screen, as it is drawn anew."""
        self.screen.redraw()
        with measured() as words:
            self.draw()
        return " | ".join(one.text for one in words)
