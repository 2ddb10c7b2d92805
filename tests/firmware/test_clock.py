from __future__ import annotations

import time

import pytest

from firmware.clock import FakeClock, RealClock


def test_a_fake_clock_stands_still_until_it_is_moved_on() -> None:
    clock = FakeClock(now=5.0)
    before = clock.date()
    assert clock.now() == clock.now() == 5.0
    assert clock.advance(90) == clock.now() == 95.0
    assert (clock.date() - before).total_seconds() == 90


def test_time_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="backwards"):
        FakeClock().advance(-1)


def test_the_real_clock_is_the_kernels_monotonic_one() -> None:
    before = time.monotonic()
    assert before <= RealClock().now() <= time.monotonic()
    assert RealClock().date().tzinfo is not None
