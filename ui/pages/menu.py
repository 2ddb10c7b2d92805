"""A page to choose from: a title, tags of paper, and the ribbon that says what to do. One model for all menus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pygame import Rect, Surface

from firmware.play.events import Pressed
from ui.canvas import Canvas
from ui.inputs import Input, Typed, Using
from ui.layout import grid
from ui.look import ground, text
from ui.look.text import Face
from ui.look.theme import BONE, Layout
from ui.parts import chips, choice, widgets
from ui.parts.choice import Choice, Item
from ui.parts.plain import Words
from ui.targets import Target

Pick = Callable[[str], None]
Arrange = Callable[[Rect], list[Rect]]  # the boxes of the items in the room there is
BACK = "back"


class Menu:
    """`items` may be exchanged at any time; where the console points stays as it was. A page with `back` has a tag for
    it beside its title, the last on the console's way; Escape does the same."""

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
        arrange: Arrange | None = None,  # where the items stand, if not in rows of `columns`
        back: tuple[str, Callable[[], None]] | None = None,  # the word on the tag, and what it does
    ) -> None:
        self._back, self._arrange = back, arrange
        self.choice = Choice(self._with_back(items), columns)
        self._layout, self._title, self._says, self._trouble = layout, title, says, trouble
        self._picked, self._typed, self._upright = picked, typed, upright
        self._boxes: list[Rect] = []
        self.using = Using.NOTHING
        self._canvas = Canvas(ground.table(layout.width, layout.height))

    def offer(
        self, items: tuple[Item, ...], *, title: str | None = None, trouble: str = "", says: str | None = None
    ) -> None:
        items = self._with_back(items)
        self.choice = replace(self.choice, items=items, at=min(self.choice.at, len(items) - 1))
        self._title, self._trouble = title if title is not None else self._title, trouble
        self._says = self._says if says is None else says

    def _with_back(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return items if self._back is None else (*items, Item(BACK, self._back[0], "undo"))

    @property
    def leads_back(self) -> bool:
        return self._back is not None

    def point_at(self, key: str) -> None:
        """The console points there."""
        found = (place for place, item in enumerate(self.choice.items) if item.key == key)
        self.choice = replace(self.choice, at=next(found, self.choice.at))

    def handle(self, event: Input) -> None:
        if isinstance(event, Pressed) and event.button == "back" and self._back is not None:
            self._back[1]()
            return
        if isinstance(event, Typed):
            if self._typed is not None and self.choice.items:
                self._typed(self.choice.items[self.choice.at].key, event.letter)
            return
        self.choice, key = self.choice.heard(event, self._boxes)
        if key is not None:
            self._pick(key)

    def _pick(self, key: str) -> None:
        if key == BACK and self._back is not None:
            self._back[1]()
        else:
            self._picked(key)

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        layout, unit = self._layout, self._layout.unit
        head = headline(self._canvas, layout, self._title, aside=self._back is not None)
        area = Rect(unit * 2, head.bottom + unit, layout.width - unit * 4, layout.ribbon.top - head.bottom - unit * 2)
        if self._trouble:
            area = self._warn(area)
        self._boxes = self._tags(area, head)
        if self.using is Using.KEYS and self._boxes:
            chips.draw(self._canvas, layout, "pointed", self._boxes[self.choice.at], chips.ENTER)
        widgets.ribbon(self._canvas, layout, widgets.Ribbon(self._says, "choose"), now)
        return self._canvas.flush(surface)

    def targets(self) -> tuple[Target, ...]:
        return self.choice.targets(self._boxes, self._pick)

    @property
    def focused(self) -> str | None:
        return self.choice.focused

    def _tags(self, area: Rect, head: Rect) -> list[Rect]:
        if self._back is None and self._arrange is None:
            return choice.draw(self._canvas, "item", self._layout, area, self.choice, upright=self._upright)
        layout, count = self._layout, len(self.choice.items) - (self._back is not None)
        highest = None if self._upright else layout.unit * 9
        rows = grid(area, count, self.choice.columns, layout.unit // 2, highest)
        boxes = rows if self._arrange is None else self._arrange(area)[:count]
        if self._back is not None:
            wide = min(round(layout.small * 5.4), layout.width // 5)
            boxes = [*boxes, Rect(layout.unit * 2, layout.unit, wide, head.height + layout.unit // 2)]
        return choice.draw(self._canvas, "item", layout, area, self.choice, upright=self._upright, boxes=boxes)

    def _warn(self, area: Rect) -> Rect:
        """A brass plate above the tags; the room that is left."""
        widgets.banner(self._canvas, self._layout, widgets.Banner(self._trouble), area)
        room = area.width - 2 * self._layout.unit - self._layout.small * 2 - self._layout.unit * 5
        lines = text.height(self._trouble, Face.SENTENCE, self._layout.small, room)
        high = max(self._layout.small * 2, lines) + self._layout.unit * 4
        return Rect(area.x, area.y + high, area.width, area.height - high)


def headline(canvas: Canvas, layout: Layout, title: str, *, aside: bool = False) -> Rect:
    """The title of a page; a long one in smaller letters. `aside`: something stands at its left."""
    unit = layout.unit
    margin = min(round(layout.small * 5.4), layout.width // 5) + unit * 3 if aside else unit * 2
    head = Rect(margin, unit, layout.width - 2 * margin, round(layout.medium * 1.3))
    sizes = (round(layout.medium * 1.2), layout.medium, round(layout.medium * 0.8), round(layout.medium * 0.66))
    return canvas.part("headline", head, Words(title, sizes, Face.LETTERING, BONE, "centre"))
