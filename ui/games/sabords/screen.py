"""Aux Sabords on screen: the board with ships and chests, the harbours beside it, sailing square by square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pygame import Rect, Surface

from firmware.games.choices.laid import LAID
from firmware.games.sabords.hands import SabordsHand
from firmware.play.cards import BACK_TO_THE_EYES, BY_HAND
from firmware.play.events import Pressed, player_button
from firmware.play.referee import Moment
from firmware.practice.hand import Deed
from rules import sabords
from rules.dice import PIPS
from rules.game import Seat
from rules.sabords import actions
from rules.sabords.board import COLOURS, Direction, Square, sea_chart
from rules.sabords.cards import Card
from rules.sabords.state import Aux, Phase, Ship, fighter
from rules.say import Message
from rules.text import read_action
from ui.games.sabords import board, harbour, moments, offers, secret
from ui.games.sabords.offers import Offer
from ui.games.sabords.tales import tales
from ui.games.sabords.tokens import ART, arrow, badge, chest, livery_of, ring, ship, wake
from ui.inputs import Input, Touched
from ui.layout import REST, centred, inset, rows
from ui.look import ground
from ui.look.pictures import medallion, picture
from ui.motion import between, hop, in_out, pulse
from ui.parts import tray, widgets
from ui.parts.plain import Count
from ui.parts.tags import Tag
from ui.parts.tray import Lain
from ui.table import hands
from ui.table.correcting import Correcting
from ui.table.screen import SEATED, GameScreen, Show
from ui.targets import Act

SAIL_S = 0.24  # from square to square
FLIGHT_S = 0.5  # of a chest
SHIP = 1.32  # squares that a ship is wide
ANGLES = {Direction.EAST: 0, Direction.SOUTH: 90, Direction.WEST: 180, Direction.NORTH: 270}
FACES = tuple((face, Message("{n}", n=int(face))) for face in PIPS.faces)
LOOKING = ("ask", "jiggle", "fix")  # tasks that are about what lies on the mat
FIGHTING = (Phase.DEFEND, Phase.STRIKE)
ASIDE = (BY_HAND.key, BACK_TO_THE_EYES.key)
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Flight:
    """A chest on its way over the board."""

    name: str
    image: Surface
    start: Point
    end: Point


class AuxScreen(GameScreen):
    LASTS = moments.LASTS
    VOICES = moments.VOICES

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.liveries = SEATED  # a player wears the colour of the ship, whatever they wear in other games
        self._at = [one.square for one in self.state.ships]
        self._from: dict[int, Square] = {}  # ships on their way, and where from
        self._west = [self._port(one)[1] > len(self.state.board.rows[0]) // 2 for one in self.state.ships]
        self._flights: list[Flight] = []
        self._look: secret.Look | None = None  # somebody looks at their cards
        self._bounds = tray.zone(self.config, "track")

    @property
    def state(self) -> Aux:
        state: Aux = self.table.state
        return state

    def background(self) -> Surface:
        layout, state = self.layout, self.table.state
        self.map = board.draw(state.board, layout.stage.size, tuple(one.colour for one in state.ships))
        base = ground.table(layout.width, layout.height).copy()
        ground.shadow(base, layout.stage, layout.unit * 2)
        base.blit(self.map.surface, layout.stage)
        return base

    # -- where things are ------------------------------------------------------------------------------------------

    def spot(self, square: Point | Square) -> Point:
        """The middle of a square on the screen."""
        x, y = self.map.middle(square)
        return self.layout.stage.x + x, self.layout.stage.y + y

    def _port(self, one: Ship) -> Square:
        return sea_chart(self.state.board).ports[COLOURS.index(one.colour)]

    def treasure(self, one: Ship) -> Square:
        return sea_chart(self.state.board).treasures[COLOURS.index(one.colour)]

    def harbour_area(self, one: Ship) -> Rect:
        return self.map.harbour(one.colour).move(self.layout.stage.topleft)

    @property
    def island(self) -> Rect:
        return self.map.middle_island.move(self.layout.stage.topleft)

    # -- the crew --------------------------------------------------------------------------------------------------

    def score(self, seat: Seat) -> str:
        return str(sabords.points(self.state)[seat])

    def plate(self, seat: Seat) -> widgets.CrewPlate:
        aboard = sum(sum(one.cargo) for one in self.state.ships if one.seat == seat)
        says = Message("{n} aboard", n=aboard)
        return replace(super().plate(seat), note=self.words.say(says) if aboard else "")

    # -- the stage -------------------------------------------------------------------------------------------------

    def stage(self, now: float) -> None:
        self._set_sail(now)
        for number, one in enumerate(self.state.ships):
            shows = harbour.harbour_of(self.layout, self.state, one)
            self.canvas.part(f"harbour {number}", self.harbour_area(one), shows)
            self._hoard(number, one)
        self._wake()
        self._ships(now)
        if self.table.expects.task == "over":
            winner = next(one for one in self.state.ships if one.seat == self.table.expects.seats[0])
            self.finale.draw(now, self.spot(self._port(winner)))
            return
        self._die()
        self._fly(now)
        if self._shows or self._flights:
            return  # what comes next can wait
        if self.state.phase in FIGHTING:
            moments.boarding_now(self, now)
            self._offers(self.foot)
        elif self.state.phase is Phase.SAIL:
            self._ways(now)
        else:
            self._offers(self.strip)

    @property
    def strip(self) -> Rect:
        """Where choices lie: at the foot of the board, or at its head while the ship is down there."""
        stage, u = self.layout.stage, self.layout.unit
        here = self.state.ship.square or self._port(self.state.ship)
        low = here[0] >= len(self.state.board.rows) / 2
        area = Rect(stage.x + 3 * u, 0, stage.width - 6 * u, round(stage.height * 0.25))
        area.y = stage.y + 2 * u + self.banner_height() if low else stage.bottom - 2 * u - area.height
        return area

    @property
    def slip_area(self) -> tuple[Rect, bool]:
        """Away from the ship that is to sail, or from what can be chosen."""
        here = self.state.ship.square or self._port(self.state.ship)
        below = here[0] >= len(self.state.board.rows) / 2
        return self.layout.stage, self.state.phase not in FIGHTING and below != (self.state.phase is Phase.SAIL)

    @property
    def foot(self) -> Rect:
        stage, u = self.layout.stage, self.layout.unit
        return rows(inset(stage, u, u), (REST, round(stage.height * 0.25)))[1]

    def _offers(self, area: Rect) -> None:
        expects = self.table.expects
        row = Rect(0, 0, round(self.map.cell * 6.6), round(self.map.cell * 2.0))  # a finger's, below the die
        row.midbottom = self.island.centerx, self.island.bottom + round(self.map.cell * 1.1)
        if expects.task in ("enter", "ask"):
            self.offer_to_tell(row)
        elif expects.task == "throw":  # a throw that nobody saw: what lies there may count
            items = [(each.key, self.words.say(Message("It counts"))) for each in expects.options[:1]]
            self.offer(row, items, self.pick)
        elif (seat := self._asked()) is not None:
            self._hand(area, seat)
        elif self.deeds:
            self.offer(row, [], self.pick)
        elif expects.options:
            offered = [
                Offer(option.key, self.words.say(option.label), offers.pictures(self.state, option, action))
                for option, action in self.choices()
            ]
            wide = min(area.width, round(area.height * 1.45) * len(offered))
            area = centred(area, wide, area.height)
            boxes = offers.draw(self.canvas, self.layout, area, offered, self.table.cursor)
            for box, each in zip(boxes, offered, strict=True):
                self.target(box, self.pick(each.key), each.key, framed=True)

    def _hand(self, area: Rect, seat: Seat) -> None:
        """What a player holds, for that player alone; what can be laid of it beside it."""
        robots, players, entries = self.evening.robots, self.table.players, len(self.table.record.entries)
        if seat in robots:
            return
        if not secret.shown(seat, self._look, robots, len(players), entries, self.now):
            says = Message("{player}: look at your cards", player=players[seat])
            row = centred(area, round(area.width * 0.6), round(area.height * 0.5))
            self.tags("offer", row, [Tag("look", self.words.say(says), "hand")], lambda key: self._turn_up(seat), 1)
            if self.focus is None or self.focus in self.table.keys:  # what can be laid is nobody's to point at yet
                self.point_at("look")
            return
        mine = Offer("hand", self.words.say(Message("Your cards")), tuple(("art", ART[c]) for c in self._held()))
        offered = [mine, *(
            Offer(f"{hands.DEED}{deed.key}", self.words.say(deed.label), self._laid_by(deed)) for deed in self.deeds
        ), *(
            Offer(option.key, self.words.say(option.label), offers.pictures(self.state, option, action))
            for option, action in self.choices()
        )]  # fmt: skip
        if self._look is not None:
            offered.append(Offer("cover", self.words.say(Message("Cover them")), (("art", "undo"),)))
        keys = [each.key for each in offered]
        at = keys.index(self.focus) if self.focus in keys else -1
        for box, each in zip(offers.draw(self.canvas, self.layout, area, offered, at), offered, strict=True):
            if each.key == "cover":
                self.target(box, self._cover_cards, each.key, framed=True)
            elif each is not mine:
                self.target(box, hands.or_deed(self, self.pick)(each.key), each.key, framed=True)

    def _asked(self) -> Seat | None:
        """Whose secret hand decides now: one that the table has dealt, or one held at the virtual table."""
        if isinstance(self.hand, SabordsHand) and self.hand.deck is not None and self.state.phase in secret.SECRET:
            return fighter(self.state).seat
        return secret.asked(self.state)

    def _held(self) -> tuple[Card, ...]:
        return self.hand.held() if isinstance(self.hand, SabordsHand) and self.hand.deck else secret.held(self.state)

    def _laid_by(self, deed: Deed) -> offers.Pictures:
        names = self.hand.names(deed) if isinstance(self.hand, SabordsHand) else ()
        return tuple(("art", ART[Card(name)]) for name in names) or (("art", deed.picture),)

    def blindly(self, event: Pressed) -> None:
        """Nothing of a hand is laid by a press that came before anybody could see it."""
        if self._asked() is None:
            super().blindly(event)

    def _turn_up(self, seat: Seat) -> Act:
        def look(at: float) -> None:
            self._look = secret.Look(seat, len(self.table.record.entries), self.now)
            self.point_at(f"{hands.DEED}{self.deeds[0].key}" if self.deeds else self.table.keys[0])

        return look

    def _cover_cards(self, at: float) -> None:
        self._look = None

    def choices(self) -> list[tuple[Any, Any]]:
        """The options with the actions they stand for."""
        options = self.table.expects.options
        return [(option, _action(option.key, self.table.players)) for option in options]

    # -- sailing ---------------------------------------------------------------------------------------------------

    def _ways(self, now: float) -> None:
        """An arrow on every square that may be sailed to; the wheel points at one."""
        square, cell = self.state.ship.square, self.map.cell
        if square is None or self.motions.share(("ship", self.state.turn), now) < 1:
            return
        for number, (option, action) in enumerate(self.choices()):
            if not isinstance(action, actions.Sail):
                continue
            pointed = number == self.table.cursor
            to = sea_chart(self.state.board).ways[square][action.to]
            down, right = to[0] - square[0], to[1] - square[1]
            x, y = self.spot((square[0] + down * 0.98, square[1] + right * 0.98))
            size = round(cell * (0.98 + 0.1 * round(pulse(self.breath(now), 1.0) * 3) / 3 if pointed else 0.74))
            image = arrow(ANGLES[action.to], size, bright=pointed)
            self.canvas.image(f"way {action.to}", image, (x - size / 2, y - size / 2))
            reach = round(cell * 1.9)
            x, y = self.spot((square[0] + down * 1.4, square[1] + right * 1.4))
            area = Rect(round(x - reach / 2), round(y - reach / 2), reach, reach)
            self.target(area, self.pick(option.key), option.key, framed=True)

    def _wake(self) -> None:
        """Foam on the squares passed since the die was thrown."""
        if not self.state.steps and self.state.phase not in FIGHTING:
            return
        size = round(self.map.cell * 0.42)
        for number, square in enumerate(self._sailed()):
            x, y = self.spot(square)
            self.canvas.image(f"wake {number}", wake(size), (x - size / 2, y - size / 2 + self.map.cell * 0.2))

    def _sailed(self) -> list[Square]:
        steps, turn = self.table.record.steps, self.state.turn
        squares: list[Square] = []
        for step in reversed(steps):
            where = step.state.ships[turn].square
            if isinstance(step.action, actions.Throw):
                if where is not None:
                    squares.append(where)
                break
            if isinstance(step.action, actions.Sail) and where is not None:
                squares.append(where)
        here = self.state.ship.square
        return sorted({square for square in squares if square != here})

    def _set_sail(self, now: float) -> None:
        for number, one in enumerate(self.state.ships):
            before, here = self._at[number], one.square
            if before == here:
                continue
            self._at[number] = here
            if before is None or here is None or abs(before[0] - here[0]) + abs(before[1] - here[1]) != 1:
                self._from.pop(number, None)
                self._west[number] = self._port(one)[1] > len(self.state.board.rows[0]) // 2
                continue
            self._from[number] = before
            if before[1] != here[1]:
                self._west[number] = here[1] < before[1]
            self.motions.start(("ship", number), now, SAIL_S, ease=in_out)

    def ship_at(self, number: int, now: float) -> Point:
        one = self.state.ships[number]
        assert one.square is not None
        sharing = [other.colour for other in self.state.ships if other.square == one.square]
        beside = 0.0 if len(sharing) == 1 else (-0.36, 0.36)[sharing.index(one.colour)]
        x, y = self.spot(one.square)
        share = self.motions.share(("ship", number), now)
        begin = self._from.get(number)
        if share < 1 and begin is not None:
            x0, y0 = self.spot(begin)
            x, y = between(x0, x, share), between(y0, y, share)
        return x + beside * self.map.cell, y - self.map.cell * 0.12

    def _ships(self, now: float) -> None:
        cell, font = self.map.cell, round(max(self.layout.height / 29, self.map.cell * 0.4))
        size = round(cell * SHIP)
        rows = {number: self.ship_at(number, now) for number, one in enumerate(self.state.ships) if one.square}
        for number, (x, y) in sorted(rows.items(), key=lambda item: item[1][1]):
            one = self.state.ships[number]
            if number == self.state.turn and self.table.expects.task != "over":
                wide = round(cell * 1.62)
                place = (x - wide / 2, y - wide / 2 + cell * 0.08)
                self.canvas.image("turn", ring(wide), place, alpha=95 + round(pulse(self.breath(now), 1.6) * 5) * 32)
            image = ship(one.colour, size, west=self._west[number])
            self.canvas.image(f"ship {number}", image, (x - size / 2, y - size / 2))
            if any(one.cargo):
                colours = [COLOURS[place] for place, chests in enumerate(one.cargo) if chests]
                tag = badge(sum(one.cargo), font, colours[0] if len(colours) == 1 else None)
                steers = number == self.state.turn and self.state.phase is Phase.SAIL
                aside = cell * 0.88 if steers else 0.0  # the way to the south stays free
                place = (x + aside - tag.get_width() / 2, y + size * (0.36 if steers else 0.3))
                self.canvas.image(f"cargo {number}", tag, place)

    # -- chests ----------------------------------------------------------------------------------------------------

    def _hoard(self, number: int, one: Ship) -> None:
        """The chests on a treasure square, as many as there are."""
        flying = sum(flight.name.startswith(f"hoard {number}") for flight in self._flights)
        there = max(0, one.treasure - flying)
        x, y = self.spot(self.treasure(one))
        cell = self.map.cell
        size = round(cell * (0.66 if there == 1 else 0.5))
        step = cell * 0.24
        for place in range(there):
            dx, dy = (0.0, 0.0) if there == 1 else ((-step, step)[place % 2], (-step, step)[place // 2])
            image = chest(one.colour, size)
            self.canvas.image(f"hoard {number} {place}", image, (x + dx - size / 2, y + dy - size / 2))

    def _fly(self, now: float) -> None:
        under_way = []
        for flight in self._flights:
            share = self.motions.share(flight.name, now)
            if share >= 1:
                continue
            under_way.append(flight)
            x = between(flight.start[0], flight.end[0], share) - flight.image.get_width() / 2
            y = between(flight.start[1], flight.end[1], share) - flight.image.get_height() / 2
            self.canvas.image(f"flight {flight.name}", flight.image, (x, y - hop(share) * self.map.cell * 1.4))
        self._flights = under_way

    def fly(self, name: str, one: Ship, chests: int, start: Point, end: Point, now: float) -> None:
        for number in range(chests):
            flight = Flight(f"{name} {number}", chest(one.colour, round(self.map.cell * 0.6)), start, end)
            # A second chest to the same place while the first is under way takes over its flight.
            self._flights = [*(each for each in self._flights if each.name != flight.name), flight]
            self.motions.start(flight.name, now, FLIGHT_S, delay=number * 0.12, ease=in_out)

    # -- the die ---------------------------------------------------------------------------------------------------

    def _die(self) -> None:
        """In the middle of the island: the cup, the die as read, and the squares that are left of it."""
        area, cell, task = self.island, self.map.cell, self.table.expects.task
        seen = self.table.seen
        counts = task == "throw" and self.table.expects.options
        if (task in LOOKING or counts) and seen is not None:
            if task == "ask" or counts:  # what can be said of it lies below
                area = Rect(area.x, area.y - round(cell * 0.4), area.width, round(cell * 2.2))
            dice = [die for die in seen.dice if die.zone != "off"]
            edge, meant = round(cell * 1.05), set(self.table.expects.dice)
            spots = tray.lie(dice, area.inflate(round(cell * 1.4), 0), edge, self._bounds)
            lain = [
                Lain(f"die seen {die.id}", die.face, None, spot, tray.turned(die.rot_deg), die.id in meant)
                for die, spot in zip(dice, spots, strict=True)
            ]
            for each, box in zip(lain, tray.draw(self.canvas, lain, edge), strict=True):
                self.target(box, self.ask, each.name, rank=1)
            return
        thrown = self._last_throw()
        if task in ("throw", "enter") or thrown is None:
            if task == "enter" or self.deeds:
                area = area.move(0, round(-cell * 0.7))
            turn = medallion(livery_of(self.state.ship.colour), round(cell * 1.9))
            shown = picture("cup", round(cell * 2.1)) if task in ("throw", "enter") else turn
            self.canvas.image("cup", shown, area)
            return
        edge = round(cell * 1.25)
        x = area.centerx - round(cell * 0.95)
        [box] = tray.draw(self.canvas, [Lain("die", str(thrown), None, (x, area.centery), -8)], edge)
        asks = Message("What does the die show?")
        hands.die(self, box, "die", Correcting(0, asks, FACES, face=str(thrown)))
        beside = Rect(area.centerx, area.y, round(cell * 2), area.height)
        if self.state.steps:
            self.canvas.part("left", beside, Count(str(self.state.steps), round(cell * 2.1)))
        else:
            self.canvas.image("whose turn", medallion(livery_of(self.state.ship.colour), round(cell * 1.5)), beside)

    def _last_throw(self) -> int | None:
        return next(
            (s.action.pips for s in reversed(self.table.record.steps) if isinstance(s.action, actions.Throw)), None
        )

    def ask(self, at: float) -> None:
        """The players say what the die shows that nobody could read."""
        self.correcting = Correcting(0, Message("What does the die show?"), FACES)

    # -- what happens ----------------------------------------------------------------------------------------------

    def happened(self, moment: Moment, now: float) -> None:
        if moment.name == "played":
            match moment["action"]:
                case actions.Throw():
                    self.sound("dice")
                case actions.Sail():
                    self.sound("tick")
                case (
                    actions.Build()
                    | actions.LayShipCard()
                    | actions.LayPirates()
                    | actions.LayCaptain()
                    | actions.GiveUp()
                ):
                    self.sound("card")
            return
        moments.chests_move(self, moment, now)

    def handle(self, event: Input) -> None:
        """A press while a moment is shown only ends it: nobody lays a card that was not on offer yet."""
        if (self._shows or self._flights) and isinstance(event, Pressed | Touched):
            if not isinstance(event, Touched) or event.how == "down":
                self.skip()
            return
        super().handle(event)

    def pressed(self, event: Pressed) -> None:
        """Whoever chooses may do so with their own lit button too."""
        expects = self.table.expects
        if expects.task == "choose" and event.button in map(player_button, expects.seats):
            event = Pressed("choose", event.at)
        super().pressed(event)

    def play(self, show: Show, t: float) -> None:
        moments.play(self, show, t)

    def tales(self) -> list[tuple[str, Message]]:
        return tales(self.table.record)


@lru_cache(maxsize=256)
def _action(key: str, players: Sequence[str]) -> Any:
    """None: what is offered is no action, but about the cards that lie there."""
    if key in ASIDE or key.startswith(LAID):
        return None
    return read_action(sabords.GAME, key, players)
