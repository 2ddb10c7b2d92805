"""How to play, in a minute: sheets of three pictures with a few words: the goal, a turn, the buttons; what decides the
game; and what fingers, buttons and keys do. With the numbers that were agreed, where a game was agreed on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

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
from ui.parts import signs, widgets
from ui.parts.signs import Sign
from ui.table.staging import Column
from ui.targets import Target, Targets
from ui.words.language import Language

HANDS = (
    Column(
        Message("Fingers"),
        (signs.art("hand"), signs.art("wheel")),
        Message("Touch what you want: a card, a die, a sign. The wheel leads to the menu, the arrow takes back."),
    ),
    Column(
        Message("Three buttons"),
        (signs.key("left"), signs.key("choose"), signs.key("right")),
        Message(
            "The arrows move the gold frame, the middle one takes what is in it. Your own button, when it is lit, is "
            "for you alone."
        ),
    ),
    Column(
        Message("Keys"),
        (signs.button("red"), signs.art("cup")),
        Message(
            "1 to 6 are the players' buttons, arrows and Enter the other three. Space throws. U takes back, P pauses, "
            "Esc goes back."
        ),
    ),
)
TOGETHER = 3  # columns on a page


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of the book."""

    game: str
    number: int  # among those of its game
    columns: tuple[Column, ...]


def sheets() -> tuple[Sheet, ...]:
    return tuple(
        Sheet(key, start // TOGETHER, columns[start : start + TOGETHER])
        for key, staged in STAGED.items()
        for columns in ((*staged.sheet, *HANDS),)
        for start in range(0, len(columns), TOGETHER)
    )


class Explain:
    """Left and right turn the pages; anything else closes the book. `setup` and `players` are what was agreed for the
    game it is opened at; of the others the usual is told."""

    def __init__(
        self,
        layout: Layout,
        words: Language,
        game: str,
        close: Callable[[], None],
        setup: Any = None,
        players: int | None = None,
    ) -> None:
        self._layout, self._words, self._close = layout, words, close
        self._game, self._setup, self._players = game, setup, players
        self._sheets = sheets()
        self._at = next(place for place, sheet in enumerate(self._sheets) if sheet.game == game)
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
        self._at = (self._at + by) % len(self._sheets)

    def targets(self) -> tuple[Target, ...]:
        return self._targets.visible

    @property
    def focused(self) -> str | None:
        return "close"

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        layout, u = self._layout, self._layout.unit
        sheet = self._sheets[self._at]
        says = [self._words.say(each) for each in self._told(sheet)]
        self._targets = self._laid()
        head = headline(self._canvas, layout, self._words.say(STAGED[sheet.game].game.title))
        wide = (layout.width - 4 * u) // 3
        boxes = [
            Rect(u + place * (wide + u), head.bottom, wide, layout.ribbon.top - head.bottom - u)
            for place in range(TOGETHER)
        ]
        px = self._size(sheet.columns, says, boxes)
        for place, (column, words, box) in enumerate(zip(sheet.columns, says, boxes, strict=True)):
            title = self._words.say(column.title)
            self._canvas.part(f"column {place}", box, _Column(layout, title, column.signs, words, place, px))
        turn = self._words.say(Message("Arrows: the next page. Any other button: back."))
        widgets.ribbon(self._canvas, layout, widgets.Ribbon(turn, "choose"), now)
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

    def _told(self, sheet: Sheet) -> list[Message]:
        game = STAGED[sheet.game].game
        here = sheet.game == self._game
        setup = self._setup if here and self._setup is not None else game.setup()
        players = self._players if here and self._players is not None else game.seats[0]
        return [column.says(setup, players) for column in sheet.columns]

    def _size(self, columns: Sequence[Column], says: Sequence[str], boxes: Sequence[Rect]) -> int:
        """The largest type in which the words of all columns fit."""
        u, small = self._layout.unit, self._layout.small
        sizes = [round(small * share) for share in (1.1, 1.0, 0.94, 0.88, 0.83, 0.78, 0.72, 0.66)]

        def fits(px: int) -> bool:
            for column, told, box in zip(columns, says, boxes, strict=True):
                words = _rooms(self._layout, len(column.signs), ground.room_on(box, u // 2).inflate(-u, -u))[2]
                if text.height(told, Face.SENTENCE, px, words.width) > words.height:
                    return False
            return True

        return next((px for px in sizes if fits(px)), sizes[-1])


def _rooms(layout: Layout, count: int, room: Rect) -> tuple[Rect, Rect, Rect]:
    """Where a column's title, pictures and words stand on its sheet."""
    u = layout.unit
    title = Rect(room.x, room.y, room.width, text.leading(Face.LETTERING, layout.medium))
    size = min(room.width // count, round(room.height * 0.26))
    signs = Rect(room.centerx - size * count // 2, title.bottom + u // 2, size, size)
    high = round(room.height * 0.26)  # as if all columns had pictures of one size: their words begin on one line
    words = Rect(room.x, title.bottom + high + u, room.width, room.bottom - title.bottom - high - u)
    signs.centery = title.bottom + u // 2 + high // 2
    return title, signs, words


@dataclass(frozen=True, slots=True)
class _Column:
    layout: Layout
    title: str
    signs: tuple[Sign, ...]
    told: str
    place: int
    px: int

    def paint(self, surface: Surface, box: Rect) -> None:
        layout, u = self.layout, self.layout.unit
        room = ground.lay(surface, box, seed=40 + self.place, age=0.6, lift=u // 2).inflate(-u, -u)
        title, row, words = _rooms(layout, len(self.signs), room)
        text.write(surface, self.title, title, layout.medium, face=Face.LETTERING, align="centre")
        for number, sign in enumerate(self.signs):
            image = sign(row.width)
            surface.blit(image, image.get_rect(center=row.move(number * row.width, 0).center))
        text.write(surface, self.told, words, self.px, middle=False)
