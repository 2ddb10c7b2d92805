"""The lamp is not mirrored into the camera; the Pi's pictures show what is plugged in."""

from __future__ import annotations

import pytest

from hardware import views
from hardware.cameras import LIGHT
from hardware.sheet import Outline, Words
from hardware.stand import STAND, numbers
from vision.mat import geometry

MAT = geometry.load()


def test_where_the_lamp_stands_the_mat_does_not_mirror_it_into_the_lens() -> None:
    half = views.LAMP_WIDE / 2  # its near edge counts
    assert views.mirrored_at(views.LAMP_ASIDE - half) > MAT.width / 2 + 20
    assert views.mirrored_at(500 - half) < MAT.width / 2, "half a metre would be too near"


def test_the_point_of_the_mirror_is_where_the_angles_are_equal() -> None:
    lens, at = numbers(STAND)["lens_height"], views.mirrored_at(800)
    assert at / lens == pytest.approx((800 - at) / views.LAMP_HIGH)


def test_the_advice_and_the_drawing_give_the_same_numbers() -> None:
    said = str(LIGHT[0])
    assert f"{views.LAMP_HIGH / 10:g} cm above" in said and f"{views.LAMP_ASIDE / 10:g} cm to the side" in said
    drawn = {mark.text for mark in views.light_drawing(str, MAT).marks if isinstance(mark, Words)}
    assert {"600", "800"} <= drawn


@pytest.mark.parametrize("sockets", [views.PI_4, views.PI_5], ids=["Pi 4", "Pi 5"])
def test_the_pis_sockets_do_not_lie_on_one_another_and_are_on_the_board(sockets: tuple[views.Socket, ...]) -> None:
    for number, one in enumerate(sockets):
        assert one.x0 < 85 and one.y0 < 56 and one.x1 > 0 and one.y1 > 0
        for other in sockets[number + 1 :]:
            assert one.x1 <= other.x0 or other.x1 <= one.x0 or one.y1 <= other.y0 or other.y1 <= one.y0
    said = {str(socket.goes) for socket in sockets if socket.goes}
    assert {"power", "camera", "screen (HDMI)", "7-inch screen", "card, below"} <= said


def test_the_header_is_drawn_with_forty_pins_on_both() -> None:
    discs = [
        mark for mark in views.sockets_drawing(str).marks if isinstance(mark, Outline) and len(mark.rings[0]) == 48
    ]
    assert len(discs) == 2 * (40 + 4), "pins, and the holes in the corners"
