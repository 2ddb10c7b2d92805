"""The table put together: the real loop with a real window of SDL's dummy driver, keys posted as they come from one."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import argparse
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from app import table
from app.workshop import kiosk
from firmware.books.journal import Journal
from firmware.clock import RealClock
from firmware.config import SHIPPED, read
from firmware.play.evening import Evening
from firmware.play.events import ButtonTrouble, CameraBack, CameraLost
from firmware.watchdog import Starts, Watchdog
from rules.say import Message
from ui.director import Director
from ui.pages.first import opened
from ui.table.screen import GameScreen
from ui.words.language import language

LOST = CameraLost(Message("The camera hangs; it is started again. Check its cable."), 0.0)


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[table.Host]:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    clock = RealClock()
    journal = Journal.open(tmp_path / "games", clock)
    made = table.Host(Evening(read(SHIPPED), clock, journal, Random(1)), virtual=False)
    yield made
    made.close()
    journal.close()


def run(host: table.Host, director: Director, window: object, play: Callable[[], None]) -> None:
    """The loop, while somebody else plays; it ends with them."""

    def played() -> None:
        try:
            play()
        finally:
            host.closing = True

    threading.Thread(target=played, daemon=True).start()
    clock = host.evening.clock
    starts = Starts.begin(host.names_file.parent)
    table.run(host, window, director, Watchdog(clock), starts, argparse.Namespace(demo=False))  # type: ignore[arg-type]


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not true() and time.monotonic() < end:
        time.sleep(0.02)


def key(code: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, unicode="", mod=0))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, mod=0))


def test_three_keys_from_the_first_picture_to_a_game_in_the_real_loop(host: table.Host) -> None:
    window = opened((800, 480), "en")
    director = Director(host, window.layout, language("en"), None)
    host.connect(safe=True)

    def play() -> None:
        for _ in range(3):
            before = director.screen
            key(pygame.K_RETURN)
            until(lambda before=before: director.screen is not before)  # type: ignore[misc]

    run(host, director, window, play)
    window.close()
    assert isinstance(director.screen, GameScreen)
    assert host.evening.table is not None and host.evening.table.players == ("Anne", "Jack")


def test_a_game_in_safe_mode_knows_that_the_camera_is_left_out(host: table.Host) -> None:
    window = opened((800, 480), "en")
    director = Director(host, window.layout, language("en"), None)
    host.connect(safe=True)

    def play() -> None:
        until(lambda: "camera" in host.workshop.troubles)
        for _ in range(3):
            before = director.screen
            key(pygame.K_RETURN)
            until(lambda before=before: director.screen is not before)  # type: ignore[misc]

    run(host, director, window, play)
    window.close()
    assert host.evening.table is not None
    assert host.evening.table.expects.task == "enter" and host.evening.table.troubles


def test_safe_mode_keeps_the_buttons_one_chooses_with_unless_they_were_what_failed(
    host: table.Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    opened: list[str] = []
    host.opening = lambda part: opened.append(str(part))
    host.connect(safe=True)
    assert host.device is not None and host.device.buttons.devices
    host.buttons_failed = True
    host.connect(safe=True)
    assert not host.device.buttons.devices
    assert opened == [str(table.AT_BUTTONS), str(table.AT_CAMERA)] * 2, "and it is on record what is opened when"


def test_a_camera_lost_before_the_game_is_known_to_the_game(host: table.Host) -> None:
    host.evening.hear(LOST)
    host.evening.begin("series", ("Anne", "Jack"))
    host.watch("series")
    assert host.evening.table is not None and host.evening.table.troubles == (LOST.message,)
    host.evening.hear(CameraBack(1.0))
    assert host.workshop.troubles == {}


def test_a_stuck_button_is_known_to_the_workshop_until_it_is_free(host: table.Host) -> None:
    stuck = Message("The {button} is stuck down and is left out; free it.", button="x")
    host.evening.hear(ButtonTrouble("player2", stuck, 0.0))
    assert host.workshop.troubles == {"player2": stuck}
    host.evening.hear(ButtonTrouble("player2", None, 1.0))
    assert host.workshop.troubles == {}


def test_shutting_down_ends_the_loop_and_only_the_kiosk_switches_the_machine_off(
    host: table.Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.workshop.power_off()
    assert host.closing
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not kiosk()
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    assert kiosk()


def test_the_kiosk_asks_to_be_switched_off_where_its_unit_waits_for_it_and_waits_to_be_ended(tmp_path: Path) -> None:
    unit = (Path(table.__file__).parent.parent / "systemd" / "vigie-off.path").read_text()
    assert "PathExists=%t/vigie/off\nUnit=poweroff.target\n" in unit
    code = "from app.workshop import power_off_machine; power_off_machine()"
    own = {**os.environ, "RUNTIME_DIRECTORY": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", code], env=own) as asking:
        until(lambda: (tmp_path / "off").exists())
        assert (tmp_path / "off").exists() and asking.poll() is None
        asking.terminate()
        assert asking.wait(10) == -signal.SIGTERM


def test_a_setting_changed_in_the_workshop_is_in_force_and_on_disk(host: table.Host, tmp_path: Path) -> None:
    host.workshop.change("play.advice", True)
    assert host.evening.config.play.advice
    assert "advice = true" in (tmp_path / "table.toml").read_text()
