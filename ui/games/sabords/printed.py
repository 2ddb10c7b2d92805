"""The cards of Aux Sabords, to print."""

from __future__ import annotations

from functools import partial

from pygame import Surface

from firmware.games.sabords.marks import NUMBERS
from rules.sabords.board import COLOURS, Colour, read_board
from rules.sabords.cards import KINDS, NAMES, Card, count, read_deck
from rules.sabords.state import Setup
from rules.say import Message
from ui.games.sabords import board, tokens
from ui.look import scene, theme
from ui.look.engrave import Plate
from ui.look.theme import BONE, GOLD, SEA, blend, from_hex
from ui.parts import printed
from ui.parts.backs import Back
from ui.parts.printed import PrintedBack, PrintedCard, PrintedDeck, PrintedPieces, PrintedTent, Sign
from ui.words.language import Language

BLOOD, TAN = from_hex("#8C3A2C"), from_hex("#7A5A34")
TOOL = Message("Two different tools get you a ship.")
DOES = {
    Card.PIRATE: Message("In a boarding: whoever lays more pirates wins."),
    Card.CAPTAIN: Message("In a boarding: beats any number of pirates, alone."),
    Card.WOODEN_LEG: TOOL,
    Card.SABRE: TOOL,
    Card.PISTOL: TOOL,
    Card.SHIP: Message("Laid by your port, your ship may leave it."),
}
LOOKS: dict[Card, tuple[scene.Stage, float, theme.Colour]] = {
    Card.PIRATE: (scene.DAY, 72, BLOOD),
    Card.CAPTAIN: (scene.DUSK, 74, GOLD),
    Card.WOODEN_LEG: (scene.DECK, 66, TAN),
    Card.SABRE: (scene.DECK, 66, TAN),
    Card.PISTOL: (scene.DECK, 66, TAN),
    Card.SHIP: (scene.DAY, 76, SEA),
}
BACK = Back(from_hex("#6A221C"), blend(BLOOD, BONE, 0.25), GOLD, (("wheel", 0, False),), 16, 25.0)


def deck(file: str = "aux_deck") -> PrintedDeck:
    """The cards of that deck's file, as often as they are in it."""
    cards = read_deck(file)
    return PrintedDeck(
        tuple(_card(kind, count(cards, kind)) for kind in KINDS if count(cards, kind)),
        {"back": PrintedBack(BACK.field, BACK)},
    )


def paper_board(size: tuple[int, int], words: Language) -> Surface:
    return board.draw(read_board("aux_board"), size, COLOURS).surface


def pieces() -> PrintedPieces:
    """A ship and its chests in each colour; a square of the printed board, 20 mm, has room for either."""
    ships = tuple(
        PrintedTent(
            f"ship-{colour.value}", 1, 18, 24, 12, partial(_ship, colour=colour), tokens.livery_of(colour).colour
        )
        for colour in COLOURS
    )
    chests = tuple(
        PrintedTent(
            f"chest-{colour.value}", Setup().chests, 15, 14, 9, partial(_chest, colour=colour),
            tokens.livery_of(colour).colour,
        )
        for colour in COLOURS
    )  # fmt: skip
    return PrintedPieces((*ships, *chests))


def _ship(size: tuple[int, int], colour: Colour) -> Surface:
    return scene.with_figure(size, scene.DAY, tokens.ship(colour, round(size[0] * 0.94)))


def _chest(size: tuple[int, int], colour: Colour) -> Surface:
    return scene.with_figure(size, scene.DECK, tokens.chest(colour, round(min(size) * 0.92)))


def _card(kind: Card, copies: int) -> PrintedCard:
    stage, size, hue = LOOKS[kind]

    def figures(plate: Plate) -> None:
        room = min(1.0, plate.height / 84)
        if stage.kind == "boards":
            scene.shade(plate, 53, plate.height * 0.5 + size * room * 0.49, 20)
        plate.stamp(tokens.ART[kind], 50, plate.height * 0.5, size * room)

    def drawn(size: tuple[int, int]) -> Surface:
        return scene.paint(size, stage, figures)

    return PrintedCard(
        kind.value, NUMBERS[kind], copies, NAMES[kind], drawn, printed.art(tokens.ART[kind]), (DOES[kind],),
        _legend(kind), hue,
    )  # fmt: skip


def _legend(kind: Card) -> Sign | None:
    """What it is good for, in signs: two tools are a ship; a captain is more than pirates."""
    art, number = printed.art, printed.number
    mate = {Card.WOODEN_LEG: Card.SABRE, Card.SABRE: Card.PISTOL, Card.PISTOL: Card.WOODEN_LEG}.get(kind)
    if mate is not None:
        signs = (art(tokens.ART[kind]), number("+"), art(tokens.ART[mate]), number("="), art("galleon"))
        return printed.row(*signs, gap=0.06)
    if kind is Card.CAPTAIN:
        return printed.row(art("pirate"), number(">"), art("buccaneer"), art("buccaneer"), gap=0.06)
    if kind is Card.PIRATE:
        return printed.row(art("buccaneer"), art("buccaneer"), number(">"), art("buccaneer"), gap=0.06)
    return printed.row(art("port"), art("right"), art("galleon"))
