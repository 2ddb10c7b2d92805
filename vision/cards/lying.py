"""Cards from their marks: two of one number a card's diagonal apart are one card; one alone is a card half hidden."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from vision.cards.marks import Mark
from vision.mat.geometry import Mat
from vision.seen import Card

ONE_CARD_MM = 95.0  # no two marks of one card are farther apart


def cards(marks: Iterable[Mark], mat: Mat) -> tuple[Card, ...]:
    """What lies there, in the order of the numbers and places."""
    left = sorted(marks, key=lambda mark: (mark.number, mark.x_mm, mark.y_mm))
    found = []
    while left:
        one = left.pop(0)
        mates = [mark for mark in left if mark.number == one.number and _apart(mark, one) < ONE_CARD_MM]
        mate = max(mates, key=lambda mark: _apart(mark, one), default=one)
        if mate is not one:
            left.remove(mate)
        x, y = (one.x_mm + mate.x_mm) / 2, (one.y_mm + mate.y_mm) / 2
        found.append(Card(one.number, x, y, mat.zone_of(x, y)))
    return tuple(found)


def _apart(one: Mark, other: Mark) -> float:
    return hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
