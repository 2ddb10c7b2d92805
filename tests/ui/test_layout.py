"""Places divided into places: what lies where, and that nothing lies outside or over another."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from ui.layout import REST, centred, columns, grid, inset, rows

AREA = Rect(10, 20, 100, 60)
areas = st.builds(Rect, *(st.integers(0, 500) for _ in range(2)), *(st.integers(40, 2000) for _ in range(2)))


def test_a_share_some_pixels_and_the_rest() -> None:
    assert rows(AREA, (0.25, REST, 12), 3) == [Rect(10, 20, 100, 15), Rect(10, 38, 100, 27), Rect(10, 68, 100, 12)]
    assert columns(AREA, (30, REST), 5) == [Rect(10, 20, 30, 60), Rect(45, 20, 65, 60)]


def test_several_rests_share_what_is_left_to_the_last_pixel() -> None:
    assert [box.width for box in columns(AREA, (REST, 21, REST))] == [39, 21, 40]


def test_so_many_of_one_size_leave_what_cannot_be_divided_at_the_end() -> None:
    assert [(box.x, box.width) for box in columns(AREA, 3, 4)] == [(10, 30), (44, 30), (78, 30)]
    assert rows(AREA, 0) == []


def test_where_there_is_no_room_the_rest_is_nothing_and_not_less() -> None:
    assert rows(AREA, (50, REST, 30))[1].height == 0
    assert inset(AREA, 60, 40).size == (0, 0)


def test_a_grid_is_filled_row_by_row_in_the_middle() -> None:
    boxes = grid(AREA, 5, 2, 4, highest=10)
    assert [box.topleft for box in boxes] == [(10, 31), (62, 31), (10, 45), (62, 45), (10, 59)]
    assert {box.size for box in boxes} == {(48, 10)}


def test_insets_and_a_box_in_the_middle() -> None:
    assert inset(AREA, 4, 2) == Rect(14, 22, 92, 56)
    assert inset(AREA, 1, left=9, bottom=10) == Rect(20, 20, 89, 50)
    assert centred(AREA, 20, 10).center == AREA.center


@given(
    areas,
    st.lists(st.one_of(st.none(), st.integers(0, 9), st.floats(0, 0.05)), min_size=1, max_size=8),
    st.integers(0, 3),
)
def test_parts_lie_in_order_within_the_area_one_gap_apart(
    area: Rect, parts: list[int | float | None], gap: int
) -> None:
    for boxes, low, high in ((rows(area, parts, gap), "top", "bottom"), (columns(area, parts, gap), "left", "right")):
        assert getattr(boxes[0], low) == getattr(area, low)
        assert all(getattr(two, low) - getattr(one, high) == gap for one, two in pairwise(boxes))
        if None in parts:
            assert getattr(boxes[-1], high) <= max(getattr(area, high), getattr(area, low) + sum(p or 0 for p in parts))


@given(areas, st.integers(1, 30), st.integers(1, 6), st.integers(0, 3))
def test_boxes_of_a_grid_lie_apart_and_within_the_area(area: Rect, count: int, across: int, gap: int) -> None:
    boxes = grid(area, count, across, gap)
    assert len(boxes) == count
    if boxes[0].width > 0 and boxes[0].height > 0:
        assert all(area.contains(box) for box in boxes)
        assert all(len(box.collidelistall(boxes)) == 1 for box in boxes)
