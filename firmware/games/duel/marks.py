"""Which mark a printed card of Pirates en Duel bears (vision.cards.marks): by its place in the deck's file."""

from __future__ import annotations

from rules.duel.cards import Deck
from vision.cards.measures import MARKS

COMBAT, CREW = 24, 80


def numbers(deck: Deck) -> dict[str, int]:
    """Combat cards and members by name; a deck larger than there are marks has the last of it without one."""
    combat = zip(deck.combat, range(COMBAT, CREW), strict=False)
    crew = zip(deck.members, range(CREW, MARKS), strict=False)
    return dict([*combat, *crew])
