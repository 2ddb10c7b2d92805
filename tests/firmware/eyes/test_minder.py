"""The process that looks: what it says arrives, and whatever becomes of it, it is noticed within two seconds, said, and
started again. Real processes, really killed."""

from __future__ import annotations

import os
import queue
import signal
import time
from collections.abc import Callable, Iterator
from copy import copy
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest

from firmware.clock import RealClock
from firmware.eyes import minder as minded
from firmware.eyes.cameras import CameraError
from firmware.eyes.minder import Eyes
from firmware.eyes.slate import SLOTS, Slate
from firmware.eyes.watchers import house_dice, own_dice
from firmware.eyes.worker import HANGS
from firmware.play.events import CameraBack, CameraLost, Event, Looked
from firmware.practice.house_dice import cubes_of
from firmware.practice.virtual import VirtualMat
from rules.say import Message
from tests.firmware.eyes.bad_camera import BadCamera, EveryFrame, Puzzled, untaught
from vision.mat import geometry
from vision.seen import Seen

LONG_S = 60  # more than the slowest machine needs


class Post:
    """Eyes with a camera whose faults are written into a file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: queue.Queue[Event] = queue.Queue()
        self.eyes = Eyes(partial(BadCamera, folder), self.told.put)

    def fault(self, what: str) -> None:
        new = self.folder / "new"
        new.write_text(what, encoding="ascii")
        new.replace(self.folder / "fault")

    def mended(self) -> None:
        (self.folder / "fault").unlink(missing_ok=True)

    def seeing(self) -> int:
        """Waits for new pictures."""
        before = self.eyes.looks
        until(lambda: self.eyes.looks > before)
        assert self.eyes.pid is not None
        return self.eyes.pid

    def next(self) -> Event:
        return self.told.get(timeout=LONG_S)


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    monkeypatch.setattr(minded, "PAUSES_S", (0.05, 0.4))
    post = Post(tmp_path)
    yield post
    post.eyes.close()


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG_S
    while not true():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.01)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("what", ["hangs", "hangs in its driver", "dies"])
def test_a_process_that_hangs_or_dies_is_noticed_in_two_seconds_killed_and_started_again(post: Post, what: str) -> None:
    post.eyes.start()
    first = post.seeing()
    began = time.monotonic()
    post.fault(what)
    lost = post.next()
    assert isinstance(lost, CameraLost) and time.monotonic() - began < 2.0
    assert ("ended" if what == "dies" else "hangs") in str(lost.message) and post.eyes.lost == lost.message
    until(lambda: not alive(first))
    post.mended()
    assert isinstance(post.next(), CameraBack)
    assert post.seeing() != first and post.eyes.lost is None and post.told.empty()


def test_an_unplugged_camera_is_tried_by_the_same_process(post: Post) -> None:
    post.eyes.start()
    first = post.seeing()
    post.fault("unplugged")
    assert "plugged in" in str(post.next())
    assert "cannot be opened" in str(post.next()), "the reason changed, so it is said"
    post.mended()
    assert isinstance(post.next(), CameraBack) and post.seeing() == first


def test_somebody_minds_the_eyes_whether_they_see_or_not(post: Post) -> None:
    post.fault("dies")
    post.eyes.start()
    post.next()
    before = post.eyes.beat
    until(lambda: post.eyes.beat > before + 5)
    assert post.eyes.frame is None


def test_every_word_arrives_in_order_however_late_it_is_heard(post: Post) -> None:
    post.eyes.watch(partial(EveryFrame, "one"))
    post.eyes.start()
    until(lambda: post.told.qsize() > 200)
    said = [post.told.get() for _ in range(200)]
    seen = [event.seen for event in said if isinstance(event, Looked)]
    assert len(seen) == 200 and [one.at for one in seen] == sorted(one.at for one in seen)
    assert all(0 < time.monotonic() - one.at < LONG_S for one in seen), "the clock is one for both"


def test_what_was_seen_for_the_last_game_is_not_told_to_this_one(post: Post) -> None:
    post.eyes.watch(partial(EveryFrame, "one"))
    post.eyes.start()
    assert _name(post.next()) == "one"
    post.eyes.watch(partial(EveryFrame, "two"))
    while not post.told.empty():
        post.told.get()
    assert {_name(post.next()) for _ in range(20)} == {"two"}


def test_an_exception_in_a_sentence_arrives_as_words(post: Post) -> None:
    post.eyes.watch(partial(Puzzled, "one"))
    post.eyes.start()
    event = post.next()
    assert isinstance(event, Looked) and str(event.seen.trouble) == "This picture could not be read: 1 and 2."


def test_the_next_process_is_told_what_to_look_for(post: Post) -> None:
    post.eyes.watch(partial(EveryFrame, "one"))
    post.eyes.start()
    os.kill(post.seeing(), signal.SIGKILL)
    until(lambda: post.eyes.lost is not None)
    until(lambda: post.eyes.lost is None)
    while not post.told.empty():
        post.told.get()
    assert _name(post.next()) == "one"


def test_dice_nobody_taught_are_said_and_forgotten_with_the_next_game(post: Post) -> None:
    post.eyes.watch(untaught)
    post.eyes.start()
    assert "never taught" in str(post.next())
    post.eyes.watch(None)
    assert isinstance(post.next(), CameraBack)


def test_eyes_that_are_closed_leave_no_process_and_no_memory(post: Post) -> None:
    post.eyes.start()
    pid, name = post.seeing(), post.eyes._slate.name
    post.eyes.close()
    until(lambda: not alive(pid))
    with pytest.raises(FileNotFoundError):
        Slate(name)
    post.eyes = Eyes(None, post.told.put)  # for the fixture to close


def test_the_virtual_table_is_rendered_and_read_over_there() -> None:
    told: queue.Queue[Event] = queue.Queue()
    eyes = Eyes(None, told.put)
    table = VirtualMat(cubes_of("twelve"), geometry.load(), RealClock(), Random(4), (960, 540))
    table.changed = lambda: eyes.lay(copy(table))
    table.changed()
    eyes.watch(partial(house_dice, "twelve"))
    eyes.start()
    try:
        assert _settled(told) == []
        table.throw(3)
        lies = table.lying
        shown = _settled(told)
        assert shown == [(lies()[3].face.name, lies()[3].face.colour)]
        one, two = eyes.frame, eyes.frame
        assert one is not None and two is not None and one.image.shape == (540, 960, 3)
        assert one is two or one.number < two.number, "the same as long as there is no newer one"
    finally:
        eyes.close()


def test_own_dice_that_are_not_there_are_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    with pytest.raises(Exception, match="my-twelve"):
        own_dice("my-twelve", "")


def test_a_frame_on_the_slate_is_whole_and_the_newest() -> None:
    slate = Slate()
    other = Slate(slate.name)
    try:
        assert other.newest() is None
        for number in range(1, 3 * SLOTS):
            slate.show(np.full((4, 5 + number, 3), number, np.uint8), float(number))
            frame = other.newest()
            assert frame is not None and (frame.number, frame.at) == (number, number)
            assert frame.image.shape == (4, 5 + number, 3) and (frame.image == number).all()
        kept = frame
        slate.show(np.zeros((4, 4, 3), np.uint8), 99.0)
        assert kept is not None and (kept.image == 3 * SLOTS - 1).all(), "a frame one has is one's own"
        with pytest.raises(CameraError, match="too large"):
            slate.show(np.zeros((6000, 6000, 3), np.uint8), 1.0)
    finally:
        other.close()
        slate.close()


def _name(event: Event) -> str:
    assert isinstance(event, Looked) and event.seen.trouble is not None
    return str(event.seen.trouble.values["name"])


def _settled(told: queue.Queue[Event]) -> list[tuple[str | None, str | None]]:
    """The next settled dice."""
    while True:
        event = told.get(timeout=LONG_S)
        seen: Seen | None = event.seen if isinstance(event, Looked) else None
        if seen is not None and seen.phase == "settled":
            return [(die.face, die.colour) for die in seen.dice]


def test_eyes_that_never_came_to_see_are_given_twice_as_long_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine where loading takes longer than the first patience they were ended and started anew for ever."""
    given: list[float] = []

    def shift(eyes: Eyes) -> Message | None:
        given.append(eyes._patience)
        return HANGS if len(given) < 6 else None

    monkeypatch.setattr(Eyes, "_shift", shift)
    monkeypatch.setattr(minded, "PAUSES_S", (0.01, 0.01))
    eyes = Eyes(None, lambda event: None)
    eyes.start()
    eyes._minder.join(20)
    eyes.close()
    assert given == [60.0, 120.0, 240.0, 480.0, 480.0, 480.0]
