"""The cards of Mille Sabords, to print."""

from __future__ import annotations

from firmware.games.mille.marks import NUMBERS
from rules.mille.rules import read_deck
from rules.mille.score import CARD_NAMES, CARDS, Card
from ui.games.mille import cards
from ui.games.mille.words import CARD_WORDS
from ui.parts.printed import PrintedCard, PrintedDeck


def deck(file: str = "mille") -> PrintedDeck:
    """The cards of that deck's file, as often as they are in it."""
    copies = dict(zip(CARDS, read_deck(file), strict=True))
    return PrintedDeck(
        tuple(_card(card, copies[card]) for card in NUMBERS if copies[card]),
        {"back": lambda width, words: cards.card(cards.BACK, width, "")},
    )


def _card(card: Card, copies: int) -> PrintedCard:
    return PrintedCard(
        card.value,
        NUMBERS[card],
        copies,
        lambda width, words: cards.card(card.value, width, words.say(CARD_NAMES[card])),
        (CARD_WORDS[card],),
    )
