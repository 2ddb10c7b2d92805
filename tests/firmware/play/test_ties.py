"""SR-11: the same moment is a window; order comes from the edges alone."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.play.ties import First, Tie, decide

WINDOW_MS = 15.0
WINDOW_US = 15_000


@pytest.mark.parametrize("start", [0.0, 1000.0, 123456.789012, 4_000_000.000001])
@pytest.mark.parametrize(("apart", "tied"), [(0, True), (1, True), (WINDOW_US - 1, True), (WINDOW_US, True), (WINDOW_US + 1, False)])  # fmt: skip  # noqa: E501
def test_sr_11_the_window_is_exact_to_the_microsecond_in_both_callback_orders(
    start: float, apart: int, tied: bool
) -> None:
    presses = [(0, start), (1, start + apart / 1e6)]
    expected = Tie((0, 1), apart) if tied else First(0, apart)
    assert decide(presses, WINDOW_MS) == decide(presses[::-1], WINDOW_MS) == expected


def test_a_window_of_nothing_ties_only_the_same_microsecond() -> None:
    assert decide([(0, 1.0), (1, 1.0)], 0) == Tie((0, 1), 0)
    assert decide([(0, 1.000001), (1, 1.0)], 0) == First(1, 1)


def test_only_those_within_the_window_of_the_very_first_are_tied() -> None:
    presses = [(0, 1.000), (1, 1.014), (2, 1.020)]
    assert all(decide(order, WINDOW_MS) == Tie((0, 1), 14_000) for order in permutations(presses))


def test_a_second_press_of_the_same_player_changes_nothing() -> None:
    assert decide([(0, 1.0), (0, 1.005), (1, 1.2)], WINDOW_MS) == First(0, 200_000)
    assert decide([(0, 1.0), (0, 1.005)], WINDOW_MS) == First(0, None)


def test_nobody_pressed() -> None:
    assert decide([], WINDOW_MS) is None


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 100_000)), min_size=1, max_size=8),
    st.integers(0, 50),
    st.randoms(use_true_random=False),
)
def test_the_order_of_arrival_never_matters(presses: list[tuple[int, int]], window: int, random: object) -> None:
    timed = [(seat, 5000 + us / 1e6) for seat, us in presses]
    shuffled = sorted(timed, key=lambda _: random.random())  # type: ignore[attr-defined]
    decision = decide(timed, window)
    assert decision == decide(shuffled, window)
    earliest = min(us for _, us in presses)
    assert {seat for seat, us in presses if us == earliest} <= set(
        decision.seats if isinstance(decision, Tie) else [decision.seat] if decision else []
    )
