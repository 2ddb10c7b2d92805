"""A camera that hangs, dies, comes back: noticed within two seconds, said, tried again; the newest frame only."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from firmware import camera_worker
from firmware.camera_worker import CameraWorker, Frame, Lost, wait_for_picture
from firmware.cameras import CameraError, Image, Size
from firmware.clock import RealClock
from firmware.events import CameraBack, CameraLost
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
        self.events: queue.Queue[Lost] = queue.Queue()
        self.worker = CameraWorker(self.make, self.events.put, RealClock())

    def make(self) -> TestBenchCamera:
        self.cameras.append(TestBenchCamera(self))
        return self.cameras[-1]

    def frame(self, after: int = 0, timeout: float = 5.0) -> Frame:
        frame = self.worker.frame(after, timeout)
        assert frame is not None
        return frame

    def lost(self) -> CameraLost:
        event = self.events.get(timeout=5)
        assert isinstance(event, CameraLost)
        return event

    def back(self) -> None:
        assert isinstance(self.events.get(timeout=15), CameraBack)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(camera_worker, "PAUSES_S", (0.05, 0.4))
    bench = Bench()
    yield bench
    bench.trouble = None
    bench.worker.stop()


def test_frames_come_numbered_and_timed_and_nothing_is_said(bench: Bench) -> None:
    bench.worker.start()
    one = bench.frame()
    two = bench.frame(after=one.number)
    assert two.number > one.number and two.at >= one.at and two.image.shape == (48, 64, 3)
    assert bench.events.empty() and bench.worker.lost is None


def test_a_slow_reader_gets_the_newest_frame_and_misses_the_rest(bench: Bench) -> None:
    bench.worker.start()
    one = bench.frame()
    time.sleep(0.3)
    two = bench.frame(after=one.number)
    assert two.number - one.number > 5
    assert time.monotonic() - two.at < 0.2


def test_nothing_newer_is_none(bench: Bench) -> None:
    assert bench.worker.frame(0, timeout=0.01) is None


def test_a_capture_that_hangs_is_noticed_within_two_seconds_and_left_behind(bench: Bench) -> None:
    hanging = threading.Event()
    bench.worker.start()
    bench.frame()

    def hang(camera: TestBenchCamera) -> None:
        if camera is bench.cameras[0]:
            hanging.wait(30)  # as a driver does: closing it does not help

    began = time.monotonic()
    bench.trouble = hang
    lost = bench.lost()
    assert time.monotonic() - began < 2.0
    assert "hangs" in str(lost.message)
    bench.back()
    assert len(bench.cameras) == 2 and bench.cameras[0].closed.wait(2)
    number = bench.frame().number
    hanging.set()  # the first one comes back to life, and nobody listens to it
    assert bench.frame(after=number + 3).number > number
    assert bench.events.empty()


def test_a_hang_that_closing_ends_leaves_no_thread_behind(bench: Bench) -> None:
    bench.worker.start()
    bench.frame()

    def hang(camera: TestBenchCamera) -> None:
        if camera is bench.cameras[0]:
            camera.closed.wait(30)
            raise OSError("closed under my feet")

    bench.trouble = hang
    bench.lost()
    bench.back()
    time.sleep(0.1)
    assert sum(thread.name == "camera" for thread in threading.enumerate()) <= 1 + len(bench.worker._left_behind)
    assert not any(thread.is_alive() for thread in bench.worker._left_behind)


def test_an_unplugged_camera_is_said_once_tried_with_growing_pauses_and_welcomed_back(bench: Bench) -> None:
    bench.worker.start()
    bench.frame()
    bench.unplugged = True
    began = time.monotonic()
    assert "plugged in" in str(bench.lost().message)
    assert time.monotonic() - began < 2.0
    time.sleep(1.2)
    told = [bench.events.get() for _ in range(bench.events.qsize())]
    assert len(told) == 1 and "cannot be opened" in str(told[0])  # the reason changed; it is not repeated
    pauses = np.diff(bench.opened)
    assert len(pauses) >= 3 and pauses[-1] > 1.5 * pauses[0]
    bench.unplugged = False
    bench.back()
    assert bench.worker.lost is None
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
    bench.worker.start()
    bench.frame()
    began = time.monotonic()
    bench.trouble = lambda camera: picture if camera is bench.cameras[0] else None
    assert said in str(bench.lost().message)
    assert time.monotonic() - began < 2.0
    bench.back()
    assert bench.frame().image.shape == (48, 64, 3)


def test_whatever_a_driver_raises_becomes_a_sentence(bench: Bench) -> None:
    bench.worker.start()
    bench.frame()

    def explode(camera: TestBenchCamera) -> None:
        if camera is bench.cameras[0]:
            raise KeyError("libcamera")

    bench.trouble = explode
    assert "The camera failed: 'libcamera'" in str(bench.lost().message)
    bench.back()


def test_no_camera_at_the_start_is_said_at_once_and_found_later(bench: Bench) -> None:
    bench.unplugged = True
    bench.worker.start()
    assert "cannot be opened" in str(bench.lost().message)
    assert bench.worker.frame() is None
    bench.unplugged = False
    bench.back()
    assert bench.frame().number == 1


def test_an_opening_that_hangs_is_given_up(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_worker, "OPENING_S", 0.3)
    never = threading.Event()
    bench.opening = lambda: None if len(bench.cameras) > 1 else (never.wait(30), None)[1]
    bench.worker.start()
    assert "hangs" in str(bench.lost().message)
    bench.back()
    never.set()


def test_threads_that_hang_do_not_pile_up(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_worker, "OPENING_S", 0.1)
    never = threading.Event()
    bench.opening = lambda: (never.wait(30), None)[1]
    bench.worker.start()
    time.sleep(3)
    assert len(bench.cameras) == camera_worker.LEFT_BEHIND
    beat = bench.worker.beat
    bench.lost()
    never.set()
    bench.opening = None
    bench.back()
    assert bench.worker.beat > beat


def test_somebody_minds_the_camera_whether_it_is_there_or_not(bench: Bench) -> None:
    bench.worker.start()
    bench.frame()
    beat = bench.worker.beat
    bench.unplugged = True
    bench.lost()
    time.sleep(0.3)
    assert bench.worker.beat > beat


def test_stopping_closes_the_camera(bench: Bench) -> None:
    bench.worker.start()
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
