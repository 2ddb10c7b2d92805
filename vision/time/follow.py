"""From one settled state to the next: which die is which, and what became of it.

A die that lies where one lay is that one. The rest are paired so that the whole costs least: a changed face costs
more than a long way, because a hit moves many dice and turns few; a changed body is impossible. What is left over on
one side has vanished, on the other it has appeared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.limits import limit
from vision.pairing import assign
from vision.seen import Change, Die, Happened

Array = NDArray[Any]
SAME_PLACE_MM = limit("follow.same_place_mm")
TURNED_COST = limit("follow.turned_cost")
NEVER = 1e6


def follow(
    before: Sequence[Die], after: Sequence[Die], next_id: int
) -> tuple[tuple[Die, ...], tuple[Change, ...], int]:
    """The dice of `after` with their ids, what happened to each (those that vanished last), and the next free id."""
    pairs = _nearby(before, after)
    left_before = [i for i in range(len(before)) if i not in pairs]
    taken = set(pairs.values())
    left_after = [j for j in range(len(after)) if j not in taken]
    costs = np.array([[_cost(before[i], after[j]) for j in left_after] for i in left_before]).reshape(
        len(left_before), len(left_after)
    )
    for row, column in assign(costs):
        if costs[row, column] < NEVER:
            pairs[left_before[row]] = left_after[column]
    came_from = {j: i for i, j in pairs.items()}
    dice: list[Die] = []
    changes: list[Change] = []
    for j, die in enumerate(after):
        if j in came_from:
            old = before[came_from[j]]
            named = replace(die, id=old.id)
            changes.append(Change(_happened(old, named), old, named))
        else:
            named = replace(die, id=next_id)
            next_id += 1
            changes.append(Change("appeared", None, named))
        dice.append(named)
    changes.extend(Change("vanished", old, None) for i, old in enumerate(before) if i not in pairs)
    return tuple(dice), tuple(changes), next_id


def same_face(one: Die, other: Die) -> bool:
    return (one.face, one.colour, one.body) == (other.face, other.colour, other.body)


def apart(one: Die, other: Die) -> float:
    return float(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm))


def _happened(old: Die, new: Die) -> Happened:
    there = apart(old, new) <= SAME_PLACE_MM
    if same_face(old, new) or (there and "unsure" in (old.state, new.state)):
        return "stayed" if there else "moved"
    if old.face is None or new.face is None:  # one of the two is not known: it is not said that it was turned over
        return "stayed" if there and old.state == new.state else "moved"
    return "turned"


def _nearby(before: Sequence[Die], after: Sequence[Die]) -> dict[int, int]:
    """Dice at the same place, nearest first."""
    near = sorted(
        (apart(old, new), i, j)
        for i, old in enumerate(before)
        for j, new in enumerate(after)
        if apart(old, new) <= SAME_PLACE_MM and _same_body(old, new)
    )
    pairs: dict[int, int] = {}
    for _, i, j in near:
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def _same_body(old: Die, new: Die) -> bool:
    return old.body is None or new.body is None or old.body == new.body


def _cost(old: Die, new: Die) -> float:
    if not _same_body(old, new):
        return NEVER
    known = old.face is not None and new.face is not None
    unlike = TURNED_COST if known and not same_face(old, new) else 0.0 if known else TURNED_COST / 2
    return apart(old, new) + unlike
