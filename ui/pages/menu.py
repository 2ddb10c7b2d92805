"""A page to choose from: a title, tags of paper, and the ribbon that says what to do. One model for all menus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pygame import Rect, Surface

from ui.canvas import Canvas
from ui.inputs import Input, Typed
from ui.look import ground, text
from ui.look.text import Face
from ui.look.theme import BONE, Layout
from ui.parts import choice, widgets
from ui.parts.choice import Choice, Item
from ui.targets import Target

Pick = Callable[[str], None]


class Menu:
    """`items` may be exchanged at any time; where the console points stays as it was."""

    def __init__(
        self,
        layout: Layout,
        title: str,
        says: str,
        items: tuple[Item, ...],
        picked: Pick,
        *,
        columns: int = 1,
        upright: bool = False,
        trouble: str = "",
        typed: Callable[[str, str], None] | None = None,  # the item pointed at, and the letter
    ) -> None:
        self.choice = Choice(items, columns)
        self._layout, self._title, self._says, self._trouble = layout, title, says, trouble
        self._picked, self._typed, self._upright = picked, typed, upright
        self._boxes: list[Rect] = []
        self._canvas = Canvas(ground.table(layout.width, layout.height))

    def offer(self, items: tuple[Item, ...], *, title: str | None = None, trouble: str = "") -> None:
        self.choice = replace(self.choice, items=items, at=min(self.choice.at, len(items) - 1))
        self._title, self._trouble = title if title is not None else self._title, trouble

    def handle(self, event: Input) -> None:
        if isinstance(event, Typed):
            if self._typed is not None and self.choice.items:
                self._typed(self.choice.items[self.choice.at].key, event.letter)
            return
        self.choice, key = self.choice.heard(event, self._boxes)
        if key is not None:
            self._picked(key)

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        layout, unit = self._layout, self._layout.unit
        head = headline(self._canvas, layout, self._title)
        area = Rect(unit * 2, head.bottom + unit, layout.width - unit * 4, layout.ribbon.top - head.bottom - unit * 2)
        if self._trouble:
            area = self._warn(area)
        self._boxes = choice.draw(self._canvas, "item", layout, area, self.choice, upright=self._upright)
        widgets.ribbon(self._canvas, layout, widgets.Ribbon(self._says, "choose"), now)
        return self._canvas.flush(surface)

    def targets(self) -> tuple[Target, ...]:
        return self.choice.targets(self._boxes, self._picked)

    @property
    def focused(self) -> str | None:
        return self.choice.focused

    def _warn(self, area: Rect) -> Rect:
        """A brass plate above the tags; the room that is left."""
        widgets.banner(self._canvas, self._layout, widgets.Banner(self._trouble), area)
        room = area.width - 2 * self._layout.unit - self._layout.small * 2 - self._layout.unit * 5
        lines = text.height(self._trouble, Face.SENTENCE, self._layout.small, room)
        high = max(self._layout.small * 2, lines) + self._layout.unit * 4
        return Rect(area.x, area.y + high, area.width, area.height - high)


def headline(canvas: Canvas, layout: Layout, title: str) -> Rect:
    """The title of a page; a long one in smaller letters."""
    unit = layout.unit
    head = Rect(unit * 2, unit, layout.width - unit * 4, round(layout.medium * 1.3))
    sizes = (round(layout.medium * 1.2), layout.medium, round(layout.medium * 0.8), round(layout.medium * 0.66))

    def paint(surface: Surface, box: Rect) -> None:
        text.write(surface, title, box, sizes, face=Face.LETTERING, colour=BONE, align="centre")

    canvas.panel("headline", head, title, paint)
    return head
