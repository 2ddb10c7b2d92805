from __future__ import annotations

import itertools
import math

import pytest

from ui.chart.course import Box, crosses, plan

BOX: Box = (20.0, 30.0, 780.0, 600.0)
LENGTHS = (5, 6, 7, 9, 12, 16, 20, 25, 31, 38, 44, 52, 60)


@pytest.mark.parametrize("squares", LENGTHS)
def test_the_course_never_crosses_itself(squares: int) -> None:
    for seed in range(8):
        assert not crosses(plan(squares, seed, BOX).trail)


def test_a_line_that_does_cross_is_told() -> None:
    assert crosses([(0, 0), (10, 10), (10, 0), (0, 10)])
    assert not crosses([(0, 0), (10, 0), (10, 10), (0, 10)])


@pytest.mark.parametrize("squares", LENGTHS)
def test_every_square_has_its_place_at_even_steps_and_room_around_it(squares: int) -> None:
    for seed in range(4):
        course = plan(squares, seed, BOX)
        assert len(course.squares) == squares + 1
        gaps = [math.dist(one, other) for one, other in itertools.pairwise(course.squares)]
        assert max(gaps) <= course.spacing * 1.01 and min(gaps) > course.spacing * 0.6
        closest = min(math.dist(a, b) for a, b in itertools.combinations(course.squares, 2))
        assert closest > course.spacing * 0.55


@pytest.mark.parametrize("squares", LENGTHS)
def test_the_course_covers_the_whole_sheet_but_not_the_cartouche(squares: int) -> None:
    for seed in range(4):
        course = plan(squares, seed, BOX)
        left, top, width, height = BOX
        assert all(left <= x <= left + width and top <= y <= top + height for x, y in course.trail)
        blocks = [block for block in (course.cartouche, course.rose) if block]
        for across, down in itertools.product(range(1, 20), range(1, 20)):
            x, y = left + width * across / 20, top + height * down / 20
            if not any(a <= x <= a + w and b <= y <= b + h for a, b, w, h in blocks):
                assert min(math.dist((x, y), place) for place in course.trail) < 1.35 * course.cell
        x0, y0, w, h = course.cartouche
        assert not any(x0 < x < x0 + w and y0 < y < y0 + h for x, y in course.squares)


def test_every_seed_gives_another_course_and_always_the_same() -> None:
    courses = [plan(20, seed, BOX).squares for seed in range(12)]
    assert len(set(courses)) == 12
    assert plan(20, 3, BOX) == plan(20, 3, BOX)
