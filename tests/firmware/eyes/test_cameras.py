"""Which camera is meant, and the recorded ones."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.config import SHIPPED, read
from firmware.eyes import cameras
from firmware.eyes.cameras import CameraError, Size, make, usb_cameras
from firmware.eyes.recorded import FolderCamera, VideoCamera
from firmware.eyes.usb import UsbCamera

SETTINGS = read(SHIPPED).camera


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((48, 64, 3), 10 * number, np.uint8))
    (tmp_path / "labels.json").write_text("{}")
    return tmp_path


def test_a_folder_shows_its_pictures_in_order_and_the_last_one_stays(pictures: Path) -> None:
    camera = make(replace(SETTINGS, kind="folder", path=str(pictures), fps=120))
    assert isinstance(camera, FolderCamera) and camera.open() == Size(64, 48)
    assert [int(camera.capture(1.0)[0, 0, 0]) for _ in range(5)] == [0, 10, 20, 20, 20]
    camera.close()


def test_recorded_pictures_come_at_their_speed(pictures: Path) -> None:
    camera = FolderCamera(pictures, fps=20)
    camera.open()
    began = time.monotonic()
    for _ in range(5):
        camera.capture(1.0)
    assert time.monotonic() - began >= 0.19


def test_a_video_file_is_a_camera(tmp_path: Path) -> None:
    file = tmp_path / "throw.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    for number in range(4):
        writer.write(np.full((48, 64, 3), 60 * number, np.uint8))
    writer.release()
    camera = make(replace(SETTINGS, kind="video", path=str(file), fps=120))
    assert isinstance(camera, VideoCamera) and camera.open() == Size(64, 48)
    seen = [int(camera.capture(1.0).mean()) for _ in range(6)]
    assert seen == sorted(seen) and seen[3] > 150 and seen[3] == seen[5]
    camera.close()


@pytest.mark.parametrize(("kind", "path"), [("folder", "nowhere"), ("video", "nowhere.avi"), ("folder", ".")])
def test_a_recording_that_is_not_there_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, path: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CameraError, match=r"cannot be shown|no pictures"):
        make(replace(SETTINGS, kind=kind, path=path)).open()


def test_a_file_that_is_no_picture_and_one_that_is_no_video_get_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text("not a picture")
    (tmp_path / "a.avi").write_text("nor a video")
    with pytest.raises(CameraError, match="not a picture"):
        FolderCamera(tmp_path, 30).open()
    with pytest.raises(CameraError, match="not a video"):
        VideoCamera(tmp_path / "a.avi", 30).open()


def video_device(root: Path, number: int, device: str) -> None:
    (root / "devices" / device).mkdir(parents=True, exist_ok=True)
    entry = root / "class" / f"video{number}"
    entry.mkdir(parents=True)
    (entry / "device").symlink_to(root / "devices" / device)


def test_only_the_first_node_of_each_usb_camera_counts_and_none_of_the_pis_codecs(tmp_path: Path) -> None:
    video_device(tmp_path, 10, "platform/bcm2835-codec")
    video_device(tmp_path, 0, "platform/usb1/1-1/1-1:1.0")
    video_device(tmp_path, 1, "platform/usb1/1-1/1-1:1.0")
    video_device(tmp_path, 2, "platform/usb1/1-2/1-2:1.0")
    assert usb_cameras(tmp_path / "class") == [0, 2]


def test_auto_takes_the_ribbon_first_then_usb_and_says_when_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    monkeypatch.setattr(cameras, "_picamera", lambda *_: taken.append("picamera"))
    monkeypatch.setattr(cameras, "ribbon_cameras", lambda: ["imx708"])
    monkeypatch.setattr(cameras, "usb_cameras", lambda: [4])
    make(SETTINGS)
    assert taken == ["picamera"]
    monkeypatch.setattr(cameras, "ribbon_cameras", lambda: [])
    assert isinstance(make(SETTINGS), UsbCamera)
    monkeypatch.setattr(cameras, "usb_cameras", lambda: [])
    with pytest.raises(CameraError, match="No camera was found"):
        make(SETTINGS)


def test_a_usb_camera_that_is_not_there_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cameras, "usb_cameras", lambda: [])
    with pytest.raises(CameraError, match="USB camera"):
        make(replace(SETTINGS, kind="usb"))
    with pytest.raises(CameraError, match="cannot be opened"):
        UsbCamera(63, Size(640, 480), 30).open()
