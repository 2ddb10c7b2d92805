"""What a camera is, and which one the settings mean. Each kind is a small adapter in a file of its own."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from firmware.config import CameraSettings
from rules.say import Message, Trouble

Image = NDArray[np.uint8]  # height x width x 3: blue, green, red


class Size(NamedTuple):
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


class CameraError(Trouble):
    """A camera that is not there, or does not do what it should."""


class Camera(Protocol):
    """All calls come from one thread, but for `close`, which must also end a capture that hangs, if it can."""

    def open(self) -> Size:
        """Get ready; the size of the pictures to come."""
        ...

    def capture(self, timeout: float) -> Image:
        """The next picture. CameraError if there is none within `timeout` seconds."""
        ...

    def close(self) -> None: ...


def make(settings: CameraSettings) -> Camera:
    """The camera the settings mean, not yet opened. `auto` looks anew each time: one plugged in later is found."""
    size = Size(settings.width, settings.height)
    match settings.kind:
        case "folder" | "video" as kind:
            from firmware.eyes.recorded import FolderCamera, VideoCamera

            return (FolderCamera if kind == "folder" else VideoCamera)(Path(settings.path), settings.fps)
        case "picamera":
            return _picamera(settings.index, size, settings.fps)
        case "usb":
            return _usb(settings.index, size, settings.fps)
        case "auto":
            if ribbon_cameras():
                return _picamera(settings.index, size, settings.fps)
            if usb_cameras():
                return _usb(settings.index, size, settings.fps)
            raise CameraError(Message("No camera was found. Check its cable; 'vigie doctor' looks closer."))
    raise ValueError(f"a {settings.kind} camera is not a device")


def _picamera(index: int, size: Size, fps: int) -> Camera:
    from firmware.eyes.picamera import RibbonCamera

    return RibbonCamera(index, size, fps)


def _usb(index: int, size: Size, fps: int) -> Camera:
    from firmware.eyes.usb import UsbCamera

    found = usb_cameras()
    if index >= len(found):
        raise CameraError(Message("USB camera {index} was not found; is it plugged in?", index=index))
    return UsbCamera(found[index], size, fps)


def ribbon_cameras() -> list[str]:
    """The models on the Pi's own camera connectors; none where picamera2 is not installed."""
    if find_spec("picamera2") is None:
        return []
    from firmware.eyes.picamera import models

    return models()


def usb_cameras(root: Path = Path("/sys/class/video4linux")) -> list[int]:
    """Numbers of the video devices that are USB cameras: a Pi has a dozen others that are not cameras at all, and
    one USB camera has several of which only the first gives pictures."""
    if sys.platform != "linux":
        return list(range(10))  # nobody lists them there: opening tells
    found: dict[str, int] = {}
    for entry in sorted(root.glob("video*"), key=lambda entry: int(entry.name.removeprefix("video"))):
        device = (entry / "device").resolve()
        if any(part.startswith("usb") for part in device.parts):
            found.setdefault(str(device), int(entry.name.removeprefix("video")))
    return list(found.values())


def checked(image: object, size: Size) -> Image:
    """The picture, if it is one and of the size that was agreed on."""
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        raise CameraError(Message("The camera gives something that is not a colour picture."))
    got = Size(image.shape[1], image.shape[0])
    if got != size:
        raise CameraError(
            Message("The camera gives pictures of {got} instead of {size}.", got=str(got), size=str(size))
        )
    return image
