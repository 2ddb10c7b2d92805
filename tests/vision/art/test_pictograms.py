"""The pictograms: read from SVG into polygons, colourable, and told apart at any turn even when they are small."""

from __future__ import annotations

import colorsys
from itertools import combinations
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from rules.dice import CORSAIR, TWELVE
from rules.say import Trouble
from vision.art.pictograms import ART, COLOURS, FACES, PAPER, load, painted, parse

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'


def drawn(name: str, side: int, tint: tuple[int, int, int] | None = None) -> NDArray[Any]:
    big = np.full((8 * side, 8 * side, 3), PAPER, np.uint8)
    for polygon, colour in painted(load(name), tint):
        cv2.fillPoly(big, [np.rint(np.array(polygon) * 8 * side).astype(np.int32)], colour)
    return cv2.resize(big, (side, side), interpolation=cv2.INTER_AREA)


def test_every_face_of_the_games_has_its_picture() -> None:
    assert set(FACES) == set(CORSAIR.faces) | set(TWELVE.faces)
    assert {path.stem for path in ART.glob("*.svg")} >= set(FACES)


@pytest.mark.parametrize("name", FACES)
def test_a_picture_fills_its_square_and_stays_inside_it(name: str) -> None:
    points = np.concatenate([np.array(polygon) for shape in load(name) for polygon in shape.polygons])
    assert points.min() >= 0 and points.max() <= 1
    assert (np.ptp(points, axis=0) > 0.75).all()


def test_a_square_path_becomes_a_square_in_the_unit_square() -> None:
    (shape,) = parse(SQUARE.format('<path class="fill" fill="#102030" d="M0 0 L10 0 l0 10 L0 10 Z"/>'))
    assert (shape.role, shape.colour) == ("fill", (16, 32, 48))
    assert shape.polygons == (((0, 0), (1, 0), (1, 1), (0, 1)),)


def test_a_curve_ends_where_it_should_and_bulges() -> None:
    (shape,) = parse(SQUARE.format('<path class="fill" fill="#000000" d="M0 5 C0 0 10 0 10 5 Z"/>'))
    points = np.array(shape.polygons[0])
    assert tuple(points[0]) == (0, 0.5) and tuple(points[-1]) == (1, 0.5)
    assert points[:, 1].min() == pytest.approx(0.125)


def test_a_stroke_is_as_wide_as_it_says_and_round_at_its_ends() -> None:
    (shape,) = parse(SQUARE.format('<path class="ink" stroke="#000000" stroke-width="2" d="M3 5 L7 5"/>'))
    points = np.array(shape.polygons[0])
    assert points.min(axis=0) == pytest.approx([0.2, 0.4]) and points.max(axis=0) == pytest.approx([0.8, 0.6])


@pytest.mark.parametrize(
    ("inside", "named"),
    [
        ('<rect class="fill" fill="#000000"/>', "rect"),
        ('<path class="fill" fill="#000000" d="M0 0 A1 1 0 0 0 2 2"/>', "A"),
        ('<path fill="#000000" d="M0 0 L1 1"/>', "class"),
        ('<path class="fill" fill="red" d="M0 0 L1 1 L2 0 Z"/>', "red"),
    ],
)
def test_what_is_outside_the_subset_is_refused_by_name(inside: str, named: str) -> None:
    with pytest.raises(Trouble, match=named):
        parse(SQUARE.format(inside), "bad.svg")


def test_a_name_without_a_picture_is_told_with_the_names_that_have_one() -> None:
    with pytest.raises(Trouble, match=r"kraken.*skull"):
        load("kraken")


def test_a_tinted_picture_wears_shades_of_its_tint_only() -> None:
    colours = {colour for _, colour in painted(load("skull"), COLOURS["red"])} - {PAPER}
    hues = [colorsys.rgb_to_hsv(*colour)[0] for colour in colours]
    assert len(hues) >= 3 and all(min(hue, 1 - hue) < 0.04 for hue in hues)


def test_small_pictures_of_one_set_differ_at_every_turn() -> None:
    def ink(name: str) -> NDArray[Any]:
        gray = cv2.cvtColor(drawn(name, 24, COLOURS["black"]), cv2.COLOR_RGB2GRAY).astype(np.float32)
        return cv2.GaussianBlur(gray, (0, 0), 0.8)

    def likeness(one: NDArray[Any], other: NDArray[Any]) -> float:
        best = -1.0
        for turn in range(0, 360, 10):
            matrix = cv2.getRotationMatrix2D((11.5, 11.5), turn, 1.0)
            turned = cv2.warpAffine(other, matrix, (24, 24), borderValue=float(other[0, 0]))
            best = max(best, float(np.corrcoef(one.ravel(), turned.ravel())[0, 1]))
        return best

    for faces in (TWELVE.faces, CORSAIR.faces):
        for one, other in combinations(faces, 2):
            assert likeness(ink(one), ink(other)) < 0.82, (one, other)
