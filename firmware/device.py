"""The device in one piece: buttons, lamps, camera and eyes, and the one queue they all put their events in.

    device = Device(config, clock, factory, camera)
    device.watch("twelve")                     # from now on the series dice are looked for
    while playing:
        for event in device.events():
            evening.hear(event)
        device.show(evening.table.expects.lamps)

The thread that owns the game never waits for any of them.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from firmware.buttons import Buttons
from firmware.camera_worker import CameraWorker, Frame
from firmware.cameras import Camera
from firmware.clock import Clock
from firmware.config import Config
from firmware.events import Event, Looked
from firmware.lamps import Lamps
from firmware.referee import Lamp
from rules.say import Message
from vision.mat import Mat
from vision.pose import Lens
from vision.profile import Profile
from vision.watch import Watcher

WAIT_S = 0.2  # how long the eyes wait for a frame before they see whether they are still wanted


class Eyes:
    """The thread that looks: the newest frame through the Watcher, what it says into the queue. It misses frames when
    it is slow, never events."""

    def __init__(self, camera: CameraWorker, put: Callable[[Event], None]) -> None:
        self.frame: Frame | None = None  # the last one looked at, for those who show the live picture
        self._camera, self._put = camera, put
        self._watcher: Watcher | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._look, name="eyes", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def watch(self, profile: Profile | None, mat: Mat, lens: Lens | None = None) -> None:
        """From the next frame on look for these dice; None: look at nothing."""
        self._watcher = None if profile is None else Watcher(profile, mat, lens)

    @property
    def watcher(self) -> Watcher | None:
        return self._watcher

    def close(self) -> None:
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2 * WAIT_S)

    def _look(self) -> None:
        last = 0
        while not self._closing.is_set():
            frame = self._camera.frame(after=last, timeout=WAIT_S)
            if frame is None:
                continue
            last, self.frame = frame.number, frame
            watcher = self._watcher
            seen = watcher.look(frame.image, frame.at) if watcher is not None else None
            if seen is not None and watcher is self._watcher:
                self._put(Looked(seen))


class Device:
    """Every piece is optional: what is missing is in `troubles`, and the rest works."""

    def __init__(
        self, config: Config, clock: Clock, factory: Any, camera: Callable[[], Camera], fault: Message | None = None
    ) -> None:
        self.clock = clock
        self.queue: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.buttons = Buttons(config, factory, clock, self.queue.put)
        self.lamps = Lamps(config, factory)
        self.camera = CameraWorker(camera, self.queue.put, clock)
        self.eyes = Eyes(self.camera, self.queue.put)
        self._fault = fault

    @property
    def troubles(self) -> tuple[Message, ...]:
        return (*([self._fault] if self._fault else ()), *self.buttons.troubles, *self.lamps.troubles)

    def start(self) -> None:
        self.camera.start()
        self.eyes.start()

    def events(self, wait: float = 0.0) -> Iterator[Event]:
        """All that has happened since the last time, oldest first. Waits up to `wait` seconds for something to happen:
        a press wakes the game at once, it need not wait for the next frame."""
        self.buttons.poll(self.clock.now())
        with contextlib.suppress(queue.Empty):
            yield self.queue.get(timeout=wait) if wait > 0 else self.queue.get_nowait()
            while True:
                yield self.queue.get_nowait()

    def show(self, lamps: Sequence[Lamp]) -> None:
        self.lamps.show(lamps, self.clock.now())

    def close(self) -> None:
        self.eyes.close()
        self.camera.stop()
        self.buttons.close()
        self.lamps.close()
