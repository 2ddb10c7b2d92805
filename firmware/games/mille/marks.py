"""Which mark a printed card of Mille Sabords bears (vision.cards.marks), and what the eyes' cards are to the rules."""

from __future__ import annotations

from rules.mille.score import CARDS, Card

NUMBERS: dict[Card, int] = {card: number for number, card in enumerate(CARDS[1:])}
NAMES: dict[int, str] = {number: card.value for card, number in NUMBERS.items()}
