"""One switch: rattle, hold, jam, wear."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from firmware.panel.contact import ButtonEvent, Contact
from firmware.play.events import ButtonTrouble, Pressed, Released

MS = 0.001


def contact() -> Contact:
    return Contact("player1", bounce_s=8 * MS, stuck_s=20.0)


def run(switch: Contact, edges: list[tuple[float, bool]]) -> list[ButtonEvent]:
    return [event for at, down in edges for event in switch.edge(at, down)]


def rattle(start: float, down: bool, times: int = 5) -> list[tuple[float, bool]]:
    """A contact that closes (or opens) with a few bounces of half a millisecond, and ends in that state."""
    return [(start + i * 0.5 * MS, down if i % 2 == 0 else not down) for i in range(2 * times + 1)]


def test_a_press_has_the_time_of_its_first_edge_however_it_rattles() -> None:
    assert run(contact(), rattle(10.0, True)) == [Pressed("player1", 10.0)]


def test_a_release_counts_once_the_contact_stays_open() -> None:
    switch = contact()
    run(switch, rattle(10.0, True) + rattle(10.2, False))
    assert switch.poll(10.209) == []
    assert switch.poll(10.22) == [Released("player1", 10.205)]
    assert switch.poll(10.3) == []


def test_a_release_nobody_polled_for_is_told_before_the_next_press() -> None:
    switch = contact()
    run(switch, [(1.0, True), (1.1, False)])
    assert switch.edge(2.0, True) == [Released("player1", 1.1), Pressed("player1", 2.0)]


def test_a_contact_that_opens_for_an_instant_while_held_is_still_the_same_press() -> None:
    assert run(contact(), [(1.0, True), (1.5, False), (1.503, True)]) == [Pressed("player1", 1.0)]


def test_a_button_held_too_long_is_stuck_until_it_is_let_go() -> None:
    switch = contact()
    switch.edge(1.0, True)
    assert switch.poll(20.9) == []
    (told,) = switch.poll(21.0)
    assert isinstance(told, ButtonTrouble) and "button of player 1 is stuck" in str(told.message)
    assert switch.poll(30.0) == []
    switch.edge(40.0, False)
    assert switch.poll(40.1) == [ButtonTrouble("player1", None, 40.0)]
    assert switch.edge(41.0, True) == [Pressed("player1", 41.0)]


def test_a_button_down_when_the_table_starts_is_no_press_and_may_be_stuck() -> None:
    switch = Contact("left", 8 * MS, 20.0, down=True, at=100.0)
    assert switch.poll(119.0) == []
    assert isinstance(switch.poll(120.0)[0], ButtonTrouble)


def test_an_excited_child_is_not_a_chattering_button() -> None:
    switch = contact()
    events: list[ButtonEvent] = []
    for press in range(40):  # ten presses a second for four seconds, each rattling
        events += run(switch, rattle(press * 0.1, True, 3) + rattle(press * 0.1 + 0.05, False, 3))
    assert sum(isinstance(event, Pressed) for event in events) == 40
    assert not any(isinstance(event, ButtonTrouble) for event in events)


def test_mains_hum_on_a_loose_wire_is_told_once_left_out_and_trusted_again_when_quiet() -> None:
    switch = contact()
    events = run(switch, [(i * 0.010, i % 2 == 0) for i in range(500)])
    troubles = [event for event in events if isinstance(event, ButtonTrouble)]
    assert len(troubles) == 1 and "chatters" in str(troubles[0].message)
    assert sum(isinstance(event, Pressed) for event in events) < 15
    assert [event for event in events if isinstance(event, Pressed) and event.at > troubles[0].at] == []
    assert switch.poll(5.5) == []
    assert switch.poll(8.0) == [ButtonTrouble("player1", None, 8.0)]
    assert switch.edge(9.0, True) == [Pressed("player1", 9.0)]


@given(st.lists(st.tuples(st.integers(1, 400_000), st.booleans()), max_size=300))
def test_presses_and_releases_take_turns_whatever_the_wire_does(steps: list[tuple[int, bool]]) -> None:
    switch, now, events = contact(), 0.0, []
    for gap_us, down in steps:
        now += gap_us / 1e6
        events += switch.edge(now, down)
        events += switch.poll(now)
    events += switch.poll(now + 100) + switch.poll(now + 200)
    told = [event for event in events if not isinstance(event, ButtonTrouble)]
    if not any(isinstance(event, ButtonTrouble) for event in events):
        assert all(type(one) is not type(two) for one, two in itertools.pairwise(told))
    assert [event.at for event in told] == sorted(event.at for event in told)
