"""A start is counted before anything can bring it down, and the third in a row says why."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import startup
from rules.say import Message

ROOT = Path(__file__).resolve().parents[2]
DIES = """
import faulthandler, sys
import pygame
from ui import screen

def dies(self, size=None, **more):
    faulthandler._sigsegv()

screen.Window.__init__ = dies
from app.cli import main
sys.exit(main(["play", "--kiosk"]))
"""
STOPPED = """
import builtins, os, signal, sys
import_ = builtins.__import__

def stopped(name, *more, **others):
    if name == "ui.pages.first":
        os.kill(os.getpid(), signal.SIGTERM)
    return import_(name, *more, **others)

builtins.__import__ = stopped
from app.cli import main
sys.exit(main(["play", "--kiosk"]))
"""


def card(folder: Path, name: str, driver: str) -> None:
    (folder / "drivers" / driver).mkdir(parents=True, exist_ok=True)
    (folder / name / "device").mkdir(parents=True)
    (folder / name / "device" / "driver").symlink_to(folder / "drivers" / driver)


def test_a_library_that_dies_while_the_window_is_opened_is_counted_located_and_said(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "VIGIE_DATA": str(tmp_path), "SDL_VIDEODRIVER": "kmsdrm"}
    said = []
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", DIES], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == -11
        said.append(done.stderr)
    assert json.loads((tmp_path / "starts.json").read_text())["failed"] == 3
    assert all("Segmentation fault" in each and "in dies" in each for each in said)
    assert "Safe mode" not in said[0] + said[1] and "Safe mode: it ended without a word while the screen" in said[2]


def test_a_start_that_is_stopped_on_purpose_is_none_that_failed(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "VIGIE_DATA": str(tmp_path), "SDL_VIDEODRIVER": "kmsdrm"}
    subprocess.run([sys.executable, "-c", STOPPED], env=environment, capture_output=True, timeout=300, check=False)
    assert json.loads((tmp_path / "starts.json").read_text())["failed"] == 0


def test_a_screen_that_is_not_there_yet_is_no_failed_start(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "VIGIE_DATA": str(tmp_path), "SDL_VIDEODRIVER": "no-such"}
    line = [sys.executable, "-m", "app.cli", "play", "--kiosk"]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "No screen could be opened" in done.stderr
    assert json.loads((tmp_path / "starts.json").read_text())["failed"] == 0


@pytest.mark.parametrize(("driver", "gpu"), [("v3d", True), ("vc4-drm", True), ("virtio_gpu", False)])
def test_a_gpu_is_known_by_its_driver(tmp_path: Path, driver: str, gpu: bool) -> None:
    card(tmp_path, "renderD128", driver)
    assert startup.has_gpu(tmp_path) is gpu


def test_without_a_gpu_the_renderer_is_the_one_that_makes_no_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path / "data"))
    environment = {"SDL_VIDEODRIVER": "kmsdrm"}
    startup.begin("en", environment, tmp_path / "cards")
    assert environment["GALLIUM_DRIVER"] == "softpipe"
    card(tmp_path / "cards", "renderD128", "v3d")
    environment = {"SDL_VIDEODRIVER": "kmsdrm"}
    startup.begin("en", environment, tmp_path / "cards")
    assert "GALLIUM_DRIVER" not in environment


def test_a_graphics_driver_that_brought_two_starts_down_is_left_alone_by_the_third(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path / "data"))
    card(tmp_path / "cards", "renderD128", "v3d")
    for _ in range(3):
        environment = {"SDL_VIDEODRIVER": "kmsdrm"}
        startup.begin("fr", environment, tmp_path / "cards")
    assert environment["LIBGL_ALWAYS_SOFTWARE"] == "1"
    assert "pilote" in capsys.readouterr().err
    assert isinstance(startup.AT_SCREEN, Message)
