"""A supervisor as systemd is one to a Type=notify service: a real NOTIFY_SOCKET, watched while the command runs."""

from __future__ import annotations

import configparser
import contextlib
import os
import shlex
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
UNIT = ROOT / "systemd" / "vigie.service"
PACKAGE = {"strace": "strace", "systemd-analyze": "systemd", "unshare": "util-linux"}


def wants(tool: str) -> None:
    """Some things only systemd's own tools and strace can tell. Where they are missing (not every laptop has them) the
    test is left out; CI must have them."""
    if shutil.which(tool) is None:
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say(f"{tool} is not installed (on Debian: sudo apt install {PACKAGE[tool]})")


def settings(unit: Path = UNIT) -> list[tuple[str, str, str]]:
    """Each line of a unit: section, key, value. A key may stand many times."""
    found, section = [], ""
    for line in unit.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.append((section, key, value))
    return found


def value(key: str, unit: Path = UNIT) -> str:
    values = [value for _, name, value in settings(unit) if name == key]
    if len(values) != 1:
        raise configparser.Error(f"{key} stands {len(values)} times in {unit.name}")
    return values[0]


def command() -> list[str]:
    return shlex.split(value("ExecStart"))


class Supervised:
    """The service's command under our eyes: what it tells, how it ends."""

    def __init__(self, process: subprocess.Popen[str], ear: socket.socket, log: Path) -> None:
        self.process = process
        self._log = log
        self.told: list[str] = []
        self._ear = ear

    def wait_for(self, message: str, seconds: float, times: int = 1) -> bool:
        """Until it has told this so many times since the start, or ended, or the time is over."""
        return self._listen(lambda: self.told.count(message) >= times, seconds)

    def log(self) -> str:
        """What it has written so far."""
        return self._log.read_text(encoding="utf-8")

    def stop(self, seconds: float) -> int:
        self.process.terminate()
        self._listen(lambda: False, seconds)
        return self.process.wait(timeout=seconds)

    def _listen(self, enough: Callable[[], bool], seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not enough() and time.monotonic() < until:
            self._ear.settimeout(0.2)
            try:
                self.told += self._ear.recv(4096).decode().splitlines()
            except TimeoutError:
                if self.process.poll() is not None:
                    break
        return enough()


@contextlib.contextmanager
def supervised(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, watchdog_s: float, seen_as: str | None = None
) -> Iterator[Supervised]:
    """Runs the command with a socket in `folder`; `seen_as` is the folder's name inside a chroot."""
    address = folder / "notify"
    address.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear, (folder / "log").open("w+") as log:
        ear.bind(str(address))
        address.chmod(0o666)
        told = {"NOTIFY_SOCKET": f"{seen_as or folder}/notify", "WATCHDOG_USEC": str(round(watchdog_s * 1e6))}
        process = subprocess.Popen(
            command,
            env={**environment, **told},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            text=True,
        )
        try:
            yield Supervised(process, ear, folder / "log")
        finally:
            process.kill()
            process.wait()


def environment_of_the_unit() -> dict[str, str]:
    """The unit's Environment= lines, for a machine without screen and sound."""
    words = [word for _, key, value in settings() if key == "Environment" for word in value.split()]
    told = dict(word.split("=", 1) for word in words)
    return told | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PATH": os.environ["PATH"]}


def internet_sockets(pid: int) -> list[str]:
    """The process's sockets that the kernel lists as TCP, UDP or raw ones: listening, connected or only made."""
    inodes = set()
    for one in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed meanwhile
            if (link := str(one.readlink())).startswith("socket:["):
                inodes.add(link[8:-1])
    found = []
    for kind in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        table = Path(f"/proc/{pid}/net/{kind}")
        rows = [line.split() for line in table.read_text().splitlines()[1:]] if table.exists() else []
        found += [f"{kind} {row[1]}" for row in rows if row[9] in inodes]
    return found


def no_new_code(python: str) -> list[str]:
    """Put before a command, it does what MemoryDenyWriteExecute= does: from then on no memory becomes code."""
    code = (
        "import ctypes, os, sys\n"
        "if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0): sys.exit('this kernel has no PR_SET_MDWE (6.3 or newer has)')\n"
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    return [python, "-c", code]
