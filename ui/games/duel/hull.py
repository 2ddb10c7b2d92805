"""A ship of Pirates en Duel with its six places: a strip of deck with the crew's cards, and the same in little."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from rules.duel.cards import PLACES, Colour, Kind, Member
from rules.duel.fight import strength
from rules.duel.state import Ship, cards
from ui.games.duel import engravings
from ui.layout import inset, rows
from ui.look import ground, text
from ui.look.engrave import Plate, rounded
from ui.look.pictures import medallion, picture
from ui.look.theme import BONE, GOLD, INK, LIVERY, WARM, Layout, blend, from_hex

if TYPE_CHECKING:
    from ui.games.duel.screen import DuelScreen

WOOD = from_hex("#7A5230")


def strip(at: DuelScreen, name: str, area: Rect, ship: Ship, lost: tuple[str, ...] = ()) -> None:
    """The ship, its strength in cannons and sabres, and its crew; those lost in this fight lie in the water."""
    state, u = at.state, at.layout.unit
    dice = tuple(strength(state, ship.crew, kind) for kind in (Kind.CANNONADE, Kind.BOARDING))
    left = round(area.height * 0.66)
    room = inset(area, down=u // 2, left=left, right=u // 2)
    members = cards(state).members
    spots = [Rect((0, 0), card_size(room, PLACES, u)) for _ in range(PLACES)]
    for place, spot in enumerate(spots):
        spot.center = round(room.x + (place + 0.5) * room.width / PLACES), room.centery
    berths = tuple((spot.x - area.x, spot.y - area.y, *spot.size) for spot in spots)
    at.canvas.part(name, area, _Deck(at.layout, ship.colour, at.liveries[ship.seat], not ship.crew, left, dice, berths))
    for place, spot in enumerate(spots):
        if place < len(ship.crew):
            one = ship.crew[place]
            card(at, members[one], spot, f"crew:{one}")
        elif place < len(ship.crew) + len(lost):
            one = lost[place - len(ship.crew)]
            card(at, members[one], spot.move(0, u // 2), f"lost:{one}", dim=True)
    key = f"ship:{ship.colour.value}"
    if key in at.offered:
        at.choosable(area, key)


def card_size(room: Rect, columns: int, unit: int, rows: int = 1) -> tuple[int, int]:
    """As large as so many cards may be in a room."""
    wide = room.width // columns - max(2, unit // 3)
    high = room.height // rows - max(2, unit // 3)
    wide = min(wide, round(high / engravings.SHAPE))
    return wide, min(high, round(wide * engravings.SHAPE))


def card(at: DuelScreen, member: Member, spot: Rect, key: str, *, dim: bool = False) -> None:
    """A member's card; where it may be chosen, it can be touched, and the console's frame may lie around it."""
    at.canvas.image(f"card {member.name}", engravings.crew(member, *spot.size, dim=dim and key not in at.offered), spot)
    if key in at.offered:
        at.choosable(spot, key)


@dataclass(frozen=True, slots=True)
class _Deck:
    layout: Layout
    colour: Colour
    livery: str
    sunk: bool
    left: int  # how much of its width is beside the crew
    dice: tuple[int, ...]  # as cannons, as sabres
    berths: tuple[tuple[int, int, int, int], ...]

    def paint(self, surface: Surface, box: Rect) -> None:
        u, left = self.layout.unit, self.left
        surface.blit(planks(box.width, box.height), (0, 0))
        outlines = Plate(box.width, box.height)
        for spot in map(Rect, self.berths):  # six places, free or not
            shape = rounded(spot.x, spot.y, spot.width, spot.height, spot.width * 0.07)
            outlines.cut(shape, fill=INK, opacity=0.16)
            outlines.cut(shape, stroke=BONE, width=max(1.0, u * 0.12), opacity=0.35)
        surface.blit(outlines.print(), (0, 0))
        size = round(min(left * 0.9, box.height * 0.56))
        surface.blit(engravings.ship(self.colour, size, sunk=self.sunk), (round(left * 0.07), u // 3))
        emblem = medallion(LIVERY[self.livery], round(size * 0.46))
        surface.blit(emblem, (round(left * 0.98) - emblem.get_width(), u // 3 + size - emblem.get_height()))
        low = Rect(round(left * 0.08), u // 3 + size, round(left * 0.88), box.height - size - u)
        plate = Plate(low.width, low.height)
        plate.cut(rounded(1, 1, low.width - 2, low.height - 2, u * 0.5), fill=BONE, stroke=INK, width=1.6)
        surface.blit(plate.print(), low)
        inner = low.inflate(-u // 2, -u // 3)
        for art, count, half in zip(("cannon", "sabre"), self.dice, rows(inner, 2), strict=True):
            sign = picture(art, round(half.height * 0.92))
            surface.blit(sign, sign.get_rect(midleft=(half.x + u // 4, half.centery)))
            room = Rect(half.centerx, half.y, half.width // 2 - u // 4, half.height)
            text.count(surface, str(count), room, round(half.height * 0.92), colour=INK)


@lru_cache(maxsize=16)
def planks(width: int, height: int) -> Surface:
    """A deck from above, in a brass-bound frame."""
    plate = Plate(width, height)
    pen = max(1.5, height * 0.016)
    wood = plate.gradient((0, 0), (0, height), blend(WOOD, BONE, 0.16), WOOD, blend(WOOD, INK, 0.3))
    plate.cut(
        rounded(pen, pen, width - 2 * pen, height - 2 * pen, height * 0.1), fill=wood, stroke=INK, width=pen * 1.4
    )
    for row in range(1, 6):
        y = height * row / 6
        plate.cut(f"M{pen * 3:.1f} {y:.1f}L{width - pen * 3:.1f} {y:.1f}", stroke=INK, width=pen * 0.5, opacity=0.45)
    inner = pen * 2.4
    frame = rounded(inner, inner, width - 2 * inner, height - 2 * inner, height * 0.08)
    plate.cut(frame, stroke=blend(GOLD, INK, 0.2), width=pen * 0.8)
    return plate.print()


# -- in little ---------------------------------------------------------------------------------------------------------


def places(at: DuelScreen, name: str, area: Rect, ship: Ship) -> None:
    """Six sockets in a row, as on a player's plate: who is aboard, by skill, captain or plain."""
    members = tuple(cards(at.state).members[one] for one in ship.crew)
    at.canvas.part(name, area, _Sockets(ship.colour, members))


