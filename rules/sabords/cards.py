"""The cards of Aux Sabords, counted by kind: in a hand or a pile only the numbers matter, never the order."""

from __future__ import annotations

from enum import StrEnum

from rules.say import Message
from rules.shelf import DataError, take


class Card(StrEnum):
    PIRATE = "pirate"
    CAPTAIN = "captain"
    WOODEN_LEG = "wooden_leg"
    SABRE = "sabre"
    PISTOL = "pistol"
    SHIP = "ship"


Cards = tuple[int, ...]  # how many of each kind, in the order of Card

KINDS = tuple(Card)
TOOLS = (Card.WOODEN_LEG, Card.SABRE, Card.PISTOL)  # two different ones build a ship
NAMES = {
    Card.PIRATE: Message("Pirate"),
    Card.CAPTAIN: Message("Captain"),
    Card.WOODEN_LEG: Message("Wooden leg"),
    Card.SABRE: Message("Sabre"),
    Card.PISTOL: Message("Pistol"),
    Card.SHIP: Message("Ship"),
}
NO_CARDS: Cards = (0,) * len(KINDS)
FEWEST = 30  # four hands of five, one card drawn, four ship cards laid: with 30 the pile never runs dry
_AT = {card: place for place, card in enumerate(KINDS)}


def count(cards: Cards, card: Card) -> int:
    return cards[_AT[card]]


def added(cards: Cards, card: Card, number: int = 1) -> Cards:
    place = _AT[card]
    return (*cards[:place], cards[place] + number, *cards[place + 1 :])


def nth(cards: Cards, number: int) -> Card:
    """The card at that place if they lay in a row, sorted: how chance picks one."""
    for card, there in zip(KINDS, cards, strict=True):
        if number < there:
            return card
        number -= there
    raise IndexError(number)


def read_deck(name: str) -> Cards:
    """How many cards of each kind a deck's file has; DataError names what is wrong with it."""
    content = take(name)
    for entry in content:
        if entry not in {"title", "cards"}:
            raise DataError(name, entry, Message("a deck has a title and cards, nothing else"))
    cards = content.get("cards")
    if not isinstance(cards, dict):
        raise DataError(name, "cards", Message("it has to say how many cards of each kind there are"))
    for kind, number in cards.items():
        if kind not in _AT:
            known = ", ".join(KINDS)
            raise DataError(name, f"cards, {kind}", Message("'{word}' is not one of: {known}", word=kind, known=known))
        if type(number) is not int or number not in range(100):
            raise DataError(name, f"cards, {kind}", Message("it has to be a number from 0 to 99"))
    deck = tuple(cards.get(card, 0) for card in KINDS)
    if sum(deck) < FEWEST:
        raise DataError(name, "cards", Message("{n} cards are too few: at least {least}", n=sum(deck), least=FEWEST))
    if not count(deck, Card.SHIP):
        raise DataError(name, "cards, ship", Message("without ship cards nobody leaves port"))
    if sum(count(deck, tool) > 0 for tool in TOOLS) < 2:
        raise DataError(name, "cards", Message("without two of wooden_leg, sabre and pistol nobody gets a ship"))
    return deck
