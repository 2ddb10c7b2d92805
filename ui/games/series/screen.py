"""The treasure race on screen: the chart with its pawns, the dice as read, the hands, and a claim as an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

import pygame
from pygame import Rect, Surface

from firmware.games.series.expects import SERIES_BY_KEY
from firmware.play.referee import Moment
from rules import series
from rules.game import Seat
from rules.say import Message
from rules.series.dice import NAMES, Colour, Symbol
from rules.series.rules import Race
from ui.chart import sheet
from ui.games.series import moments, naming
from ui.games.series.tales import tales
from ui.layout import REST, inset, rows
from ui.look import ground, pictures
from ui.motion import between, hop, in_out, linear
from ui.parts import tray, widgets
from ui.parts.plain import Brass
from ui.parts.tray import Lain
from ui.table import hands
from ui.table.correcting import Correcting
from ui.table.screen import GameScreen, Show
from vision.seen import Die

PADS = {key: f"F{number}" for number, key in enumerate(SERIES_BY_KEY, start=1)}  # keys that are the series pad
HOP_S = 0.28  # from square to square
FACES = tuple((symbol.value, NAMES[symbol]) for symbol in Symbol)
COLOURS = tuple((colour.value, NAMES[colour]) for colour in Colour)


class SeriesScreen(GameScreen):
    LASTS = moments.LASTS
    VOICES = moments.VOICES
    RACED = True

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._shown_pawns = list(self.state.pawns)
        self._ways: dict[Seat, tuple[int, int]] = {}  # a pawn on its way: from, to
        self._presses: tuple[tuple[str, float], ...] = ()
        self._frozen = self._inked()
        self._bounds = tray.zone(self.config, "track")
        self.lain: list[Lain] = []  # the dice as they were drawn last
        pictures.at_hand((face for face, _ in FACES), [colour for colour, _ in COLOURS])

    @property
    def state(self) -> Race:
        state: Race = self.table.state
        return state

    # -- the ground ------------------------------------------------------------------------------------------------

    def background(self) -> Surface:
        layout, record = self.layout, self.table.record
        title = self.words.say(record.game.title)
        seed = crc32(f"{record.date} {record.players}".encode())  # another map every game, the same when it is resumed
        self.map = sheet.draw(layout.stage.size, seed, record.setup.squares, title, layout.small)
        base = ground.table(layout.width, layout.height).copy()
        ground.shadow(base, layout.stage, layout.unit * 2)
        base.blit(self.map.surface, layout.stage)
        self._sea = base
        return base

    def _inked(self) -> Surface:
        """The sea frozen to ink: the same chart in dark sepia."""
        frozen = self._sea.copy()
        part = frozen.subsurface(self.layout.stage)
        grey = pygame.transform.grayscale(part)
        grey.fill((92, 84, 78), special_flags=pygame.BLEND_RGB_MULT)
        part.blit(grey, (0, 0))
        return frozen

    # -- what is on it ---------------------------------------------------------------------------------------------

    def score(self, seat: Seat) -> str:
        return str(self.state.pawns[seat])

    def plate(self, seat: Seat) -> widgets.CrewPlate:
        return replace(super().plate(seat), dice=self.state.hands[seat])

    def crew_area(self) -> Rect:
        """As high as four plates need it; the dice, which all look at, have the rest."""
        return rows(super().crew_area(), (0.6, REST))[0]

    def tray_area(self) -> Rect:
        whole, crew = super().crew_area(), self.crew_area()
        bottom = self.plates[-1].bottom if self.plates else crew.bottom  # two players leave the dice more room
        top = bottom + self.layout.unit // 2
        return Rect(whole.x, top, whole.width, whole.bottom - top - self.layout.unit // 2)

    def stage(self, now: float) -> None:
        naming_now = self.table.expects.task == "name"
        self.canvas.ground(self._frozen if naming_now else self._sea)
        self._tray(now)
        self._pawns(now, dim=naming_now)
        if naming_now:
            self._name(now)
        elif self.table.expects.task == "over":
            self.finale.draw(now, self._spot(self.state.setup.squares))
        else:
            self._offers(now)

    def _name(self, now: float) -> None:
        seat = self.table.expects.seats[0]
        who = (self.liveries[seat], self.table.players[seat])
        keys = {**PADS, "claim": str(seat + 1)}  # the own button says that it is all
        naming.draw(
            self.canvas,
            self.layout,
            self.words,
            self.table.expects,
            who,
            self._presses,
            self.table.cursor,
            now,
            self.motions.share("unroll", now),
            lambda box, key: self.target(box, self.pick(key), key, keys.get(key, ""), framed=True),
        )

    @property
    def _row(self) -> Rect:
        """At the foot of the map."""
        stage, u = self.layout.stage, self.layout.unit
        return rows(inset(stage, 3 * u, 3 * u), (REST, round(self.layout.medium * 1.7)))[1]

    @property
    def live_area(self) -> Rect:
        stage = self.layout.stage
        fuse = 0 if self.table.expects.until is None else 4 * self.layout.unit
        return Rect(stage.x, stage.y, stage.width, self._row.y - fuse - self.layout.unit - stage.y)

    def _offers(self, now: float) -> None:
        """What can be picked besides a claim, at the foot of the map; with a fuse where time runs out."""
        expects, u = self.table.expects, self.layout.unit
        row = self._row
        if expects.task in ("enter", "ask"):
            self.offer_to_tell(row)
        else:
            self.offer(row, [(option.key, self.words.say(option.label)) for option in expects.options], self.pick)
        if expects.until is not None:
            left = (expects.until - now) / max(0.1, expects.until - expects.since)
            rope = Rect(row.x, row.y - 4 * u, row.width, 3 * u)
            widgets.fuse(self.canvas, "fuse", rope, left, now)

    # -- dice ------------------------------------------------------------------------------------------------------

    def _tray(self, now: float) -> None:
        area, u = self.tray_area(), self.layout.unit
        self.canvas.part("tray", area, Brass())
        inside = area.inflate(-2 * u, -2 * u)
        edge = self.die_edge(inside)
        self.lain = self._dice(inside, edge)
        small = round(edge * (0.6 if self.lain else 0.8))
        tray.draw(self.canvas, self._missing(inside, small), small)
        for each, box in zip(self.lain, tray.draw(self.canvas, self.lain, edge), strict=True):
            number = self._number(each)
            if number is not None:
                asks = Message("What does this die show?")
                sheet = Correcting(number, asks, FACES, COLOURS, each.face, each.colour, seen=each.seen)
                name = f"die {number}"  # of two that are alike, or not read, either may be the one
                hands.die(self, box, f"{each.name} seen" if self.laid(name) else name, sheet)

    def die_edge(self, inside: Rect) -> int:
        return round(min(inside.height / 4.0, inside.width / 5.4))

    def _dice(self, inside: Rect, edge: int) -> list[Lain]:
        seen = self._seen()
        glowing = set(self.table.expects.dice)
        if seen is None:  # no camera: what the rules know
            known = [face for face in self.state.track if face is not None]
            spots = tray.in_rows(len(known), inside, edge, 4)
            return [
                Lain(f"die {number}", face.symbol.value, face.colour.value, spot, (number * 37) % 40 - 20)
                for number, (face, spot) in enumerate(zip(known, spots, strict=True))
            ]
        spots = tray.lie(seen, inside, edge, self._bounds)
        return [
            Lain(f"die {die.id}", die.face, die.colour, spot, tray.turned(die.rot_deg), die.id in glowing, seen=die.id)
            for die, spot in zip(seen, spots, strict=True)
        ]

    def _missing(self, inside: Rect, edge: int) -> list[Lain]:
        """What the rules know to lie there and nobody sees: dice to be put back, as pale as ghosts."""
        seen = self._seen()
        if seen is None or self.table.expects.task != "fix":
            return []
        there = Counter((die.face, die.colour) for die in seen)
        faces = [(face.symbol.value, face.colour.value) for face in self.state.track if face is not None]
        missing = list((Counter(faces) - there).elements())
        low = Rect(inside.x, inside.centery, inside.width, inside.height // 2)
        spots = tray.in_rows(len(missing), low if seen else inside, edge, 6)
        return [
            Lain(f"missing {number}", face, colour, spot, ghost=True)
            for number, ((face, colour), spot) in enumerate(zip(missing, spots, strict=True))
        ]

    def _seen(self) -> tuple[Die, ...] | None:
        if self.table.seen is None or self.table.expects.task == "enter":
            return None
        return tuple(die for die in self.table.seen.dice if die.zone == "track")

    def _number(self, lain: Lain) -> int | None:
        """The game's number of a die; where it is not known which of two alike it is, either will do."""
        if lain.face is None:
            return series.next_die(self.state)
        for number, seen in self.table.watched.items():
            if seen == lain.seen:
                return number
        shows = (lain.face, lain.colour)
        track = self.state.track
        return next((n for n, f in enumerate(track) if f and (f.symbol.value, f.colour.value) == shows), None)

    def ask(self, at: float) -> None:
        """The players say what the die shows that nobody could read."""
        number = series.next_die(self.state)
        if number is not None:
            self.correcting = Correcting(number, Message("What does the die show?"), FACES, COLOURS)

    # -- pawns -----------------------------------------------------------------------------------------------------

    def _pawns(self, now: float, *, dim: bool) -> None:
        size = round(self.layout.unit * 4.6)
        for seat, square in enumerate(self.state.pawns):
            before = self._shown_pawns[seat]
            if square != before:
                self._shown_pawns[seat], self._ways[seat] = square, (before, square)
                steps = abs(square - before)
                delay = 0.45 if square > before else 0.2
                self.motions.start(("pawn", seat), now, HOP_S * steps, delay=delay, ease=linear)
        for seat in range(len(self.state.pawns)):
            x, y = self.pawn_at(seat, now)
            image = self.emblem(seat, size, dim=dim)
            self.canvas.image(f"pawn {seat}", image, (x - size / 2, y - size / 2))

    def pawn_at(self, seat: Seat, now: float) -> tuple[float, float]:
        begin, end = self._ways.get(seat, (self.state.pawns[seat],) * 2)
        share = self.motions.share(("pawn", seat), now)
        if share >= 1 or begin == end:
            self._ways.pop(seat, None)
            x, y = self._spot(self.state.pawns[seat])
            dx, dy = self._beside(seat)
            return x + dx, y + dy
        forward = end > begin
        way = begin + (end - begin) * (share if forward else in_out(share))
        low = min(int(way), len(self.map.squares) - 2)
        part = way - low
        (x0, y0), (x1, y1) = self._spot(low), self._spot(low + 1)
        lift = hop(part) * self.layout.unit * 3 if forward else 0.0
        return between(x0, x1, in_out(part)), between(y0, y1, in_out(part)) - lift

    def _spot(self, square: int) -> tuple[float, float]:
        x, y = self.map.squares[min(square, len(self.map.squares) - 1)]
        return self.layout.stage.x + x, self.layout.stage.y + y

    def _beside(self, seat: Seat) -> tuple[float, float]:
        """Pawns that share a square stand around it, so that each can be told."""
        pawns = self.state.pawns
        sharing = [other for other, square in enumerate(pawns) if square == pawns[seat]]
        if len(sharing) == 1:
            return 0.0, 0.0
        place, step = sharing.index(seat), self.layout.unit * 2.1
        ways: Sequence[tuple[int, int]] = ((-1, -1), (1, 1), (1, -1), (-1, 1))
        return ways[place][0] * step, ways[place][1] * step

    # -- what happens ----------------------------------------------------------------------------------------------

    def happened(self, moment: Moment, now: float) -> None:
        if moment.name in ("claim", "late"):
            order = moment["order"]
            self._presses = tuple((self.liveries[seat], (at - order[0][1]) * 1000) for seat, at in order)
        if moment.name == "claim":
            self.motions.start("unroll", now, 0.25)
        elif moment.name == "played" and isinstance(moment["action"], series.Throw):
            self.sound("dice")

    def play(self, show: Show, t: float) -> None:
        moments.play(self, show, t)

    def tales(self) -> list[tuple[str, Message]]:
        return tales(self.table.record)
