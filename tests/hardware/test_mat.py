"""The printed mat: rasterised, decoded with the real detector, measured in millimetres."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware import mat as sheets
from hardware.sheet import Outline, pdf
from tests.hardware.printer import Array, colour, markers, photographed, scanned, sizes
from vision.mat import geometry
from vision.mat.pose import find_pose

MAT = geometry.load()
PER_MM = 10.0  # a pixel is a tenth of a millimetre
TRUE_MM = 0.15
BASE, FILL, LINE = (0x6E, 0x8B, 0x84), (0xB7, 0xA6, 0x79), (0x4F, 0x6A, 0x64)


@pytest.fixture(scope="module")
def a3() -> Array:
    return scanned(pdf([sheets.a3(str)], "mat"), PER_MM)


@pytest.fixture(scope="module")
def halves() -> list[Array]:
    printed = pdf(sheets.two_a4(str), "mat")
    return [scanned(printed, PER_MM, page) for page in (0, 1)]


def glued(left: Array, right: Array) -> Array:
    """The right sheet cut at its seam and laid over the left one; the rim both lack stays white."""
    whole = np.full((round(297 * PER_MM), round(420 * PER_MM), 3), 255, np.uint8)
    seam, rim = round(sheets.SEAM * PER_MM), round(sheets.RIM * PER_MM)
    whole[:, rim:seam] = left[:, : seam - rim]
    start = round((420 - sheets.RIM - 210) * PER_MM)
    whole[:, seam : start + right.shape[1]] = right[:, seam - start :]
    return whole


def worst(found: dict[int, Array]) -> float:
    """How far the worst corner is from where mat.toml wants it, in millimetres."""
    assert set(found) == set(MAT.markers)
    return max(float(np.abs(found[m] - MAT.corners(m)).max()) for m in MAT.markers)


def test_pages_have_the_size_of_the_paper() -> None:
    assert sizes(pdf([sheets.a3(str)], "mat")) == [pytest.approx((420.0, 297.0), abs=0.01)]
    assert sizes(pdf(sheets.two_a4(str), "mat")) == [pytest.approx((210.0, 297.0), abs=0.01)] * 2


def test_print_dialogs_are_asked_not_to_scale() -> None:
    assert b"/PrintScaling /None" in pdf([sheets.a3(str)], "mat")


def test_the_markers_decode_and_lie_where_the_mat_says(a3: Array) -> None:
    assert worst(markers(a3, MAT, PER_MM)) < TRUE_MM


def test_the_two_halves_put_together_measure_the_same(halves: list[Array]) -> None:
    assert worst(markers(glued(*halves), MAT, PER_MM)) < TRUE_MM


def test_a_sheet_printed_three_percent_small_would_be_noticed(a3: Array) -> None:
    small = cv2.resize(a3, None, fx=0.97, fy=0.97, interpolation=cv2.INTER_AREA)
    assert worst(markers(small, MAT, PER_MM)) > 1


def test_a_printer_with_margins_of_five_millimetres_loses_nothing_that_counts(halves: list[Array]) -> None:
    rim = round(5 * PER_MM)
    clipped = []
    for page in halves:
        white = np.full_like(page, 255)
        white[rim:-rim, rim:-rim] = page[rim:-rim, rim:-rim]
        clipped.append(white)
    whole = glued(*clipped)
    assert worst(markers(whole, MAT, PER_MM)) < TRUE_MM
    seam = [colour(whole, PER_MM, x, y) for x in np.arange(208, 212, 0.5) for y in (40, 150, 260)]
    assert set(seam) == {BASE}


def test_the_seam_keeps_clear_of_markers_patches_and_labels() -> None:
    cut = sheets.SEAM
    spans = [(x - MAT.quiet, x + MAT.marker_size + MAT.quiet) for x, _ in MAT.markers.values()]
    spans += [(box.x0, box.x1) for box, _ in MAT.patches]
    assert not [span for span in spans if span[0] - 5 < cut < span[1] + 5]
    assert MAT.zones["track"].x0 + 20 < cut < MAT.zones["track"].x1 - 20


@pytest.mark.parametrize("version", ["a3", "a4"])
def test_zones_and_patches_wear_their_colours(version: str, a3: Array, halves: list[Array]) -> None:
    picture = a3 if version == "a3" else glued(*halves)
    for name, zone in MAT.zones.items():
        inside = FILL if name == "island" else BASE
        for x in (zone.x0 + 2, zone.x1 - 2):
            for y in (zone.y0 + 2, zone.y1 - 2):
                assert colour(picture, PER_MM, x, y) == inside, name
        assert colour(picture, PER_MM, zone.x0, (zone.y0 + zone.y1) / 2) == LINE
        assert colour(picture, PER_MM, zone.x0 - 0.8, (zone.y0 + zone.y1) / 2) == BASE, "the line is 1 mm wide"
    for box, level in MAT.patches:
        assert colour(picture, PER_MM, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2) == (level,) * 3
        assert colour(picture, PER_MM, box.x0 - 0.4, box.y0 + 7) == BASE


def test_nothing_is_written_inside_a_zone(a3: Array) -> None:
    for name, zone in MAT.zones.items():
        x0, y0, x1, y1 = (round(v * PER_MM) for v in (zone.x0 + 1, zone.y0 + 1, zone.x1 - 1, zone.y1 - 1))
        assert (a3[y0:y1, x0:x1] == a3[y0, x0]).all(), name


def test_each_half_has_a_ruler_of_100_mm() -> None:
    for sheet in sheets.two_a4(str):
        rulers = [mark for mark in sheet.marks if isinstance(mark, Outline) and mark.name == "ruler"]
        inside = [r.rings[0] for r in rulers if all(5 < x < 205 for x, _ in r.rings[0])]
        assert [b[1] - a[1] for a, b in inside] == [pytest.approx(100.0)]


def test_a_camera_finds_its_place_over_the_printed_mat(a3: Array) -> None:
    photo, turn = photographed(a3, PER_MM)
    pose = find_pose(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), MAT)
    assert pose is not None and len(pose.markers) == 4
    true = cv2.perspectiveTransform(np.array([[[210, 148.5]]], np.float32), turn)[0, 0]
    assert np.abs(pose.pixels(np.array([[210.0, 148.5]]))[0] - true).max() < 1.5
