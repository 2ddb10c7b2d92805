"""The title page, and what a table shows while nobody plays: the chart, the name, a ship that sails over it, and after
a while a game that robots play."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from firmware.play.events import Pressed
from firmware.play.referee import Lamp
from rules.say import Message
from ui import motion
from ui.canvas import Canvas
from ui.chart import sheet
from ui.inputs import Input, Touched, Typed
from ui.look import ground, text
from ui.look.pictures import picture
from ui.look.text import Face
from ui.look.theme import Layout
from ui.pages.attract import Attract, Robots, Submit
from ui.parts import widgets
from ui.targets import Target, Targets
from ui.words.language import LANGUAGES, Language

SQUARES = 24
SAIL_S = 1.6  # from one square to the next
IDLE_S = 15.0  # after so long without anybody, the robots begin
FINALE_S = 8.0  # and after their game they rest
Act = Callable[[], None]


class Title:
    """Any button, key or touch goes on; the signs in the corner lead to the service pages and the other language."""

    def __init__(
        self,
        layout: Layout,
        words: Language,
        go_on: Act,
        service: Act,
        speak: Act,
        robots: Callable[[], Robots] | None = None,  # a game of theirs; takes its time
        submit: Submit | None = None,  # has something done by a worker
    ) -> None:
        self._layout, self._words = layout, words
        self._go_on, self._service, self._speak = go_on, service, speak
        self._robots, self._submit = robots, submit
        self._table = ground.table(layout.width, layout.height)
        self._canvas = Canvas(self._table)
        self._map: sheet.Chart | None = None
        self._frames = 0
        self._since: float | None = None  # nobody did anything
        self._coming: Future[Robots] | None = None
        self._attract: Attract | None = None
        self._ended: float | None = None
        unit = layout.unit
        self._sheet = Rect(unit, unit, layout.width - 2 * unit, layout.ribbon.top - 2 * unit)
        size = round(layout.small * 1.9)
        self._signs = {
            name: Rect(
                self._sheet.right - size - unit * 3 - place * (size + unit), self._sheet.y + unit * 3, size, size
            )
            for place, name in enumerate(("wheel", "tongue"))
        }

    @property
    def lamps(self) -> tuple[Lamp, ...]:
        """All buttons breathe: press one of them."""
        return (Lamp.PULSING,) * 6

    def handle(self, event: Input) -> None:
        self._since = None
        match event:
            case Pressed():
                self._go_on()
            case Typed(letter) if letter.lower() == "s":
                self._service()
            case Typed(letter) if letter.lower() == "l":
                self._speak()
            case Touched(x, y, at, "down"):
                meant = self._laid().at(x, y)
                if meant is not None:
                    meant.act(at)

    def _laid(self) -> Targets:
        targets, whole = Targets(), Rect(0, 0, self._layout.width, self._layout.height)
        targets.lay(Target("play", whole, lambda at: self._go_on()))
        if self._attract is None:
            targets.lay(Target("wheel", self._signs["wheel"], lambda at: self._service(), "S", focus=False))
            targets.lay(Target("tongue", self._signs["tongue"], lambda at: self._speak(), "L", focus=False))
        return targets

    def targets(self) -> tuple[Target, ...]:
        return self._laid().visible

    @property
    def focused(self) -> str | None:
        return "play"

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        self._frames += 1
        if self._frames == 2:
            self._unroll()
        self._since = now if self._since is None else self._since
        attract = self._playing(now)
        if attract is not None:
            return self._before(surface, attract.draw(surface, now))
        layout = self._layout
        if self._map is not None:
            self._canvas.image("ship", *self._ship(self._map, now))
            for name, box in self._signs.items():
                self._canvas.image(name, self._sign(name, box.width), box)
        board = Rect(0, 0, round(layout.width * 0.46), round(layout.height * 0.3))
        board.center = self._sheet.center
        says = self._words.say(Message("real dice, keen eyes"))
        self._canvas.image("name", nameplate(layout, says, board.size), board)
        sentence = self._words.say(Message("Press any button to play."))
        widgets.ribbon(self._canvas, layout, widgets.Ribbon(sentence, "choose"), now)
        return self._canvas.flush(surface)

    def _unroll(self) -> None:
        """The chart takes its time to draw: not before something is to be seen."""
        self._map = sheet.draw(self._sheet.size, 11, SQUARES, "Mare Incognitum", self._layout.small)
        self._table = self._table.copy()
        ground.shadow(self._table, self._sheet, self._layout.unit * 2)
        self._table.blit(self._map.surface, self._sheet)
        self._canvas.ground(self._table)

    def _ship(self, map_: sheet.Chart, now: float) -> tuple[Surface, tuple[float, float]]:
        way = now / SAIL_S % SQUARES
        step, share = int(way), motion.in_out(way % 1)
        (x0, y0), (x1, y1) = map_.squares[step], map_.squares[step + 1]
        size = self._layout.unit * 7
        x, y = motion.between(x0, x1, share), motion.between(y0, y1, share)
        return picture("galleon", size), (self._sheet.x + x - size / 2, self._sheet.y + y - size * 0.8)

    def _sign(self, name: str, size: int) -> Surface:
        return picture("wheel", size) if name == "wheel" else _tongue(other(self._words), size)

    # -- robots ----------------------------------------------------------------------------------------------------

    def _playing(self, now: float) -> Attract | None:
        """The robots' game, once it is there; another one after each."""
        if self._robots is None or self._submit is None or self._since is None:
            return None
        if self._attract is None and self._coming is None and now - self._since >= IDLE_S and self._map is not None:
            self._coming = self._submit(self._robots)
        if self._coming is not None and self._coming.done():
            robots, self._coming = self._coming.result(), None
            self._attract, self._ended = Attract(robots, self._submit, self._layout, self._words), None
        if self._attract is not None and self._attract.over:
            self._ended = now if self._ended is None else self._ended
            if now - self._ended >= FINALE_S:
                self._attract, self._since, self._canvas = None, now, Canvas(self._table)
        return self._attract

    def _before(self, surface: Surface, changed: list[Rect]) -> list[Rect]:
        """The name and what to do, over whatever the robots' screen has drawn anew."""
        layout = self._layout
        says = self._words.say(Message("Press any button to play."))
        box = Rect(0, 0, round(layout.stage.width * 0.74), round(layout.height * 0.26))
        box.midtop = (layout.stage.centerx, layout.stage.y + layout.unit)
        plate = nameplate(layout, says, box.size)
        for area in changed:
            if area.colliderect(box):
                surface.set_clip(area)
                surface.blit(plate, box)
        surface.set_clip(None)
        return changed


