"""What every check has at hand: the cards, the machine, the mat, and what it found."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.books.pages import read_pages
from firmware.practice.virtual import VirtualMat
from tests.virtual_pi.image import card, clone, layer
from tests.virtual_pi.kept import Shown, played
from tests.virtual_pi.machine import SIZE, Machine, Patience, key
from tests.virtual_pi.mat import Mat
from tests.virtual_pi.pieces import Cache, Wrong, run, say
from tests.virtual_pi.wheels import PROJECT
from ui.words.language import LANGUAGES

GAMES = "/var/lib/vigie"
LINES = "/sys/devices/platform/gpio-sim.*/gpiochip*"
LONG = 900.0  # seconds of work: one that is emulated takes that long to start
PATIENT_S = 30.0  # of work: so long a page may take to be drawn
LIKE = 0.85  # the ship sails and the lamps of the chart flicker: not all of it is the same at all times
MAIN = "$(systemctl show -p MainPID --value vigie)"
# Where the bench is no Pi: how long things may take when all is emulated, and, on a PC's processor, the Pi's number.
SLOW = "[Service]\nTimeoutStartSec=3600s\nWatchdogSec=1200s\n"
NUMBER = "[Service]\nBindReadOnlyPaths=-/run/cpuinfo:/proc/cpuinfo\n"


@dataclass(slots=True)
class Bench:
    cache: Cache
    out: Path
    thorough: bool = False  # more cold boots, more cuts
    machine: Machine = field(init=False)
    mat: Mat = field(init=False)
    said: list[str] = field(default_factory=list)
    written: Path | None = None  # the log of what is written to the card, since it was switched on
    shows: list[Shown] = field(default_factory=list)  # what was seen on the screen, and when by that log

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

    def boot(self, *, plugged: bool = True, fresh: bool = True, log: Path | None = None, **how: object) -> float:
        """Power on, on a new layer over the installed card or on the layer as it is; seconds until the unit is
        active."""
        self.machine.stop()
        self.mat.camera.unplug()
        if fresh:
            if not self.installed.exists():
                raise Wrong("nothing is installed yet: run the check 'install' first")
            self.machine.disk = layer(self.installed, self.out / "now.qcow2")
        self.written = log
        self.machine.start(log=log, **how)  # type: ignore[arg-type]
        if plugged:
            self.mat.camera.plug()
        self.machine.up(LONG)
        return self.machine.until("systemctl is-active vigie | grep -x active", "active", LONG)

    def ready(self, log: Path | None = None) -> None:
        """A table that runs, with its camera: the one that runs already, or one as it was frozen at the title."""
        if self.machine.runs:
            return
        frozen, state = self.frozen
        if not state.exists():
            self.boot(log=log)
            return
        self.machine.disk = layer(frozen, self.out / "now.qcow2")
        self.written = log
        self.machine.start(log=log, state=state)
        self.mat.camera.plug()
        self.machine.up(LONG)

    @property
    def frozen(self) -> tuple[Path, Path]:
        """The card and the memory of a table that shows its title."""
        return self.out / "title.qcow2", self.out / "title.state"

    def freeze(self) -> None:
        """So that the checks to come need not start it anew: on an emulated machine that takes most of the time."""
        frozen, state = self.frozen
        self.mat.camera.unplug()
        self.machine.until("ls /dev/video* 2>&1", "No such file", LONG)
        self.machine.freeze(state)
        shutil.copyfile(self.machine.disk, frozen)

    def again(self) -> None:
        """The service begins anew, as after a fault."""
        self.machine.ask("systemctl restart vigie", LONG)
        self.machine.until("systemctl is-active vigie | grep -x active", "active", LONG)

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
        return alike(self.picture(name), self.drawn(drawn, lang))

    def title(self, name: str, lang: str = "en") -> None:
        """Waits for it. From any page Escape leads back to it, and where nobody has come for a while, robots play
        before it."""
        asked = self.machine.worked()

        def there() -> bool:
            nonlocal asked
            image = self.picture(name)
            found = {code: alike(image, self.drawn("start-title", code)) for code in LANGUAGES}
            if found[lang] > LIKE and found[lang] == max(found.values()):  # in no other language either
                return True
            if self.machine.worked() - asked > PATIENT_S:
                self.machine.key("esc")
                asked = self.machine.worked()
            return False

        self.wait(there, LONG, "the title on the screen")

    def page(self, name: str, drawn: str) -> None:
        """Waits for a page as `vigie shots` draws it."""
        self.wait(lambda: self.like(name, drawn) > LIKE, LONG, f"{drawn} on the screen")

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
        """The lines of the game that is being played, as they are on disk."""
        return list(read_pages(self.machine.ask(f"cat {GAMES}/games/current.journal 2>/dev/null; echo").encode()).lines)

    def sums(self) -> str:
        """What is kept, to the byte."""
        return self.machine.ask(f"cd {GAMES}; find . -type f ! -name starts.json | sort | xargs sha256sum")

    def lamps(self, seconds: float = 1.0) -> dict[str, float]:
        said = self.machine.must(f"python3 /srv/bench/pins.py lamps {seconds}")
        return {str(name): float(lit) for name, lit in json.loads(said.splitlines()[-1]).items()}

    # -- doing -----------------------------------------------------------------------------------------------------

    def press(self, *buttons: str, held: float = 0.1, pause: float = 1.2) -> None:
        """Fingers on the lines of the header, one after the other, each as long after the last as people take on a
        machine that is slow."""
        down = f"echo pull-down > $L/sim_gpio$p/pull; sleep {held}; echo pull-up > $L/sim_gpio$p/pull; sleep {pause}"
        pins = " ".join(str(PINS[button]) for button in buttons)
        self.machine.must(f"L=$(echo {LINES}); for p in {pins}; do {down}; done")

    def hold(self, button: str) -> None:
        self.press(button, held=8.0)  # a page of its own is drawn meanwhile, which takes seconds here

    @property
    def laid(self) -> VirtualMat:
        return self.mat.laid

    def shown(self, before: Sequence[str], what: str) -> None:
        """Waits until the journal has another line of the game, and until a picture has come after it."""
        began, known = time.monotonic(), played(before)
        lines: list[str] = []

        def other() -> bool:
            lines[:] = self.journal()
            return bool(lines) and played(lines) != known

        self.wait(other, LONG, f"'{what}' in the journal")
        look = self.look()
        for _ in range(2):  # the first may have been painted before it
            self._other_picture(look, 4.0)
            look = self.look()
        position = self.written.stat().st_size if self.written is not None else 0
        self.shows.append(Shown(position, what, played(lines)))
        say(f"      {what}: {lines[-1]} ({time.monotonic() - began:.0f} s)")

    def keep_shows(self) -> None:
        """For the check that puts the card together again, also in another run."""
        frozen, state = self.frozen
        told = [(one.position, one.what, one.lines) for one in self.shows]
        known = {"below": str(frozen if state.exists() else self.installed), "shown": told}
        (self.out / "shows.json").write_text(json.dumps(known), encoding="utf-8")

    def look(self) -> bytes:
        """What the screen shows at this moment."""
        raw = self.out / "look.ppm"
        self.machine.qmp("screendump", filename=str(raw))
        return raw.read_bytes()

    def _other_picture(self, before: bytes, seconds: float) -> None:
        """A still screen shows the same picture for ever: whoever waited so long has seen what there is."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.look() == before:
            time.sleep(0.05)

    def wait(self, true: Callable[[], bool], seconds: float, what: str) -> float:
        began, patience = time.monotonic(), Patience(self.machine, seconds)
        while not true():
            if patience.over:
                raise Wrong(f"{what}: not within {seconds:.0f} s")
            time.sleep(0.3)
        return time.monotonic() - began

    def note(self, text: str) -> None:
        self.said.append(text)
        say(f"      {text}")


def alike(image: NDArray[Any], wanted: NDArray[Any]) -> float:
    if image.shape != wanted.shape:
        return 0.0
    return float((np.abs(image.astype(int) - wanted).max(axis=2) < 40).mean())


PINS = {
    "player1": 17, "player2": 27, "player3": 22, "player4": 5, "player5": 6, "player6": 19,
    "left": 26, "choose": 20, "right": 21,
}  # fmt: skip
