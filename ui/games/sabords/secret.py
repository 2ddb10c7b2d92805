"""Hands that the table has dealt: what a player holds is shown to that player alone, and laid from there.

Where two people or more play, the cards lie covered until the one who is asked turns the screen and says so; they are
covered again as soon as something is laid, somebody else is asked, or nobody has touched anything for a while. A lone
player among robots has nobody to hide them from; a robot's own are never shown.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules.game import Seat
from rules.sabords.cards import KINDS, Card
from rules.sabords.state import Aux, Deal, Phase, fighter, seen_by

SECRET = (Phase.LAY, Phase.DISCARD, Phase.DEFEND, Phase.STRIKE)
COVERED_AFTER_S = 20.0


def asked(state: Aux) -> Seat | None:
    """Whose dealt hand decides now; None: nobody's."""
    dealt = state.setup.cards is Deal.VIRTUAL and not state.due and state.phase in SECRET
    return fighter(state).seat if dealt else None


def held(state: Aux) -> tuple[Card, ...]:
    """The cards of whoever is asked, as that player may see them."""
    ship = fighter(state)
    hand = seen_by(state, ship.seat).hands[ship.hand] or ()
    return tuple(card for card, count in zip(KINDS, hand, strict=False) for _ in range(count))


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody looks at their cards: since when they did something last, and at which entry of the record."""

    seat: Seat
    entries: int
    since: float


def shown(seat: Seat, look: Look | None, robots: Collection[Seat], players: int, entries: int, now: float) -> bool:
    """Whether the cards of whoever is asked lie open."""
    if seat in robots:
        return False
    if players - len(robots) == 1:
        return True
    fresh = look is not None and now - look.since < COVERED_AFTER_S
    return fresh and look is not None and look.seat == seat and look.entries == entries
