"""The title page, and what a table shows while nobody plays: the chart, the name, and a ship that sails over it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect, Surface

from firmware.events import Pressed
from rules.say import Message
from ui import chart, ground, motion, text, widgets
from ui.canvas import Canvas
from ui.inputs import Input, Touched, Typed
from ui.language import Language
from ui.pictures import picture
from ui.text import Face
from ui.theme import Layout

SQUARES = 24
SAIL_S = 1.6  # from one square to the next


class Title:
    """Any button, key or touch goes on."""

    def __init__(self, layout: Layout, words: Language, go_on: Callable[[], None], service: Callable[[], None]) -> None:
        self._layout, self._go_on, self._service = layout, go_on, service
        unit = layout.unit
        self._sheet = Rect(unit, unit, layout.width - 2 * unit, layout.ribbon.top - 2 * unit)
        self._chart = chart.draw(self._sheet.size, 11, SQUARES, "Vigie", layout.small)
        table = ground.table(layout.width, layout.height).copy()
        table.blit(self._chart.surface, self._sheet)
        self._canvas = Canvas(table)
        self._words = words

    def handle(self, event: Input) -> None:
        if isinstance(event, Pressed) or (isinstance(event, Touched) and event.how == "down"):
            self._go_on()
        elif isinstance(event, Typed) and event.letter.lower() == "s":
            self._service()

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        layout = self._layout
        way = now / SAIL_S % SQUARES
        step, share = int(way), motion.in_out(way % 1)
        (x0, y0), (x1, y1) = self._chart.squares[step], self._chart.squares[step + 1]
        size = layout.unit * 7
        ship = picture("galleon", size)
        x, y = motion.between(x0, x1, share), motion.between(y0, y1, share)
        self._canvas.image("ship", ship, (self._sheet.x + x - size / 2, self._sheet.y + y - size * 0.8))
        board = Rect(0, 0, round(layout.width * 0.5), round(layout.height * 0.3))
        board.center = self._sheet.center
        self._canvas.panel("name", board, self._words.code, partial(self._name))
        says = self._words.say(Message("Press any button to play."))
        widgets.ribbon(self._canvas, layout, widgets.Ribbon(says, "choose"), now)
        return self._canvas.flush(surface)

    def _name(self, surface: Surface, box: Rect) -> None:
        room = ground.lay(surface, box, seed=3, age=0.9, lift=self._layout.unit // 2)
        high = round(room.height * 0.66)
        text.write(surface, "Vigie", Rect(room.x, room.y, room.width, high), self._layout.large, face=Face.LETTERING,
                   align="centre")  # fmt: skip
        below = Rect(room.x, room.y + high, room.width, room.height - high)
        words = self._words.say(Message("real dice, keen eyes"))
        text.write(surface, words, below, self._layout.small, align="centre")
