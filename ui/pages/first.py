"""The first picture, shown before anything else is loaded: lamplight on dark wood and the name. The curtain before a
game whose sheets are still to be drawn. And, on a screen that nobody can play on, the sentence that says so."""

from __future__ import annotations

import time

import pygame
from pygame import Rect, Surface

from rules.say import Trouble
from ui.look import text
from ui.look.text import Face
from ui.look.theme import BONE, WOOD, Colour, Layout, blend, from_hex
from ui.screen import Window, checked

LAMP, NIGHT = from_hex("#8A5A30"), from_hex("#0A0604")
READ_S = 20.0  # a refusal stays for so long, or until somebody presses something


def opened(size: tuple[int, int] | None, code: str) -> Window:
    """The window with its first picture; a screen of the table's own that stands upright shows why it is refused."""
    try:
        window = Window(size)
    except Trouble as trouble:
        if size is None and pygame.display.get_init() and not _playable():
            from ui.words.language import language

            refuse(language(code).say(trouble.message))
        raise
    draw(window.surface, window.layout)
    pygame.display.flip()
    return window


def _playable() -> bool:
    try:
        checked(*pygame.display.get_desktop_sizes()[0])
    except Trouble:
        return False
    return True


def lamplight(size: tuple[int, int]) -> Surface:
    """Bright at the upper left, falling off to night: nine pixels, stretched."""
    small = Surface((3, 3))
    for x in range(3):
        for y in range(3):
            small.set_at((x, y), _lit(x + y))
    return pygame.transform.smoothscale(small, size)


def _lit(far: int) -> Colour:
    return blend(blend(WOOD, LAMP, 0.35), NIGHT, far / 4)


def draw(surface: Surface, layout: Layout) -> None:
    """Takes a few milliseconds; the planks and the chart come later, and take longer than people like to wait."""
    surface.blit(lamplight(surface.get_size()), (0, 0))
    middle = Rect(0, 0, layout.width, layout.ribbon.top)
    text.write(surface, "Vigie", middle, layout.large * 2, face=Face.LETTERING, colour=BONE, align="centre")


def curtain(surface: Surface, layout: Layout, title: str) -> None:
    """The answer to a press, before what takes its time: the name of what comes, in the same lamplight."""
    surface.blit(lamplight(surface.get_size()), (0, 0))
    room = Rect(0, 0, layout.width, layout.height).inflate(-layout.unit * 8, 0)
    sizes = (layout.large * 2, layout.large, layout.small)
    text.write(surface, title, room, sizes, face=Face.LETTERING, colour=BONE, align="centre")
    pygame.display.flip()


def refuse(sentence: str) -> None:
    """Tells people in front of the screen why there is no game; nobody reads a log at a table."""
    width, height = pygame.display.get_desktop_sizes()[0]
    surface = pygame.display.set_mode((width, height), pygame.FULLSCREEN)
    surface.blit(lamplight((width, height)), (0, 0))
    page(surface, sentence)
    pygame.display.flip()
    until = time.monotonic() + READ_S
    while time.monotonic() < until:
        event = pygame.event.wait(200)
        if event.type in (pygame.KEYDOWN, pygame.QUIT, pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN):
            return


def page(surface: Surface, sentence: str) -> None:
    """One sentence in the middle, as large as it fits."""
    room = surface.get_rect().inflate(-surface.get_width() // 8, -surface.get_height() // 8)
    sizes = tuple(round(min(room.size) / share) for share in (9, 12, 16, 20, 26))
    text.write(surface, sentence, room, sizes, colour=BONE, align="centre")
