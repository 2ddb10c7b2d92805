"""Things one can pick up: dice, medallions, buttons. Each is drawn once per size and kept."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from pygame import Surface

from ui.breath import breathe
from ui.look.engrave import Plate, line, rounded
from ui.look.theme import BONE, FADED, GOLD, INK, WARM, Colour, Livery, blend, from_hex
from vision.art import pictograms

IVORY = from_hex("#F4ECD8")
BODIES = {"red": from_hex("#9E2F28"), "blue": from_hex("#2B5688")}
NIGHT = from_hex("#120B06")
DICE_ROOM = 1.5  # a die's picture is that many edges wide: it may lie at any angle, and has a shadow and a glow
# A sign for each colour of the series dice, 20 wide around its middle: who cannot tell the colours goes by these.
MARKS = {
    "black": "M-9 0A9 9 0 1 0 9 0A9 9 0 1 0 -9 0Z",
    "red": "M0 -10L10 8L-10 8Z",
    "green": "M-8 -8L8 -8L8 8L-8 8Z",
    "blue": "M0 -11L11 0L0 11L-11 0Z",
    "yellow": "M0 -11L3 -3L10 -3L5 2L7 9L0 5L-7 9L-5 2L-10 -3L-3 -3Z",
    "purple": "M-4 -10L4 -10L4 -4L10 -4L10 4L4 4L4 10L-4 10L-4 4L-10 4L-10 -4L-4 -4Z",
}
_PIPS = {
    "1": ((50, 50),),
    "2": ((30, 30), (70, 70)),
    "3": ((28, 28), (50, 50), (72, 72)),
    "4": ((30, 30), (70, 30), (30, 70), (70, 70)),
    "5": ((28, 28), (72, 28), (50, 50), (28, 72), (72, 72)),
    "6": ((30, 26), (70, 26), (30, 50), (70, 50), (30, 74), (70, 74)),
}


@lru_cache(maxsize=500)
def picture(name: str, size: int, tint: Colour | None = None, angle: int = 0) -> Surface:
    """An art file as a square surface; a number of pips is a die that shows it. "skull+skull" is two of them, and
    "galleon/sabre+sabre" a row of the second ones beneath the first."""
    if name in _PIPS:
        return die(name, round(size / DICE_ROOM))
    plate = Plate(100, 100)
    above, _, row = name.partition("/")
    beneath = row.split("+") if row else []
    high = 72 if beneath else 98
    for number, sign in enumerate(beneath):
        plate.stamp(sign, 50 + 24.5 * (number - (len(beneath) - 1) / 2), 86, 27, tint=tint)
    if "+" in above:
        first, second = above.split("+")
        plate.stamp(first, 50 - high * 0.19, high * 0.33, high * 0.62, tint=tint)
        plate.stamp(second, 50 + high * 0.19, high * 0.68, high * 0.62, tint=tint)
        return plate.print((size, size))
    if beneath:
        plate.stamp(above, 50, high / 2, high, tint=tint)
        return plate.print((size, size))
    plate.stamp(name, 50, 50, 92 if angle else 98, tint=tint, angle=angle)
    return plate.print((size, size))


@lru_cache(maxsize=900)
def die(
    face: str | None,
    edge: int,
    *,
    colour: str | None = None,
    body: str | None = None,
    angle: int = 0,
    glow: bool = False,
) -> Surface:
    """A die from above. `colour` is its symbol's, `body` its own; a face of None was not read and shows a question."""
    plate = Plate(100 * DICE_ROOM, 100 * DICE_ROOM)
    turned = f"rotate({angle} 75 75)"
    if glow:
        with plate.moved(turned):
            for reach in range(24, 4, -3):  # many thin coats give a soft edge
                plate.cut(_block(reach), fill=WARM, opacity=0.16)
    for reach, strength in ((8, 0.12), (4, 0.18), (1, 0.28)):  # to the lower right, however the die lies
        with plate.moved(f"translate(5 7) {turned}"):
            plate.cut(_block(reach), fill=NIGHT, opacity=strength)
    stuff = BODIES.get(body or "", IVORY)
    with plate.moved(turned):
        side = plate.gradient((25, 25), (125, 125), blend(stuff, BONE, 0.35), stuff, blend(stuff, INK, 0.42))
        plate.cut(_block(0), fill=side, stroke=INK, width=3.2)
        top = plate.gradient((32, 32), (118, 118), blend(stuff, (255, 255, 255), 0.5), stuff, blend(stuff, INK, 0.06))
        plate.cut(rounded(33, 32, 84, 84, 17), fill=top)
        _show(plate, face, colour, stuff)
    return plate.print((round(edge * DICE_ROOM), round(edge * DICE_ROOM)))


def _block(reach: float) -> str:
    return rounded(25 - reach, 25 - reach, 100 + 2 * reach, 100 + 2 * reach, 21 + reach)


