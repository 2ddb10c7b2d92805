"""The table as the service pages see it: its camera, its settings, its dice, and the switch."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import stick
from firmware import config as settings
from firmware.config import Config
from firmware.play.evening import Evening
from rules.say import Message, Trouble
from ui.sound import Speaker
from vision.places import data_dir

if TYPE_CHECKING:  # OpenCV comes with these
    from firmware.device import Device
    from firmware.eyes.inspection import View
    from vision.mat.calibrate import Calibration
    from vision.mat.geometry import Mat
    from vision.taught.profile import Profile
    from vision.time.watch import Watcher


STICK_S = 300.0  # a slow stick and a full log book


class Workshop:
    def __init__(
        self,
        evening: Evening,
        sounds: Speaker | None,
        submit: Callable[[Callable[[], Any]], Future[Any]],
        device: Callable[[], Device | None],
        power_off: Callable[[], None],
        start_anew: Callable[[], None],
    ) -> None:
        self._start_anew = start_anew
        self.submit, self.sounds, self.power_off = submit, sounds, power_off
        self._evening, self._device = evening, device
        self._known: tuple[Callable[[], Watcher] | None, Profile | None] = None, None

    @property
    def troubles(self) -> Mapping[str, Message]:
        return self._evening.senses.troubles

    @property
    def config(self) -> Config:
        return self._evening.config

    @property
    def games(self) -> Path:
        return self._evening.journal.folder

    def change(self, key: str, value: str | float | bool) -> None:
        """Written into the owner's table.toml; a game that is being played keeps the rules it began with."""
        config = self._evening.config = settings.save(key, value)
        if self.sounds is not None:
            self.sounds.volume, self.sounds.mute = config.sound.volume, config.sound.mute

    def frame(self) -> Any | None:
        device = self._device()
        frame = device.eyes.frame if device is not None else None
        return None if frame is None else frame.image

    def inspect(self) -> View | None:
        from firmware.eyes.inspection import inspect
        from vision.mat.calibrate import own_lens

        image, device = self.frame(), self._device()
        if image is None or device is None:
            return None
        return inspect(image, self._mat(), self._profile(device), own_lens())

    def _profile(self, device: Device) -> Profile | None:
        """Of the dice that are looked for; the eyes have theirs in a process of their own."""
        make = device.eyes.watching
        if make is None or self._known[0] is not make:
            with suppress(Trouble):  # nobody has taught them yet
                self._known = make, make().profile if make is not None else None
        return self._known[1] if self._known[0] is make else None

    def dice_in(self, photo: Any) -> int:
        from firmware.eyes.inspection import dice_in

        return dice_in(photo, self._mat())

    def teach(self, kind: Any, photos: Mapping[str, Any]) -> Profile:
        from vision.taught.teach import teach

        return teach(photos, kind, f"my-{kind}", self._mat())

    def keep_dice(self, profile: Profile) -> None:
        from vision.taught.profile import path_of

        profile.save(path_of(profile.name))
        self.change(f"dice.{profile.kind}", profile.name)

    def markers_in(self, photo: Any) -> int:
        from firmware.eyes.inspection import markers_in

        return markers_in(photo, self._mat())

    def measure(self, shots: Sequence[Any]) -> Calibration:
        from vision.mat import calibrate

        return calibrate.measure({f"{n}": shot[:, :, 1].copy() for n, shot in enumerate(shots)}, self._mat())

    def keep_lens(self, measured: Calibration) -> None:
        from vision.mat import calibrate

        calibrate.save_lens(measured.lens, data_dir() / calibrate.LENS_FILE)

    def take_along(self, what: str) -> Message:
        """Asks the unit that may mount a stick, and waits for its answer. What is brought back takes its place when
        the table starts anew, which systemd sees to."""
        if not kiosk():
            raise Trouble(Message("A stick is for the table. Here: 'vigie save FOLDER' and 'vigie restore FILE'."))
        run = Path(os.environ.get("RUNTIME_DIRECTORY", "."))
        stick.ask(what, run)
        until = time.monotonic() + STICK_S
        while (said := stick.answered(run)) is None:
            if time.monotonic() > until:
                (run / stick.ASKED).unlink(missing_ok=True)
                raise Trouble(Message("Nobody answered about the stick; is the table installed whole?"))
            time.sleep(0.2)
        if what == stick.RESTORE:
            self._start_anew()
        return said

    def _mat(self) -> Mat:
        from vision.mat import geometry

        return geometry.load(self.config.mat.file or None)


def kiosk() -> bool:
    """Started by systemd as the table's own program: then shutting down means the machine."""
    return "NOTIFY_SOCKET" in os.environ


def power_off_machine(wait_s: float = 30.0) -> None:
    """Asks for it: the table's program may switch nothing off, but vigie-off.path waits for this file. Then it waits
    to be ended, for systemd would start a table anew that ended by itself."""
    (Path(os.environ.get("RUNTIME_DIRECTORY", ".")) / "off").touch()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    time.sleep(wait_s)
