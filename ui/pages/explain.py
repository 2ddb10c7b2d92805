"""How to play, in a minute: one sheet per game, three pictures with a few words: the goal, a turn, the buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from firmware.play.events import Pressed
from rules.duel.cards import Colour as Sail
from rules.duel.cards import deck
from rules.games import GAMES
from rules.sabords.board import Colour
from rules.say import Message
from ui.canvas import Canvas
from ui.games.duel import engravings
from ui.games.sabords import tokens
from ui.inputs import Input, Touched
from ui.look import ground, text
from ui.look.pictures import button, console, die, picture
from ui.look.text import Face
from ui.look.theme import LIVERY, Layout
from ui.pages.menu import headline
from ui.parts import widgets
from ui.words.language import Language

Sign = Callable[[int], Surface]  # a picture of that height


def _die(face: str, colour: str | None = None, *, glow: bool = False, angle: int = 0, body: str | None = None) -> Sign:
    return lambda size: die(face, round(size / 1.5), colour=colour, body=body, glow=glow, angle=angle)


def _art(name: str) -> Sign:
    return lambda size: picture(name, size)


def _button(livery: str) -> Sign:
    return lambda size: button(LIVERY[livery], size, lit=livery == "red")


def _key(name: str) -> Sign:
    return lambda size: console(name, size)


def _duel_ship(size: int) -> Surface:
    return engravings.ship(Sail.RED, size)


def _duel_card(size: int) -> Surface:
    member = next(iter(deck("duel", 1).members.values()))
    return engravings.likeness(member, size)


def _aux_ship(size: int) -> Surface:
    return tokens.ship(Colour.RED, size)


def _aux_chest(size: int) -> Surface:
    return tokens.chest(Colour.RED, round(size * 0.7))


@dataclass(frozen=True, slots=True)
class Column:
    title: Message
    signs: tuple[Sign, ...]
    words: Message


GOAL, TURN, BUTTONS = Message("The goal"), Message("Your turn"), Message("The buttons")
SHEETS: dict[str, tuple[Column, ...]] = {
    "series": (
        Column(
            GOAL,
            (_art("island"), _art("cross")),
            Message(
                "Be the first to reach the treasure at the end of the map. Every series you spot takes you closer."
            ),
        ),
        Column(
            TURN,
            tuple(
                _die("palm", colour, glow=True, angle=turn)
                for colour, turn in (("red", -8), ("blue", 6), ("green", 14))
            ),
            Message(
                "Throw one die onto the track. Three dice there with the same symbol, or of the same "
                "colour, are a series."
            ),
        ),
        Column(
            BUTTONS,
            (_button("red"), _button("blue"), _button("green")),
            Message(
                "Whoever sees a series hits their own button, at any time. The quickest names it: right, "
                "you sail; wrong, you drift back."
            ),
        ),
    ),
    "mille": (
        Column(
            GOAL,
            (_art("chest_open"), _die("coin", angle=-9), _die("diamond", angle=12)),
            Message(
                "Gather {points} points: coins, diamonds and three or more of a kind. The card changes the rules.",
                points=6000,
            ),
        ),
        Column(
            TURN,
            tuple(_die("skull", glow=True, angle=turn) for turn in (-12, 4, 15)),
            Message(
                "Throw all eight dice. Then throw two or more again, or stop. The third skull ends your "
                "turn, and all is lost!"
            ),
        ),
        Column(
            BUTTONS,
            (_button("red"), _key("choose")),
            Message(
                "Your lit button: I stop and count my points. To go on, just throw again. Dice you keep go "
                "to the reserve."
            ),
        ),
    ),
    "duel": (
        Column(
            GOAL,
            (_duel_ship, _art("chest"), _art("coin")),
            Message(
                "Gather {gold} gold, or be the last one afloat. You lose your crew in fights, and without a crew your "
                "ship goes down.",
                gold=15,
            ),
        ),
        Column(
            TURN,
            (_duel_card, _die("skull", body="red", angle=-8), _die("ship", body="blue", angle=9)),
            Message(
                "Choose two recruits, then draw a combat card. In a fight, cannons or sabres are your dice: skulls "
                "hit, ships protect."
            ),
        ),
        Column(
            BUTTONS,
            (_key("left"), _key("choose"), _key("right"), _button("red")),
            Message(
                "Arrows move the gold frame, your own button takes what is in it; or touch it. The attacker throws red "
                "dice, the defender blue."
            ),
        ),
    ),
    "aux": (
        Column(
            GOAL,
            (_aux_ship, _aux_chest, _art("port")),
            Message(
                "Bring the most chests into your port. The rose puts yours on the island; load them there. Or rob the "
                "others!"
            ),
        ),
        Column(
            TURN,
            (_art("leg"), _art("sabre"), _die("4", angle=-8)),
            Message(
                "Two different tools build your ship; a ship card lets it sail. Throw the die and sail all its "
                "squares. You meet a ship? Attack: more pirates win."
            ),
        ),
        Column(
            BUTTONS,
            (_key("left"), _key("choose"), _key("right")),
            Message(
                "Arrows turn the wheel; the middle button or your lit one sails one square. Or touch. Hands stay "
                "secret: say only what you lay."
            ),
        ),
    ),
}


class Explain:
    """Left and right turn to the next game; anything else closes the book."""

    def __init__(self, layout: Layout, words: Language, game: str, close: Callable[[], None]) -> None:
        self._layout, self._words, self._close = layout, words, close
        self._at = list(SHEETS).index(game)
        self._canvas = Canvas(ground.table(layout.width, layout.height))

    def handle(self, event: Input) -> None:
        if isinstance(event, Pressed) and event.button in ("left", "right"):
            self._at = (self._at + (1 if event.button == "right" else -1)) % len(SHEETS)
        elif isinstance(event, Pressed):
            self._close()
        elif isinstance(event, Touched) and event.how == "down":
            if event.y < self._layout.ribbon.top:
                self._at = (self._at + (1 if event.x > self._layout.width / 2 else -1)) % len(SHEETS)
            else:
                self._close()

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        layout, u = self._layout, self._layout.unit
        game = list(SHEETS)[self._at]
        head = headline(self._canvas, layout, self._words.say(GAMES[game].title))
        wide = (layout.width - 4 * u) // 3
        boxes = [
            Rect(u + place * (wide + u), head.bottom, wide, layout.ribbon.top - head.bottom - u) for place in range(3)
        ]
        px = self._size(SHEETS[game], boxes)
        for place, (column, box) in enumerate(zip(SHEETS[game], boxes, strict=True)):
            self._canvas.panel(f"column {place}", box, (game, place), partial(self._column, column, place, px))
        says = self._words.say(Message("Arrows: the next game. Any other button: back."))
        widgets.ribbon(self._canvas, layout, widgets.Ribbon(says, "choose"), now)
        return self._canvas.flush(surface)

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
