"""How a start goes and how long it takes.

It is counted before the window is opened: a graphics library that dies takes the program with it, and the third start
has to know. Times are asked of the kernel's own clock, so that loading Python and the libraries counts, too.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware.books import parcel
from firmware.clock import RealClock
from firmware.watchdog import Starts, Watchdog
from rules.say import Message, Trouble
from ui.words.language import language
from vision.places import data_dir

AT_SCREEN = Message("it ended without a word while the screen was opened; the graphics driver may be the reason.")
# Mesa makes code at run time where it draws without a GPU, and the unit forbids that: this one does without.
SOFTWARE = {"GALLIUM_DRIVER": "softpipe"}
# And a graphics driver that brings the program down is left alone.
NO_GPU = SOFTWARE | {"LIBGL_ALWAYS_SOFTWARE": "1"}
# Drivers that only show pictures. Some have a render node all the same, with nothing behind it that draws.
ONLY_SHOW = {"virtio_gpu", "simple-framebuffer", "simpledrm", "bochs-drm", "qxl", "cirrus", "udl", "vkms", "ast"}


def begin(code: str, environment: MutableMapping[str, str] = os.environ, cards: Path | None = None) -> Starts:
    """Counts this start, and notes beforehand what it dies of if it dies now. One that follows two which the screen
    brought down draws without the graphics driver, and says so where somebody may see it."""
    bring_back(data_dir())
    starts = Starts.begin(data_dir())
    say = language(code).say
    if environment.get("SDL_VIDEODRIVER") == "kmsdrm":
        if starts.safe and starts.why == say(AT_SCREEN):
            environment.update(NO_GPU)
            notify(say(Message("Safe mode: {why}", why=AT_SCREEN)), environment)
        elif not has_gpu(cards or Path("/sys/class/drm")):
            environment.update(SOFTWARE)
    starts.blame(say(AT_SCREEN))
    return starts


@contextmanager
def stoppable(starts: Starts) -> Iterator[None]:
    """Whoever stops the service while the libraries are loaded means it: that is no failed start. SDL listens from then
    on, where nobody else does."""

    def stopped(*_: object) -> None:
        starts.forget()
        sys.exit(0)

    before = signal.signal(signal.SIGTERM, stopped)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def bring_back(data: Path) -> None:
    """What was brought along on a stick takes its place, before anything of it is opened."""
    try:
        if parcel.apply(data):
            print("vigie: what was brought back is in its place.", file=sys.stderr, flush=True)
    except OSError as error:  # a card that cannot be written: the table plays with what it has
        print(f"vigie: what was brought back cannot be put in its place: {error}", file=sys.stderr, flush=True)


def has_gpu(cards: Path) -> bool:
    """Does any graphics card here draw by itself?"""
    nodes = [node / "device" / "driver" for node in cards.glob("renderD*")]
    return any(driver.resolve().name not in ONLY_SHOW for driver in nodes if driver.exists())


def notify(sentence: str, environment: MutableMapping[str, str] = os.environ) -> None:
    """Into the journal, into `systemctl status`, and onto the console that is seen while there is no picture."""
    print(sentence, file=sys.stderr, flush=True)
    Watchdog(RealClock(), environment).status(sentence)
    with suppress(OSError):
        if os.isatty(0):
            os.write(0, f"\r\n{sentence}\r\n".encode())


def blamed(starts: Starts, error: Exception) -> None:
    """This start failed, and said why."""
    starts.blame(str(error) if isinstance(error, Trouble) else f"{type(error).__name__}: {error}")


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
