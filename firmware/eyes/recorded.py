"""Recorded cameras: a folder of pictures or a video file, shown at their speed; the last picture stays."""

from __future__ import annotations

import time
from pathlib import Path

import cv2

from firmware.eyes.cameras import CameraError, Image, Size
from rules.say import Message, Trouble
from vision.picture.files import in_folder, picture


class _Pace:
    """Lets one picture through per 1/fps seconds."""

    def __init__(self, fps: float) -> None:
        self._gap = 1 / fps
        self._next = time.monotonic()

    def wait(self) -> None:
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = max(self._next, time.monotonic() - self._gap) + self._gap


class FolderCamera:
    def __init__(self, folder: Path, fps: float) -> None:
        self._folder, self._pace = folder, _Pace(fps)
        self._left: list[Path] = []
        self._image: Image | None = None

    def open(self) -> Size:
        try:
            self._left = in_folder(self._folder)
        except OSError as error:
            raise _unreadable(self._folder, error.strerror or str(error)) from None
        if not self._left:
            raise CameraError(Message("There are no pictures in {path}.", path=str(self._folder)))
        first = _picture(self._left[0])
        return Size(first.shape[1], first.shape[0])

    def capture(self, timeout: float) -> Image:
        self._pace.wait()
        if self._left:
            self._image = _picture(self._left.pop(0))
        assert self._image is not None
        return self._image

    def close(self) -> None:
        self._left = []


class VideoCamera:
    def __init__(self, file: Path, fps: float) -> None:
        self._file, self._pace = file, _Pace(fps)
        self._device: cv2.VideoCapture | None = None
        self._image: Image | None = None

    def open(self) -> Size:
        self._device = cv2.VideoCapture(str(self._file)) if self._file.is_file() else None
        if self._device is None or not self._device.isOpened():
            why = Message("there is no such file") if self._device is None else Message("it is not a video")
            raise _unreadable(self._file, why)
        return Size(int(self._device.get(cv2.CAP_PROP_FRAME_WIDTH)), int(self._device.get(cv2.CAP_PROP_FRAME_HEIGHT)))

    def capture(self, timeout: float) -> Image:
        self._pace.wait()
        assert self._device is not None, "it was not opened"
        done, image = self._device.read()
        if done:
            self._image = image  # type: ignore[assignment]  # OpenCV says less of its pictures
        if self._image is None:
            raise _unreadable(self._file, Message("it is not a video"))
        return self._image

    def close(self) -> None:
        if self._device is not None:
            self._device.release()


def _picture(file: Path) -> Image:
    try:
        return picture(file)
    except Trouble as trouble:
        raise CameraError(trouble.message) from None


def _unreadable(path: Path, error: Message | str) -> CameraError:
    return CameraError(Message("{path} cannot be shown in the camera's place: {error}.", path=str(path), error=error))
