"""How people reach what a game's screen offers: one list of targets for touch, console and keys; a frame of gold around
what the console points at, and a chip on whatever has a key."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from pygame import Rect

from firmware.play.events import Pressed
from ui.canvas import Canvas
from ui.inputs import Using
from ui.look.theme import Layout
from ui.parts import chips, tags
from ui.parts.plain import Frame
from ui.parts.tags import Tag
from ui.table.view import TableView
from ui.targets import Act, Target, Targets, stepped
from ui.words.language import Language

SIGNS = 2  # the rank of what is always there: the console points at it only when it is led there


class Reach:
    """A game's screen builds on it."""

    canvas: Canvas
    layout: Layout
    words: Language

    def __init__(self) -> None:
        self.using = Using.NOTHING  # what people press: it is shown what they can press
        self.focus: str | None = None  # the name of the target that the console points at
        self._moved = False  # somebody moved it there: else it is at the first thing to do
        self._answered: Hashable = None  # what the focus was an answer to
        self._cursor = 0  # the table's own, as it was last: somebody may press at the table itself
        self._targets = Targets()
        self._framed: set[str] = set()  # targets that show by themselves that the console points at them
        self._answers: Hashable = None  # what the last picture asked

    # -- for the screen --------------------------------------------------------------------------------------------

    @property
    def table(self) -> TableView:
        raise NotImplementedError

    @property
    def laid_over(self) -> Hashable:
        """What lies over the stage and has the console to itself; None: nothing."""
        return None

    def first_on_sheet(self) -> str | None:
        """Where the console begins on it."""
        return None

    def blindly(self, event: Pressed) -> None:
        """A press that comes before the picture of what is asked."""
        raise NotImplementedError

    # -- what can be done ------------------------------------------------------------------------------------------

    def target(
        self, area: Rect, act: Act, name: str, key: str = "", *,
        focus: bool = True, rank: int = 0, framed: bool = False, hold: Act | None = None,
    ) -> Rect:  # fmt: skip
        """A touch there does that, and so does the console when it points at it; what is laid later lies on top.
        `framed`: what is painted there shows by itself that it is pointed at."""
        self._targets.lay(Target(name, area.copy(), act, key, focus, rank, hold))
        if framed:
            self._framed.add(name)
        return area

    def tags(
        self, name: str, area: Rect, items: Sequence[Tag], act: Callable[[str], Act], columns: int, rank: int = 0
    ) -> None:
        """Tags of paper, each a target."""
        at = next((place for place, item in enumerate(items) if item.key == self.focus), None)
        boxes = tags.draw(self.canvas, name, self.layout, area, items, at, columns)
        for box, item in zip(boxes, items, strict=True):
            self.target(box, act(item.key), item.key, item.chip, framed=True, rank=rank)

    def laid(self, name: str) -> bool:
        """Something on this picture is called so already."""
        return self._targets.named(name) is not None

    def cover(self, area: Rect) -> None:
        """A sheet lies there: nothing under it can be reached."""
        self._targets.cover(area)

    def veil(self, area: Rect) -> None:
        """A picture hides what lies there, for a moment; a touch only ends it."""
        self._targets.veil(area)

    def targets(self) -> tuple[Target, ...]:
        """What can be done on the last picture, in the console's order."""
        return self._targets.visible

    def hidden(self) -> tuple[tuple[Target, Target], ...]:
        """What something else lies over, and what."""
        return self._targets.hidden()

    @property
    def focused(self) -> str | None:
        return self.focus

    def place(self, name: str) -> Rect:
        """Where something with that name could be touched in the last frame."""
        found = self._targets.named(name)
        assert found is not None, f"nothing on the screen is called {name}"
        return found.area

    def touched(self, x: int, y: int) -> Target | None:
        return self._targets.at(x, y)

    def keyed(self, key: str) -> Target | None:
        return self._targets.keyed(key)

    # -- the console -----------------------------------------------------------------------------------------------

    def begin_picture(self) -> None:
        self._targets, self._framed = Targets(), set()
        self._answers = self._question()

    def _question(self) -> Hashable:
        """What is asked now: a press that comes before its picture is no answer to the last one."""
        table = self.table
        return len(table.record.entries), table.expects.task, table.keys, self.laid_over

    def point_at(self, name: str) -> None:
        self.focus, self._moved = name, True

    def find_focus(self, cursor: int) -> None:
        """Another choice: the console points at its first option again, or where somebody moved it at the table."""
        table = self.table
        asked = len(table.record.entries), table.expects.task, self.laid_over
        moved, self._cursor = cursor != self._cursor, cursor
        if asked != self._answered or moved:
            self._answered, self.focus, self._moved = asked, None, moved
        if self.focus is None and self.laid_over is not None:
            self.focus = self.first_on_sheet()
        elif not self._moved and self.laid_over is None and (first := self.first_to_do()) is not None:
            self.focus = first
        elif self.focus is None and table.keys:
            self.focus = table.keys[min(cursor, len(table.keys) - 1)]

    def first_to_do(self) -> str | None:
        """Where the console points before anything on offer; None: at the first of it."""
        return None

    def show_focus(self) -> None:
        """A frame of gold around what the console points at, and chips on what has a key."""
        reached = {each.name: each for each in self.targets() if each.focus}
        meant = self._moved or self.laid_over is not None or self.focus in (*self.table.keys, self.first_to_do())
        here = self.focus in reached and meant
        hidden = (
            self.focus in self.table.keys and self.laid_over is None and not any(k in reached for k in self.table.keys)
        )
        if reached and not here and not hidden:
            name, first = next(iter(reached.items()))
            self.focus, self._moved = name if first.rank < SIGNS or self.laid_over is not None else None, False
        if self.focus in reached and self.focus not in self._framed and not self._targets.veiled(reached[self.focus]):
            u = self.layout.unit
            area = reached[self.focus].area.inflate(u, u).clip(self.layout.screen)
            self.canvas.part("focus", area, Frame(u))
        if self.using is Using.KEYS:
            for each in self.targets():
                key = each.key or (chips.ENTER if each.name == self.focus and each.focus else "")
                if key and not self._targets.veiled(each):
                    chips.draw(self.canvas, self.layout, each.name, each.area, chips.label(self.words, key))

    def console(self, event: Pressed, among: Sequence[str] | None = None) -> None:
        """Left, right, up, down, choose."""
        reached = [each for each in self.targets() if each.focus and (among is None or each.name in among)]
        if not reached or self._question() != self._answers:
            self.blindly(event)
        elif event.button != "choose":
            self.focus, self._moved = stepped(reached, self.focus, event.button), True
        else:
            meant = next((each for each in reached if each.name == self.focus), None)
            if meant is not None:
                meant.act(event.at)
