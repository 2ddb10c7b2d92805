"""How to play, in a minute: one sheet per game, three pictures with a few words: the goal, a turn, the buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from firmware.play.events import Pressed
from rules.say import Message
from ui.canvas import Canvas
from ui.games.staged import STAGED
from ui.inputs import Input, Touched
from ui.look import ground, text
from ui.look.text import Face
from ui.look.theme import Layout
from ui.pages.menu import headline
from ui.parts import widgets
from ui.table.staging import Column
from ui.targets import Target, Targets
from ui.words.language import Language


class Explain:
    """Left and right turn to the next game; anything else closes the book."""

    def __init__(self, layout: Layout, words: Language, game: str, close: Callable[[], None]) -> None:
        self._layout, self._words, self._close = layout, words, close
        self._at = list(STAGED).index(game)
        self._canvas = Canvas(ground.table(layout.width, layout.height))
        self._targets = Targets()

    def handle(self, event: Input) -> None:
        if isinstance(event, Pressed) and event.button in ("left", "right"):
            self._turn(1 if event.button == "right" else -1)
        elif isinstance(event, Pressed):
            self._close()
        elif isinstance(event, Touched) and event.how == "down":
            meant = self._targets.at(event.x, event.y)
            if meant is not None:
                meant.act(event.at)

    def _turn(self, by: int) -> None:
        self._at = (self._at + by) % len(STAGED)

    def targets(self) -> tuple[Target, ...]:
        return self._targets.visible

    @property
    def focused(self) -> str | None:
        return "close"

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        layout, u = self._layout, self._layout.unit
        game, staged = list(STAGED.items())[self._at]
        self._targets = self._laid()
        head = headline(self._canvas, layout, self._words.say(staged.game.title))
        wide = (layout.width - 4 * u) // 3
        boxes = [
            Rect(u + place * (wide + u), head.bottom, wide, layout.ribbon.top - head.bottom - u) for place in range(3)
        ]
        px = self._size(staged.sheet, boxes)
        for place, (column, box) in enumerate(zip(staged.sheet, boxes, strict=True)):
            self._canvas.panel(f"column {place}", box, (game, place), partial(self._column, column, place, px))
        says = self._words.say(Message("Arrows: the next game. Any other button: back."))
        widgets.ribbon(self._canvas, layout, widgets.Ribbon(says, "choose"), now)
        return self._canvas.flush(surface)

    def _laid(self) -> Targets:
        """Each half of the page turns it; the ribbon closes the book."""
        targets, layout = Targets(), self._layout
        half = Rect(0, 0, layout.width // 2, layout.ribbon.top)
        targets.lay(Target("close", Rect(0, half.bottom, layout.width, layout.height - half.bottom), self._closed))
        targets.lay(Target("left", half, lambda at: self._turn(-1), focus=False))
        targets.lay(Target("right", half.move(half.width, 0), lambda at: self._turn(1), focus=False))
        return targets

    def _closed(self, at: float) -> None:
        self._close()

    def _rooms(self, column: Column, room: Rect) -> tuple[Rect, Rect, Rect]:
        """Where a column's title, pictures and words stand on its sheet."""
        u = self._layout.unit
        title = Rect(room.x, room.y, room.width, text.leading(Face.LETTERING, self._layout.medium))
        size = min(room.width // len(column.signs), round(room.height * 0.26))
        signs = Rect(room.centerx - size * len(column.signs) // 2, title.bottom + u // 2, size, size)
        high = round(room.height * 0.26)  # as if all columns had pictures of one size: their words begin on one line
        words = Rect(room.x, title.bottom + high + u, room.width, room.bottom - title.bottom - high - u)
        signs.centery = title.bottom + u // 2 + high // 2
        return title, signs, words

    def _size(self, columns: Sequence[Column], boxes: Sequence[Rect]) -> int:
        """The largest type in which the words of all columns fit."""
        u, small = self._layout.unit, self._layout.small
        sizes = [round(small * share) for share in (1.1, 1.0, 0.94, 0.88, 0.83, 0.78)]

        def fits(px: int) -> bool:
            for column, box in zip(columns, boxes, strict=True):
                words = self._rooms(column, ground.room_on(box, u // 2).inflate(-u, -u))[2]
                if text.height(self._words.say(column.words), Face.SENTENCE, px, words.width) > words.height:
                    return False
            return True

        return next((px for px in sizes if fits(px)), sizes[-1])

    def _column(self, column: Column, place: int, px: int, surface: Surface, box: Rect) -> None:
        layout, u = self._layout, self._layout.unit
        room = ground.lay(surface, box, seed=40 + place, age=0.6, lift=u // 2).inflate(-u, -u)
        title, signs, words = self._rooms(column, room)
        text.write(surface, self._words.say(column.title), title, layout.medium, face=Face.LETTERING, align="centre")
        for number, sign in enumerate(column.signs):
            image = sign(signs.width)
            surface.blit(image, image.get_rect(center=signs.move(number * signs.width, 0).center))
        text.write(surface, self._words.say(column.words), words, px, middle=False)
