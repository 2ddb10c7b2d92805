"""The lamps: what the referee wants, and no more writes than that takes."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.panel.gpio import PracticeFactory
from firmware.panel.lamps import BLINK_S, PULSE_S, Lamps, brightness
from firmware.play.referee import Lamp

CONFIG = read(SHIPPED)


def levels(lamps: Lamps) -> list[float]:
    return [float(lamps.devices[seat].value) for seat in sorted(lamps.devices)]


@pytest.fixture
def lamps() -> Lamps:
    return Lamps(CONFIG, PracticeFactory(FakeClock()))


def test_all_lamps_start_dark_and_only_the_named_seats_are_lit(lamps: Lamps) -> None:
    assert levels(lamps) == [0] * 6
    lamps.show([Lamp.OFF, Lamp.STEADY], now=0.0)
    assert levels(lamps) == [0, 1, 0, 0, 0, 0]
    lamps.show([], now=0.0)
    assert levels(lamps) == [0] * 6


def test_a_blinking_lamp_goes_on_and_off_below_three_times_a_second(lamps: Lamps) -> None:
    seen = []
    for frame in range(60):
        lamps.show([Lamp.BLINKING], now=frame / 60)
        seen.append(levels(lamps)[0])
    changes = sum(one != two for one, two in itertools.pairwise(seen))
    assert set(seen) == {0.0, 1.0} and 2 <= changes <= 6
    assert 1 / BLINK_S < 3


def test_a_pulsing_lamp_breathes_and_is_never_quite_out() -> None:
    seen = [brightness(Lamp.PULSING, i * PULSE_S / 100) for i in range(101)]
    assert min(seen) == 0.1 and max(seen) == 1.0
    assert seen[0] == seen[-1]
    assert all(abs(one - two) <= 0.101 for one, two in itertools.pairwise(seen))


def test_two_pulsing_lamps_pulse_together(lamps: Lamps) -> None:
    lamps.show([Lamp.PULSING] * 6, now=0.55)
    assert len(set(levels(lamps))) == 1


def test_a_lamp_that_does_not_change_is_not_touched() -> None:
    factory = PracticeFactory(FakeClock())
    lamps = Lamps(CONFIG, factory)
    pin = factory.pin(CONFIG.player1.lamp)
    writes = []
    write = pin._set_state

    def watched(value: float) -> None:
        writes.append(value)
        write(value)

    pin._set_state = watched
    for frame in range(600):
        lamps.show([Lamp.STEADY, Lamp.PULSING], now=frame / 60)
    assert writes == [1.0]


def test_without_pwm_a_pulsing_lamp_still_tells_itself_from_a_steady_one() -> None:
    lamps = Lamps(CONFIG, MockFactory())
    assert all(isinstance(device, LED) for device in lamps.devices.values())
    seen = set()
    for frame in range(100):
        lamps.show([Lamp.PULSING], now=frame / 60)
        seen.add(levels(lamps)[0])
    assert seen == {0.0, 1.0}


def test_a_lamp_that_breaks_is_said_once_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    factory = PracticeFactory(FakeClock())
    lamps = Lamps(CONFIG, factory)

    def broken(value: Any) -> None:
        raise OSError("the line is gone")

    factory.pin(CONFIG.player1.lamp)._set_state = broken
    for now in (0.0, 1.0):
        lamps.show([Lamp.STEADY] * 6, now)
    assert [str(trouble) for trouble in lamps.troubles] == ["The lamp of player 1 does not work: the line is gone."]
    assert levels(lamps) == [1] * 5


def test_without_gpio_there_are_no_lamps_and_no_error() -> None:
    lamps = Lamps(CONFIG, None)
    lamps.show([Lamp.STEADY], 0.0)
    lamps.close()
    assert lamps.devices == {}


def test_lamps_are_dark_and_their_pins_free_after_closing() -> None:
    factory = PracticeFactory(FakeClock())
    lamps = Lamps(CONFIG, factory)
    lamps.show([Lamp.STEADY] * 6, 0.0)
    lamps.close()
    assert factory.pin(CONFIG.player1.lamp).state == 0
    second = Lamps(CONFIG, factory)
    assert len(second.devices) == 6 and second.troubles == []
    second.close()
