"""The device's one queue: what waits in it stays in its order, whatever is asked of the device meanwhile."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import pytest

from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.device import Device
from firmware.play.events import CameraBack, CameraLost, Event, Looked, Pressed
from rules.say import Message
from vision.seen import Seen


@pytest.fixture
def device() -> Iterator[Device]:
    made = Device(read(SHIPPED), FakeClock(), None, None)
    yield made
    made.close()


class Busy:
    """A queue into which a worker puts one event more, the moment it was found empty."""

    def __init__(self, *waiting: Event, late: Event) -> None:
        self._events, self._late = list(waiting), [late]

    def put(self, event: Event) -> None:
        self._events.append(event)

    def get_nowait(self) -> Event:
        if not self._events:
            self._events, self._late = self._late, []
            raise queue.Empty
        return self._events.pop(0)

    def get(self, timeout: float) -> Event:
        return self.get_nowait()

    def empty(self) -> bool:
        return not self._events


def test_what_waited_while_other_dice_were_asked_for_is_heard_before_what_came_after(device: Device) -> None:
    lost, pressed = CameraLost(Message("x"), 1.0), Pressed("player1", 1.1)
    device.queue = Busy(lost, Looked(Seen(1.2, "settled", ())), pressed, late=CameraBack(1.1))  # type: ignore[assignment]
    device.watch(None)
    assert device.waits
    assert list(device.events()) == [lost, pressed, CameraBack(1.1)], "and what was seen of other dice is dropped"
    assert not device.waits


def test_a_look_does_not_overtake_an_earlier_press(device: Device) -> None:
    for event in (Looked(Seen(1.2, "settled", ())), Pressed("player1", 1.1), CameraBack(1.2)):
        device.queue.put(event)
    assert [type(event) for event in device.events(wait=1.0)] == [Pressed, Looked, CameraBack]
