"""The cards of Aux Sabords, to print."""

from __future__ import annotations

from pygame import Surface

from firmware.games.sabords.marks import NUMBERS
from rules.sabords.board import COLOURS, read_board
from rules.sabords.cards import KINDS, NAMES, Card, count, read_deck
from rules.say import Message
from ui.games.sabords import board, tokens
from ui.parts.printed import PrintedCard, PrintedDeck
from ui.words.language import Language

TOOL = Message("Two different tools get you a ship.")
DOES = {
    Card.PIRATE: Message("In a boarding: whoever lays more pirates wins."),
    Card.CAPTAIN: Message("In a boarding: beats any number of pirates, alone."),
    Card.WOODEN_LEG: TOOL,
    Card.SABRE: TOOL,
    Card.PISTOL: TOOL,
    Card.SHIP: Message("Laid by your port, your ship may leave it."),
}


def deck(file: str = "aux_deck") -> PrintedDeck:
    """The cards of that deck's file, as often as they are in it."""
    cards = read_deck(file)
    return PrintedDeck(
        tuple(_card(kind, count(cards, kind)) for kind in KINDS if count(cards, kind)),
        {"back": lambda width, words: tokens.card(None, width)},
    )


def paper_board(size: tuple[int, int], words: Language) -> Surface:
    return board.draw(read_board("aux_board"), size, COLOURS).surface


def _card(kind: Card, copies: int) -> PrintedCard:
    return PrintedCard(
        kind.value, NUMBERS[kind], copies, lambda width, words: tokens.card(kind, width), (DOES[kind],), NAMES[kind]
    )
