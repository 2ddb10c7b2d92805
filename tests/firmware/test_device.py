"""The device's one queue: what waits in it stays in its order, whatever is asked of the device meanwhile."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator

import pytest

from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.device import AWAKE_S, Device
from firmware.panel.gpio import PracticeFactory
from firmware.play.events import CameraBack, CameraLost, Event, Looked, Pressed
from firmware.play.referee import Lamp
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


# -- a press is felt at once ---------------------------------------------------------------------------------------

BUTTON = {wire.name: wire.pin for wire in read(SHIPPED).wires() if wire.use == "button"}


@pytest.fixture
def wired() -> Iterator[tuple[Device, PracticeFactory]]:
    clock = FakeClock()
    pins = PracticeFactory(clock)
    made = Device(read(SHIPPED), clock, pins, None)
    yield made, pins
    made.close()


def shines(device: Device) -> list[bool]:
    return [device.lamps.devices[seat].value > 0 for seat in range(3)]


@pytest.mark.parametrize("asked", [Lamp.OFF, Lamp.STEADY, Lamp.PULSING])
def test_the_presser_s_lamp_answers_at_the_edge_whatever_the_table_is_at(
    wired: tuple[Device, PracticeFactory], asked: Lamp
) -> None:
    """A throw may be on its way to the disk: nobody turns the loop here."""
    device, pins = wired
    lamps = [Lamp.STEADY, asked, Lamp.OFF]
    device.show(lamps)
    pins.push(BUTTON["player2"])
    assert shines(device) == [True, asked is Lamp.OFF, False]
    device.show(lamps)
    assert shines(device) == [True, asked is Lamp.OFF, False], "it was not heard yet"


def test_once_the_press_is_heard_its_lamp_shows_what_it_means(wired: tuple[Device, PracticeFactory]) -> None:
    device, pins = wired
    device.show([Lamp.OFF, Lamp.STEADY, Lamp.OFF])
    pins.push(BUTTON["player2"])
    pins.push(BUTTON["player3"])
    for event in device.events():
        meant = event == Pressed("player2", event.at)  # theirs counts, and the other's is refused
        device.show([Lamp.OFF, Lamp.OFF if meant else Lamp.STEADY, Lamp.OFF], event)
    assert shines(device) == [False, True, False]


def test_a_lamp_that_breaks_as_it_answers_takes_no_press_with_it(
    wired: tuple[Device, PracticeFactory], caplog: pytest.LogCaptureFixture
) -> None:
    device, pins = wired
    device.lamps.devices[1].close()
    pins.push(BUTTON["player2"])
    assert [event.button for event in device.events() if isinstance(event, Pressed)] == ["player2"]
    assert len(device.troubles) == 1


def test_the_last_of_a_wait_can_be_waited_awake(device: Device) -> None:
    """A sleeper is woken when the machine likes; what is decided at a moment is decided at that moment."""
    asked: list[float] = []

    class Noted(queue.Queue[Event]):
        def get(self, block: bool = True, timeout: float | None = None) -> Event:
            asked.extend([] if timeout is None else [timeout])
            return super().get(block, timeout)

    device.queue = Noted()  # type: ignore[assignment]
    device.events(AWAKE_S / 2, awake=True)
    assert asked == []
    device.events(3 * AWAKE_S, awake=True)
    assert asked == [pytest.approx(2 * AWAKE_S)]


def test_a_press_ends_a_wait_that_is_waited_awake(device: Device) -> None:
    threading.Timer(0.01, lambda: device.queue.put(Pressed("player1", 1.0))).start()
    began = time.monotonic()
    found: list[Event] = []
    while not found and time.monotonic() < began + 10:
        found = device.events(AWAKE_S, awake=True)
    assert found == [Pressed("player1", 1.0)]
