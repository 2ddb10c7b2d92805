"""Aux Sabords' moments on the stage: a ship built, two ships side by side, who sinks and what moves, chests ashore."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from firmware.games.sabords.moments import Fight
from firmware.play.referee import Moment
from rules.sabords.board import COLOURS, Colour
from rules.sabords.cards import Card
from rules.sabords.state import Laid, Phase, Ship, met, player
from rules.say import Message
from ui.games.sabords.tokens import card, chest, galleon
from ui.look.pictures import picture
from ui.look.text import Face
from ui.look.theme import BONE
from ui.motion import back, between, in_out, pulse
from ui.table import stagecraft
from ui.table.screen import Show
from ui.table.stagecraft import above, fly, halo, headline, scene, share, smoke, waves

if TYPE_CHECKING:
    from ui.games.sabords.screen import AuxScreen

LASTS = {"built": 1.5, "boarding": 1.3, "fought": 2.4, "drawn": 2.0, "ashore": 1.8}
VOICES = {
    "built": "bell", "boarding": "cannon", "fought": "splash", "drawn": "bell", "ashore": "fanfare", "placed": "right",
    "loaded": "coin", "unloaded": "coin", "won": "win", "hint": "tick",
}  # fmt: skip
SKY = "dusk"


def play(at: AuxScreen, show: Show, t: float) -> None:
    SCENES[show.moment.name](at, show.moment, t)
    headline(at, at.words.say(show.moment.message), t)


def chests_move(at: AuxScreen, moment: Moment, now: float) -> None:
    """Chests fly between harbour, island and ship."""
    if moment.name not in ("placed", "loaded", "unloaded"):
        return
    place = COLOURS.index(moment["colour"])
    one = at.state.ships[place]
    island, aboard = at.spot(at.treasure(one)), at.ship_at(place, now)
    start, end = {
        "placed": (at.harbour_area(one).center, island),
        "loaded": (island, aboard),
        "unloaded": (aboard, island),
    }[moment.name]
    name = "loaded" if moment.name == "loaded" else f"hoard {place}"
    at.fly(name, one, moment["chests"], start, end, now)


# -- two ships side by side ------------------------------------------------------------------------------------------


def boarding_now(at: AuxScreen, now: float) -> None:
    """The boarding while it is fought: who has laid what, and who is to lay."""
    state = at.state
    attacked = met(state)
    assert attacked is not None
    room = scene(at, SKY)
    deciding = "defence" if state.phase is Phase.DEFEND else "attack"
    for side, number in (("attack", state.turn), ("defence", attacked)):
        _combatant(at, room, side, state.ships[number])
        laid = state.defence if side == "defence" else None
        if laid is not None:
            _laid(at, room, side, laid)
        else:
            alpha = 110 + round(pulse(at.breath(now), 1.2) * 5) * 29 if side == deciding else 110
            _unknown(at, room, side, alpha)
    waves(at, SKY)


def _x(room: Rect, side: str) -> float:
    return room.x + room.width * (0.26 if side == "attack" else 0.74)


def _ship_size(room: Rect) -> int:
    return round(min(room.height * 0.50, room.width * 0.34))


def _combatant(
    at: AuxScreen, room: Rect, side: str, one: Ship, *, shift: float = 0.0, down: float = 0.0, angle: int = 0
) -> None:
    """A ship with its captain's name above; `down` of it is under water."""
    size = _ship_size(room)
    image = _heeling(one.colour, size, side == "defence", angle)
    x = _x(room, side) + shift - image.get_width() / 2
    y = room.bottom - room.height * 0.12 - size + down * size * 1.2 - (image.get_height() - size) / 2
    above(at, f"ship {side}", image, (x, y))
    layout = at.layout
    wide = round(room.width * 0.44)
    area = Rect(round(_x(room, side) - wide / 2), room.y + layout.unit, wide, round(layout.medium * 1.05))
    sizes = [round(layout.medium * part) for part in (1.0, 0.85, 0.7, 0.55)]
    name = player(at.state, one)
    at.write(f"name {side}", area, name, sizes, face=Face.LETTERING, colour=BONE, align="centre")


