"""Devices that are there and ours to use, and still refused.

A unit's DeviceAllow=char-NAME is looked up among the kernel's drivers when the unit starts: one whose driver was loaded
later stays forbidden for as long as the service runs. It is told from a missing group by the error: EPERM for the
former, EACCES for the latter. Nothing but another start helps.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

from rules.say import Message

DEVICES = Path("/dev")
# What it is for -> where it is. The first of each is enough to tell.
KINDS = {
    "camera": "video*",
    "buttons": "gpiochip*",
    "sound": "snd/pcm*p",
    "screen": "dri/card*",
}
NAMES = {
    "camera": Message("the camera"),
    "buttons": Message("the buttons"),
    "sound": Message("the sound card"),
    "screen": Message("the screen"),
}
RESTART = Message("Restart the service (sudo systemctl restart vigie), or switch the table off and on.")


def refused(device: Path, open_: Callable[[Path, int], int] = os.open) -> bool:
    """Is it forbidden although its file is ours to open?"""
    try:
        os.close(open_(device, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC))
    except OSError as error:
        return error.errno == errno.EPERM
    return False


def why(kind: str, devices: Path = DEVICES, open_: Callable[[Path, int], int] = os.open) -> Message | None:
    """The sentence for the banner, where all devices of this kind are refused; None where there is nothing to say."""
    found = sorted(devices.glob(KINDS[kind]))
    if not found or not all(refused(device, open_) for device in found):
        return None
    return Message(
        "The service may not open {what}: it started before the driver was there. {restart}",
        what=NAMES[kind],
        restart=RESTART,
    )
