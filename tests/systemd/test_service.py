"""What the unit starts, started here under a real NOTIFY_SOCKET: it tells when it is ready, that it is well and that
it stops, listens on no network, and makes no call the unit refuses."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.systemd.supervised import (
    ROOT,
    Supervised,
    command,
    environment_of_the_unit,
    internet_sockets,
    no_new_code,
    settings,
    supervised,
    wants,
)

STARTS_WITHIN_S = 120.0  # on a busy machine; nothing is asserted about how long it takes


def environment(tmp_path: Path) -> dict[str, str]:
    own = {"VIGIE_DATA": str(tmp_path / "data"), "XDG_CACHE_HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    return environment_of_the_unit() | own | {"PYTHONPATH": str(ROOT)}


def line() -> list[str]:
    """The unit's own command, with this checkout's Python in place of the installed one."""
    return [sys.executable, *command()[1:]]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Supervised]:
    folder = tmp_path_factory.mktemp("service")
    with supervised(line(), environment(folder), folder, watchdog_s=1.5) as one:
        if not one.wait_for("READY=1", STARTS_WITHIN_S):
            pytest.fail("no READY=1:\n" + one.log())
        yield one


@pytest.mark.slow
def test_ready_is_told_once_and_then_that_it_is_well(service: Supervised) -> None:
    assert service.wait_for("WATCHDOG=1", 60, times=3)
    assert service.told.index("READY=1") < service.told.index("WATCHDOG=1") and service.told.count("READY=1") == 1


@pytest.mark.slow
def test_the_start_is_measured_from_the_process_itself_to_the_first_picture_and_to_ready(service: Supervised) -> None:
    assert service.wait_for("WATCHDOG=1", 60)
    said = re.search(
        r"First picture ([\d.]+) s after the start, ready after ([\d.]+) s, ([\d.,]+) s after", service.log()
    )
    assert said is not None, service.log()
    assert 0 < float(said[1]) <= float(said[2]) < float(said[3].replace(",", ""))


@pytest.mark.slow
def test_nothing_listens_on_the_network(service: Supervised) -> None:
    assert internet_sockets(service.process.pid) == []


@pytest.mark.slow
def test_a_service_that_stands_still_is_not_well(service: Supervised) -> None:
    service.process.send_signal(signal.SIGSTOP)
    service.wait_for("never told", 1)  # what is still on its way
    fed = service.told.count("WATCHDOG=1")
    assert not service.wait_for("WATCHDOG=1", 3, times=fed + 1)
    service.process.send_signal(signal.SIGCONT)
    assert service.wait_for("WATCHDOG=1", 60, times=fed + 1)


def test_an_internet_socket_would_be_seen() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = f"{server.getsockname()[1]:04X}"
        assert [one for one in internet_sockets(os.getpid()) if one.endswith(port)]


def allowed_calls() -> set[str]:
    """The unit's SystemCallFilter=, spelled out by systemd."""
    said = subprocess.run(
        ["systemd-analyze", "syscall-filter", "--no-pager"], capture_output=True, text=True, check=True
    )
    sets: dict[str, list[str]] = {}
    for part in re.split(r"\n(?=@)", said.stdout):
        name, *lines = part.splitlines()
        sets[name.strip()] = [text.strip() for text in lines if text.strip() and not text.strip().startswith("#")]

    def spelled(words: list[str]) -> set[str]:
        return {call for word in words for call in (spelled(sets[word]) if word.startswith("@") else {word})}

    allowed = spelled(["@default"])
    for text in (value for _, key, value in settings() if key == "SystemCallFilter"):
        words = spelled(text.removeprefix("~").split())
        allowed = allowed - words if text.startswith("~") else allowed | words
    return allowed


@pytest.mark.slow
def test_from_start_to_stop_it_can_do_without_what_the_unit_refuses(tmp_path: Path) -> None:
    """No memory becomes code, every call outside the filter is answered with EPERM, as the unit has it (SDL and
    OpenBLAS do try one or two); it plays all the same, and SIGTERM ends it cleanly."""
    wants("strace")
    wants("systemd-analyze")
    calls = tmp_path / "calls"
    others = "!" + ",".join(f"?{call}" for call in sorted(allowed_calls()))
    traced = ["strace", "-D", "-f", "--seccomp-bpf", "-qq", "-o", str(calls), "-e", f"trace={others}"]
    traced += ["-e", f"inject={others}:error=EPERM"]
    whole = [*traced, *no_new_code(sys.executable), *line()]
    with supervised(whole, environment(tmp_path), tmp_path, watchdog_s=1.5) as service:
        ready = service.wait_for("READY=1", STARTS_WITHIN_S)
        assert ready, service.log()
        assert service.wait_for("WATCHDOG=1", 60, times=2)
        assert service.stop(30) == 0
    assert service.told[-1] == "STOPPING=1"
    assert "Traceback" not in service.log()
    assert (tmp_path / "data" / "games").is_dir()
    refused = [text for text in calls.read_text().splitlines() if re.match(r"\d+ +\w+\(", text)]
    assert all("EPERM" in text for text in refused) and not any("socket" in text for text in refused)


@pytest.mark.slow
def test_after_two_starts_that_died_the_third_is_a_safe_one_and_says_what_failed(tmp_path: Path) -> None:
    for _ in range(2):
        with supervised(line(), environment(tmp_path), tmp_path, watchdog_s=1.5) as service:
            assert service.wait_for("READY=1", STARTS_WITHIN_S), service.log()
            service.process.kill()
        assert not any(told.startswith("STATUS=") for told in service.told)
    with supervised(line(), environment(tmp_path), tmp_path, watchdog_s=1.5) as service:
        assert service.wait_for("READY=1", STARTS_WITHIN_S), service.log()
        assert service.stop(30) == 0
    assert "STATUS=Safe mode: it ended without a word after the camera was switched on." in service.told
    with supervised(line(), environment(tmp_path), tmp_path, watchdog_s=1.5) as service:
        assert service.wait_for("READY=1", STARTS_WITHIN_S)
    assert not any(told.startswith("STATUS=") for told in service.told), "one that was stopped on purpose did not fail"


@pytest.mark.slow
def test_a_table_that_cannot_keep_its_games_plays_on_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "games").write_text("a file where a folder should be")
    with supervised(line(), environment(tmp_path), tmp_path, watchdog_s=1.5) as service:
        assert service.wait_for("READY=1", STARTS_WITHIN_S), service.log()
    assert any(told.startswith("STATUS=Safe mode: Games cannot be kept in") for told in service.told)