def _show(plate: Plate, face: str | None, colour: str | None, stuff: Colour) -> None:
    """The symbol on a die's top, 100 wide and 25 in from its corner."""
    with plate.moved("translate(25 25)"):
        if face is None:
            plate.cut("M36 38C36 24 64 24 64 40C64 52 50 50 50 63", stroke=FADED, width=10)
            plate.dot(50, 79, 6, fill=FADED)
        elif face in _PIPS:
            for x, y in _PIPS[face]:
                plate.dot(x, y, 9, fill=INK)
        elif face == "blank":
            return
        elif colour is not None or stuff != IVORY:
            with plate.moved("translate(12 12) scale(76)"):
                plate.lay(_printed(face, pictograms.COLOURS[colour] if colour else BONE, stuff))
            if colour is not None:
                mark(plate, colour, 84, 84, 0.95)
        else:
            plate.stamp(face, 50, 50, 76)


def mark(plate: Plate, colour: str, x: float, y: float, scale: float = 1.0) -> None:
    """The sign of one of the series dice's colours."""
    with plate.moved(f"translate({x} {y}) scale({scale})"):
        plate.cut(MARKS[colour], fill=pictograms.COLOURS[colour], stroke=INK, width=2.6)


def at_hand(faces: Iterable[str], colours: Iterable[str]) -> None:
    """Dice that will come to lie there are known from now on: none is worked out while people press."""
    for face, colour in product(faces, colours):
        _printed(face, pictograms.COLOURS[colour], IVORY)


@lru_cache(maxsize=100)
def _printed(face: str, tint: Colour, paper: Colour) -> str:
    """A symbol in one printing colour: hundreds of small shapes, worked out once and not for every angle."""
    plate = Plate(1, 1)
    for polygon, ink in pictograms.painted(pictograms.load(face), tint=tint, paper=paper):
        breathe()
        plate.cut(line(polygon, closed=True, digits=4), fill=ink)
    return plate.shapes


@lru_cache(maxsize=200)
def medallion(livery: Livery, size: int, *, dim: bool = False) -> Surface:
    """A player's emblem on a disc of bone in a ring of their colour."""
    plate = Plate(100, 100)
    ring = blend(livery.colour, FADED, 0.55) if dim else livery.colour
    rim = plate.gradient((15, 10), (85, 90), blend(ring, BONE, 0.45), ring, blend(ring, INK, 0.45))
    plate.dot(50, 50, 48, fill=rim, stroke=INK, width=3)
    plate.dot(50, 50, 38.5, fill=blend(BONE, FADED, 0.35) if dim else BONE, stroke=INK, width=2.4)
    plate.stamp(livery.emblem, 50, 50, 58, tint=ring)
    return plate.print((size, size))


@lru_cache(maxsize=200)
def button(livery: Livery, size: int, *, lit: bool = False) -> Surface:
    """An arcade button in a player's colour, from above and a little from the front; lit, its lamp shines."""
    plate = Plate(100, 100)
    if lit:
        for reach, strength in ((50, 0.22), (47, 0.30)):
            plate.dot(50, 50, reach, fill=WARM, opacity=strength)
    rim = plate.gradient((18, 12), (80, 92), from_hex("#5B5248"), from_hex("#2B241D"), from_hex("#0F0B08"))
    plate.dot(50, 52, 43, fill=rim, stroke=INK, width=3)
    shine = blend(livery.colour, BONE, 0.3) if lit else livery.colour
    dome = plate.gradient((24, 16), (74, 84), blend(shine, BONE, 0.35), shine, blend(shine, INK, 0.4))
    plate.dot(50, 49, 34, fill=dome, stroke=INK, width=3)
    plate.dot(50, 49, 25, fill=blend(BONE, WARM, 0.25) if lit else BONE, stroke=INK, width=2)
    plate.stamp(livery.emblem, 50, 49, 37, tint=livery.colour)
    plate.cut("M23 42C26 30 36 21 48 19", stroke=BONE, width=4.5, opacity=0.75)
    return plate.print((size, size))


@lru_cache(maxsize=60)
def console(key: str, size: int) -> Surface:
    """One of the three console buttons (left, choose, right): a brass key with its sign."""
    plate = Plate(100, 100)
    rim = plate.gradient((18, 12), (80, 92), from_hex("#5B5248"), from_hex("#2B241D"), from_hex("#0F0B08"))
    plate.cut(rounded(5, 9, 90, 84, 20), fill=rim, stroke=INK, width=3)
    brass = plate.gradient((20, 10), (80, 90), from_hex("#EBD08A"), GOLD, from_hex("#7E5A17"))
    plate.cut(rounded(13, 13, 74, 70, 15), fill=brass, stroke=INK, width=3)
    plate.stamp(key, 50, 48, 48, tint=BONE)
    plate.cut("M21 40C21 28 24 22 36 21", stroke=BONE, width=4, opacity=0.75)
    return plate.print((size, size))
