"""Each of the doctor's questions, with a healthy answer and a sick one."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware import checks
from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.eyes.cameras import Image
from firmware.panel.gpio import PracticeFactory
from rules.say import Message
from vision.mat import geometry
from vision.mat.geometry import Mat

CONFIG = read(SHIPPED)


@pytest.fixture(scope="module")
def mat() -> Mat:
    return geometry.load()


@pytest.fixture(scope="module")
def picture(mat: Mat) -> Image:
    """The mat from straight above, 3 pixels per millimetre, with a rim of table around it."""
    scale, rim = 3, 40
    image = np.full((round(mat.height) * scale, round(mat.width) * scale, 3), mat.base, np.uint8)
    for marker, (x, y) in mat.markers.items():
        side = round(mat.marker_size * scale)
        left, top, quiet = round(x * scale), round(y * scale), round(mat.quiet * scale)
        image[top - quiet : top + side + quiet, left - quiet : left + side + quiet] = 255
        cells = cv2.aruco.generateImageMarker(mat.aruco, marker, side)
        image[top : top + side, left : left + side] = cells[:, :, None]
    for box, level in mat.patches:
        image[round(box.y0 * scale) : round(box.y1 * scale), round(box.x0 * scale) : round(box.x1 * scale)] = level
    return cv2.copyMakeBorder(image, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(60, 70, 80))  # type: ignore[return-value]


def light_of(image: Image) -> checks.Check:
    _, mat, pose = checks.mat_in_view("", image)
    assert mat is not None and pose is not None
    return checks.light(image, mat, pose)


def test_the_mat_is_found_and_the_light_is_good(picture: Image) -> None:
    check, _, pose = checks.mat_in_view("", picture)
    assert check.state == "ok" and pose is not None and "3.0 pixels per millimetre" in str(check.said)
    assert light_of(picture).state == "ok" and "245" in str(light_of(picture).said)


def test_a_picture_without_the_mat_says_what_to_do() -> None:
    check, _, pose = checks.mat_in_view("", np.full((480, 640, 3), 90, np.uint8))
    assert check.state == "wrong" and pose is None and check.fix is not None


def test_a_hidden_corner_is_noticed(picture: Image) -> None:
    covered = picture.copy()
    covered[:200, :200] = (90, 130, 190)
    check, _, _ = checks.mat_in_view("", covered)
    assert check.state == "remark" and "corner" in str(check.said)


def test_a_mat_seen_too_small_is_noticed(picture: Image) -> None:
    small = np.asarray(cv2.resize(picture, None, fx=0.45, fy=0.45, interpolation=cv2.INTER_AREA), np.uint8)
    check, _, _ = checks.mat_in_view("", small)
    assert check.state == "remark" and "small" in str(check.said)


def test_dark_and_uneven_light_are_told_apart(picture: Image) -> None:
    dark = (picture * 0.3).astype(np.uint8)
    assert light_of(dark).state == "wrong" and "too dark" in str(light_of(dark).said)
    slope = np.linspace(1.0, 0.15, picture.shape[0])[:, None, None]
    uneven = (picture * slope).astype(np.uint8)
    assert light_of(uneven).state == "remark" and "uneven" in str(light_of(uneven).said)
    glare = (picture * 0.2 + 200).astype(np.uint8)
    assert "glare" in str(light_of(glare).said)


def test_a_wrong_mat_file_is_named(tmp_path: Path) -> None:
    check, _, _ = checks.mat_in_view(str(tmp_path / "none.toml"), np.zeros((9, 9, 3), np.uint8))
    assert check.state == "wrong" and "none.toml" in str(check.said)


def test_a_missing_an_old_and_a_good_library() -> None:
    assert checks.library("numpy", "1.26", None).state == "wrong"
    assert checks.library("numpy", "1.26", "1.9.5").state == "wrong"
    assert checks.library("numpy", "1.26", "2.0.0rc1").state == "ok"
    assert all(check.state == "ok" for check in (checks.python(), *checks.libraries(pi=False)))


def test_what_a_pi_needs_is_only_asked_for_on_a_pi(tmp_path: Path) -> None:
    assert {check.name for check in checks.libraries(pi=True)} >= {"lgpio", "picamera2"}
    model = tmp_path / "model"
    assert not checks.on_pi(model)
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\x00")
    assert checks.on_pi(model)


def test_no_gpio_is_a_remark_on_a_laptop_and_wrong_on_a_pi() -> None:
    why = Message("No GPIO: {error}. Keys stand in.", error="no chip")
    assert checks.gpio(None, why, pi=False).state == "remark"
    sick = checks.gpio(None, why, pi=True)
    assert sick.state == "wrong" and sick.fix is not None
    assert checks.gpio(PracticeFactory(FakeClock()), None, pi=True).state == "ok"


def test_a_button_that_is_down_is_named() -> None:
    factory = PracticeFactory(FakeClock())
    (fine,) = checks.buttons_and_lamps(CONFIG, factory, FakeClock())
    assert fine.state == "ok" and "9 buttons and 6 lamps" in str(fine.said)
    factory.reset()
    factory.pin(22)._set_pull = lambda value: None
    factory.push(22)
    found = list(checks.buttons_and_lamps(CONFIG, factory, FakeClock()))
    assert [str(check.said) for check in found if check.state == "wrong"] == ["The button of player 3 is down."]


def test_settings_that_are_wrong_are_each_a_line(tmp_path: Path) -> None:
    assert [check.state for check in checks.settings([], tmp_path)] == ["ok"]
    found = list(checks.settings([Message("one"), Message("two")], tmp_path))
    assert [check.state for check in found] == ["wrong", "wrong"]


def test_a_camera_that_is_not_there_and_a_recorded_one_that_is(tmp_path: Path) -> None:
    nothing = replace(CONFIG.camera, kind="folder", path=str(tmp_path))
    check, image = checks.camera(nothing, pi=True)
    assert check.state == "wrong" and check.fix is not None and image is None
    assert checks.camera(nothing, pi=False)[0].state == "remark"
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))
    check, image = checks.camera(replace(nothing, fps=120), pi=True)
    assert check.state == "ok" and "64x48" in str(check.said) and image is not None
    assert checks.camera(replace(nothing, kind="virtual"), pi=True)[0].state == "ok"


def test_dice_that_are_named_but_not_taught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    (none,) = checks.dice(CONFIG)
    assert none.state == "remark" and "vigie teach" in str(none.fix)
    first, *_ = checks.dice(replace(CONFIG, dice=replace(CONFIG.dice, twelve="grandma")))
    assert first.state == "wrong" and "grandma" in str(first.said) and "dice.twelve" in str(first.fix)


def test_disk_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.disk(tmp_path / "not" / "yet").state == "ok"
    for megabytes, state in ((49, "remark"), (4, "wrong")):
        usage = type("Usage", (), {"free": megabytes * 1_000_000})
        monkeypatch.setattr(shutil, "disk_usage", lambda path, usage=usage: usage)
        assert checks.disk(tmp_path).state == state
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert checks.disk(tmp_path).state == "wrong"


def test_a_clock_that_was_never_set() -> None:
    assert checks.clock(FakeClock()).state == "ok"
    assert checks.clock(FakeClock(date=datetime.fromisoformat("1970-01-01T01:00:00+01:00"))).state == "remark"


@pytest.mark.parametrize(
    ("flags", "state"), [("0", "ok"), ("50005", "wrong"), ("50000", "remark"), ("8", "remark"), ("80000", "ok")]
)
def test_power_as_the_firmware_tells_it(tmp_path: Path, flags: str, state: str) -> None:
    file = tmp_path / "get_throttled"
    file.write_text(flags + "\n")
    assert checks.power(True, file).state == state


def test_power_from_vcgencmd_where_the_kernel_does_not_show_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "vcgencmd"
    tool.write_text("#!/bin/sh\necho throttled=0x50005\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert checks.power(True, tmp_path / "none").state == "wrong"
    tool.write_text("#!/bin/sh\nexit 1\n")
    assert checks.power(True, tmp_path / "none").state == "remark"
    assert checks.power(False).state == "ok"


@pytest.mark.parametrize(
    ("told", "state", "said"),
    [
        ("ActiveState=active\nStatusText=", "ok", "nothing to say"),
        ("ActiveState=active\nStatusText=The service may not open the camera.", "wrong", "may not open the camera"),
        ("ActiveState=inactive\nStatusText=", "ok", "does not run"),
    ],
)
def test_the_doctor_passes_on_what_the_running_table_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str, state: str, said: str
) -> None:
    tool = tmp_path / "systemctl"
    tool.write_text(f"#!/bin/sh\ncat <<'E'\n{told}\nE\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    check = checks.service()
    assert check.state == state and said in str(check.said)
