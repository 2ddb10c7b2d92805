"""The cards of Mille Sabords, to print."""

from __future__ import annotations

from pygame import Surface

from firmware.games.mille.marks import NUMBERS
from rules.mille.rules import read_deck
from rules.mille.score import CARD_NAMES, CARDS, Card
from ui.games.mille import cards
from ui.games.mille.words import CARD_WORDS
from ui.look import scene
from ui.look.engrave import Plate
from ui.look.pictures import picture
from ui.look.theme import BONE, GOLD, PALM, SEA, Colour, blend, from_hex
from ui.parts import printed
from ui.parts.backs import Back
from ui.parts.printed import PrintedBack, PrintedCard, PrintedDeck, Sign

BLOOD = from_hex("#8C3A2C")
# Each card's stage, its figures (art, x, how high over the foot, size, all of the picture's width) and its second ink.
Figure = tuple[str, float, float, float]
LOOKS: dict[Card, tuple[scene.Stage, tuple[Figure, ...], Colour]] = {
    Card.TREASURE_ISLAND: (scene.DAY, (("island", 50, 38, 68),), GOLD),
    Card.PIRATE: (scene.DUSK, (("pirate", 50, 42, 74),), BLOOD),
    Card.GUARDIAN: (scene.NIGHT, (("guardian", 56, 38, 74),), SEA),
    Card.ANIMALS: (scene.JUNGLE, (("monkey", 31, 46, 48), ("parrot", 69, 40, 60)), PALM),
    Card.COIN: (scene.GLEAM, (("coin", 50, 43, 60), ("coin", 17, 15, 22), ("coin", 83, 13, 25)), GOLD),
    Card.DIAMOND: (scene.CLEAR, (("diamond", 50, 42, 64), ("diamond", 16, 14, 18), ("diamond", 85, 13, 22)), SEA),
    Card.SKULL1: (scene.DOOM, (("skull", 50, 42, 70),), BLOOD),
    Card.SKULL2: (scene.DOOM, (("skull", 29, 47, 50), ("skull", 71, 37, 54)), BLOOD),
    Card.SHIP2: (scene.DAY, (("galleon", 50, 44, 76),), SEA),
    Card.SHIP3: (scene.DUSK, (("galleon", 50, 44, 76),), BLOOD),
    Card.SHIP4: (scene.NIGHT, (("galleon", 54, 44, 76),), blend(SEA, BLOOD, 0.5)),
}

BACK = Back(from_hex("#17323D"), blend(SEA, BONE, 0.25), GOLD, (("skull", 0, False),))


def deck(file: str = "mille") -> PrintedDeck:
    """The cards of that deck's file, as often as they are in it."""
    copies = dict(zip(CARDS, read_deck(file), strict=True))
    return PrintedDeck(
        tuple(_card(card, copies[card]) for card in NUMBERS if copies[card]),
        {"back": PrintedBack(BACK.field, BACK)},
    )


def _card(card: Card, copies: int) -> PrintedCard:
    stage, figures, hue = LOOKS[card]

    def drawn(size: tuple[int, int]) -> Surface:
        return scene.paint(size, stage, lambda plate: _figures(plate, figures))

    return PrintedCard(
        card.value,
        NUMBERS[card],
        copies,
        CARD_NAMES[card],
        drawn,
        lambda high: picture(cards.sign(card.value).partition("/")[0], high),
        (CARD_WORDS[card],),
        _legend(card.value),
        hue,
    )


def _figures(plate: Plate, figures: tuple[Figure, ...]) -> None:
    room = min(1.0, plate.height / 84)  # figures are placed for a picture of that height
    for name, x, over, size in figures[::-1]:
        plate.stamp(name, 50 + (x - 50), plate.height - over * room, size * room)


def _legend(kind: str) -> Sign | None:
    value = cards.LEGENDS.get(kind)
    signs = [printed.art(sign) for sign in cards.SIGNS.get(kind, ())]
    return printed.row(*signs, *([printed.number(value)] if value else []))
