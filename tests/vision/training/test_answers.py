"""What a net is taught to say of each place of the field, from where the dice truly lie."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vision.dice.level import FLAT, NOTHING, ODD
from vision.dice.survey import CELL, EDGE_PX, Field
from vision.training.answers import IGNORED, cells, seed_of

EDGE = 16.0
FIELD = Field(20.0, 30.0, EDGE / EDGE_PX, np.zeros((6, 20 * CELL, 30 * CELL), np.float32))


def die(x: float, y: float, state: str = "flat", visible: float = 1.0, turn: float = 0.0) -> dict[str, Any]:
    return {"x_mm": x, "y_mm": y, "state": state, "visible": visible, "rot_deg": turn}


def place(row: int, column: int) -> tuple[float, float]:
    """Where on the mat the middle of a cell lies."""
    return tuple(start + (CELL * n + (CELL - 1) / 2) * FIELD.mm for start, n in ((20.0, column), (30.0, row)))  # type: ignore[return-value]


def sorts(*dice: dict[str, Any]) -> set[float]:
    return set(np.unique(cells(FIELD, list(dice))[0]))


def test_bare_mat_is_nothing_everywhere() -> None:
    assert sorts() == {NOTHING}


@pytest.mark.parametrize(
    ("state", "visible", "sort"),
    [("flat", 1.0, FLAT), ("flat", 0.8, ODD), ("cocked", 1.0, ODD), ("stacked", 0.95, ODD), ("moving", 1.0, ODD),
     ("flat", 0.4, IGNORED), ("cocked", 0.4, IGNORED)],
)  # fmt: skip
def test_the_cell_at_a_die_s_middle_says_what_it_is(state: str, visible: float, sort: int) -> None:
    x, y = place(9, 12)
    assert cells(FIELD, [die(x, y, state, visible)])[0, 9, 12] == sort


def test_each_cell_of_a_die_points_at_its_middle() -> None:
    x, y = place(9, 12)
    said = cells(FIELD, [die(x + 3.0, y - 2.0)])
    for row, column in zip(*np.nonzero(said[0] == FLAT), strict=True):
        here = np.array(place(int(row), int(column)))
        assert here + said[1:3, row, column] * EDGE == pytest.approx([x + 3.0, y - 2.0])


def test_a_quarter_turn_is_no_turn_and_an_eighth_is_the_opposite() -> None:
    x, y = place(9, 12)
    none, quarter, eighth = (cells(FIELD, [die(x, y, turn=turn)])[3:, 9, 12] for turn in (0.0, 90.0, 45.0))
    assert quarter == pytest.approx(none)
    assert eighth == pytest.approx(-none, abs=1e-9)


def test_between_a_die_and_the_mat_nothing_is_asked() -> None:
    assert sorts(die(*place(9, 12))) == {NOTHING, FLAT, IGNORED}


def test_of_two_dice_that_touch_each_cell_belongs_to_the_nearer() -> None:
    x, y = place(9, 12)
    said = cells(FIELD, [die(x, y), die(x + EDGE, y, "cocked")])
    assert said[0, 9, 12] == FLAT
    right = 12 + round(EDGE / FIELD.mm / CELL)
    assert said[0, 9, right] == ODD


def test_no_two_sets_of_one_length_of_name_share_their_chance() -> None:
    assert seed_of("corsair-ivory-301") != seed_of("corsair-ivory-302")
    assert seed_of("corsair-ivory-301") == seed_of("corsair-ivory-301")
