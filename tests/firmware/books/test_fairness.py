from __future__ import annotations

import math
import random

import pytest

from firmware.books.fairness import Fairness, chi_square, fairness, p_value
from rules import record as records
from rules.games import GAMES
from rules.series.rules import Throw

FACES = ("a", "b", "c", "d", "e", "f")


@pytest.mark.parametrize(
    ("chi2", "freedom", "p"),
    [  # from the tables in the back of every statistics book
        (3.841, 1, 0.05), (5.991, 2, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01), (20.515, 5, 0.001),
        (18.307, 10, 0.05), (1.145, 5, 0.95), (67.505, 50, 0.05),
    ],
)  # fmt: skip
def test_p_values_are_those_of_the_tables(chi2: float, freedom: int, p: float) -> None:
    assert p_value(chi2, freedom) == pytest.approx(p, rel=2e-3)


def test_p_values_agree_with_the_integral_of_the_density() -> None:
    def density(x: float, k: int) -> float:
        return float(x ** (k / 2 - 1) * math.exp(-x / 2) / (2 ** (k / 2) * math.gamma(k / 2)))

    for freedom in (3, 5, 8, 35):
        for chi2 in (1.0, 7.5, 30.0):
            step = 0.002
            above = sum(density(chi2 + (n + 0.5) * step, freedom) for n in range(100_000)) * step
            assert p_value(chi2, freedom) == pytest.approx(above, abs=1e-5)


def test_nothing_thrown_and_everything_even_are_no_sign_of_anything() -> None:
    assert p_value(0.0, 5) == 1.0 and chi_square([0] * 6) == 0.0 and chi_square([7] * 6) == 0.0
    assert Fairness("corsair", FACES, (0,) * 6).judgement == "too few"


def test_a_loaded_die_is_found_and_a_handful_of_throws_is_not_judged() -> None:
    assert Fairness("corsair", FACES, (4, 4, 4, 4, 4, 9)).judgement == "too few"
    assert Fairness("corsair", FACES, (100, 100, 100, 100, 100, 160)).judgement == "unfair"
    assert Fairness("corsair", FACES, (100, 96, 104, 99, 101, 100)).judgement == "fair"


def test_fair_dice_are_called_odd_about_as_often_as_the_test_says() -> None:
    chance = random.Random(5)
    odd = 0
    for _ in range(1000):
        throws = [chance.randrange(6) for _ in range(120)]
        fair = Fairness("corsair", FACES, tuple(throws.count(face) for face in range(6)))
        odd += fair.judgement != "fair"
    assert 30 <= odd <= 72  # one in twenty


def test_faces_are_counted_from_the_games_that_were_played() -> None:
    game, chance = GAMES["series"], random.Random(2)
    record = records.begin(game, ("Anne", "Jack"))
    for _ in range(20):
        act = game.bot if isinstance(game.actor(record.state), int) else game.sea
        record = records.play(record, act(record.state, chance))
    throws = [step.action.face.symbol.value for step in record.steps if isinstance(step.action, Throw)]
    (counted,) = fairness([record])
    assert counted.kind == "twelve" and counted.thrown == len(throws) > 0
    assert counted.counts[counted.faces.index(throws[0])] == throws.count(throws[0])
