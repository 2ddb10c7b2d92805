"""Mille Sabords on screen: the card, the dice kept and thrown, the skulls that threaten, what it is worth so far."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import pygame
from pygame import Rect, Surface

from firmware.play.events import Corrected
from firmware.play.referee import Moment, Option
from rules import mille
from rules.game import Seat
from rules.mille.score import CARD_NAMES, DICE, FACE_NAMES, LOST_AT, Card, Face, counted
from rules.mille.state import Mille
from rules.say import Message
from ui.games.mille import cards, moments, sheets
from ui.games.mille.advice import Adviser
from ui.layout import REST, columns, inset, rows
from ui.look import ground, text
from ui.look.engrave import Plate
from ui.look.pictures import picture
from ui.look.theme import BONE, GOLD, INK, Layout, blend
from ui.motion import between, pulse
from ui.parts import tray
from ui.parts.plain import Paper
from ui.parts.tags import Tag
from ui.parts.tray import Lain
from ui.table import hands
from ui.table.correcting import Correcting
from ui.table.screen import GameScreen, Show

FACES = tuple((face.value, name) for face, name in FACE_NAMES.items())
DECKED = cards.SHAPE + 0.34  # a card with its three skulls beneath, in widths of the card
LOOKING = ("ask", "jiggle", "fix")  # tasks that are about what lies on the mat


class Places(NamedTuple):
    """Where things are: the card, the skulls, what can be picked; beside them the dice and their worth."""

    card: Rect
    skulls: Rect
    options: Rect
    tray: Rect
    worth: Rect


@lru_cache(maxsize=16)
def _placed(layout: Layout, room: tuple[int, int, int, int], offered: int) -> tuple[tuple[int, int, int, int], ...]:
    stage, half = Rect(room), layout.unit // 2
    below = round(max(1, offered) * layout.medium * 1.3) + 2 * layout.unit  # what is to be touched
    width = round(min(stage.width * 0.335, stage.height * 0.61 / cards.SHAPE, (stage.height - below) / DECKED))
    left, right = columns(stage, (width, REST), layout.unit)
    lying = (
        *rows(left, (round(width * cards.SHAPE), round(width * 0.34), REST), half),
        *rows(right, (0.51, REST), half),
    )
    return tuple((*each.topleft, *each.size) for each in lying)


class MilleScreen(GameScreen):
    LASTS = moments.LASTS
    VOICES = moments.VOICES

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._scores = list(self.state.scores)
        self._from = list(self.state.scores)
        self.adviser = Adviser() if self.config.play.advice else None
        self._bounds = tray.zone(self.config, "track", "reserve", "island")
        self._throw_entered: tuple[int, set[int]] = (0, set())

    @property
    def state(self) -> Mille:
        state: Mille = self.table.state
        return state

    # -- where things are ------------------------------------------------------------------------------------------

    @property
    def room(self) -> Rect:
        """The stage, without what a banner takes of it."""
        return inset(self.layout.stage, top=self.banner_height())

    @property
    def places(self) -> Places:
        stage = self.room
        return Places(*map(Rect, _placed(self.layout, (*stage.topleft, *stage.size), self._below)))

    @property
    def _below(self) -> int:
        """How many things can be picked under the card."""
        return len(self._offered()) + len(self.deeds) + (self.table.expects.task in ("enter", "ask"))

    @property
    def slip_area(self) -> tuple[Rect, bool]:
        return self.places.worth, True

    @property
    def live_area(self) -> Rect:
        return self.places.tray

    @property
    def advice(self) -> bool:
        return self.adviser is not None

    def advise(self, on: bool) -> None:
        self.adviser = Adviser() if on else None

    # -- the stage -------------------------------------------------------------------------------------------------

    def score(self, seat: Seat) -> str:
        share = self.motions.share(("score", seat), self.now)
        points = between(self._from[seat], self._scores[seat], share)
        return self.words.number(self._scores[seat] if share >= 1 else round(points / 50) * 50)

    def stage(self, now: float) -> None:
        self._count_up(now)
        if self.table.expects.task == "over":
            self.finale.draw(now)
            return
        options = self.table.expects.options
        choosing_card = len(options) > 1 and options[0].key.startswith("card:")
        self._card(now)
        self._skulls(now)
        self._tray()
        self._worth()
        if choosing_card:
            self._deck()
        else:
            self._options()

    def _count_up(self, now: float) -> None:
        for seat, points in enumerate(self.state.scores):
            if points != self._scores[seat]:
                self._from[seat], self._scores[seat] = self._scores[seat], points
                self.motions.start(("score", seat), now, 0.8, delay=0.6)

    def _card(self, now: float) -> None:
        area, card = self.places.card, self.state.turn.card
        kind = card.value if card else cards.BACK
        turned = self.motions.share("card", now)
        if turned < 0.5:
            kind = cards.BACK
        title = self.words.say(CARD_NAMES[Card(kind)]) if kind != cards.BACK else ""
        image = cards.card(kind, area.width, title)
        if turned < 1:
            wide = max(2, round(area.width * abs(math.cos(turned * math.pi))))
            image = pygame.transform.scale(image, (wide, area.height))
        self.canvas.image("card", image, area)
        if card is None and self.deeds:
            self.target(area, hands.deed(self, self.deeds[0]), "card", focus=False)
        elif card is None and self.table.expects.options:
            self.target(area, self.pick(self.table.expects.options[0].key), "card", focus=False)

    def _skulls(self, now: float) -> None:
        """Three places for three skulls: what fills the last one is feared."""
        area, skulls = self.places.skulls, min(LOST_AT, self.state.turn.skulls)
        self.canvas.part("skulls", area, _Gallows(skulls))
        if skulls == LOST_AT - 1 and not self.state.turn.island:
            size = round(area.height * 0.62)
            spot = _place(area, LOST_AT - 1)
            alpha = 30 + round(pulse(self.breath(now), 1.6) * 6) * 16
            self.canvas.image("threat", _threat(size), spot, alpha=alpha)

    # -- dice ------------------------------------------------------------------------------------------------------

    def _tray(self) -> None:
        area, layout, u = self.places.tray, self.layout, self.layout.unit
        turn = self.state.turn
        kept = self._apart()
        shelf = "island" if turn.laid else "kept" if kept else ""
        self.canvas.part("tray", area, sheets.Tray(shelf))
        head = Rect(area.x + 3 * u, area.y + u, area.width - 6 * u, round(layout.medium * 0.95))
        says = Message("Round {n} · {target} points to win", n=self._round, target=self.state.setup.target)
        if self.hand is not None and self.hand.markable and not self.marked:
            says = Message("Touch the dice that you throw again.")
        sizes = [round(layout.medium * size) for size in (0.85, 0.75, 0.65)]
        self.write("heading", head, self.words.say(says), sizes, face=text.Face.LETTERING, colour=BONE)
        room, low = sheets.halves(area, head.bottom, bool(shelf))
        edge = round(min(layout.height * 0.105, room.width / 7.2, area.height / 4.0))
        thrown, apart = self._lain(room, low, edge)
        close = min(edge, low.width // max(1, len(apart)) * 6 // 7)  # kept dice stand side by side, however many
        for lain, size in ((thrown, edge), (apart, close)):
            for each, box in zip(lain, tray.draw(self.canvas, lain, size), strict=True):
                self._touchable(each, box)
        size = round(room.height * 0.8)
        if turn.card is None:
            self.canvas.image("whose turn", self.emblem(turn.seat, size), room)
        elif turn.rolling and not thrown and not apart:
            self.canvas.image("cup", picture("cup", size), room)

    @property
    def _round(self) -> int:
        turns = sum(isinstance(step.action, mille.Reveal) for step in self.table.record.steps)
        return 1 + max(0, turns - (self.state.turn.card is not None)) // len(self.state.players)

    def _apart(self) -> tuple[int, ...]:
        """The dice that were kept, or that lie on the treasure island."""
        turn = self.state.turn
        if turn.laid:
            return turn.laid
        return (
            tuple(n for n in range(len(turn.dice)) if n not in turn.thrown) if turn.throws > 1 or turn.rolling else ()
        )

    def _lain(self, room: Rect, low: Rect, edge: int) -> tuple[list[Lain], list[Lain]]:
        """The dice as thrown, and those apart from them."""
        turn = self.state.turn
        if self.table.expects.task in LOOKING and self.table.seen is not None:
            dice = [die for die in self.table.seen.dice if die.zone != "off"]
            meant = set(self.table.expects.dice)
            both = room.union(low)
            spots = tray.lie(dice, both, edge, self._bounds)
            return [
                Lain(f"die seen {die.id}", die.face, None, spot, tray.turned(die.rot_deg), die.id in meant, seen=die.id)
                for die, spot in zip(dice, spots, strict=True)
            ], []
        apart = self._apart()
        loose = [n for n in range(len(turn.dice)) if n not in apart and not (turn.rolling and n in turn.thrown)]
        thrown = self._group(loose, room, edge, 7 if apart else 4, scattered=True)
        return thrown, self._group(apart, low, edge, max(1, len(apart)), scattered=False)

    def _group(self, numbers: Sequence[int], box: Rect, edge: int, columns: int, *, scattered: bool) -> list[Lain]:
        """Thrown dice lie as dice do; kept ones stand in a row."""
        turn = self.state.turn
        advised = self._advised()
        chosen = {int(o.key[4:]) for o in self.table.expects.options if o.key.startswith("die:") and o.chosen}
        chosen |= self.marked
        spots = tray.in_rows(len(numbers), box, edge, columns)
        lain = []
        for n, spot in zip(numbers, spots, strict=True):
            angle = tray.turned(self._rotation(turn.dice[n], n)) if scattered else 0
            lift = edge * 0.16 if n in chosen else 0.0
            at = (spot[0], spot[1] - lift + (edge * 0.10 * math.sin(n * 2.3) if scattered else 0.0))
            lain.append(Lain(f"die {n}", turn.dice[n].value, None, at, angle, n in chosen or n in advised))
        return lain

    def _rotation(self, face: Face, number: int) -> float:
        """As the camera sees a die with this face lie; so the screen looks like the mat."""
        seen = [die for die in (self.table.seen.dice if self.table.seen else ()) if die.face == face.value]
        return (seen[number % len(seen)].rot_deg % 90 - 45) / 2 if seen else number * 37 % 40 - 20

    def _touchable(self, each: Lain, box: Rect) -> None:
        """With a camera a touch corrects a die; without one it may be picked to be thrown again."""
        number = each.name.removeprefix("die ")
        keys = {option.key for option in self.table.expects.options}
        if f"die:{number}" in keys:
            self.target(box, self.pick(f"die:{number}"), f"die:{number}", rank=1)
        elif number.isdigit():
            hands.die(self, box, f"die {number}", self._sheet(int(number), each.face), int(number))
        elif each.face is None:
            self.target(box, lambda at: self.ask(at, each.seen), each.name, rank=1)

    def _sheet(self, number: int, face: str | None) -> Correcting:
        return Correcting(number, Message("What does this die show?"), FACES, face=face)

    def ask(self, at: float, seen: int | None = None) -> None:
        """What a die shows that the camera cannot read, or the next of those thrown while it is away."""
        turn = self.state.turn
        if turn.rolling and turn.thrown:
            told = self._entered() if self.table.expects.task == "enter" else set[int]()
            number = next((n for n in turn.thrown if n not in told), turn.thrown[0])
            self.correcting = Correcting(number, Message("What does the die show?"), FACES, seen=seen)
        elif turn.dice:
            self.correcting = replace(self._sheet(0, None), seen=seen)

    def _entered(self) -> set[int]:
        """The dice of this throw that were put in by hand so far."""
        if self._throw_entered[0] != len(self.table.record.steps):
            self._throw_entered = (len(self.table.record.steps), set())
        return self._throw_entered[1]

    def corrected(self, event: Corrected) -> None:
        """Dice put in by hand come one after the other: the sheet stays until the throw is whole."""
        entering = self.table.expects.task == "enter"
        if entering:
            self._entered().add(event.die)
        unfinished = entering and len(self._entered()) < len(self.state.turn.thrown)
        super().corrected(event)
        if unfinished:
            self.ask(event.at)

    # -- worth and advice ------------------------------------------------------------------------------------------

    def _worth(self) -> None:
        turn, area = self.state.turn, self.places.worth
        worth = sheets.worth_of(self.words, turn, self._advice(), self._last_told())
        self.canvas.part("worth", area, sheets.Bill(self.layout, worth))

    def _last_told(self) -> Message | None:
        """How the last turn ended, while the next card is waited for."""
        record = self.table.record
        if not record.steps or record.game.tell is None:
            return None
        before = record.steps[-2].state if len(record.steps) > 1 else record.first
        return record.game.tell(before, record.steps[-1].action, record.steps[-1].state)

    def _asked(self) -> Any:
        turn = self.state.turn
        if self.adviser is None or turn.card is None or turn.rolling or turn.island or len(turn.dice) < DICE:
            return None
        return self.adviser.ask(turn.card, counted(turn.dice), turn.guarded)

    def _advice(self) -> str:
        asked = self._asked()
        return "" if asked is None else self.words.say(sheets.advised(asked))

    def _advised(self) -> frozenset[int]:
        """The dice that advice would throw again."""
        asked = self._asked()
        if asked is None or asked.best is None:
            return frozenset()
        left, numbers = dict(zip(Face, asked.best.throw, strict=True)), set()
        for number, face in enumerate(self.state.turn.dice):
            if left[face]:
                left[face] -= 1
                numbers.add(number)
        return frozenset(numbers)

    # -- options ---------------------------------------------------------------------------------------------------

    def _offered(self) -> list[Option]:
        """What can be picked under the card; dice are picked where they lie, and a deck has the stage to itself."""
        return [option for option in self.table.expects.options if not option.key.startswith(("die:", "card:"))]

    def _options(self) -> None:
        expects, area = self.table.expects, self.places.options
        shown = self._offered()
        if expects.task in ("enter", "ask"):
            self.offer_to_tell(area, columns=1)
            return
        items = [(o.key, self.words.say(o.label), "stop" if o.key == "stop" else None) for o in shown]
        self.offer(area, items, self.pick, columns=1)

    def _deck(self) -> None:
        """The cards of a real deck, to say which was revealed."""
        options = self.table.expects.options
        stage, u = self.layout.stage, self.layout.unit
        self.canvas.part("deck paper", stage, Paper(12, 0.7, u // 2))
        items = [Tag(o.key, self.words.say(o.label), _sign(o)) for o in options]
        room = stage.inflate(-4 * u, -4 * u)
        self.tags("deck", room, items, self.pick, 4)

    # -- what happens ----------------------------------------------------------------------------------------------

    def happened(self, moment: Moment, now: float) -> None:
        if moment.name != "played":
            return
        if isinstance(moment["action"], mille.Reveal):
            self.sound("card")
            self.motions.start("card", now, 0.4)
        elif isinstance(moment["action"], mille.Throw):
            self.sound("dice")

    def play(self, show: Show, t: float) -> None:
        moments.play(self, show, t)


def _sign(option: Option) -> str | None:
    """A card's own; or what leads away from picking one."""
    return cards.sign(str(option.picture)) if option.key.startswith("card:") else option.picture


@lru_cache(maxsize=8)
def _threat(size: int) -> Surface:
    return picture("skull", size).copy()  # it is shown half clear, and the others are not


@lru_cache(maxsize=8)
def _sockets(size: tuple[int, int]) -> Surface:
    surface = ground.brass(*size).copy()
    plate = Plate(*size)
    area = Rect((0, 0), size)
    for place in range(LOST_AT):
        spot = _place(area, place)
        hole, pen = blend(INK, (0, 0, 0), 0.4), area.height * 0.03
        plate.dot(*spot.center, area.height * 0.34, fill=hole, stroke=GOLD, width=pen)
    surface.blit(plate.print(), (0, 0))
    return surface


def _place(area: Rect, place: int) -> Rect:
    size = round(area.height * 0.62)
    spot = Rect(0, 0, size, size)
    spot.center = round(area.centerx + (place - 1) * area.width * 0.30), area.centery
    return spot


@dataclass(frozen=True, slots=True)
class _Gallows:
    skulls: int

    def paint(self, surface: Surface, box: Rect) -> None:
        surface.blit(_sockets(box.size), (0, 0))
        for place in range(self.skulls):
            spot = _place(box, place)
            surface.blit(picture("skull", spot.width), spot)
