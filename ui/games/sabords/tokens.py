"""The pieces of Aux Sabords: ships and chests in their colours, each with its emblem, and the cards that are laid."""

from __future__ import annotations

from functools import lru_cache

from pygame import Surface

from rules.sabords.board import Colour
from rules.sabords.cards import Card
from ui.look import text
from ui.look.engrave import Plate, rounded
from ui.look.theme import BONE, FADED, GOLD, INK, LIVERY, PARCHMENT, SHADE, WARM, Livery, blend, from_hex

HULL = from_hex("#8A5A2E")
# What a card shows.
ART = {
    Card.PIRATE: "buccaneer",
    Card.CAPTAIN: "pirate",
    Card.WOODEN_LEG: "leg",
    Card.SABRE: "sabre",
    Card.PISTOL: "pistol",
    Card.SHIP: "galleon",
}


def livery_of(colour: Colour) -> Livery:
    """A ship wears the player's livery of its colour: colour and emblem always go together."""
    return LIVERY[colour.value]


@lru_cache(maxsize=120)
def ship(colour: Colour, size: int, *, west: bool = False, dim: bool = False) -> Surface:
    """A brig under one great sail that bears its emblem."""
    livery = livery_of(colour)
    plate = Plate(100, 100)
    cloth = blend(livery.colour, FADED, 0.5) if dim else livery.colour
    with plate.moved("translate(100 0) scale(-1 1)" if west else "translate(0 0)"):
        plate.cut("M50 70L50 4M80 62L97 48", stroke=INK, width=6)
        plate.cut("M50 5C60 1 66 9 76 5C72 9 73 12 77 16C66 19 60 12 50 16Z", fill=cloth, stroke=INK, width=3.6)
        shade = plate.gradient((20, 20), (84, 60), blend(cloth, BONE, 0.28), cloth, blend(cloth, INK, 0.3))
        sail = "M16 20C34 26 66 26 84 20C93 33 93 48 84 62C66 55 34 55 16 62C25 48 25 33 16 20Z"
        plate.cut(sail, fill=shade, stroke=INK, width=4.6)
        wood = plate.gradient((0, 62), (0, 94), blend(HULL, BONE, 0.25), HULL, blend(HULL, INK, 0.4))
        hull = "M4 66C16 70 30 71 44 71L70 71L74 62L95 59C95 72 90 84 80 93L22 93C12 88 6 78 4 66Z"
        plate.cut(hull, fill=wood, stroke=INK, width=4.6)
        plate.cut("M16 80L88 80", stroke=blend(HULL, INK, 0.45), width=2.4)
    plate.dot(48 if west else 52, 40, 17.5, fill=BONE, stroke=INK, width=2.4)
    plate.stamp(livery.emblem, 48 if west else 52, 40, 28, tint=blend(cloth, INK, 0.12))
    return plate.print((size, size))


@lru_cache(maxsize=24)
def galleon(colour: Colour, size: int, *, west: bool = False) -> Surface:
    """The same ship seen from near: all sails in its colour, the emblem on the great one."""
    livery = livery_of(colour)
    cloth = livery.colour
    dyes = {"#F7F1E3": blend(cloth, BONE, 0.22), "#D9C49A": blend(cloth, INK, 0.3), "#A8322A": cloth}
    plate = Plate(100, 100)
    plate.stamp("galleon", 50, 50, 98, flip=not west, dyed=dyes)
    plate.dot(57 if west else 43, 45.5, 8.6, fill=BONE, stroke=INK, width=1.4)
    plate.stamp(livery.emblem, 57 if west else 43, 45.5, 14, tint=blend(cloth, INK, 0.12))
    return plate.print((size, size))


@lru_cache(maxsize=8)
def ring(size: int) -> Surface:
    """A circle of light on the water around the ship whose turn it is."""
    plate = Plate(100, 100)
    for width, colour, opacity in ((13, WARM, 0.35), (7, INK, 1.0), (4.4, WARM, 1.0)):
        plate.dot(50, 50, 42, stroke=colour, width=width, opacity=opacity)
    return plate.print((size, size))


