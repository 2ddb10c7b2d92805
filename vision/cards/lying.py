"""Cards from their marks: two of one number, a card's corners apart and half a turn from one another, are one card.

One alone is a card half hidden, or cut by the picture's border. Seen from either mark, the card lies to its right and
below it: so one is enough to say where.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, radians, sin

from vision.cards.marks import Mark
from vision.cards.measures import CARDS_MM, EDGE_MM, SIZE_MM
from vision.mat.geometry import Mat
from vision.seen import Card, covers

SLACK_MM, SLACK_DEG = 3.0, 12.0  # so far off two marks of one card may be found
INSET_MM = EDGE_MM + SIZE_MM / 2  # of a mark's middle


def cards(marks: Iterable[Mark], mat: Mat) -> tuple[Card, ...]:
    """What lies there, in the order of the numbers and places. A lone mark upon a card of which both are seen is none,
    but something printed there."""
    left = sorted(marks, key=lambda mark: (mark.number, mark.x_mm, mark.y_mm))
    whole, alone = list[Card](), list[Mark]()
    while left:
        one = left.pop(0)
        pairs = [(off, mark, size) for mark in left if (fit := _fit(one, mark)) for off, size in (fit,)]
        _, mate, size = min(pairs, key=lambda pair: pair[0], default=(0.0, None, CARDS_MM[-1]))
        if mate is None:
            alone.append(one)
            continue
        left.remove(mate)
        x, y = (one.x_mm + mate.x_mm) / 2, (one.y_mm + mate.y_mm) / 2
        whole.append(Card(one.number, x, y, mat.zone_of(x, y), one.turn_deg, *size))
    width, height = CARDS_MM[-1]
    half = list[Card]()
    for one in alone:
        if any(covers(card, one.x_mm, one.y_mm) for card in whole):
            continue
        x, y = _turned(width / 2 - INSET_MM, height / 2 - INSET_MM, one.turn_deg)  # from either mark
        x, y = one.x_mm + x, one.y_mm + y
        half.append(Card(one.number, x, y, mat.zone_of(x, y), one.turn_deg, width, height))
    return tuple(sorted([*whole, *half], key=lambda card: (card.number or 0, card.x_mm, card.y_mm)))


def _fit(one: Mark, other: Mark) -> tuple[float, tuple[float, float]] | None:
    """How well two marks fit together on one card, less is better, and its size."""
    if one.number != other.number or abs((one.turn_deg - other.turn_deg) % 360 - 180) > SLACK_DEG:
        return None
    along, down = _turned(other.x_mm - one.x_mm, other.y_mm - one.y_mm, -one.turn_deg)
    if along < 0 or down < 0:  # the other one stands to the right and below
        return None
    inset = 2 * INSET_MM
    off, size = min((hypot(abs(along) - w + inset, abs(down) - h + inset), (w, h)) for w, h in CARDS_MM)
    return (off, size) if off < SLACK_MM * 2 else None


def _turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    turn = radians(degrees)
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
