"""The window: opened full screen or in a frame, asked for events, updated only where a screen drew something new."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import pygame
from pygame import Rect, Surface

from rules.say import Message, Trouble
from ui.inputs import Input, heard
from ui.look.theme import Layout
from ui.targets import Target

SIZES = ((800, 480), (1024, 600), (1280, 800), (1920, 1080))
SMALLEST = (640, 400)


class Screen(Protocol):
    """One picture of the game. It draws what changed since its last frame and says where."""

    def handle(self, event: Input) -> None: ...

    def draw(self, surface: Surface, now: float) -> list[Rect]: ...

    def targets(self) -> tuple[Target, ...]:
        """What can be done on the last picture, in the console's order."""
        ...

    @property
    def focused(self) -> str | None:
        """The name of the target that the console points at."""
        ...


def checked(width: int, height: int) -> Layout:
    """The grid for a size; a size one cannot play on is refused with a sentence."""
    if height > width:
        message = Message("This screen stands upright ({width}×{height}): turn it so that it is wider than high.",
                          width=str(width), height=str(height))  # fmt: skip
        raise Trouble(message)
    if width < SMALLEST[0] or height < SMALLEST[1]:
        message = Message("A screen of {width}×{height} is too small to read: Vigie needs {w}×{h} or more.",
                          width=str(width), height=str(height), w=str(SMALLEST[0]), h=str(SMALLEST[1]))  # fmt: skip
        raise Trouble(message)
    return Layout(width, height)


class Window:
    """The one window. `size` None takes the whole screen."""

    def __init__(self, size: tuple[int, int] | None = None, *, title: str = "Vigie") -> None:
        try:
            pygame.display.init()
            wanted = size or pygame.display.get_desktop_sizes()[0]
            checked(*wanted)
            self.surface = pygame.display.set_mode(wanted, 0 if size else pygame.FULLSCREEN)
        except pygame.error as error:
            raise Trouble(
                Message(
                    "No screen could be opened ({error}). Without one, set SDL_VIDEODRIVER=dummy.", error=str(error)
                )
            ) from None
        self.layout = checked(*self.surface.get_size())
        self.driver = pygame.display.get_driver()
        pygame.display.set_caption(title)
        pygame.mouse.set_visible(size is not None)
        pygame.key.set_repeat(0)

    @property
    def report(self) -> Message:
        """What the screen is, for the log and the doctor."""
        return Message("Screen: {width}×{height} through {driver}.", width=str(self.layout.width),
                       height=str(self.layout.height), driver=self.driver)  # fmt: skip

    def inputs(self, now: float) -> Iterator[Input]:
        for event in pygame.event.get():
            yield from heard(event, self.surface.get_size(), now)

    def show(self, screen: Screen, now: float) -> bool:
        """Draws a screen's changes; says whether there were any."""
        changed = screen.draw(self.surface, now)
        if changed:
            pygame.display.update(changed)
        return bool(changed)

    def close(self) -> None:
        pygame.display.quit()