@dataclass(frozen=True, slots=True)
class _Sockets:
    colour: Colour
    members: tuple[Member, ...]

    def paint(self, surface: Surface, box: Rect) -> None:
        size = min(box.height, round(box.width / (PLACES + 1.25)))
        surface.blit(engravings.ship(self.colour, size, sunk=not self.members), (0, (box.height - size) // 2))
        for place in range(PLACES):
            spot = Rect(round((place + 1.2) * size), (box.height - size) // 2, size, size)
            member = self.members[place] if place < len(self.members) else None
            surface.blit(_socket(member, size), spot)


@lru_cache(maxsize=200)
def _socket(member: Member | None, size: int) -> Surface:
    if member is not None and member.skills:
        return engravings.skill(member.skills[0], size)
    plate = Plate(100, 100)
    if member is None:
        plate.dot(50, 50, 34, stroke=blend(INK, BONE, 0.45), width=6)
    else:
        body = engravings.SAILS[member.captain] if member.captain else from_hex("#B98448")
        plate.dot(50, 50, 44, fill=WARM if member.captain else BONE, stroke=INK, width=6)
        plate.cut("M22 74C24 58 34 54 50 54C66 54 76 58 78 74C70 84 30 84 22 74Z", fill=body, stroke=INK, width=4)
        plate.dot(50, 38, 16, fill=from_hex("#E2B98A"), stroke=INK, width=4)
    return plate.print((size, size))


def row(at: DuelScreen, name: str, area: Rect, ship: Ship, kind: Kind) -> None:
    """A ship that may be attacked: whose it is, how many dice it throws, its crew and its gold."""
    state, seat = at.state, ship.seat
    members = tuple(cards(state).members[one] for one in ship.crew)
    dice = strength(state, ship.crew, kind)
    at.canvas.part(
        name, area, _Row(at.layout, ship.colour, seat, state.players[seat], kind, dice, state.gold[seat], members)
    )
    at.choosable(area, f"ship:{ship.colour.value}")


@dataclass(frozen=True, slots=True)
class _Row:
    layout: Layout
    colour: Colour
    seat: int
    name: str
    kind: Kind
    dice: int
    gold: int
    members: tuple[Member, ...]

    def paint(self, surface: Surface, box: Rect) -> None:
        u, layout = self.layout.unit, self.layout
        room = ground.lay(surface, box, seed=21 + self.seat, age=0.5, lift=max(2, u // 4))
        size = min(room.height, layout.unit * 9)
        surface.blit(engravings.ship(self.colour, size), (room.x, room.centery - size // 2))
        left = room.x + size + u // 2
        art = "sabre" if self.kind is Kind.BOARDING else "cannon"
        sign = round(min(room.height * 0.6, layout.small * 1.5))
        right = room.right
        for picture_name, count in (("coin", self.gold), (art, self.dice)):
            digits = text.figures(str(count), round(sign * 0.95), INK)
            right -= max(digits.get_width(), round(sign * 0.5))
            surface.blit(digits, (right, room.centery - digits.get_height() // 2))
            right -= sign + u // 4
            surface.blit(picture(picture_name, sign), (right, room.centery - sign // 2))
            right -= u
        name = Rect(left, room.y, right - left, round(room.height * 0.56))
        sizes = [round(layout.medium * share) for share in (0.9, 0.78, 0.66, 0.56, 0.48)]
        text.write(surface, self.name, name, sizes, cut=True, face=text.Face.LETTERING)
        low = Rect(left, name.bottom, right - left, room.bottom - name.bottom)
        size = min(low.height, low.width // 7)
        for place, one in enumerate(self.members):
            surface.blit(_socket(one, size), (low.x + round(place * size * 1.1), low.y))
