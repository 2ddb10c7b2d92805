"""Which mark a printed card of Mille Sabords bears (vision.cards.marks)."""

from __future__ import annotations

from rules.mille.score import CARDS, Card

NUMBERS: dict[Card, int] = {card: number for number, card in enumerate(CARDS[1:])}