@lru_cache(maxsize=8)
def wake(size: int) -> Surface:
    """Foam where a ship has passed."""
    plate = Plate(100, 60)
    for y in (18, 42):
        crest = f"M8 {y}q21 -22 42 0q21 -22 42 0"
        plate.cut(crest, stroke=from_hex("#2F5D6B"), width=15)
        plate.cut(crest, stroke=BONE, width=8)
    return plate.print((size, round(size * 0.6)))


@lru_cache(maxsize=120)
def chest(colour: Colour, size: int, *, dim: bool = False) -> Surface:
    """A sea chest painted in its owner's colour, with the emblem for a lock."""
    livery = livery_of(colour)
    plate = Plate(100, 100)
    coat = blend(livery.colour, FADED, 0.6) if dim else livery.colour
    lid = plate.gradient((0, 10), (0, 48), blend(coat, BONE, 0.4), coat)
    plate.cut("M6 48C6 26 16 12 32 12L68 12C84 12 94 26 94 48Z", fill=lid, stroke=INK, width=6)
    front = plate.gradient((0, 48), (90, 92), coat, blend(coat, INK, 0.35))
    plate.cut("M6 48L94 48L91 92L9 92Z", fill=front, stroke=INK, width=6)
    metal = blend(GOLD, FADED, 0.5) if dim else GOLD
    plate.cut("M5 44L95 44L95 54L5 54Z", fill=metal, stroke=INK, width=4)
    plate.dot(50, 56, 26, fill=BONE, stroke=INK, width=4)
    plate.stamp(livery.emblem, 50, 56, 40, tint=coat)
    return plate.print((size, size))


@lru_cache(maxsize=60)
def arrow(angle: int, size: int, *, bright: bool) -> Surface:
    """The way to another square; the one the wheel points at is bright."""
    plate = Plate(100, 100)
    with plate.moved(f"rotate({angle} 50 50)"):
        shape = "M8 34L50 34L50 12L94 50L50 88L50 66L8 66Z"
        plate.cut(shape, fill=INK, stroke=INK, width=14, opacity=0.55)
        gold = plate.gradient((0, 10), (0, 90), from_hex("#FBE9A9"), GOLD, from_hex("#8A6216"))
        plate.cut(shape, fill=gold if bright else blend(SHADE, BONE, 0.35), stroke=INK, width=6)
    return plate.print((size, size))


@lru_cache(maxsize=60)
def badge(number: int, px: int, colour: Colour | None = None) -> Surface:
    """How many chests are aboard: a number on a tag with a chest; of one colour, in that colour."""
    digits = text.figures(str(number), px, INK)
    high = round(px * 1.16)
    wide = round(high * 0.98) + digits.get_width() + round(px * 0.3)
    plate = Plate(wide, high)
    pen = max(1.5, px * 0.09)
    shape = rounded(pen / 2, pen / 2, wide - pen, high - pen, high * 0.3)
    plate.cut(shape, fill=BONE, stroke=INK, width=pen)
    if colour is None:
        plate.stamp("chest", high * 0.5, high * 0.5, high * 0.72)
    image = plate.print()
    if colour is not None:
        image.blit(chest(colour, round(high * 0.74)), (round(high * 0.13), round(high * 0.13)))
    image.blit(digits, (round(high * 0.98), (high - digits.get_height()) // 2))
    return image


@lru_cache(maxsize=60)
def card(kind: Card | None, width: int) -> Surface:
    """A card face up; None is its back."""
    plate = Plate(100, 140)
    paper = plate.gradient((0, 0), (100, 140), blend(PARCHMENT, BONE, 0.7), PARCHMENT, SHADE)
    plate.cut(rounded(2, 2, 96, 136, 10), fill=paper, stroke=INK, width=4)
    if kind is None:
        plate.cut(rounded(10, 10, 80, 120, 6), fill=from_hex("#2F5D6B"), stroke=INK, width=2.5)
        plate.stamp("wheel", 50, 70, 58)
    else:
        plate.cut(rounded(8, 8, 84, 124, 6), stroke=from_hex("#8C3A2C"), width=1.8)
        plate.stamp(ART[kind], 50, 70, 82)
    return plate.print((width, round(width * 1.4)))
