"""A fight on screen: attacker above, defender below, between them the dice and what they do, counted out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from firmware.config import Config
from firmware.games.duel.dice import Lying, on_table
from firmware.games.duel.words import shot_skill
from rules.duel.cards import KIND_NAMES, Kind, Skill
from rules.duel.fight import crew_of, fight_of, opponent_of, result, strength
from rules.duel.state import Duel, Hand, Side, Stage, cards, having, ship_of
from rules.record import Record
from ui.games.duel import engravings, hull
from ui.layout import REST, columns, inset, rows
from ui.look import text
from ui.look.engrave import Plate, rounded
from ui.look.pictures import BODIES, medallion, picture
from ui.look.text import Face
from ui.look.theme import BONE, FOAM, GOLD, INK, LIVERY, WARM, Layout
from ui.parts import tray
from ui.parts.plain import Brass, Image
from ui.parts.tray import Lain
from ui.table import hands

if TYPE_CHECKING:
    from ui.games.duel.screen import DuelScreen

LOOKING = ("ask", "jiggle", "fix")  # tasks that are about what lies on the mat
BODY = ("red", "blue")
LOW = 0.85  # of the stage's height: less is too low for strips with cards
BEFORE_DICE = (Stage.BROTHER, Stage.HELM, Stage.HELM_DIE, Stage.SHOOT, Stage.SHOT_DIE, Stage.AIM)
TRIALS = {  # a skill tried with one die: of which colour, and what it has to show
    Stage.TAVERN_DIE: (Skill.TAVERN, "blue", "skull"),
    Stage.HELM_DIE: (Skill.HELM, "blue", "ship"),
    Stage.SHOT_DIE: (Skill.SHARPSHOOTER, "red", "skull"),
    Stage.RED_CROSS_DIE: (Skill.RED_CROSS, "blue", "ship"),
}


class Dice:
    """The dice of the record, looked up once for each new entry."""

    def __init__(self, config: Config) -> None:
        self._known: tuple[Record | None, tuple[Lying, ...]] = (None, ())
        self.bounds = tray.zone(config, "track")

    def lying(self, record: Record) -> tuple[Lying, ...]:
        if self._known[0] is not record:
            self._known = (record, on_table(record))
        return self._known[1]

    def alone(self, at: DuelScreen, area: Rect) -> None:
        """The die that was thrown for a skill last, small: it can still be corrected."""
        edge = round(min(area.width, area.height) * 0.5)
        for number, die in enumerate(self.lying(at.table.record)):
            if die.alone is not None:
                lain = Lain(f"die {number}", die.face, None, area.center, 0, body=die.body)
                [box] = tray.draw(at.canvas, [lain], edge)
                hands.die(at, box, f"die {number}", at.sheet(number, die.face))


def draw(at: DuelScreen, now: float) -> None:
    room, u = at.room, at.layout.unit
    low = room.height < at.layout.stage.height * LOW  # beside a banner cards would be too small to read
    options = round(6.6 * u) if at.has_plain else 0
    sides = [(side, ship_of(at.state, side.ship)) for side in fight_of(at.state).sides]
    meant = [
        any(key in at.offered for key in (*(f"crew:{one}" for one in ship.crew), *(f"lost:{one}" for one in side.lost)))
        for side, ship in sides
    ]
    shares = [0.275 if not low else 0.37 if each else 0.15 for each in meant]
    above, band, below = rows(room, (shares[0], REST, shares[1]), u // 3)
    for place, ((side, ship), area) in enumerate(zip(sides, (above, below), strict=True)):
        if low and not meant[place]:
            hull.places(at, f"low {place}", area.inflate(-4 * u, -u), ship)
        else:
            hull.strip(at, f"strip {place}", area, ship, side.lost)
    if options:
        band, offered = rows(band, (REST, options), u // 4)
        at.plain_options(offered)
    _band(at, band)


def _band(at: DuelScreen, band: Rect) -> None:
    """Both sides' dice with what they suffer; in the middle what the fight is about."""
    state, u = at.state, at.layout.unit
    if state.stage in TRIALS:
        trial(at, band)
        return
    at.canvas.part("felt", band, Brass())
    left, middle, right = columns(inset(band, u, u // 2), (REST, round(band.width * 0.17), REST))
    _stake(at, middle)
    for place, (side, half) in enumerate(zip(fight_of(state).sides, (left, right), strict=True)):
        name, dice, sums = rows(half, (0.27, 0.42, REST) if counted(state) else (0.3, REST, 0))
        _named(at, name, place, side)
        _dice(at, dice, place, side)
        if counted(state):
            _suffers(at, sums, place, side)
    if at.table.expects.task in LOOKING:
        _as_seen(at, band)


def trial(at: DuelScreen, band: Rect) -> None:
    """A skill is tried with one die: the skill, the die, and what it has to show."""
    one, body, face = TRIALS[at.state.stage]
    if at.state.stage is Stage.SHOT_DIE:
        one = shot_skill(at.state, fight_of(at.state).side.used[-1])
    at.canvas.part("felt", band, Brass())
    size = round(min(band.height * 0.62, band.width * 0.19))
    small = round(size * 0.36)
    images = (engravings.skill(one, size), picture("right", small), _hole((size, size), body),
              text.figures("=", round(size * 0.6), FOAM), picture(face, size))  # fmt: skip
    for place, image in enumerate(images):
        x = band.x + band.width * (0.16 + 0.17 * place)
        at.canvas.image(f"trial {place}", image, image.get_rect(center=(round(x), band.centery)).topleft)
    if at.table.expects.task in LOOKING:
        _as_seen(at, band)


def counted(state: Duel) -> bool:
    """All dice lie there, so that losses can be counted out."""
    sides = fight_of(state).sides
    return (
        state.stage not in BEFORE_DICE
        and all(side.missing == 0 for side in sides)
        and any(side.strength for side in sides)
    )


def _stake(at: DuelScreen, area: Rect) -> None:
    fight, card = fight_of(at.state), at.state.turn.card
    gold = cards(at.state).combat[card].gold if card else 0
    title = at.words.say(KIND_NAMES[fight.kind])
    lone = any(die.alone for die in at.dice.lying(at.table.record))
    at.canvas.part("stake", area, _Stake(at.layout, fight.kind, gold, title, lone))
    if lone:
        low = Rect(area.x, area.y + round(area.height * 0.52), area.width, round(area.height * 0.48))
        at.dice.alone(at, low)


@dataclass(frozen=True, slots=True)
class _Stake:
    layout: Layout
    kind: Kind
    gold: int
    title: str
    lone: bool  # a die that lies there alone has its place in the middle

    def paint(self, surface: Surface, box: Rect) -> None:
        high = round(box.height * (0.3 if self.lone else 0.42))
        size = min(high, round(box.width * 0.8))
        surface.blit(kind_sign(self.kind, size), (box.centerx - size // 2, 0))
        sizes = [round(self.layout.medium * share) for share in (0.8, 0.7, 0.6, 0.5)]
        words = Rect(0, size, box.width, round(box.height * 0.22))
        if words.height < text.leading(Face.LETTERING, sizes[-1]):
            words.height = 0  # the picture will do
        else:
            text.write(surface, self.title, words, sizes, face=Face.LETTERING, colour=BONE, align="centre")
        if not self.lone:
            low = Rect(0, words.bottom, box.width, box.height - words.bottom)
            coin = picture("coin", min(low.height, round(box.width * 0.4)))
            surface.blit(coin, coin.get_rect(midright=(box.centerx, low.centery)))
            digits = Rect(box.centerx + 2, low.y, box.width // 2 - 2, low.height)
            text.count(surface, str(self.gold), digits, round(coin.get_height() * 0.9), colour=BONE, align="left")


@lru_cache(maxsize=12)
def kind_sign(kind: Kind, size: int) -> Surface:
    """A cannon, or two sabres crossed."""
    plate = Plate(100, 100)
    if kind is Kind.CANNONADE:
        plate.stamp("cannon", 50, 50, 96)
    else:
        plate.stamp("sabre", 45, 50, 88)
        plate.stamp("sabre", 55, 50, 88, flip=True)
    return plate.print((size, size))


def _named(at: DuelScreen, area: Rect, place: int, side: Side) -> None:
    """Who fights: emblem, name, and how many dice of which colour."""
    state = at.state
    name, livery = state.players[side.seat], at.liveries[side.seat]
    size = min(area.height, round(at.layout.medium * 0.9))
    at.canvas.part(f"fighter {place}", area, _Fighter(at.layout, name, livery, size))


@dataclass(frozen=True, slots=True)
class _Fighter:
    layout: Layout
    name: str
    livery: str
    size: int  # of the emblem

    def paint(self, surface: Surface, box: Rect) -> None:
        layout, size = self.layout, self.size
        surface.blit(medallion(LIVERY[self.livery], size), (0, (box.height - size) // 2))
        room = Rect(size + layout.unit // 2, 0, box.width - size - layout.unit // 2, box.height)
        sizes = [round(layout.medium * share) for share in (0.85, 0.72, 0.6, 0.5)]
        text.write(surface, self.name, room, sizes, face=Face.LETTERING, colour=BONE, cut=True)


def _dice(at: DuelScreen, area: Rect, place: int, side: Side) -> None:
    """Dice as they were read, sockets where they are still to fall, and what the crew adds."""
    state = at.state
    lying = [
        (n, die)
        for n, die in enumerate(at.dice.lying(at.table.record))
        if die.alone is None and die.body == BODY[place]
    ]
    added = _added(state, side)
    many = dice_of(state, side)
    columns = max(3, *(dice_of(state, each) + len(_added(state, each)) for each in fight_of(state).sides))
    rows = 2 if columns > 3 and area.height > area.width / 3 else 1
    columns = -(-columns // rows)  # the same for both sides, so that their dice are of one size
    edge = round(min(area.height / rows / 1.22, area.width / columns / 1.32))
    spots = tray.in_rows(many + len(added), area, edge, columns)
    lain = []
    for number, (entry, die) in enumerate(lying[: len(spots)]):
        lain.append(
            Lain(f"die {entry}", die.face, None, spots[number], (number * 37 + place * 11) % 19 - 9, body=die.body)
        )
    for number in range(len(lying), many):
        spot = Rect(0, 0, edge, edge)
        spot.center = round(spots[number][0]), round(spots[number][1])
        at.canvas.part(f"socket {place} {number}", spot, Image(_hole(spot.size, BODY[place])))
    for number, name in enumerate(added):
        one = Skill.SKULL if Skill.SKULL in cards(state).members[name].skills else Skill.SHIP
        x, y = spots[many + number]
        at.canvas.image(
            f"added {place} {number}", engravings.skill(one, round(edge * 0.9)), (x - edge * 0.45, y - edge * 0.45)
        )
    for each, box in zip(lain, tray.draw(at.canvas, lain, edge), strict=True):
        number = int(each.name.removeprefix("die "))
        face = f"face:{each.face}"
        again = face in at.offered and fight_of(state).acting == place  # the parrot may throw it
        if again and not at.correction_asked:
            at.choosable(box, face, alike=each.name)
        else:
            hands.die(at, box, each.name, at.sheet(number, each.face))


def dice_of(state: Duel, side: Side) -> int:
    """How many dice a side throws; before they are counted, as its crew stands now."""
    return side.strength or strength(state, crew_of(state, side), fight_of(state).kind)


def _added(state: Duel, side: Side) -> list[str]:
    """Those in the crew who add a skull or a ship to what the dice show."""
    return [] if state.stage in BEFORE_DICE else having(state, crew_of(state, side), Skill.SKULL, Skill.SHIP)


def _suffers(at: DuelScreen, area: Rect, place: int, side: Side) -> None:
    """The opponent's skulls less the own ships: what this side loses."""
    theirs, mine = result_of(at.state, opponent_of(at.state, side)), result_of(at.state, side)
    at.canvas.part(f"sum {place}", area, _Sum(theirs.skulls, mine.ships))


@dataclass(frozen=True, slots=True)
class _Sum:
    skulls: int
    ships: int

    def paint(self, surface: Surface, box: Rect) -> None:
        losses = max(0, self.skulls - self.ships)
        size = round(min(box.height * 0.86, box.width * 0.16))
        cells = (("skull", str(self.skulls), BONE), ("ship", f"−{self.ships}", BONE))
        for number, (art, words, colour) in enumerate((*cells, ("", f"={losses}", WARM if losses else FOAM))):
            left, right = (round(box.width * share) for share in ((0.0, 0.31), (0.32, 0.7), (0.73, 1.0))[number])
            cell = Rect(left, 0, right - left, box.height)
            if art:
                surface.blit(picture(art, size), (cell.x, (box.height - size) // 2))
            room = Rect(cell.x + (size + size // 8 if art else 0), 0, 0, box.height)
            room.width = min(cell.right, box.width) - room.x
            text.count(surface, words, room, (round(size * 0.95), round(size * 0.8)), colour=colour, align="left")


def result_of(state: Duel, side: Side) -> Hand:
    """What a side's dice and crew came to; once losses are named, those who added to it still count."""
    lost = having(state, side.lost, Skill.SKULL), having(state, side.lost, Skill.SHIP)
    return result(state, side).plus(Hand(len(lost[0]), len(lost[1])))


def _as_seen(at: DuelScreen, band: Rect) -> None:
    """What lies on the mat, with light around the dice that are meant."""
    seen = at.table.seen
    if seen is None:
        return
    at.canvas.part("seen felt", band, Brass())
    dice = [die for die in seen.dice if die.zone == "track"]
    meant, edge = set(at.table.expects.dice), round(min(band.height * 0.3, at.layout.height * 0.085))
    spots = tray.lie(dice, band.inflate(-2 * at.layout.unit, -2 * at.layout.unit), edge, at.dice.bounds)
    lain = [
        Lain(f"die seen {die.id}", die.face, None, spot, tray.turned(die.rot_deg), die.id in meant, die.body)
        for die, spot in zip(dice, spots, strict=True)
    ]
    for each, box in zip(lain, tray.draw(at.canvas, lain, edge), strict=True):
        if each.face is None:
            at.target(box, at.ask, each.name, rank=1)


@lru_cache(maxsize=24)
def _hole(size: tuple[int, int], body: str) -> Surface:
    width, height = size
    plate = Plate(width, height)
    pen = max(1.5, width * 0.06)
    shape = rounded(pen, pen, width - 2 * pen, height - 2 * pen, width * 0.2)
    plate.cut(shape, fill=BODIES[body], stroke=BONE, width=pen, opacity=0.38)
    return plate.print()


@dataclass(frozen=True, slots=True)
class Outline:
    """A thin line around what may be chosen."""

    unit: int

    def paint(self, surface: Surface, box: Rect) -> None:
        plate = Plate(box.width, box.height)
        inset = self.unit * 0.3
        shape = rounded(inset, inset, box.width - 2 * inset, box.height - 2 * inset, self.unit * 0.6)
        plate.cut(shape, stroke=INK, width=self.unit * 0.32)
        plate.cut(shape, stroke=GOLD, width=self.unit * 0.16)
        surface.blit(plate.print(), (0, 0))
