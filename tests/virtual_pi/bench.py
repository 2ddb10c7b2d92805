"""What every check has at hand: the cards, the machine, the mat, and what it found."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.virtual_pi.image import card, clone, layer
from tests.virtual_pi.machine import SIZE, Machine, key
from tests.virtual_pi.mat import Mat
from tests.virtual_pi.pieces import Cache, Wrong, run, say
from tests.virtual_pi.wheels import PROJECT

GAMES = "/var/lib/vigie"
MAIN = "$(systemctl show -p MainPID --value vigie)"
# Where the bench is no Pi: how long things may take when all is emulated, and, on a PC's processor, the Pi's number.
SLOW = "[Service]\nTimeoutStartSec=600s\nWatchdogSec=120s\n"
NUMBER = "[Service]\nBindReadOnlyPaths=-/run/cpuinfo:/proc/cpuinfo\n"


@dataclass(slots=True)
class Bench:
    cache: Cache
    out: Path
    thorough: bool = False  # more cold boots
    machine: Machine = field(init=False)
    mat: Mat = field(init=False)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        key(self.cache)
        self.out.mkdir(parents=True, exist_ok=True)
        self.machine = Machine(self.cache, self.out / "none", self.out)
        self.mat = Mat(self.machine.camera_port)

    @property
    def installed(self) -> Path:
        return self.out / "installed.qcow2"

    def plain(self) -> Path:
        return card(self.cache)

    def clone(self) -> Path:
        return clone(PROJECT, self.out / "clone")

    # -- starting --------------------------------------------------------------------------------------------------

    def boot(self, *, plugged: bool = True, disk: Path | None = None, fresh: bool = True, **how: object) -> float:
        """Power on, on a new layer over the installed card or on the layer as it is; seconds until the unit is
        active."""
        self.machine.stop()
        self.mat.camera.unplug()
        if fresh:
            if not self.installed.exists():
                raise Wrong("nothing is installed yet: run the check 'install' first")
            self.machine.disk = layer(disk or self.installed, self.out / "now.qcow2")
        self.machine.start(**how)  # type: ignore[arg-type]
        if plugged:
            self.mat.camera.plug()
        self.machine.up(900)
        return self.machine.until("systemctl is-active vigie | grep -x active", "active", 900)

    def off(self) -> None:
        self.machine.ask("sync; systemctl poweroff", timeout=60)
        if not self.machine.off(90):
            raise Wrong("it does not switch off")

    # -- looking ---------------------------------------------------------------------------------------------------

    def picture(self, name: str) -> NDArray[Any]:
        image = cv2.imread(str(self.machine.picture(name)))
        if image is None:
            raise Wrong("there is no picture")
        return image

    def like(self, name: str, drawn: str, lang: str = "en") -> float:
        """The share of the screen that is as `vigie shots` draws it."""
        image, wanted = self.picture(name), self.drawn(drawn, lang)
        if image.shape != wanted.shape:
            return 0.0
        return float((np.abs(image.astype(int) - wanted).max(axis=2) < 40).mean())

    def drawn(self, name: str, lang: str) -> NDArray[Any]:
        folder = self.out / "drawn"
        folder = folder / lang
        if not list(folder.rglob(f"*{name}*.png")):
            words = ["-m", "app.cli", "shots", str(folder), "--only", name, "--size", f"{SIZE[0]}x{SIZE[1]}"]
            run(sys.executable, *words, "--lang", lang, cwd=PROJECT)
        image = cv2.imread(str(min(folder.rglob(f"*{name}*.png"))))
        if image is None:
            raise Wrong(f"vigie shots draws no {name}")
        return image

    def log(self, lines: int = 30) -> str:
        return self.machine.ask(f"journalctl -u vigie -b --no-pager -o cat | tail -{lines}")

    def journal(self) -> list[str]:
        """The game that is being played, as it is on disk."""
        return self.machine.ask(f"cat {GAMES}/games/current.journal 2>/dev/null").splitlines()

    def sums(self) -> str:
        """What is kept, to the byte."""
        return self.machine.ask(f"cd {GAMES}; find . -type f ! -name starts.json | sort | xargs sha256sum")

    def lamps(self, seconds: float = 1.0) -> dict[str, float]:
        said = self.machine.must(f"python3 /srv/bench/pins.py lamps {seconds}")
        return {str(name): float(lit) for name, lit in json.loads(said.splitlines()[-1]).items()}

    # -- doing -----------------------------------------------------------------------------------------------------

    def press(self, *buttons: str, pause: float = 0.7) -> None:
        for button in buttons:
            self.machine.must(f"python3 /srv/bench/pins.py press {PINS[button]}")
            time.sleep(pause)

    def wait(self, true: Callable[[], bool], seconds: float, what: str) -> float:
        began = time.monotonic()
        while not true():
            if time.monotonic() - began > seconds:
                raise Wrong(f"{what}: not within {seconds:.0f} s")
            time.sleep(0.3)
        return time.monotonic() - began

    def note(self, text: str) -> None:
        self.said.append(text)
        say(f"      {text}")


PINS = {
    "player1": 17, "player2": 27, "player3": 22, "player4": 5, "player5": 6, "player6": 19,
    "left": 26, "choose": 20, "right": 21,
}  # fmt: skip
