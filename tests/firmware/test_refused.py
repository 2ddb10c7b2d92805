"""What a unit started too early may not open, told from what is not there and from a group that is missing."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware import refused
from firmware.eyes import usb
from firmware.eyes.cameras import CameraError, Size


def answers(number: int) -> Callable[[Path, int], int]:
    def open_(path: Path, flags: int) -> int:
        raise OSError(number, os.strerror(number))

    return open_


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    (tmp_path / "video0").touch()
    (tmp_path / "snd").mkdir()
    (tmp_path / "snd" / "pcmC0D0p").touch()
    return tmp_path


def test_a_camera_the_unit_forbids_is_named_with_what_helps(devices: Path) -> None:
    said = str(refused.why("camera", devices, answers(errno.EPERM)))
    assert "may not open the camera" in said and "systemctl restart vigie" in said
    assert "sound card" in str(refused.why("sound", devices, answers(errno.EPERM)))


@pytest.mark.parametrize("other", [errno.EACCES, errno.EBUSY, errno.ENODEV])
def test_a_missing_group_or_a_device_in_use_is_something_else(devices: Path, other: int) -> None:
    assert refused.why("camera", devices, answers(other)) is None


def test_where_there_is_no_device_or_it_opens_there_is_nothing_to_say(devices: Path) -> None:
    assert refused.why("buttons", devices, answers(errno.EPERM)) is None
    assert refused.why("camera", devices) is None


def test_the_camera_itself_says_it(devices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refused, "why", lambda kind: refused.RESTART if kind == "camera" else None)
    with pytest.raises(CameraError, match="Restart the service"):
        usb.UsbCamera(97, Size(640, 480), 10).open()