@lru_cache(maxsize=80)
def _heeling(colour: Colour, size: int, west: bool, angle: int) -> Surface:
    image = galleon(colour, size, west=west)
    return image if not angle else pygame.transform.rotozoom(image, angle, 1.0)


def _cards_at(at: AuxScreen, room: Rect) -> tuple[int, int]:
    """How wide a card is, and where cards begin."""
    return round(min(room.width * 0.085, room.height * 0.15)), room.y + round(at.layout.medium * 1.25)


def _laid(at: AuxScreen, room: Rect, side: str, laid: Laid, t: float = 9.0, begin: float = 0.0) -> None:
    """What a side lays: its pirates in a row, the captain alone, or a white flag."""
    if t < begin:
        return
    width, top = _cards_at(at, room)
    fallen = (1 - share(t, begin, 0.3, back)) * width * 1.2
    if not laid.pirates and not laid.captain:
        flag = picture("flag", round(width * 1.3), BONE)
        at.canvas.image(f"flag {side}", flag, (_x(room, side) - flag.get_width() / 2, top - fallen))
        return
    count = 1 if laid.captain else laid.pirates
    image = card(Card.CAPTAIN if laid.captain else Card.PIRATE, width)
    for place in range(count):
        x = _x(room, side) + (place - (count - 1) / 2) * width * 0.96 - width / 2
        at.canvas.image(f"card {side} {place}", image, (x, top - fallen))


def _unknown(at: AuxScreen, room: Rect, side: str, alpha: int) -> None:
    width, top = _cards_at(at, room)
    at.canvas.image(f"back {side}", _back(width), (_x(room, side) - width / 2, top), alpha=alpha)


@lru_cache(maxsize=8)
def _back(width: int) -> Surface:
    return card(None, width).copy()  # it is shown half clear, and others are not


# -- scenes ----------------------------------------------------------------------------------------------------------


def built(at: AuxScreen, moment: Moment, t: float) -> None:
    """She runs down the slip into the water."""
    room = scene(at, "day")
    size = round(room.height * 0.62)
    run = share(t, 0.2, 0.7)
    x = between(room.x + room.width * 0.30, room.x + room.width * 0.60, run) - size / 2
    y = between(room.y + room.height * 0.12, room.bottom - size - room.height * 0.06, share(t, 0.2, 0.6, back))
    above(at, "launched", galleon(moment["colour"], size), (x, y))
    waves(at, "day")
    width = round(min(room.width * 0.12, room.height * 0.2))
    for place, kind in enumerate(moment["cards"]):
        fallen = (1 - share(t, 0.1 * place, 0.3, back)) * width
        x = room.x + room.width * (0.06 + 0.14 * place)
        at.canvas.image(f"tool {place}", card(kind, width), (x, room.y + room.height * 0.08 - fallen))


def boarding(at: AuxScreen, moment: Moment, t: float) -> None:
    """They close in, and a gun speaks."""
    room = scene(at, SKY)
    far = (1 - share(t, 0.0, 0.5)) * room.width * 0.22
    ships = {one.colour: one for one in at.state.ships}
    _combatant(at, room, "attack", ships[moment["colour"]], shift=-far)
    _combatant(at, room, "defence", ships[moment["against"]], shift=far)
    size = _ship_size(room)
    if t > 0.5:
        puff = round(size * 0.5)
        grown = smoke(puff)
        x = room.centerx - size * 0.2 + share(t, 0.5, 0.6) * size * 0.3 - puff / 2
        at.canvas.image("smoke", grown, (x, room.bottom - size * 0.75), alpha=255 - round(share(t, 0.7, 0.6) * 8) * 31)
    waves(at, SKY)


