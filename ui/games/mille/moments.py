"""Mille Sabords' moments on the stage: each a picture that moves and then rests."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect

from firmware.play.referee import Moment
from ui.look.pictures import picture
from ui.look.theme import BONE
from ui.motion import between, in_out, linear
from ui.parts.widgets import spark
from ui.table.screen import Show
from ui.table.stagecraft import (
    above,
    burst,
    drop,
    figure_slip,
    fly,
    halo,
    headline,
    number,
    rays,
    scene,
    share,
    smoke,
    waves,
)

if TYPE_CHECKING:
    from ui.games.mille.screen import MilleScreen

# Seconds on the stage: long enough to read the sentence, short enough that nobody waits.
LASTS = {
    "scored": 1.3, "bust": 2.2, "saved": 2.0, "island_end": 2.3, "skull_island": 2.2, "ship_won": 2.3,
    "ship_lost": 2.3, "chest": 2.0, "double": 1.7, "magic": 2.4, "guardian": 2.2,
    "last_round": 2.0, "sudden_death": 2.2,
}  # fmt: skip
VOICES = {
    "scored": "coin", "bust": "bust", "saved": "coin", "island_end": "skull", "skull_island": "skull",
    "ship_won": "broadside", "ship_lost": "splash", "chest": "fanfare", "double": "coin", "magic": "fanfare",
    "guardian": "bell", "last_round": "bell", "sudden_death": "skull", "won": "win", "hint": "tick",
}  # fmt: skip


def play(at: MilleScreen, show: Show, t: float) -> None:
    SCENES[show.moment.name](at, show.moment, t)
    headline(at, at.words.say(show.moment.message), t)


def scored(at: MilleScreen, moment: Moment, t: float) -> None:
    """Coins go to the player's plate."""
    room, points = scene(at, "day"), moment["ended"].points
    waves(at, "day")
    centre = room.centerx, room.centery - at.layout.unit * 3
    size = round(room.height * 0.34)
    drop(at, "hoard", "chest_open" if points else "chest", size, (room.centerx, room.bottom - size * 0.75), t, 0.0)
    number(at, at.words.number(points, sign=True), centre, t, 0.1)
    if points:
        home = at.plates[moment.seat or 0].center
        for coin in range(min(8, 1 + points // 200)):
            done = share(t, 0.35 + coin * 0.05, 0.45, in_out)
            if 0 < done < 1:
                fly(at, f"coin {coin}", picture("coin", at.layout.medium), centre, home, done, at.layout.unit * 10)


def burns(t: float) -> bool:
    """The bust's lamp gutters once before it goes out: never three times a second, which hurts some people (WCAG 2.3.1
    and the like)."""
    return t < 0.3 or 0.55 <= t < 0.8


def bust(at: MilleScreen, moment: Moment, t: float) -> None:
    """The lamp goes out; the skulls stay lit."""
    room = scene(at, "night", sea=False)
    size = round(room.height * 0.36)
    lamp_x, lamp_y = room.centerx, room.y + size * 0.62
    burning = burns(t)
    if burning:
        halo(at, "lamplight", (lamp_x, lamp_y), round(size * 2.4))
    lamp = picture("lamp" if burning else "lamp_out", size)
    at.canvas.image("bust lamp", lamp, (lamp_x - size / 2, lamp_y - size / 2))
    _skulls(at, room, t)


def _skulls(at: MilleScreen, room: Rect, t: float) -> None:
    size = round(room.height * 0.36)
    for skull in range(3):
        x = room.centerx + (skull - 1) * size * 1.25
        drop(at, f"skull {skull}", "skull", size, (x, room.bottom - size * 0.68), t, 0.1 + 0.18 * skull, lit=True)


def saved(at: MilleScreen, moment: Moment, t: float) -> None:
    """What lies on the treasure island is not lost."""
    room = scene(at, "dusk")
    size = round(room.height * 0.72)
    drop(at, "island", "island", size, (room.centerx, room.centery + room.height * 0.08), t, 0.0, lit=True)
    waves(at, "dusk")
    sum_at = (room.centerx, room.y + room.height * 0.2)
    number(at, at.words.number(moment["ended"].points, sign=True), sum_at, t, 0.35)


def skull_island(at: MilleScreen, moment: Moment, t: float) -> None:
    """The sky turns, and a skull rises from the sea."""
    turned = share(t, 0.1, 0.5, linear)
    room = scene(at, "day", alpha=255 if turned < 1 else 0)
    scene(at, "blood", alpha=round(255 * turned))
    size = round(room.height * 0.78)
    rise = (1 - share(t, 0.35, 0.7)) * size
    x, y = room.centerx, room.bottom - size * 0.62 + rise
    if turned >= 1:
        halo(at, "blood moon", (x, room.bottom - size * 0.62), round(size * 1.5), 150)
    above(at, "rising skull", picture("skull", size), (x - size / 2, y - size / 2))
    waves(at, "blood" if turned > 0.5 else "day")


def island_end(at: MilleScreen, moment: Moment, t: float) -> None:
    """What the others lose flies off their scores."""
    room = scene(at, "blood")
    size = round(room.height * 0.66)
    halo(at, "blood moon", (room.centerx, room.bottom - size * 0.72), round(size * 1.5), 150)
    at.canvas.image("rising skull", picture("skull", size), (room.centerx - size / 2, room.bottom - size * 1.22))
    waves(at, "blood")
    slip = figure_slip(at.words.number(-moment["ended"].penalty), round(at.layout.large * 0.8))
    for seat, plate in enumerate(at.plates):
        done = share(t, 0.3 + 0.12 * seat, 0.9, in_out)
        if seat == moment.seat or not moment["ended"].penalty or not 0 < done < 1:
            continue
        alpha = round(255 * min(1, 2.4 * (1 - done)))
        fly(at, f"loss {seat}", slip, plate.center, room.center, done, at.layout.unit * 12, alpha=alpha)


def ship_won(at: MilleScreen, moment: Moment, t: float) -> None:
    """A broadside."""
    room = scene(at, "day")
    size = round(room.height * 0.86)
    shake = math.sin(t * 40) * at.layout.unit * 0.5 * max(0.0, 1 - t) if t > 0.2 else 0.0
    x = room.x + size * 0.56 + shake - (1 - share(t, 0, 0.35)) * at.layout.unit * 4
    y = room.bottom - size * 0.58
    at.canvas.image("galleon", picture("galleon", size), (x - size / 2, y - size / 2))
    waves(at, "day")
    for gun in range(4):
        begin = 0.2 + gun * 0.16
        if t < begin:
            continue
        gun_x, gun_y = x + size * (0.02 + 0.11 * gun), y + size * 0.29
        flash = round(size * 0.2)
        if t < begin + 0.12:
            at.canvas.image(f"flash {gun}", spark(flash, gun), (gun_x - flash / 2, gun_y - flash / 2))
        else:
            away = share(t, begin + 0.1, 0.9)
            puff = smoke(round(size * (0.12 + 0.03 * (gun % 2))))
            goal = (gun_x + size * 0.26, gun_y - size * 0.10 * (1 + gun % 2))
            fly(at, f"smoke {gun}", puff, (gun_x, gun_y), goal, away, alpha=round(255 * (1 - 0.75 * away)))
    sum_at = (room.right - room.width * 0.25, room.y + room.height * 0.28)
    number(at, at.words.number(moment["ended"].points, sign=True), sum_at, t, 0.55)


def ship_lost(at: MilleScreen, moment: Moment, t: float) -> None:
    """She goes down."""
    room = scene(at, "night")
    size = round(room.height * 0.8)
    sunk = share(t, 0.25, 1.5, in_out)
    x, y = room.x + room.width * 0.4, room.bottom - size * 0.56 + sunk * size * 0.34
    angle = round(sunk * 10) * 4
    above(at, "galleon", picture("galleon", size, angle=angle), (x - size / 2, y - size / 2))
    waves(at, "night")
    sum_at = (room.right - room.width * 0.24, room.y + room.height * 0.28)
    number(at, at.words.number(moment["ended"].points, sign=True), sum_at, t, 0.6)


def chest(at: MilleScreen, moment: Moment, t: float) -> None:
    """The lid opens: 500."""
    room = scene(at, "dusk", sea=False)
    size = round(room.height * 0.62)
    centre = room.centerx, room.bottom - size * 0.58
    if t > 0.4:
        halo(at, "hoard light", (centre[0], centre[1] - size * 0.15), round(size * 1.9))
    drop(at, "hoard", "chest_open" if t > 0.4 else "chest", size, centre, t, 0.0)
    burst(at, "coins", "coin", round(size * 0.16), (centre[0], centre[1] - size * 0.2), t, 0.42, 9, room.height * 0.62)
    number(at, at.words.number(500, sign=True), (room.centerx, room.y + room.height * 0.17), t, 0.5)


def double(at: MilleScreen, moment: Moment, t: float) -> None:
    """The pirate takes everything twice."""
    room = scene(at, "dusk", sea=False)
    size = round(room.height * 0.84)
    x = between(room.x - size * 0.1, room.x + room.width * 0.34, share(t, 0, 0.3))
    at.canvas.image("pirate", picture("pirate", size), (x - size / 2, room.centery - size / 2))
    number(at, "×2", (room.x + room.width * 0.74, room.y + room.height * 0.36), t, 0.25)
    total = at.words.number(moment["ended"].points, sign=True)
    number(at, total, (room.x + room.width * 0.74, room.y + room.height * 0.68), t, 0.55)


def magic(at: MilleScreen, moment: Moment, t: float) -> None:
    """Everything is gold."""
    room = scene(at, "gold", sea=False)
    size = round(room.height * 0.96)
    beams = rays(size, int(t * 8) % 4, BONE)
    at.canvas.image("beams", beams, (room.centerx - size / 2, room.centery - size / 2))
    reach, treasure = room.height * 0.37, "diamond" if moment["ended"].card.value == "diamond" else "coin"
    each = round(room.height * 0.17)
    for place in range(8):
        turn = place * math.tau / 8 + t * 0.7
        grown = share(t, 0.04 * place, 0.4)
        x, y = room.centerx + math.cos(turn) * reach * grown, room.centery + math.sin(turn) * reach * grown
        at.canvas.image(f"gold {place}", picture(treasure, each), (x - each / 2, y - each / 2))
    middle = round(room.height * 0.36)
    drop(at, "hoard", "chest_open", middle, room.center, t, 0.2)


def guardian(at: MilleScreen, moment: Moment, t: float) -> None:
    """Three skulls, and one who can still help."""
    room = scene(at, "night", sea=False)
    size = round(room.height * 0.7)
    her = room.x + room.width * 0.26, room.centery
    halo(at, "her light", her, round(size * 1.6), round(220 * share(t, 0.3, 0.4)))
    at.canvas.image("guardian", picture("guardian", size), (her[0] - size / 2, her[1] - size / 2))
    small = round(room.height * 0.3)
    for skull in range(3):
        x = room.x + room.width * (0.55 + 0.17 * skull)
        y = room.centery + (skull % 2) * small * 0.3 - small * 0.15
        drop(at, f"skull {skull}", "skull", small, (x, y), t, 0.1 * skull, lit=skull == 1 and t > 0.6)


def last_round(at: MilleScreen, moment: Moment, t: float) -> None:
    """The bell calls for the last round."""
    room = scene(at, "dusk")
    waves(at, "dusk")
    size = round(room.height * 0.66)
    swing = round(math.sin(t * 7) * 18 * max(0.0, 1 - t / 2) / 3) * 3
    at.canvas.image("bell", picture("bell", size, angle=swing), (room.centerx - size / 2, room.centery - size * 0.56))


def sudden_death(at: MilleScreen, moment: Moment, t: float) -> None:
    """Two sabres cross."""
    room = scene(at, "blood", sea=False)
    size = round(room.height * 0.66)
    done = share(t, 0.05, 0.35)
    for side, angle in ((-1, 0), (1, 270)):
        x = room.centerx + side * between(room.width * 0.45, size * 0.10, done)
        at.canvas.image(f"sabre {side}", picture("sabre", size, angle=angle), (x - size / 2, room.centery - size / 2))
    if 0.3 < t < 0.5:
        flash = round(size * 0.5)
        at.canvas.image("clash", spark(flash, 1), (room.centerx - flash / 2, room.centery - flash / 2))
    drop(at, "sudden skull", "skull", round(size * 0.52), (room.centerx, room.centery), t, 0.5, lit=True)


SCENES: dict[str, Callable[[MilleScreen, Moment, float], None]] = {
    scene_.__name__: scene_
    for scene_ in (
        scored, bust, saved, skull_island, island_end, ship_won, ship_lost, chest, double, magic, guardian,
        last_round, sudden_death,
    )
}  # fmt: skip
