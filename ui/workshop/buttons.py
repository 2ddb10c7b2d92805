"""Service: every button lights when it is pressed, the order of the presses is shown, and those that are stuck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from firmware.play.events import Pressed, Released, player_button
from firmware.play.referee import Lamp
from rules.say import Message
from ui.inputs import Input, Touched
from ui.layout import REST, columns, inset, rows
from ui.look import ground, text
from ui.look.pictures import button, console, picture
from ui.look.theme import BONE, LIVERIES, Layout
from ui.parts.plain import Paper
from ui.workshop.page import Page, Writing

KEYS = ("left", "choose", "right")
SHOWN = 8  # of the last presses


class ButtonsPage(Page):
    """The console is being tried as well: one leaves by holding an arrow, by touch or with Escape."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self._down: set[str] = set()
        self._count: dict[str, int] = {}
        self._order: list[Pressed] = []

    @property
    def lamps(self) -> Sequence[Lamp]:
        """The lamp of each button that is down; those not tried yet breathe."""
        return tuple(self._lamp(player_button(seat)) for seat in range(len(LIVERIES)))

    def _lamp(self, name: str) -> Lamp:
        if name in self._down:
            return Lamp.STEADY
        return Lamp.OFF if name in self._count else Lamp.PULSING

    def title(self) -> Message:
        return Message("Buttons and lamps")

    def says(self) -> Message:
        stuck = [trouble for name, trouble in self.shop.troubles.items() if name != "camera"]
        return stuck[0] if stuck else Message("Press each one: it lights. To leave, hold an arrow.")

    def handle(self, event: Input) -> None:
        match event:
            case Pressed(name):
                self._down.add(name)
                self._count[name] = self._count.get(name, 0) + 1
                self._order = [*self._order, event][-SHOWN:]
            case Released(name):
                self._down.discard(name)
            case Touched():
                super().handle(event)

    def body(self, area: Rect, now: float) -> None:
        layout, u = self.layout, self.layout.unit
        players = self.shop.config.players
        above, middle, strip = rows(area, (0.38, 0.38, REST))
        for seat, box in enumerate(columns(above, players)):
            self._lay(box, player_button(seat), seat)
        for key, box in zip(KEYS, columns(middle, 6), strict=False):
            self._lay(box, key, None)
        order = tuple(self._order)
        self.paper("order", strip, _Times(layout, self.words, order), seed=9)
        verdict = inset(columns(middle, (REST, area.width // 2 - u))[1], down=u // 2)
        untried = [name for name in self._all(players) if name not in self._count]
        troubles = tuple(self.shop.troubles.values())
        said = _Verdict(layout, self.words, len(untried), troubles)
        self.canvas.part("verdict", verdict, Paper(12, 0.6, u // 2, said, u, 0))

    def _all(self, players: int) -> tuple[str, ...]:
        return (*(player_button(seat) for seat in range(players)), *KEYS)

    def _lay(self, box: Rect, name: str, seat: int | None) -> None:
        down, stuck, count = name in self._down, name in self.shop.troubles, self._count.get(name, 0)
        self.canvas.part(name, box, _Button(self.layout, name, seat, down, stuck, count))


@dataclass(frozen=True, slots=True)
class _Button:
    layout: Layout
    name: str
    seat: int | None
    down: bool
    stuck: bool
    count: int

    def paint(self, surface: Surface, box: Rect) -> None:
        u, label = self.layout.unit, round(self.layout.small * 1.3)
        size = min(box.width - u, box.height - label) - u
        image = console(self.name, size) if self.seat is None else button(LIVERIES[self.seat], size, lit=self.down)
        spot = image.get_rect(midtop=(box.centerx, box.y + u // 2 + (u // 3 if self.down else 0)))
        if self.seat is None and self.down:
            glow = Surface(spot.inflate(u, u).size, surface.get_flags())
            ground.frame(glow, glow.get_rect(), u, 0)
            surface.blit(glow, spot.inflate(u, u))
        surface.blit(image, spot)
        below = rows(box, (REST, label))[1]
        if self.stuck or self.count:
            sign = picture("cross" if self.stuck else "choose", label)
            surface.blit(sign, sign.get_rect(midright=(below.centerx, below.centery)))
            words = f" {self.count} ×"
            room = Rect(below.centerx, below.y, below.width // 2, label)
            text.write(surface, words, room, self.layout.small, colour=BONE)


@dataclass(frozen=True, slots=True)
class _Verdict(Writing):
    left: int  # buttons that nobody has tried yet
    troubles: tuple[Message, ...]

    def paint(self, surface: Surface, room: Rect) -> None:
        if self.troubles:
            words = self.troubles[0]
        elif self.left:
            words = Message(
                "One button is still to be tried.", plural="{n} buttons are still to be tried.", n=self.left
            )
        else:
            words = Message("All buttons work.")
        self.write(surface, words, room)


@dataclass(frozen=True, slots=True)
class _Times(Writing):
    order: tuple[Pressed, ...]

    def paint(self, surface: Surface, room: Rect) -> None:
        """The last presses in their order, each with the milliseconds since the one before."""
        order = self.order
        if not order:
            self.write(surface, Message("Pressed together, their order shows here."), room)
            return
        size = min(room.height, room.width // SHOWN // 2)
        for place, (press, box) in enumerate(zip(order, columns(room, SHOWN), strict=False)):
            image = _token(press.button, size)
            surface.blit(image, image.get_rect(midleft=box.midleft))
            if place:
                ms = (press.at - order[place - 1].at) * 1000
                words = f"+{self.words.number(ms)}" if ms < 1000 else "…"
                small = self.layout.small
                text.write(surface, words, inset(box, left=size), (small, round(small * 0.8)), align="left")


def _token(name: str, size: int) -> Surface:
    for seat, livery in enumerate(LIVERIES):
        if name == player_button(seat):
            return button(livery, size)
    return console(name, size) if name in KEYS else picture("hand", size)
