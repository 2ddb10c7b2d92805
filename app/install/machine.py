"""The machine the installer works on: this one, or a folder that holds another's root. Every change goes through
here, so that a dry run can tell instead of do, and a test can look at what would have happened."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.say import Message, Trouble

Heard = Callable[[str], None]  # is told each line a command prints
Runner = Callable[[list[str], Heard], int]  # runs a command, gives its exit code

EVERY_S = 10.0  # how often a long command is seen to move where there is no terminal


def execute(command: list[str], hear: Heard) -> int:
    """Runs a command for real. One that is not there is 127, as in a shell."""
    # Where this machine's pip looks is nothing to another system in a folder.
    own = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    environment = own | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    try:
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=environment,
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                hear(line.rstrip())
    except FileNotFoundError:
        hear(f"{command[0]}: there is no such command")
        return 127
    return process.returncode


class Moving:
    """Shows that a long command moves: the line it is at, written over the last one; without a terminal one now and
    then."""

    def __init__(self) -> None:
        self._shown = time.monotonic()

    def __call__(self, line: str) -> None:
        if not line:
            return
        if sys.stderr.isatty():
            print(f"\r\033[K      {line[:90]}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._shown > EVERY_S:
            self._shown = time.monotonic()
            print(f"      ... {line[:90]}", file=sys.stderr, flush=True)

    def done(self) -> None:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


@dataclass(slots=True)
class Machine:
    root: Path = Path("/")
    dry: bool = False
    runner: Runner = execute
    remarks: list[str] = field(default_factory=list)  # told again at the end

    @property
    def booted(self) -> bool:
        """Is systemd in charge, or is this a root in a folder that nobody has started?"""
        return self.path("/run/systemd/system").is_dir()

    def path(self, absolute: str) -> Path:
        return self.root / absolute.lstrip("/")

    def tell(self, text: str) -> None:
        print(f"      {text}", flush=True)

    def remark(self, text: str) -> None:
        self.tell(f"note: {text}")
        self.remarks.append(text)

    def ask(self, *command: str) -> str | None:
        """What a command that changes nothing answers; None if it fails."""
        lines: list[str] = []
        code = self.runner(self._here(command), lines.append)
        return None if code else "\n".join(lines)

    def run(self, *command: str) -> None:
        if self.dry:
            self.tell(f"would run: {' '.join(command)}")
            return
        moving, lines = Moving(), [""]

        def hear(line: str) -> None:
            lines.append(line)
            moving(line)

        code = self.runner(self._here(command), hear)
        moving.done()
        if code:
            spoken = [line for line in lines if line]
            errors = [line for line in spoken if line.startswith(("E:", "ERROR"))]
            said = " ".join((errors or spoken)[-2:]) or str(code)
            raise Trouble(Message("'{command}' failed: {said}", command=" ".join(command)[:120], said=said))

    def _here(self, command: tuple[str, ...]) -> list[str]:
        return [*command] if self.root == Path("/") else ["chroot", str(self.root), *command]

    def read(self, absolute: str) -> str:
        """The file's text; nothing where there is none."""
        try:
            return self.path(absolute).read_text(encoding="utf-8", errors="surrogateescape")
        except (FileNotFoundError, NotADirectoryError):
            return ""

    def write(self, absolute: str, text: str, mode: int = 0o644) -> bool:
        """Writes the file whole or not at all, whenever the power goes; says whether there was anything to change."""
        before = self.read(absolute)
        if before == text and self.path(absolute).exists():
            return False
        if self.dry:
            self.tell(f"would write {absolute}:")
            for line in text.splitlines():
                if line not in before.splitlines():
                    self.tell(f"  + {line}")
            return True
        file = self.path(absolute)
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(file.name + ".vigie-new")
        with new.open("w", encoding="utf-8", errors="surrogateescape") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        with contextlib.suppress(PermissionError):  # a boot partition knows no modes
            new.chmod(mode)
        new.replace(file)
        self.tell(f"{absolute} written")
        return True

    def link(self, absolute: str, target: str) -> None:
        """Turns a link to another target in one instant."""
        if self.dry:
            self.tell(f"would point {absolute} to {target}")
            return
        new = self.path(absolute + ".vigie-new")
        new.unlink(missing_ok=True)
        new.symlink_to(target)
        os.sync()  # what it points to must be on the disk before it does
        new.replace(self.path(absolute))

    def remove(self, absolute: str) -> None:
        place = self.path(absolute)
        if not (place.exists() or place.is_symlink()):
            return
        if self.dry:
            self.tell(f"would remove {absolute}")
            return
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        else:
            place.unlink()
        self.tell(f"{absolute} removed")


LEDGER = "/opt/vigie/installed.json"


@dataclass(slots=True)
class Ledger:
    """What installing changed that was not ours, so that uninstalling puts it back. Each thing is written down
    before it is changed, and what an earlier run wrote down stays."""

    machine: Machine
    noted: dict[str, Any]

    @classmethod
    def of(cls, machine: Machine) -> Ledger:
        try:
            noted = json.loads(machine.read(LEDGER) or "{}")
        except ValueError:
            machine.remark(f"{LEDGER} cannot be read; what earlier runs changed is not known any more.")
            noted = {}
        return cls(machine, noted if isinstance(noted, dict) else {})

    def list(self, key: str) -> list[str]:
        return [str(one) for one in self.noted.get(key, [])]

    def add(self, key: str, *values: str) -> None:
        self._note(key, sorted({*self.list(key), *values}))

    def before(self, key: str, found: dict[str, str]) -> None:
        """What stood somewhere before the first change; a later run does not overwrite it."""
        self._note(key, found | self.noted.get(key, {}))

    def words(self, key: str) -> dict[str, str]:
        return dict(self.noted.get(key, {}))

    def _note(self, key: str, value: Any) -> None:
        if self.noted.get(key) == value or self.machine.dry:
            return
        self.noted[key] = value
        file = self.machine.path(LEDGER)
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        with new.open("w", encoding="utf-8") as opened:
            json.dump(self.noted, opened, indent=1)
            opened.flush()
            os.fsync(opened.fileno())
        new.replace(file)
