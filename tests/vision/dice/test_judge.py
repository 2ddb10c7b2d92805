"""The evidence of a die: what lies beside it counts, too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.pictures import taught
from vision.dice import judge
from vision.dice.look import Look
from vision.dice.symbols import Match
from vision.dice.table import Table
from vision.picture.views import Square

CORSAIRS = taught("corsair")
FLAT, LEANING = np.array([5.0, -3.0, -4.0]), np.array([-2.0, 4.0, -3.0])


def look(x: float, level: NDArray[Any]) -> Look:
    like = np.eye(len(CORSAIRS.faces))[0]
    return Look(
        at=Square(x, 100.0, 0.0), match=Match(like, 0, 0, 0.0, 0.0, (1.0, 1.0)), amount=float(CORSAIRS.ink[0]),
        body=CORSAIRS.body_tones[0], kin=0, off=0.0, spot=np.zeros(3), level=level,
    )  # fmt: skip


def beside(*looks: Look) -> list[list[float]]:
    """How near the nearest other die is, in edges, and how surely one of those beside does not lie flat."""
    rows: list[list[float]] = judge.evidence(list(looks), CORSAIRS).of("nearest", "leaning beside").tolist()
    return rows


def test_a_die_that_another_leans_on_knows_of_it() -> None:
    edge = CORSAIRS.edge_mm
    held, leaning, apart = beside(look(100, FLAT), look(100 + 1.2 * edge, LEANING), look(100 + 6 * edge, FLAT))
    assert held == pytest.approx([1.2, 6.0])
    assert leaning == pytest.approx([1.2, -8.0])
    assert apart == pytest.approx([judge.TOUCHES, -8.0])


def test_a_die_alone_has_nothing_beside_it() -> None:
    assert beside(look(100, LEANING)) == [[judge.TOUCHES, -8.0]]


def test_a_judge_is_told_as_many_columns_as_it_learned_from() -> None:
    told = judge.evidence([look(100, FLAT)], CORSAIRS)
    assert judge.chances(told).sum() == pytest.approx(1.0)
    with pytest.raises(ValueError, match="columns"):
        judge.chances(Table(told.columns[:-1], told.rows[:, :-1]))
