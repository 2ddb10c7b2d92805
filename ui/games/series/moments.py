"""The race's moments on the stage: a claim that is right, wrong or tied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from firmware.play.referee import Moment
from rules.series.dice import Face
from rules.series.rules import Tied
from ui.look import text
from ui.look.pictures import die
from ui.look.theme import BONE
from ui.motion import between, in_out
from ui.parts.plain import Brass, Paper
from ui.parts.widgets import photo_finish, spark
from ui.table.screen import Show
from ui.table.stagecraft import blot, fly, headline, scene, share

if TYPE_CHECKING:
    from ui.games.series.screen import SeriesScreen

LASTS = {"right": 2.0, "wrong": 1.8, "tie": 2.2}
VOICES = {"claim": "claim", "right": "right", "wrong": "wrong", "tie": "bell", "won": "win", "hint": "tick"}


def play(at: SeriesScreen, show: Show, t: float) -> None:
    {"right": right, "wrong": wrong, "tie": tie}[show.moment.name](at, show.moment, t)


def plaque(at: SeriesScreen, words: str, t: float) -> None:
    """The verdict on a brass plate at the top of the chart."""
    stage, layout, u = at.layout.stage, at.layout, at.layout.unit
    high = round(stage.height * 0.23)
    drop = (1 - share(t, 0, 0.25)) * high
    area = Rect(stage.x + 2 * u, round(stage.y + u - drop), stage.width - 4 * u, high)
    at.canvas.part("verdict", area, Brass())
    sizes = [round(layout.medium * size) for size in (1.3, 1.1, 1.0, 0.85, 0.7)]
    room = area.inflate(-4 * u, -2 * u)
    at.write("verdict words", room, words, sizes, face=text.Face.LETTERING, colour=BONE, align="centre")


def right(at: SeriesScreen, moment: Moment, t: float) -> None:
    """The dice of the series glow in a row, then fly to the hand; the pawn hops by itself."""
    plaque(at, at.words.say(moment.message), t)
    dice, seat = dice_won(at, moment), moment.seat or 0
    stage = at.layout.stage
    edge = round(min(at.layout.unit * 6.5, stage.width / (len(dice) * 1.6 + 1)))
    home = at.plates[seat].center
    for place, face in enumerate(dice):
        image = die(face.symbol.value, edge, colour=face.colour.value, glow=True)
        spot = (stage.centerx + (place - (len(dice) - 1) / 2) * edge * 1.5, stage.centery)
        begin = at.tray_area().center
        came = share(t, 0.0, 0.35)
        gone = share(t, 1.1 + 0.07 * place, 0.4, in_out)
        if gone >= 1:
            continue
        if gone > 0:
            fly(at, f"won {place}", image, spot, home, gone, at.layout.unit * 8)
        else:
            fly(at, f"won {place}", image, begin, spot, came, at.layout.unit * 6)


def dice_won(at: SeriesScreen, moment: Moment) -> list[Face]:
    """What the dice of the claim showed before they were taken off the track."""
    steps = at.table.record.steps
    before = steps[-2].state if len(steps) > 1 else at.table.record.first
    return [face for number in moment["dice"] if (face := before.track[number]) is not None]


def wrong(at: SeriesScreen, moment: Moment, t: float) -> None:
    """Ink spilt over the chart, and a pawn that drifts back."""
    stage = at.layout.stage
    size = round(stage.height * 0.8)
    image = blot(size, min(3, int(t / 0.08)))
    fade = round(255 * (1 - share(t, 1.1, 0.6)))
    at.canvas.image("blot", image, (stage.centerx - size / 2, stage.centery - size * 0.42), alpha=fade)
    plaque(at, at.words.say(moment.message), t)


def tie(at: SeriesScreen, moment: Moment, t: float) -> None:
    """Those who pressed in the same moment clash, and the times are shown."""
    room = scene(at, "night", sea=False)
    order = moment["order"]
    action = at.table.record.steps[-1].action
    tied = action.by if isinstance(action, Tied) else ()
    size = round(room.height * 0.34)
    done = share(t, 0, 0.3)
    for place, seat in enumerate(tied):
        side = -1 if place % 2 == 0 else 1
        x = room.centerx + side * between(room.width * 0.42, size * (0.62 + 0.95 * (place // 2)), done)
        at.canvas.image(f"tied {place}", at.emblem(seat, size), (x - size / 2, room.y + size * 0.3))
    if 0.25 < t < 0.5:
        flash = round(size * 0.8)
        at.canvas.image("clash", spark(flash, 2), (room.centerx - flash / 2, room.y + size * 0.8 - flash / 2))
    if t > 0.3:
        u = at.layout.unit
        strip = Rect(room.x + u, round(room.bottom - room.height * 0.42), room.width - 2 * u, round(room.height * 0.40))
        at.canvas.part("finish paper", strip, Paper(9, 0.6, u // 3))
        presses = [(at.liveries[seat], (when - order[0][1]) * 1000) for seat, when in order]
        photo_finish(at.canvas, at.layout, strip.inflate(-4 * u, -2 * u), presses, "0\u202fms")
    headline(at, at.words.say(moment.message), t)