def fought(at: AuxScreen, moment: Moment, t: float) -> None:
    """Both sides' cards, then one goes down and its chests change ship."""
    fight: Fight = moment["fight"]
    room = scene(at, SKY)
    ships = {one.colour: one for one in at.state.ships}
    lost = share(t, 0.9, 1.1, in_out)
    _crown(at, room, fight, t)
    for side, colour, laid in (
        ("attack", fight.attacker, fight.attack),
        ("defence", fight.attacked, fight.defence),
    ):
        sinks = fight.sunk is colour
        angle = round(lost * 4) * (8 if side == "attack" else -8) if sinks else 0
        _combatant(at, room, side, ships[colour], down=lost if sinks else 0.0, angle=angle)
        if laid is not None:
            _laid(at, room, side, laid, t, 0.0 if side == "defence" else 0.3)
    waves(at, SKY)
    if fight.attack is not None:  # else nobody laid a card
        _refill(at, room, t)
    _booty(at, room, fight, t)


def _refill(at: AuxScreen, room: Rect, t: float) -> None:
    """AS-4: what both do with their hands now, on the dark water."""
    if t > 1.0:
        px = at.layout.small
        area = Rect(room.x + px, room.bottom - round(px * 1.7), room.width - 2 * px, round(px * 1.4))
        words = at.words.say(Message("Both draw up to five cards again."))
        at.write("refill", area, words, (px, round(px * 0.86), round(px * 0.74)), colour=BONE, align="centre")


def _crown(at: AuxScreen, room: Rect, fight: Fight, t: float) -> None:
    """Light on the cards that won."""
    if fight.sunk is None or fight.attack is None or t < 0.7:
        return
    side = "defence" if fight.sunk is fight.attacker else "attack"
    width, top = _cards_at(at, room)
    halo(at, "victory", (_x(room, side), top + width * 0.7), round(width * 4), round(200 * share(t, 0.7, 0.3)))


def _booty(at: AuxScreen, room: Rect, fight: Fight, t: float) -> None:
    if fight.sunk is None:
        return
    loser, winner = ("attack", "defence") if fight.sunk is fight.attacker else ("defence", "attack")
    size = round(_ship_size(room) * 0.22)
    y = room.bottom - room.height * 0.21
    chests = [COLOURS[place] for place, count in enumerate(fight.booty) for _ in range(count)]
    for number, colour in enumerate(chests[:6]):
        done = share(t, 0.9 + number * 0.1, 0.7, in_out)
        spread = (number - (min(6, len(chests)) - 1) / 2) * size * 0.6
        if done > 0:
            start, end = (_x(room, loser), y), (_x(room, winner) + spread, y)
            fly(at, f"booty {number}", chest(colour, size), start, end, done, room.height * 0.18)


def ashore(at: AuxScreen, moment: Moment, t: float) -> None:
    """Chests on the quay, under the lighthouse."""
    room = scene(at, "day")
    tower = round(room.height * 0.72)
    at.canvas.image("tower", picture("port", tower), (room.x + room.width * 0.08, room.bottom - tower * 1.02))
    waves(at, "day")
    landed = [COLOURS[place] for place, count in enumerate(moment["chests"]) for _ in range(count)]
    size = round(min(room.height * 0.24, room.width * 0.15))
    for place, colour in enumerate(landed[:9]):
        begin = 0.15 + 0.1 * place
        if t >= begin:
            x = room.x + room.width * 0.42 + (place % 3) * size * 1.08
            y = room.bottom - size * (1.1 + 0.86 * (place // 3)) - (1 - share(t, begin, 0.3, back)) * size * 0.7
            at.canvas.image(f"landed {place}", chest(colour, size), (x, y))
    centre = room.x + room.width * 0.82, room.y + room.height * 0.24
    stagecraft.number(at, at.words.number(len(landed), sign=True), centre, t, 0.5)


SCENES = {"built": built, "boarding": boarding, "fought": fought, "drawn": fought, "ashore": ashore}
