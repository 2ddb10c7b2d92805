"""Pirates en Duel's moments on the stage: each a picture that moves and then rests."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect

from firmware.play.referee import Moment
from rules.duel.cards import KIND_NAMES, Colour, Kind
from rules.duel.state import cards
from ui.games.duel import engravings
from ui.look.pictures import picture
from ui.motion import between, in_out
from ui.parts.widgets import spark
from ui.table.screen import Show
from ui.table.stagecraft import above, drop, fly, halo, headline, number, scene, share, smoke, waves

if TYPE_CHECKING:
    from ui.games.duel.screen import DuelScreen

# Seconds on the stage: long enough to read the sentence, short enough that nobody waits.
LASTS = {
    "card": 1.8, "fight": 1.9, "changed": 1.2, "rowed": 1.6, "imposed": 1.3, "missed": 1.1, "dodged": 1.8,
    "overboard": 1.2, "marked": 1.3, "saved": 1.6, "result": 1.8, "sunk": 2.2, "out": 1.8,
}  # fmt: skip
VOICES = {
    "card": "card", "fight": "bell", "changed": "tick", "rowed": "splash", "imposed": "wrong", "missed": "wrong",
    "dodged": "right", "overboard": "splash", "marked": "cannon", "saved": "right", "result": "broadside",
    "sunk": "splash", "out": "bust", "gold": "coin", "won": "win", "hint": "tick",
}  # fmt: skip


def play(at: DuelScreen, show: Show, t: float) -> None:
    SCENES[show.moment.name](at, show.moment, t)
    headline(at, at.words.say(show.moment.message), t)


def _ship(at: DuelScreen, name: str, colour: Colour, size: int, x: float, y: float) -> None:
    at.canvas.image(name, engravings.ship(colour, size), (x - size / 2, y - size / 2))


def afloat(room: Rect, size: int) -> float:
    """The middle of a ship whose keel is in the waves."""
    return room.bottom - room.height * 0.2 - size * 0.34


def _crew_card(at: DuelScreen, pirate: str, high: int) -> tuple[int, int]:
    wide = round(high / engravings.SHAPE)
    return wide, high


def card(at: DuelScreen, moment: Moment, t: float) -> None:
    """The combat card is turned over."""
    drawn = cards(at.state).combat[moment["card"]]
    sky = {Kind.STORM: "night", Kind.BAD_ENCOUNTER: "night", Kind.CAPTURE: "gold", Kind.PLUNDER: "gold"}
    room = scene(at, sky.get(drawn.kind, "day"))
    waves(at, sky.get(drawn.kind, "day"))
    wide = round(room.height * 0.92 / 1.4)
    shown = drawn if t > 0.18 else None
    title = at.words.say(KIND_NAMES[drawn.kind]) if shown else ""
    image = engravings.combat(shown, wide, title)
    lift = (1 - share(t, 0, 0.3)) * room.height * 0.3
    at.canvas.image("drawn card", image, image.get_rect(center=(room.centerx, room.centery + lift)).topleft)
    if drawn.kind in (Kind.CAPTURE, Kind.PLUNDER) and moment.seat is not None:
        done = share(t, 0.5, 0.6, in_out)
        if 0 < done < 1:
            coin, home = picture("coin", at.layout.medium), at.plates[moment.seat].center
            fly(at, "gained", coin, room.center, home, done, at.layout.unit * 10)


def fight(at: DuelScreen, moment: Moment, t: float) -> None:
    """Two ships come at each other."""
    room = scene(at, "day")
    size = round(room.height * 0.66)
    done = share(t, 0.0, 0.6)
    y = afloat(room, size) + math.sin(t * 5) * at.layout.unit * 0.3
    one = between(room.x - size * 0.2, room.centerx - size * 0.56, done)
    other = between(room.right + size * 0.2, room.centerx + size * 0.56, done)
    _ship(at, "attacker", moment["ship"], size, one, y)
    _ship(at, "defender", moment["target"], size, other, y)
    waves(at, "day")
    middle = room.centerx, room.y + room.height * 0.3
    if moment["kind"] is Kind.CANNONADE:
        for gun in range(3):
            begin = 0.6 + gun * 0.15
            away = share(t, begin, 0.8)
            if 0 < away < 1:
                puff = smoke(round(size * 0.2))
                start = (one + size * 0.3, y + size * 0.2)
                fly(at, f"smoke {gun}", puff, start, (start[0] + size * 0.3, start[1] - size * 0.2 * gun), away,
                    alpha=round(255 * (1 - away * 0.7)))  # fmt: skip
        drop(at, "kind", "cannon", round(size * 0.5), middle, t, 0.5)
    else:
        for side, angle in ((-1, 0), (1, 270)):
            x = room.centerx + side * between(room.width * 0.4, size * 0.1, share(t, 0.4, 0.35))
            at.canvas.image(f"sabre {side}", picture("sabre", round(size * 0.5), angle=angle),
                            (x - size / 4, middle[1] - size / 4))  # fmt: skip
        if 0.72 < t < 0.9:
            flash = round(size * 0.4)
            at.canvas.image("clash", spark(flash, 1), (middle[0] - flash / 2, middle[1] - flash / 2))


def changed(at: DuelScreen, moment: Moment, t: float) -> None:
    """Boarding turns into cannonade, or back."""
    room = scene(at, "dusk", sea=False)
    size = round(room.height * 0.6)
    art = "cannon" if moment["kind"] is Kind.CANNONADE else "sabre"
    drop(at, "changed", art, size, room.center, t, 0.1, lit=True)


def rowed(at: DuelScreen, moment: Moment, t: float) -> None:
    """The boat goes over with one and comes back with the other."""
    room = scene(at, "day")
    size = round(room.height * 0.5)
    out = t < 0.8
    done = share(t, 0.0, 0.75, in_out) if out else 1 - share(t, 0.8, 0.75, in_out)
    x = between(room.x + size * 0.5, room.right - size * 0.5, done)
    _aboard(at, moment["mine"] if out else moment["theirs"], round(size * 0.8), (x, room.bottom - size * 0.78))
    at.canvas.image("boat", picture("rowboat", size), (x - size / 2, room.bottom - size * 0.86))
    waves(at, "day")


def _aboard(at: DuelScreen, pirate: str, high: int, centre: tuple[float, float]) -> None:
    wide, high = _crew_card(at, pirate, high)
    image = engravings.crew(cards(at.state).members[pirate], wide, high)
    at.canvas.image(f"aboard {pirate}", image, (centre[0] - wide / 2, centre[1] - high / 2))


def imposed(at: DuelScreen, moment: Moment, t: float) -> None:
    room = scene(at, "dusk", sea=False)
    size = round(room.height * 0.5)
    drop(at, "mug", "tavern", size, (room.x + room.width * 0.3, room.centery), t, 0.0)
    _aboard(at, moment["pirate"], round(room.height * 0.8), (room.x + room.width * 0.68, room.centery))


def missed(at: DuelScreen, moment: Moment, t: float) -> None:
    room = scene(at, "night")
    waves(at, "night")
    drop(at, "missed", "lamp_out", round(room.height * 0.5), room.center, t, 0.0)


def dodged(at: DuelScreen, moment: Moment, t: float) -> None:
    """She turns and is away."""
    room = scene(at, "dusk")
    done = share(t, 0.1, 1.3, in_out)
    size = round(between(room.height * 0.7, room.height * 0.3, done) / 6) * 6
    colour = next(ship.colour for ship in at.state.ships if ship.seat == moment.seat)
    x, y = between(room.centerx, room.right - size * 0.8, done), afloat(room, size)
    _ship(at, "away", colour, size, x, y)
    waves(at, "dusk")
    wheel = round(room.height * 0.36)
    turn = round(done * 40) * 9
    at.canvas.image("wheel", picture("wheel", wheel, angle=turn % 360), (room.x + wheel * 0.3, room.y + wheel * 0.3))


def overboard(at: DuelScreen, moment: Moment, t: float) -> None:
    """A card falls into the sea."""
    room = scene(at, "day")
    high = round(room.height * 0.62)
    wide, high = _crew_card(at, moment["pirate"], high)
    fall = share(t, 0.1, 0.8, in_out)
    image = engravings.crew(cards(at.state).members[moment["pirate"]], wide, high)
    y = between(room.y + room.height * 0.03, room.bottom - high * 0.3, fall)
    above(at, f"falls {moment['pirate']}", image, (room.centerx - wide / 2, y))
    waves(at, "day")


def marked(at: DuelScreen, moment: Moment, t: float) -> None:
    room = scene(at, "dusk", sea=False)
    drop(at, "twins", "twins", round(room.height * 0.7), room.center, t, 0.0, lit=True)


def saved(at: DuelScreen, moment: Moment, t: float) -> None:
    """Out of the water again."""
    room = scene(at, "day")
    wide, high = _crew_card(at, moment["pirate"], round(room.height * 0.62))
    image = engravings.crew(cards(at.state).members[moment["pirate"]], wide, high)
    y = between(room.bottom - high * 0.3, room.y + room.height * 0.06, share(t, 0.1, 0.7))
    above(at, "saved", image, (room.centerx - wide / 2, y))
    waves(at, "day")
    drop(at, "cross", "redcross", round(high * 0.5), (room.x + room.width * 0.2, room.centery), t, 0.0)


def result(at: DuelScreen, moment: Moment, t: float) -> None:
    """Losses against losses; the winner's ship stands in the light, and the gold goes over."""
    fought, winner = moment["fight"], moment["winner"]
    room = scene(at, "gold" if winner is not None else "dusk")
    size = round(room.height * 0.56)
    y = afloat(room, size)
    for place, side in enumerate(fought.sides):
        x = room.x + room.width * (0.26 if place == 0 else 0.74)
        if side.seat == winner:
            halo(at, "victor", (x, y), round(size * 1.5), round(230 * share(t, 0.2, 0.3)))
        _ship(at, f"fought {place}", side.ship, size, x, y)
    waves(at, "gold" if winner is not None else "dusk")
    lost = [len(side.lost) for side in reversed(fought.sides)]  # what each has inflicted
    number(at, f"{lost[0]} : {lost[1]}", (room.centerx, room.y + room.height * 0.24), t, 0.3)
    if winner is None:
        return
    loser = next(side.seat for side in fought.sides if side.seat != winner)
    for coin in range(3):
        done = share(t, 0.6 + coin * 0.12, 0.6, in_out)
        if 0 < done < 1:
            image = picture("coin", at.layout.medium)
            fly(at, f"prize {coin}", image, at.plates[loser].center, at.plates[winner].center, done, at.layout.unit * 9)


def sunk(at: DuelScreen, moment: Moment, t: float) -> None:
    """She goes down."""
    room = scene(at, "night")
    size = round(room.height * 0.8)
    down = share(t, 0.2, 1.5, in_out)
    x, y = room.centerx, afloat(room, size) + down * size * 0.62
    above(at, "sinking", engravings.ship(moment["ship"], size), (x - size / 2, y - size / 2))
    waves(at, "night")


def out(at: DuelScreen, moment: Moment, t: float) -> None:
    """An empty chest, and nobody left."""
    room = scene(at, "night")
    waves(at, "night")
    size = round(room.height * 0.5)
    drop(at, "empty", "chest", size, (room.x + room.width * 0.66, room.centery), t, 0.1)
    emblem = at.emblem(moment.seat or 0, round(room.height * 0.4), dim=True)
    at.canvas.image("out emblem", emblem, emblem.get_rect(center=(room.x + room.width * 0.3, room.centery)).topleft)


SCENES: dict[str, Callable[[DuelScreen, Moment, float], None]] = {
    scene_.__name__: scene_
    for scene_ in (
        card, fight, changed, rowed, imposed, missed, dodged, overboard, marked, saved, result, sunk, out,
    )
}  # fmt: skip
