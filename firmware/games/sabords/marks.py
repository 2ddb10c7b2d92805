"""Which mark a printed card of Aux Sabords bears (vision.cards.marks)."""

from __future__ import annotations

from rules.sabords.cards import KINDS, Card

FIRST = 16
NUMBERS: dict[Card, int] = {card: FIRST + place for place, card in enumerate(KINDS)}