def other(words: Language) -> str:
    """The language one can change to."""
    return next(code for code in LANGUAGES if code != words.code)


@lru_cache(maxsize=8)
def nameplate(layout: Layout, says: str, size: tuple[int, int]) -> Surface:
    surface = Surface(size, pygame.SRCALPHA)
    room = ground.lay(surface, surface.get_rect(), seed=3, age=0.9, lift=layout.unit // 2)
    high = round(room.height * 0.64)
    sizes = (layout.large, round(layout.large * 0.85))
    name = Rect(room.x, room.y, room.width, high)
    text.write(surface, "Vigie", name, sizes, face=Face.LETTERING, align="centre")
    below = Rect(room.x, room.y + high, room.width, room.height - high)
    text.write(surface, says, below, (layout.small, round(layout.small * 0.85)), align="centre")
    return surface


@lru_cache(maxsize=8)
def _tongue(code: str, size: int) -> Surface:
    """The other language's two letters on a slip of paper."""
    surface = Surface((size, size), pygame.SRCALPHA)
    ground.lay(surface, surface.get_rect(), seed=8, age=0.4, lift=max(2, size // 20))
    px = round(size * 0.6)
    text.write(surface, code.upper(), surface.get_rect(), px, face=Face.LETTERING, align="centre")
    return surface
