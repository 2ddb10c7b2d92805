"""Pirates en Duel on screen: the harbour where crews are recruited, the card that was drawn, the fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygame import Rect

from firmware.games.choices.referee import BACK
from firmware.play.cards import BACK_TO_THE_EYES
from firmware.play.events import READING, Corrected, Pressed, player_button
from firmware.play.referee import Moment, Option
from rules.duel.actions import Draw, Throw, TurnUp
from rules.duel.cards import KIND_NAMES, PLACES, Kind
from rules.duel.state import Duel, Ship, Stage, afloat, cards, in_play
from rules.duel.turn import recruiter, targets
from rules.game import Seat
from rules.say import Message
from ui.games.duel import engravings, fight, hull, moments
from ui.games.duel.engravings import SKILL_ART
from ui.layout import REST, centred, columns, grid, inset, rows
from ui.look import text
from ui.motion import between
from ui.parts.plain import Frame, Paper
from ui.parts.tags import Tag
from ui.table import hands
from ui.table.correcting import Correcting
from ui.table.screen import GameScreen, Show

FACES = (("skull", Message("skull")), ("ship", Message("ship")), ("blank", Message("blank")))
RECRUITING = (Stage.FIRST_PIRATES, Stage.FIRST_CREW, Stage.TURN_UP, Stage.TAVERN, Stage.TAVERN_DIE, Stage.IMPOSE,
              Stage.RECRUIT, Stage.ROW)  # fmt: skip
ART = {f"skill:{skill.value}": art for skill, art in SKILL_ART.items()}
# Options that lie on the stage themselves.
CARDS = ("open", "crew", "lost", "pile", "kind", "ship", "card", "draw", "face")


class DuelScreen(GameScreen):
    LASTS = moments.LASTS
    VOICES = moments.VOICES

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._gold = list(self.state.gold)
        self._from = list(self.state.gold)
        self.offered: dict[str, Option] = {}
        self.dice = fight.Dice(self.config)

    @property
    def state(self) -> Duel:
        state: Duel = self.table.state
        return state

    @property
    def pointed(self) -> str:
        """The key of the option that the console points at."""
        return self.focus or ""

    @property
    def room(self) -> Rect:
        """The stage, without what a banner takes of it."""
        return inset(self.layout.stage, top=self.banner_height())

    @property
    def slip_area(self) -> tuple[Rect, bool]:
        """At its foot, over the strips of ships; at its top where something at the foot can be chosen."""
        low = {"crew", "lost", "pile", "kind", "card"} | ({"ship"} if self.state.stage in RECRUITING else set())
        return self.layout.stage, low.isdisjoint(key.split(":")[0] for key in self.offered)

    # -- the crew's panel ------------------------------------------------------------------------------------------

    def score(self, seat: Seat) -> str:
        share = self.motions.share(("gold", seat), self.now)
        return str(round(between(self._from[seat], self._gold[seat], share)))

    def beside_signs(self, area: Rect) -> None:
        """On every plate, under the name: the ships of its player with their six places."""
        for seat, plate in enumerate(self.plates):
            ships = [ship for ship in self.state.ships if ship.seat == seat]
            left = plate.x + round(min(plate.height * 0.80, plate.width * 0.19) * 1.32)
            digits = text.figures_width(max(map(str, self.state.gold), key=len), self.layout.large)
            wide = plate.right - 2 * self.layout.unit - digits - left
            room = Rect(left, plate.y + round(plate.height * 0.53), wide, round(plate.height * 0.40))
            if not in_play(self.state, seat) and self.table.expects.task != "over":
                says = self.words.say(Message("out of the game"))
                sizes = [round(self.layout.medium * share) for share in (0.66, 0.56, 0.48)]
                self.write(f"out {seat}", room, says, sizes, face=text.Face.LETTERING)
                continue
            for ship, line in zip(ships, rows(room, len(ships)), strict=True):
                hull.places(self, f"places {ship.colour.value}", line, ship)

    # -- the stage -------------------------------------------------------------------------------------------------

    def stage(self, now: float) -> None:
        self._count_up(now)
        self.offered = {option.key: option for option in self.table.expects.options}
        if self.table.expects.task == "over":
            self.finale.draw(now)
        elif any(key.startswith(("pile:", "kind:", "card:")) for key in self.offered):
            self._real_cards()
        elif self._swapping():
            self._fleet()
        elif self.state.fight is not None:
            fight.draw(self, now)
        elif self.state.stage in RECRUITING:
            self._harbour()
        else:
            self._card_drawn(now)

    def _count_up(self, now: float) -> None:
        for seat, gold in enumerate(self.state.gold):
            if gold != self._gold[seat]:
                self._from[seat], self._gold[seat] = self._gold[seat], gold
                self.motions.start(("gold", seat), now, 0.8, delay=0.6)

    def choosable(self, box: Rect, key: str, *, outlined: bool = True, alike: str = "") -> None:
        """Something on the stage that may be chosen: a touch does it; the console's choice is framed in gold, and a
        line lies around the others, where not everything may be chosen. `alike`: several look like this, each with
        a name of its own, and any will do."""
        first = not alike or not self.laid(key)
        self.target(box, self.pick(key), key if first else alike, framed=True, focus=first)
        u = self.layout.unit
        area = box.inflate(u, u)
        if key == self.pointed:
            self.canvas.part(f"frame {alike or key}", area, Frame(u))
        elif outlined:
            self.canvas.part(f"frame {alike or key}", area, fight.Outline(u))

    def plain_options(self, area: Rect, columns: int = 0) -> None:
        """What may be chosen besides the cards and ships on the stage, in a row of tags."""
        shown = [each for each in self.offered.values() if each.key.split(":")[0] not in CARDS]
        task = self.table.expects.task
        if task in ("enter", "ask"):
            self.offer_to_tell(area)
        else:
            items = [(o.key, self.words.say(o.label), self._art(o)) for o in shown]
            self.offer(area, items, self.pick, columns)

    @staticmethod
    def _art(option: Option) -> str | None:
        if option.picture is None or option.picture in ART:
            return ART.get(option.picture or "")
        kind, _, name = option.picture.partition(":")
        return (name if name != "blank" else "cup") if kind == "face" else option.picture

    @property
    def has_plain(self) -> bool:
        plain = any(key.split(":")[0] not in CARDS for key in self.offered)
        return plain or bool(self.deeds) or self.table.expects.task in ("enter", "ask")

    # -- in harbour ------------------------------------------------------------------------------------------------

    def _harbour(self) -> None:
        """Open pirates above, the ships of whoever recruits below."""
        u, own = self.layout.unit, afloat(self.state, recruiter(self.state))
        top, offered, low = self._parted(own, beside=len(own) > 1)
        self.canvas.part("quay", top, Paper(12, 0.7, u // 2))
        members, names = cards(self.state).members, self.state.open
        room = top.inflate(-3 * u, -2 * u)
        if self.state.stage is Stage.TAVERN_DIE:
            high = round(top.height * 0.4)
            room.height -= high
            fight.trial(self, rows(inset(top, u, u), (REST, high))[1])
        lines = 1 if len(names) <= 7 else 2
        across = max(4, -(-len(names) // lines))
        wide, high = hull.card_size(room, across, u, lines)
        for place, name in enumerate(names):
            line, column = divmod(place, across)
            in_row = min(across, len(names) - line * across)
            spot = Rect(0, 0, wide, high)
            spot.centerx = round(room.centerx + (column - (in_row - 1) / 2) * room.width / across)
            spot.centery = round(room.y + (line + 0.5) * room.height / lines)
            hull.card(self, members[name], spot, f"open:{name}", dim=name in self.state.turn.imposed)
        self._ships(low, own)
        self.plain_options(offered, columns=1 if len(own) > 1 else 0)

    def _parted(self, ships: Sequence[Ship], *, beside: bool = False) -> tuple[Rect, Rect, Rect]:
        """The stage above the strips of these ships, options, and the strips; the options lie between the two, or
        `beside` what is above."""
        room, u = self.room, self.layout.unit
        high = round(room.height * (0.27 if len(ships) > 1 else 0.29)) * len(ships)
        if self.has_plain and not beside:
            above, offered, low = rows(room, (REST, 7 * u, high), u // 2)
            return above, offered, low
        above, low = rows(room, (REST, high), u // 2)
        offered = inset(above, left=above.width)
        if self.has_plain:
            above, offered = columns(above, (REST, 0.25), u // 2)
        return above, offered, low

    def _ships(self, area: Rect, ships: Sequence[Ship], highest: int | None = None) -> None:
        for place, (ship, line) in enumerate(zip(ships, grid(area, len(ships), 1, highest=highest), strict=True)):
            hull.strip(self, f"strip {place}", line, ship)

    # -- the combat card -------------------------------------------------------------------------------------------

    def _card_drawn(self, now: float) -> None:
        state, u = self.state, self.layout.unit
        own = afloat(state, state.turn.seat)
        top, offered, low = self._parted(own)
        wide = round(min(top.height / 1.4, top.width * 0.36))
        card = cards(state).combat[state.turn.card] if state.turn.card else None
        title = self.words.say(KIND_NAMES[card.kind]) if card else ""
        image = engravings.combat(card, wide, title)
        spot = image.get_rect(midleft=top.midleft) if card else image.get_rect(center=top.center)
        self.canvas.image("combat card", image, spot.topleft)
        if card is None and "draw" in self.offered:
            self.choosable(spot, "draw")
        elif card is None and self.deeds:
            self.target(spot, hands.deed(self, self.deeds[0]), "pile", focus=False)
        elif card is not None:
            preys = [ship for ship in targets(state) if f"ship:{ship.colour.value}" in self.offered]
            lines = grid(inset(top, left=spot.right + u - top.x), len(preys), 1, highest=round(top.height * 0.4))
            for place, (ship, line) in enumerate(zip(preys, lines, strict=True)):
                hull.row(self, f"prey {place}", inset(line, bottom=u // 3), ship, card.kind)
        self._ships(low, own)
        self.plain_options(offered)

    # -- many cards ------------------------------------------------------------------------------------------------

    def _swapping(self) -> bool:
        """The rowing boat is about to fetch somebody: all opponents' crews are looked at."""
        others = {name for ship in self.state.ships if ship.seat != self.state.turn.seat for name in ship.crew}
        return self.state.fight is None and any(key.removeprefix("crew:") in others for key in self.offered)

    def _fleet(self) -> None:
        """Every opponent's ship with its crew; in rows of small cards where there are many."""
        preys = [ship for ship in self.state.ships if ship.crew and ship.seat != self.state.turn.seat]
        area, low = self._over_options()
        self.plain_options(low)
        if len(preys) <= 3:
            self._ships(area, preys, round(area.height * 0.36))
            return
        u, members = self.layout.unit, cards(self.state).members
        for place, (ship, row) in enumerate(zip(preys, rows(area, len(preys)), strict=True)):
            line = inset(row, bottom=u // 3)
            size = min(line.height, round(line.width * 0.12))
            self.canvas.image(f"fleet {place}", engravings.ship(ship.colour, size), (line.x, line.centery - size // 2))
            for name, cell in zip(ship.crew, columns(inset(line, left=size + u), PLACES), strict=False):
                berth = inset(cell, right=u // 2)
                spot = centred(berth, berth.width, min(berth.height - u // 2, round(berth.width * 0.8)))
                self.canvas.image(f"card {name}", engravings.small(members[name], *spot.size), spot)
                if f"crew:{name}" in self.offered:
                    self.choosable(spot, f"crew:{name}")

    def _over_options(self) -> tuple[Rect, Rect]:
        """The room, and a row for options below it."""
        u = self.layout.unit
        above, low = rows(self.room, (REST, round(6.5 * u)), u // 2)
        return above, low

    def _real_cards(self) -> None:
        """The cards that a real pile can have, to say which was turned up or drawn."""
        options, room, low = [*self.table.expects.options], self.room, None
        if options[-1].key in (BACK, BACK_TO_THE_EYES.key):
            options.pop()
            room, low = self._over_options()
        self._spread(options, room)
        if low is not None:
            self.plain_options(low)

    def _spread(self, options: Sequence[Option], room: Rect) -> None:
        u = self.layout.unit
        self.canvas.part("pile paper", room, Paper(12, 0.7, u // 2))
        area = room.inflate(-2 * u, -3 * u)
        first = options[0].key.split(":")[0]
        if first == "kind":
            items = [Tag(o.key, self.words.say(o.label), engravings.KIND_ART[Kind(o.key[5:])]) for o in options]
            self.tags("kinds", area, items, self.pick, 4)
            return
        across = 3 if first == "card" else next((most // 8 for most in (32, 48, 56) if len(options) <= most), 8)
        known, highest = cards(self.state), round(area.width / across * 0.74)
        for option, spot in zip(options, grid(area, len(options), across, max(3, u // 3), highest), strict=True):
            name = option.key.partition(":")[2]
            if first == "pile":
                image = engravings.small(known.members[name], *spot.size)
            else:
                image = engravings.prey(known.combat[name], *spot.size)
            self.canvas.image(f"card {name}", image, spot)
            self.choosable(spot, option.key, outlined=False)

    # -- what people do --------------------------------------------------------------------------------------------

    def pressed(self, event: Pressed) -> None:
        """A player's own button takes what the gold frame lies around, when it is that player's choice."""
        expects = self.table.expects
        if expects.task == "choose" and event.button in [player_button(seat) for seat in expects.seats]:
            event = Pressed("choose", event.at)
        super().pressed(event)

    def sheet(self, number: int, face: str | None) -> Correcting:
        return Correcting(number, Message("What does this die show?"), FACES, face=face)

    def ask(self, at: float) -> None:
        """What a die shows that the camera cannot read, or the next of those thrown while it is away."""
        self.correcting = Correcting(READING, Message("What does the die show?"), FACES)

    def corrected(self, event: Corrected) -> None:
        """Dice put in by hand come one after the other: the sheet stays until the throw is whole."""
        before = len(self.table.record.steps)
        super().corrected(event)
        if self.table.expects.task == "enter" and event.die == READING and len(self.table.record.steps) == before:
            self.ask(event.at)

    def happened(self, moment: Moment, now: float) -> None:
        if moment.name != "played":
            return
        if isinstance(moment["action"], TurnUp | Draw):
            self.sound("card")
        elif isinstance(moment["action"], Throw):
            self.sound("dice")

    def play(self, show: Show, t: float) -> None:
        moments.play(self, show, t)
