"""How long a start takes: asked of the kernel's own clock, so that loading Python and the libraries counts, too."""

from __future__ import annotations

import os
import time
from pathlib import Path

from rules.say import Message


def since_start() -> float:
    """Seconds since this process began."""
    fields = Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return since_boot() - int(fields[19]) / os.sysconf("SC_CLK_TCK")


def since_boot() -> float:
    """Seconds since the kernel began."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def told(first_picture_s: float) -> Message:
    """Said when everything is ready."""
    return Message(
        "First picture {first} s after the start, ready after {ready} s, {boot} s after the kernel's own start.",
        first=round(first_picture_s, 2),
        ready=round(since_start(), 2),
        boot=round(since_boot(), 2),
    )
