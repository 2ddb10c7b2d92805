"""A camera that fails and comes back: said, tried again with growing pauses; the newest frame only. What hangs or dies
is test_eyes.py's matter: it takes its process with it."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from firmware.eyes import worker
from firmware.eyes.cameras import CameraError, Image, Size
from firmware.eyes.slate import Frame, Slate
from firmware.eyes.worker import CameraWorker, wait_for_picture
from rules.say import Message


class TestBenchCamera:
    """A camera that does what the test wants. `trouble` is called in place of each capture when set."""

    __test__ = False
    size = Size(64, 48)
    alive = 0  # how many are open now

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.closed = threading.Event()

    def open(self) -> Size:
        self.bench.opened.append(time.monotonic())
        if self.bench.unplugged:
            raise CameraError(Message("The USB camera {number} cannot be opened.", number=0))
        if self.bench.opening:
            self.bench.opening()
        return self.size

    def capture(self, timeout: float) -> Image:
        if self.bench.unplugged:
            raise CameraError(Message("The USB camera gives no picture; is it plugged in?"))
        if self.bench.trouble is not None:
            picture = self.bench.trouble(self)
            if picture is not None:
                return picture
        time.sleep(0.005)
        self.bench.taken += 1
        return np.full((48, 64, 3), self.bench.taken % 256, np.uint8)

    def close(self) -> None:
        self.closed.set()


class Bench:
    def __init__(self) -> None:
        self.taken = 0
        self.unplugged = False
        self.trouble: Callable[[TestBenchCamera], Image | None] | None = None
        self.opening: Callable[[], None] | None = None
        self.opened: list[float] = []
        self.cameras: list[TestBenchCamera] = []
        self.said: queue.Queue[Message | None] = queue.Queue()
        self.slate = Slate()
        self.worker = CameraWorker(self.make, self.slate, self.said.put)

    def make(self) -> TestBenchCamera:
        self.cameras.append(TestBenchCamera(self))
        return self.cameras[-1]

    def frame(self, after: int = 0, timeout: float = 5.0) -> Frame:
        frame = self.worker.frame(after, timeout)
        assert frame is not None
        return frame

    def start(self) -> None:
        self.worker.start()
        self.back()

    def lost(self) -> Message:
        message = self.said.get(timeout=5)
        assert message is not None
        return message

    def back(self) -> None:
        while self.said.get(timeout=15) is not None:
            pass


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(worker, "PAUSES_S", (0.05, 0.4))
    bench = Bench()
    yield bench
    bench.trouble = None
    bench.worker.stop()
    bench.slate.close()


def test_frames_come_numbered_and_timed_and_nothing_is_said(bench: Bench) -> None:
    bench.start()
    one = bench.frame()
    two = bench.frame(after=one.number)
    assert two.number > one.number and two.at >= one.at and two.image.shape == (48, 64, 3)
    assert bench.said.empty()


def test_a_slow_reader_gets_the_newest_frame_and_misses_the_rest(bench: Bench) -> None:
    bench.start()
    one = bench.frame()
    time.sleep(0.3)
    two = bench.frame(after=one.number)
    assert two.number - one.number > 5
    assert time.monotonic() - two.at < 0.2


def test_nothing_newer_is_none(bench: Bench) -> None:
    assert bench.worker.frame(0, timeout=0.01) is None


def test_an_unplugged_camera_is_said_tried_with_growing_pauses_and_welcomed_back(bench: Bench) -> None:
    bench.start()
    bench.frame()
    bench.unplugged = True
    began = time.monotonic()
    assert "plugged in" in str(bench.lost())
    assert time.monotonic() - began < 2.0
    time.sleep(1.2)
    told = {str(bench.said.get()) for _ in range(bench.said.qsize())}
    assert len(told) == 1 and "cannot be opened" in told.pop()
    pauses = np.diff(bench.opened)
    assert len(pauses) >= 3 and pauses[-1] > 1.5 * pauses[0]
    bench.unplugged = False
    bench.back()
    bench.frame()


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (np.zeros((24, 32, 3), np.uint8), "pictures of 32x24 instead of 64x48"),
        (np.zeros((48, 64), np.uint8), "not a colour picture"),
        (np.zeros((48, 64, 3), np.float32), "not a colour picture"),
    ],
)
def test_a_wrong_picture_is_noticed_and_never_handed_on(bench: Bench, picture: Image, said: str) -> None:
    bench.start()
    bench.frame()
    began = time.monotonic()
    bench.trouble = lambda camera: picture if camera is bench.cameras[0] else None
    assert said in str(bench.lost())
    assert time.monotonic() - began < 2.0
    bench.back()
    assert bench.frame().image.shape == (48, 64, 3)


def test_whatever_a_driver_raises_becomes_a_sentence_and_a_traceback_in_the_log(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.start()
    bench.frame()

    def explode(camera: TestBenchCamera) -> None:
        if camera is bench.cameras[0]:
            raise KeyError("libcamera")

    bench.trouble = explode
    assert "The camera failed: 'libcamera'" in str(bench.lost())
    bench.back()
    assert "KeyError" in caplog.text


def test_no_camera_at_the_start_is_said_at_once_and_found_later(bench: Bench) -> None:
    bench.unplugged = True
    bench.worker.start()
    assert "cannot be opened" in str(bench.lost())
    assert bench.worker.frame() is None
    bench.unplugged = False
    bench.back()
    assert bench.frame().number >= 1


def test_every_wait_is_promised_on_the_slate(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PATIENCE_S", 0.2)
    slow = threading.Event()
    bench.slate.begin_anew(by=float("inf"))  # nobody reads here
    bench.start()
    assert not bench.slate.overdue(time.monotonic())
    bench.trouble = lambda camera: (slow.wait(5), None)[1]
    time.sleep(0.5)
    assert bench.slate.overdue(time.monotonic()), "a capture that takes too long"
    slow.set()
    bench.trouble, bench.unplugged = None, True
    bench.lost()
    time.sleep(0.3)
    assert not bench.slate.overdue(time.monotonic()), "a pause between two tries is none"


def test_stopping_closes_the_camera(bench: Bench) -> None:
    bench.start()
    bench.frame()
    bench.worker.stop()
    assert bench.cameras[0].closed.wait(2)


def test_one_picture_for_the_doctor(bench: Bench) -> None:
    assert wait_for_picture(bench.make()).shape == (48, 64, 3)
    bench.unplugged = True
    with pytest.raises(CameraError, match="cannot be opened"):
        wait_for_picture(bench.make())
    bench.unplugged = False

    def slow(camera: TestBenchCamera) -> None:
        time.sleep(1)

    bench.trouble = slow
    with pytest.raises(CameraError, match="hangs"):
        wait_for_picture(bench.make(), timeout=0.2)
