"""What the eyes' process says of itself: its two threads speak of one thing, and the last word is the true one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from firmware.eyes.minder import Told
from firmware.eyes.process import _Eyes
from firmware.eyes.slate import Slate
from firmware.play.events import CameraBack, CameraLost
from rules.say import Message

UNTAUGHT = Message("These dice were never taught.")


class Pipe:
    def __init__(self) -> None:
        self.told: list[Told] = []

    def send(self, letter: tuple[Told, int]) -> None:
        self.told.append(letter[0])


class Between(dict[str, Message | None]):
    """Troubles whose first reader of "dice" is held up until somebody else has spoken, if anybody can."""

    def __init__(self, of: dict[str, Message | None]) -> None:
        super().__init__(of)
        self.reading, self.go_on = threading.Event(), threading.Event()

    def __getitem__(self, about: str) -> Any:
        value = super().__getitem__(about)
        if about == "dice" and not self.reading.is_set():
            self.reading.set()
            self.go_on.wait(0.3)
        return value


@pytest.fixture
def slate() -> Iterator[Slate]:
    made = Slate()
    yield made
    made.close()


def test_dice_that_cannot_be_read_are_said_last_though_the_camera_comes_back_at_that_moment(slate: Slate) -> None:
    pipe = Pipe()
    eyes = _Eyes(None, pipe, slate)  # type: ignore[arg-type]
    troubles = eyes._troubles = Between(eyes._troubles)
    camera = threading.Thread(target=eyes._report, args=("camera", None))  # it sees
    camera.start()
    assert troubles.reading.wait(5)

    def untaught() -> None:
        eyes._report("dice", UNTAUGHT)
        troubles.go_on.set()

    dice = threading.Thread(target=untaught)
    dice.start()
    camera.join()
    dice.join()
    assert [type(event) for event in pipe.told] in ([CameraBack, CameraLost], [CameraLost])
    last = pipe.told[-1]
    assert isinstance(last, CameraLost) and last.message == UNTAUGHT
