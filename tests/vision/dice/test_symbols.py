"""What a top face shows: known in any turn, a little beside its place, and as blank only where ink would show."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.symbols import CHANNELS, VIEW, Ink, Moulds, compare, ink_of, turned

ARROW = np.array([[10, 4], [15, 10], [12, 10], [12, 16], [8, 16], [8, 10], [5, 10]])
CROSS = np.array(
    [[8, 4], [12, 4], [12, 8], [16, 8], [16, 12], [12, 12], [12, 16], [8, 16], [8, 12], [4, 12], [4, 8], [8, 8]]
)


def face(shape: NDArray[Any] | None, aside: int = 0, quarters: int = 0) -> NDArray[Any]:
    """Tones of a pale face with a dark symbol on it."""
    view = np.full((VIEW, VIEW), 1.2, np.float32)
    if shape is not None:
        cv2.fillPoly(view, [shape + np.array([aside, 0])], -0.8)
    return np.repeat(np.rot90(view, quarters)[None], 3, axis=0)


def seen(*views: NDArray[Any]) -> Ink:
    return ink_of(np.stack(views, axis=1))


TAUGHT = seen(face(ARROW), face(CROSS), face(None))
MOULDS = Moulds(TAUGHT.features, TAUGHT.amount, np.array([False, False, True]))


@pytest.mark.parametrize("quarters", range(4))
def test_a_face_is_known_in_every_quarter_turn(quarters: int) -> None:
    ink = seen(face(ARROW, quarters=quarters))
    (match,) = compare(ink.features, ink.amount, MOULDS)
    assert match.best == 0
    assert match.quarter == quarters
    assert match.like[0] > 0.99


@pytest.mark.parametrize(("quarters", "dx", "dy"), [(0, 1, 0), (1, 0, -1), (2, -1, 0), (3, 0, 1)])
def test_a_face_beside_its_place_is_known_and_says_how_far(quarters: int, dx: float, dy: float) -> None:
    ink = seen(face(ARROW, aside=1, quarters=quarters))
    (match,) = compare(ink.features, ink.amount, MOULDS)
    assert match.best == 0
    assert match.quarter == quarters
    assert match.dx == pytest.approx(dx, abs=0.3)
    assert match.dy == pytest.approx(dy, abs=0.3)


@pytest.mark.parametrize("quarters", range(4))
def test_a_turned_face_is_as_like_and_as_far_aside(quarters: int) -> None:
    """With a blot in its corner, so that every shift and turn of the window covers something else."""
    shift = np.array([[1, 0, 0.4], [0, 1, -0.3]], np.float32)
    view = cv2.warpAffine(face(ARROW)[0], shift, (VIEW, VIEW), borderValue=1.2)
    view[1:5, 2:4] = -0.3
    ink = seen(np.repeat(view[None], 3, axis=0))
    (upright,) = compare(ink.features, ink.amount, MOULDS)
    (match,) = compare(np.ascontiguousarray(turned(ink.features, quarters)), ink.amount, MOULDS)
    assert match.like == pytest.approx(upright.like, abs=1e-4)
    assert match.quarter == (upright.quarter + quarters) % 4
    around = complex(upright.dx, upright.dy) * (-1j) ** quarters  # as np.rot90 turns, down being positive
    assert (match.dx, match.dy) == pytest.approx((around.real, around.imag), abs=1e-3)
    assert max(abs(match.dx), abs(match.dy)) > 0.1


def test_a_symbol_as_large_as_its_face_is_not_taken_for_the_body() -> None:
    """Its line runs where elsewhere there is only body, so that the middle of what shows there is neither."""
    ring = cv2.circle(np.full((VIEW, VIEW), -1.6, np.float32), (10, 10), 7, 0.2, 2)
    ink = seen(np.repeat(cv2.GaussianBlur(ring, (3, 3), 0.5)[None], 3, axis=0))
    assert ink.body[0] == pytest.approx([-1.6] * 3, abs=0.2)
    assert ink.features[0, 0, 10, 10] < 0.3 < ink.features[0, 0, 10, 3]


def test_a_face_that_was_never_taught_is_like_none() -> None:
    ring = cv2.circle(np.full((VIEW, VIEW), 1.2, np.float32), (10, 10), 6, -0.8, 2)
    ink = seen(np.repeat(ring[None], 3, axis=0))
    (match,) = compare(ink.features, ink.amount, MOULDS)
    assert match.like.max() < 0.8


def test_a_blank_face_is_known_by_having_no_ink() -> None:
    ink = seen(face(None), face(CROSS))
    blank, cross = compare(ink.features, ink.amount, MOULDS)
    assert blank.best == 2
    assert cross.like[2] == 0.0


def test_the_grain_of_dim_light_is_not_taken_for_ink_on_a_blank_face() -> None:
    grain = np.random.default_rng(5).normal(0, 0.13, (3, VIEW, VIEW)).astype(np.float32)
    ink = seen(face(None) + grain, face(CROSS) + grain)
    blank, cross = compare(ink.features, ink.amount, MOULDS)
    assert blank.best == 2
    assert blank.like[2] > 0.6
    assert cross.best == 1


def test_what_glare_has_drowned_does_not_pass_for_a_blank() -> None:
    """Of a face that mirrors the lamp nothing is left to tell ink from no ink."""
    ink = seen(face(None), face(None))
    clear, drowned = compare(ink.features, ink.amount, MOULDS, washed=np.array([1.0, 0.2]))
    assert clear.like[2] == pytest.approx(1.0)
    assert drowned.like[2] == 0.0


def test_a_lamp_that_shines_from_one_side_is_not_taken_for_ink() -> None:
    slope = np.linspace(-0.2, 0.2, VIEW, dtype=np.float32)[None, :, None]
    even, uneven = seen(face(ARROW)), seen(face(ARROW) + slope)
    assert even.features.shape == (1, CHANNELS, VIEW, VIEW)
    assert np.abs(even.features[0, 0] - uneven.features[0, 0]).mean() < 0.1
