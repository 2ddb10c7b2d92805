from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pygame
import pytest

from ui.chart import sheet
from ui.chart.course import plan
from ui.chart.land import distance, grow
from ui.screen import Window


@pytest.mark.parametrize("squares", (5, 20, 60))
@pytest.mark.parametrize("seed", (1, 2, 3, 4))
def test_the_course_keeps_to_the_sea_and_ends_on_an_island(squares: int, seed: int) -> None:
    course = plan(squares, seed, (50, 50, 720, 560))
    ground = grow(np.random.default_rng(seed), course, 820, 660, (40, 40, 740, 580))
    ashore = [place for place in course.squares[:-2] if ground.at(*place) < 0]
    assert ashore == []
    assert ground.at(*course.squares[-1]) < 0
    land = float((ground.shore < 0).mean())
    assert 0.04 < land < 0.45


def test_pictures_stand_in_free_sea() -> None:
    course = plan(20, 6, (50, 50, 720, 560))
    ground = grow(np.random.default_rng(6), course, 820, 660, (40, 40, 740, 580))
    assert len(ground.spots) >= 3
    for spot in ground.spots:
        assert ground.at(spot.x, spot.y) > spot.room * 0.7
        assert min(np.hypot(spot.x - x, spot.y - y) for x, y in course.trail) >= spot.room * 0.95


def test_distance_is_that_of_a_ruler() -> None:
    mask = np.zeros((40, 50), np.bool_)
    mask[10, 12] = True
    mask[30, 40] = True
    yy, xx = np.mgrid[0:40, 0:50]
    expected = np.minimum(np.hypot(yy - 10, xx - 12), np.hypot(yy - 30, xx - 40))
    assert np.allclose(distance(mask, 60), expected, atol=1e-4)


def test_a_map_is_drawn_once_and_every_seed_gives_another(window: Callable[..., Window]) -> None:
    window(800, 480)
    sheet.draw.cache_clear()
    one = sheet.draw((520, 380), 1, 20, "Vigie", 20)
    assert sheet.draw((520, 380), 1, 20, "Vigie", 20) is one
    other = sheet.draw((520, 380), 2, 20, "Vigie", 20)
    difference = pygame.surfarray.array3d(one.surface).astype(int) - pygame.surfarray.array3d(other.surface)
    assert np.abs(difference).mean() > 5
    sheet.draw.cache_clear()
    again = sheet.draw((520, 380), 1, 20, "Vigie", 20)
    assert (pygame.surfarray.array3d(again.surface) == pygame.surfarray.array3d(one.surface)).all()


def test_on_a_sheet_the_size_of_a_stamp_no_number_grows_too_large(window: Callable[..., Window]) -> None:
    window(800, 480)
    sheet.draw.cache_clear()
    with np.errstate(over="raise"):
        drawn = sheet.draw((130, 90), 3, 20, "Vigie", 14)
    assert drawn.surface.get_size() == (130, 90)


def test_squares_lie_on_the_sheet_and_the_x_is_red(window: Callable[..., Window]) -> None:
    window(800, 480)
    drawn = sheet.draw((520, 380), 4, 12, "Vigie", 20)
    assert len(drawn.squares) == 13
    area = drawn.surface.get_rect().inflate(-40, -40)
    assert all(area.collidepoint(place) for place in drawn.squares)
    x, y = drawn.squares[-1]
    red, green, _, _ = drawn.surface.get_at((round(x), round(y)))
    assert red > 1.8 * green
