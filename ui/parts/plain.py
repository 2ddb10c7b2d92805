"""Parts that many places show: brass, a sheet of paper, a frame, words, a number. Each is a value, and knows how it is
painted."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from ui.canvas import Part
from ui.look import ground, text
from ui.look.text import Align, Face
from ui.look.theme import INK, Colour


@dataclass(frozen=True, slots=True)
class Brass:
    def paint(self, surface: Surface, box: Rect) -> None:
        surface.blit(ground.brass(*box.size), (0, 0))


@dataclass(frozen=True, slots=True)
class Paper:
    """A slip with its shadow; `on` is painted upon it, so far from its edge."""

    seed: int
    age: float
    lift: int
    on: Part | None = None
    across: int = 0
    down: int = 0

    def paint(self, surface: Surface, box: Rect) -> None:
        room = ground.lay(surface, box, seed=self.seed, age=self.age, lift=self.lift)
        if self.on is not None:
            self.on.paint(surface, room.inflate(-self.across, -self.down))


@dataclass(frozen=True, slots=True)
class Frame:
    """The gold line around what is meant."""

    unit: int

    def paint(self, surface: Surface, box: Rect) -> None:
        ground.frame(surface, box, self.unit, 0)


@dataclass(frozen=True, slots=True)
class Words:
    """In the first of the sizes that fits."""

    words: str
    sizes: tuple[int, ...]
    face: Face = Face.SENTENCE
    colour: Colour = INK
    align: Align = "left"

    def paint(self, surface: Surface, box: Rect) -> None:
        text.write(surface, self.words, box, self.sizes, face=self.face, colour=self.colour, align=self.align)


@dataclass(frozen=True, slots=True)
class Count:
    number: str
    px: int
    colour: Colour = INK
    align: Align = "centre"

    def paint(self, surface: Surface, box: Rect) -> None:
        text.count(surface, self.number, box, self.px, colour=self.colour, align=self.align)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, of which only what the place leaves is seen; it is equal to itself alone."""

    surface: Surface

    def paint(self, surface: Surface, box: Rect) -> None:
        surface.blit(self.surface, (0, 0))
