"""The loop's manners: what it does first, and when it does nothing. Real times are for `vigie bench device`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.loop import FRAME_S, STILL_S, Loop
from firmware.clock import FakeClock
from firmware.play.events import CameraBack, Event, Pressed, Tick
from firmware.play.referee import Lamp
from ui.breath import breathe
from ui.inputs import Closed, Input, Typed


class Room:
    """Everything around the loop, each piece writing down what it is asked to do."""

    def __init__(self) -> None:
        self.clock, self.done = FakeClock(), list[str]()
        self.coming: list[Event] = []  # in the device's queue, once their time has come
        self.typed: list[Input] = []
        self.moves = True
        self.during: list[list[Event]] = []  # what happens between two strokes of a picture
        self.stroke_s = 0.0
        self.awake = False
        self.lamps = (Lamp.OFF,)
        self.wakes: list[float] = []  # when the referee wants to be woken
        self.evening = self.device = self

    def events(self, wait: float = 0.0, *, awake: bool = False) -> Iterator[Event]:
        self.awake = awake
        until = self.clock.now() + max(0.0, wait)
        due = [event for event in self.coming if event.at <= until]
        self.coming = [event for event in self.coming if event.at > until]
        self.clock.advance(max(0.0, (due[0].at if due else until) - self.clock.now()))
        yield from due

    @property
    def waits(self) -> bool:
        return any(event.at <= self.clock.now() for event in self.coming)

    def at_once(self, event: Event) -> bool:
        """Players race; the console does not."""
        if isinstance(event, Pressed) and event.button.startswith("player"):
            self.done.append(f"{event.button} at once")
            return True
        return False

    @property
    def wake(self) -> float | None:
        return self.wakes[0] if self.wakes else None

    def hear(self, event: Event) -> None:
        if isinstance(event, Tick):
            self.wakes = [wake for wake in self.wakes if wake > event.at]
        self.done.append("tick" if isinstance(event, Tick) else f"heard {type(event).__name__}")

    def handle(self, event: Input) -> None:
        self.done.append(f"handled {type(event).__name__}")

    def inputs(self, now: float) -> list[Input]:
        typed, self.typed = self.typed, []
        return typed

    def show(self, what: Any, now: Any = None) -> bool:
        if not isinstance(now, float):  # lamps, and what was heard before
            self.done.append("lamps")
            return False
        for events in self.during:
            self.coming += events
            self.clock.advance(self.stroke_s)
            breathe()
            self.done.append("stroke")
        self.during = []
        self.done.append("picture")
        return self.moves


@pytest.fixture
def room() -> Room:
    return Room()


def turned(room: Room, loop: Loop) -> list[str]:
    room.done.clear()
    assert loop.turn()
    return list(room.done)


def test_a_press_between_two_pictures_has_its_lamp_at_once_and_the_picture_when_it_is_due(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    begin = room.clock.now()
    assert turned(room, loop) == ["lamps", "picture"]
    room.coming = [Pressed("player1", begin + 0.003)]
    assert turned(room, loop) == ["handled Pressed", "lamps"]
    assert room.clock.now() == pytest.approx(begin + 0.003)
    assert turned(room, loop) == ["lamps", "picture"]
    assert room.clock.now() == pytest.approx(begin + FRAME_S)


def test_a_press_at_the_time_of_a_picture_goes_before_it(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    loop.turn()
    room.coming = [Pressed("player1", room.clock.now() + FRAME_S), CameraBack(room.clock.now() + FRAME_S)]
    assert turned(room, loop) == [*["handled Pressed", "lamps", "heard CameraBack", "lamps"], "lamps", "picture"]


def test_while_nothing_moves_it_listens_sixty_times_and_looks_ten_times_a_second(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    room.moves = False
    loop.turn()
    until, pictures, turns = room.clock.now() + 2.0, 0, 0
    while room.clock.now() < until:
        pictures += "picture" in turned(room, loop)
        turns += 1
    assert 110 <= turns <= 125 and 15 <= pictures <= 2.0 / STILL_S


def test_a_press_in_the_middle_of_a_picture_is_judged_and_lit_between_two_strokes(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    now = room.clock.now()
    room.during = [[], [Pressed("player2", now)], []]
    strokes = ["stroke", "player2 at once", "lamps", "stroke", "stroke", "picture"]
    assert turned(room, loop) == ["lamps", *strokes]


def test_what_cannot_be_done_at_once_waits_for_the_picture_and_so_does_all_that_came_after(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    room.moves = False
    now = room.clock.now()
    room.during = [[CameraBack(now), Pressed("choose", now), Pressed("player1", now)], [CameraBack(now)]]
    first = ["heard CameraBack", "lamps", "stroke", "stroke", "picture"]
    assert turned(room, loop) == ["lamps", *first]
    after = ["handled Pressed", "lamps", "handled Pressed", "lamps", "heard CameraBack", "lamps"]
    assert turned(room, loop) == after, "at once, without waiting for the next picture"
    assert room.clock.now() == now


def test_what_was_heard_in_the_middle_of_a_picture_is_on_the_next_one(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    room.moves = False
    room.during = [[Pressed("player2", room.clock.now())]]
    loop.turn()
    assert "picture" in turned(room, loop)


def test_what_is_typed_is_drawn_with_the_next_picture_even_where_nothing_moved(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    room.moves = False
    loop.turn()
    room.typed = [Typed("u", 0.0)]
    assert turned(room, loop) == ["handled Typed", "lamps", "lamps", "picture"]


def test_closing_the_window_ends_it(room: Room) -> None:
    room.typed = [Closed(0.0)]
    assert not Loop(room, room, room).turn()  # type: ignore[arg-type]


# -- time belongs to the referee -----------------------------------------------------------------------------------


def test_it_sleeps_until_the_referee_wants_to_be_woken_and_the_picture_follows_at_once(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    begin = room.clock.now()
    loop.turn()
    room.wakes = [begin + 0.004]
    assert turned(room, loop) == ["tick", "lamps"]
    assert room.clock.now() == pytest.approx(begin + 0.004)


def test_a_picture_waits_for_what_is_decided_before_it_could_be_painted(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    begin = room.clock.now()
    loop.turn()
    room.wakes = [begin + FRAME_S + 0.005]
    assert turned(room, loop) == [], "it was due, and waits"
    assert turned(room, loop) == ["tick", "lamps", "lamps", "picture"]
    assert room.clock.now() == pytest.approx(begin + FRAME_S + 0.005)


def test_a_picture_that_takes_long_waits_for_what_is_decided_meanwhile(room: Room) -> None:
    """A small machine paints longer than a frame: it is known from the last picture."""
    loop = Loop(room, room, room)  # type: ignore[arg-type]
    room.during, room.stroke_s = [[], []], FRAME_S
    assert turned(room, loop)[-1] == "picture"
    room.wakes = [room.clock.now() + 1.5 * FRAME_S]
    assert "picture" not in turned(room, loop)
    assert turned(room, loop)[0] == "tick"


def test_it_is_awake_when_something_is_to_be_decided_and_sleeps_until_a_picture_is_due(room: Room) -> None:
    loop = Loop(room, room, room)  # type: ignore[arg-type]
    turned(room, loop)
    turned(room, loop)
    assert not room.awake
    room.wakes = [room.clock.now() + FRAME_S / 2]
    turned(room, loop)
    assert room.awake


def test_a_referee_that_always_wants_to_be_woken_soon_keeps_no_picture_away(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    begin, pictures = room.clock.now(), 0
    room.wakes = [begin + 0.003 * wake for wake in range(1, 400)]
    while room.clock.now() < begin + 1.0:
        pictures += "picture" in turned(room, loop)
    assert pictures >= 1.0 / STILL_S


def test_a_decision_that_falls_into_a_picture_is_made_between_two_strokes(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    room.during, room.stroke_s = [[], [], []], 0.02
    room.wakes = [room.clock.now() + 0.03]
    assert turned(room, loop) == ["lamps", "stroke", "tick", "lamps", "stroke", "stroke", "picture"]


def test_who_is_woken_in_vain_is_not_woken_again_and_again(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    begin = room.clock.now()
    room.hear = lambda event: room.done.append("tick")  # type: ignore[method-assign]
    room.wakes = [begin]  # and it stays there
    ticks = 0
    while room.clock.now() < begin + 1.0:
        ticks += turned(room, loop).count("tick")
    assert ticks == 1


def test_a_press_that_is_heard_too_late_still_shows_at_its_lamp_before_it_is_decided(room: Room) -> None:
    loop: Loop = Loop(room, room, room)  # type: ignore[arg-type]
    loop.turn()
    now = room.clock.now()
    room.coming, room.wakes = [Pressed("player1", now)], [now]
    assert turned(room, loop)[:4] == ["handled Pressed", "lamps", "tick", "lamps"]
