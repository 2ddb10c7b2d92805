from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygame
import pytest
from pygame import Rect

from rules.sabords.board import COLOURS, Colour, read_board, sea_chart
from rules.sabords.cards import Card
from ui.games.sabords import board, tokens
from ui.screen import SIZES, Window

LITTLE = Path(__file__).parents[3] / "data" / "aux_little.toml"


@pytest.mark.parametrize("size", SIZES)
def test_board_and_harbours_share_the_sheet_without_overlap(
    size: tuple[int, int], window: Callable[..., Window]
) -> None:
    layout = window(*size).layout
    sheet = board.draw(read_board("aux_board"), layout.stage.size, COLOURS)
    harbours = [sheet.harbour(colour) for colour in COLOURS]
    whole = Rect((0, 0), layout.stage.size)
    assert all(whole.contains(each) for each in (*harbours, sheet.area))
    assert not any(one.colliderect(other) for one, other in itertools.combinations((*harbours, sheet.area), 2))
    assert sheet.cell >= layout.height / 20  # a ship can be told from its neighbour


def test_a_harbour_lies_beside_its_own_port(window: Callable[..., Window]) -> None:
    window(800, 480)
    sheet = board.draw(read_board("aux_board"), (521, 392), COLOURS)
    for colour, port in zip(COLOURS, sea_chart(read_board("aux_board")).ports, strict=True):
        x, y = sheet.middle(port)
        beside = {each: abs(sheet.harbour(each).centerx - x) + abs(sheet.harbour(each).centery - y) for each in COLOURS}
        assert min(beside, key=lambda each: beside[each]) is colour


def test_turned_by_a_quarter_the_squares_fall_on_squares(window: Callable[..., Window]) -> None:
    window(800, 480)
    drawing = read_board("aux_board")
    sheet, last = board.draw(drawing, (521, 392), COLOURS), len(drawing.rows) - 1
    middle = last / 2
    cx, cy = sheet.middle((middle, middle))
    for row, column in sea_chart(drawing).ways:
        x, y = sheet.middle((row, column))
        assert sheet.middle((column, last - row)) == pytest.approx((cx - (y - cy), cy + (x - cx)))


def test_a_board_of_ones_own_with_no_island_at_all_is_drawn(window: Callable[..., Window]) -> None:
    window(800, 480)
    sheet = board.draw(read_board(str(LITTLE)), (521, 392), COLOURS)
    assert sheet.cell == pytest.approx(392 * (1 - 2 * board.MARGIN) / 7)


def grey(surface: pygame.Surface) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    pixels: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = pygame.surfarray.array3d(surface).mean(axis=2)
    return pixels


@pytest.mark.parametrize("draw", [tokens.ship, tokens.chest, tokens.galleon])
def test_colour_is_never_the_only_sign_of_a_piece(
    draw: Callable[[Colour, int], pygame.Surface], window: Callable[..., Window]
) -> None:
    """In grey, and with the sails evened out, the emblems still differ."""
    window(800, 480)
    for one, other in itertools.combinations(COLOURS, 2):
        first, second = grey(draw(one, 96)), grey(draw(other, 96))
        edges = [
            np.abs(np.diff(image, axis=0))[:, :-1] + np.abs(np.diff(image, axis=1))[:-1] for image in (first, second)
        ]
        differ = (edges[0] > 40) ^ (edges[1] > 40)
        assert differ.sum() > 60, (one, other)


def test_every_card_has_a_picture_of_its_own(window: Callable[..., Window]) -> None:
    window(800, 480)
    drawn = [pygame.image.tobytes(tokens.card(kind, 60), "RGBA") for kind in (*Card, None)]
    assert len(set(drawn)) == len(drawn)
