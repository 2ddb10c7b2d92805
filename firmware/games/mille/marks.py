"""Which mark a printed card of Mille Sabords bears (vision.cards.marks), and what the eyes' cards are to the rules."""

from __future__ import annotations

from firmware.play.cards import Things
from rules.mille.score import CARDS, Card
from rules.mille.state import Action, Mille, Reveal

NUMBERS: dict[Card, int] = {card: number for number, card in enumerate(CARDS[1:])}
MARKS: dict[str, int] = {card.value: number for card, number in NUMBERS.items()}
NAMES: dict[int, str] = {number: card.value for card, number in NUMBERS.items()}


def open_cards(state: Mille) -> tuple[str, ...]:
    card = state.turn.card
    return (card.value,) if card is not None and card in NUMBERS else ()


def laid_by(state: Mille, action: Action) -> tuple[str, ...]:
    return (action.card.value,) if isinstance(action, Reveal) else ()


THINGS: Things[Mille, Action] = Things(lambda state: MARKS, open_cards, laid_by)
