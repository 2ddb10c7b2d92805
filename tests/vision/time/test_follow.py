"""Which die is which from one settled state to the next."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.pairing import assign
from vision.seen import Die
from vision.time.follow import follow


def die(x: float, y: float, face: str | None = "skull", colour: str | None = None, **more: Any) -> Die:
    state = more.pop("state", "flat" if face else "unsure")
    return Die(face, colour, more.pop("body", "ivory"), x, y, "track", state, 0.9, **more)


def happened(before: list[Die], after: list[Die]) -> list[str]:
    return sorted(change.happened for change in follow(before, after, 100)[1])


def test_dice_that_lie_where_they_lay_stayed() -> None:
    assert happened([die(50, 50), die(90, 50)], [die(91, 51), die(50, 52)]) == ["stayed", "stayed"]


def test_a_new_die_appeared_and_gets_a_new_id() -> None:
    dice, changes, next_id = follow([die(50, 50, id=3)], [die(50, 50), die(120, 80, "coin")], 7)
    assert [d.id for d in dice] == [3, 7] and next_id == 8
    assert [c.happened for c in changes] == ["stayed", "appeared"]


def test_a_taken_die_vanished() -> None:
    assert happened([die(50, 50), die(90, 50)], [die(90, 50)]) == ["stayed", "vanished"]


def test_a_die_with_its_face_in_another_place_moved() -> None:
    assert happened([die(50, 50)], [die(150, 90)]) == ["moved"]


def test_a_die_hit_and_turned_over_keeps_its_id() -> None:
    before = [die(50, 50, "skull", id=1), die(90, 90, "coin", id=2)]
    dice, changes, _ = follow(before, [die(70, 60, "ship"), die(90, 90, "coin")], 9)
    assert {d.face: d.id for d in dice} == {"ship": 1, "coin": 2}
    assert sorted(c.happened for c in changes) == ["stayed", "turned"]


def test_the_thrown_die_is_the_one_with_the_face_nobody_had() -> None:
    before = [die(50, 50, "skull", id=1), die(80, 50, "coin", id=2)]
    after = [die(60, 80, "coin"), die(45, 90, "skull"), die(70, 60, "ship")]
    dice, changes, _ = follow(before, after, 9)
    assert {d.face: d.id for d in dice} == {"coin": 2, "skull": 1, "ship": 9}
    assert sorted(c.happened for c in changes) == ["appeared", "moved", "moved"]


def test_a_red_die_never_becomes_a_blue_one() -> None:
    assert happened([die(50, 50, body="red")], [die(51, 50, body="blue")]) == ["appeared", "vanished"]


def test_a_die_that_cannot_be_read_where_it_lay_has_not_turned() -> None:
    assert happened([die(50, 50)], [die(50, 50, None)]) == ["stayed"]


def test_a_die_that_was_tilted_in_its_place_is_said_to_have_moved() -> None:
    assert happened([die(50, 50)], [die(51, 50, None, state="cocked")]) == ["moved"]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 10_000))
def test_the_pairing_is_the_cheapest_there_is(rows: int, columns: int, seed: int) -> None:
    costs = np.random.default_rng(seed).uniform(0, 100, (rows, columns))
    pairs = assign(costs)
    assert len(pairs) == min(rows, columns) == len({r for r, _ in pairs}) == len({c for _, c in pairs})
    wide = costs if rows <= columns else costs.T
    cheapest = min(
        sum(wide[r, c] for r, c in enumerate(order)) for order in permutations(range(wide.shape[1]), wide.shape[0])
    )
    assert sum(costs[r, c] for r, c in pairs) == pytest.approx(cheapest)


def test_nothing_to_pair_is_no_trouble() -> None:
    assert assign(np.zeros((0, 3))) == [] and follow([], [], 0) == ((), (), 0)
