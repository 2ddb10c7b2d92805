"""systemd's side of it is a real datagram socket; its patience is counted on the fake clock."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.clock import FakeClock
from firmware.watchdog import LONGEST_TURN_S, Starts, Watchdog


class Supervisor:
    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.setblocking(False)
        self.environment = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "9000000", "WATCHDOG_PID": str(os.getpid())}

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return messages


@pytest.fixture(params=["path", "abstract"])
def supervisor(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Supervisor]:
    supervisor = Supervisor(str(tmp_path / "notify") if request.param == "path" else f"@vigie-test-{os.getpid()}")
    yield supervisor
    supervisor.socket.close()


def test_ready_status_and_stopping_are_said(supervisor: Supervisor) -> None:
    watchdog = Watchdog(FakeClock(), supervisor.environment)
    watchdog.ready()
    watchdog.status("Series,\nAnne throws")
    watchdog.stopping()
    assert supervisor.heard() == ["READY=1", "STATUS=Series, Anne throws", "STOPPING=1"]


def test_it_is_fed_three_times_in_systemds_patience_while_loop_and_camera_go_on(supervisor: Supervisor) -> None:
    clock = FakeClock()
    watchdog = Watchdog(clock, supervisor.environment)
    for turn in range(900):  # nine seconds of a loop at 100 turns a second
        watchdog.feed(minded=turn)
        clock.advance(0.01)
    assert supervisor.heard() == ["WATCHDOG=1"] * 3


def test_it_is_not_fed_while_nobody_minds_the_camera(supervisor: Supervisor) -> None:
    clock = FakeClock()
    watchdog = Watchdog(clock, supervisor.environment)
    watchdog.feed(minded=5)
    supervisor.heard()
    for _ in range(20):
        clock.advance(1)
        watchdog.feed(minded=5)
    assert supervisor.heard() == []
    watchdog.feed(minded=6)
    assert supervisor.heard() == ["WATCHDOG=1"]


def test_without_a_camera_worker_the_loop_alone_counts(supervisor: Supervisor) -> None:
    clock = FakeClock()
    watchdog = Watchdog(clock, supervisor.environment)
    for _ in range(3):
        watchdog.feed(minded=None)
        clock.advance(3)
    assert supervisor.heard() == ["WATCHDOG=1"] * 3


@pytest.mark.parametrize("change", [{"WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_USEC": ""}])
def test_it_is_not_fed_where_nobody_waits_for_it(supervisor: Supervisor, change: dict[str, str]) -> None:
    watchdog = Watchdog(FakeClock(), supervisor.environment | change)
    watchdog.feed(minded=None)
    assert supervisor.heard() == []


def test_without_systemd_or_with_a_socket_that_is_gone_nothing_fails(tmp_path: Path) -> None:
    Watchdog(FakeClock(), {}).ready()
    Watchdog(FakeClock(), {"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready()
    assert list(tmp_path.iterdir()) == []


def test_a_supervisor_that_does_not_listen_does_not_stop_the_game(supervisor: Supervisor) -> None:
    watchdog = Watchdog(FakeClock(), supervisor.environment)
    for _ in range(5000):  # more than its socket can hold
        watchdog.ready()
    assert set(supervisor.heard()) == {"READY=1"}


def test_after_two_failed_starts_the_third_is_a_safe_one_and_knows_why(tmp_path: Path) -> None:
    assert not Starts.begin(tmp_path).safe
    second = Starts.begin(tmp_path)
    assert not second.safe and second.failed == 1
    second.blame("The screen cannot be opened.")
    third = Starts.begin(tmp_path)
    assert third.safe and third.why == "The screen cannot be opened."
    third.well()
    assert not Starts.begin(tmp_path).safe


def test_a_start_that_went_well_wipes_the_slate(tmp_path: Path) -> None:
    for _ in range(5):
        start = Starts.begin(tmp_path)
        assert start.failed == 0
        start.well()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"failed": "x", "why": ""}', "\x00\x00"])
def test_a_damaged_note_counts_as_no_failure(tmp_path: Path, content: str) -> None:
    (tmp_path / "starts.json").write_text(content)
    assert Starts.begin(tmp_path).failed == 0


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    start = Starts.begin(tmp_path / "file")
    start.well()
    assert not start.safe


def test_a_picture_of_many_strokes_is_progress_however_long_it_takes(supervisor: Supervisor) -> None:
    clock = FakeClock()
    watchdog = Watchdog(clock, supervisor.environment)
    watchdog.feed(minded=0)
    supervisor.heard()
    for stroke in range(1, 31):  # half a minute of painting in software, breath taken every second
        clock.advance(1.0)
        watchdog.breath(minded=stroke)
    assert supervisor.heard() == ["WATCHDOG=1"] * 10


def test_one_stroke_that_never_ends_is_none(supervisor: Supervisor) -> None:
    clock = FakeClock()
    watchdog = Watchdog(clock, supervisor.environment)
    watchdog.feed(minded=0)
    supervisor.heard()
    clock.advance(60.0)
    assert supervisor.heard() == []


def test_painting_in_a_circle_is_no_progress_for_ever(supervisor: Supervisor) -> None:
    clock = FakeClock()
    watchdog = Watchdog(clock, supervisor.environment)
    watchdog.feed(minded=0)
    fed = []
    for stroke in range(2 * int(LONGEST_TURN_S)):
        clock.advance(1.0)
        watchdog.breath(minded=stroke)
        fed.append("WATCHDOG=1" in supervisor.heard())
    assert any(fed[: int(LONGEST_TURN_S) - 1]) and not any(fed[int(LONGEST_TURN_S) :])


def test_breath_in_another_thread_is_no_sign_of_the_loop(supervisor: Supervisor) -> None:
    clock = FakeClock()
    watchdog = Watchdog(clock, supervisor.environment)
    clock.advance(10.0)
    other = threading.Thread(target=watchdog.breath, args=(1,))
    other.start()
    other.join()
    assert supervisor.heard() == []


def test_a_start_that_came_to_nothing_is_forgotten(tmp_path: Path) -> None:
    Starts.begin(tmp_path).blame("it died")
    Starts.begin(tmp_path).forget()
    assert Starts.begin(tmp_path).failed == 1
