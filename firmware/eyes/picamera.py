"""The Pi's own cameras, through picamera2. Thin, for it cannot run anywhere else: every name used here is checked
against picamera2's source by tests/firmware/eyes/test_picamera.py."""

from __future__ import annotations

import time

from picamera2 import Picamera2

from firmware.eyes.cameras import CameraError, Image, Size
from rules.say import Message

SETTLE_S = 1.0


def models() -> list[str]:
    """The cameras on the connectors; USB cameras, which libcamera lists too, go through OpenCV."""
    return [info["Model"] for info in Picamera2.global_camera_info() if "/usb" not in info["Id"]]


class RibbonCamera:
    def __init__(self, index: int, size: Size, fps: int) -> None:
        self._index, self._size, self._fps = index, size, fps
        self._device: Picamera2 | None = None

    def open(self) -> Size:
        if self._index >= len(models()):
            raise CameraError(Message("No camera was found. Check its cable; 'vigie doctor' looks closer."))
        device = self._device = Picamera2(self._index)
        frame_us = round(1_000_000 / self._fps)
        device.configure(
            device.create_video_configuration(
                main={"size": tuple(self._size), "format": "RGB888"},  # which lies as blue, green, red in memory
                controls={"FrameDurationLimits": (frame_us, frame_us)},
            )
        )
        device.start()
        time.sleep(SETTLE_S)
        self._hold_still(device)
        width, height = device.camera_configuration()["main"]["size"]  # aligned to what the sensor can do
        return Size(width, height)

    def _hold_still(self, device: Picamera2) -> None:
        """Exposure, colours and focus have settled: keep them, for a hand over the mat must not change the light."""
        seen = device.capture_metadata()
        held = {name: seen[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in seen}
        if "AfMode" in device.camera_controls and "LensPosition" in seen:
            held |= {"AfMode": 0, "LensPosition": seen["LensPosition"]}  # 0: by hand
        device.set_controls(held)

    def capture(self, timeout: float) -> Image:
        assert self._device is not None
        job = self._device.capture_array("main", wait=False)
        try:
            image: Image = self._device.wait(job, timeout=timeout)
        except TimeoutError:
            raise CameraError(Message("The camera gives no picture; check its cable.")) from None
        return image

    def close(self) -> None:
        if self._device is not None:
            self._device.close()
