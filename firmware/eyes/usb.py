"""Any USB camera, through OpenCV."""

from __future__ import annotations

import sys

import cv2

from firmware import refused
from firmware.eyes.cameras import CameraError, Image, Size
from rules.say import Message


class UsbCamera:
    def __init__(self, number: int, size: Size, fps: int) -> None:
        self._number, self._size, self._fps = number, size, fps
        self._device: cv2.VideoCapture | None = None

    def open(self) -> Size:
        device = cv2.VideoCapture(self._number, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
        self._device = device
        if not device.isOpened():
            forbidden = refused.why("camera")
            raise CameraError(forbidden or Message("The USB camera {number} cannot be opened.", number=self._number))
        # Compressed, for few cameras get a large picture through USB at full speed without; and one buffer, so that
        # a picture is of now.
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, self._size.width)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size.height)
        device.set(cv2.CAP_PROP_FPS, self._fps)
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        # A camera that cannot do the wished size takes the nearest it can: that is the size to hold it to.
        return Size(int(device.get(cv2.CAP_PROP_FRAME_WIDTH)), int(device.get(cv2.CAP_PROP_FRAME_HEIGHT)))

    def capture(self, timeout: float) -> Image:
        assert self._device is not None, "it was not opened"
        done, image = self._device.read()  # takes no timeout: the minder notices when it hangs
        if not done:
            raise CameraError(Message("The USB camera gives no picture; is it plugged in?"))
        return image  # type: ignore[return-value]  # OpenCV says less of its pictures

    def close(self) -> None:
        if self._device is not None:
            self._device.release()
