"""The installer for real, in a throw-away Debian Trixie: install, install again, run what the unit runs, uninstall.

    sudo .venv/bin/python -m tests.bench.install_in_trixie [--base DIR] [--keep]

Takes ten minutes or so and a gigabyte and a half: a root made by debootstrap, with the boot files of a Pi in it,
apt and pip against the real archives. Without a Pi it cannot show a picture: the service's command runs with the
dummy video driver, as its own user, under a real NOTIFY_SOCKET. It ends with 1 at the first thing that is not as it
should be.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from app.install import CMDLINE, CONFIG
from app.install_program import HOME, requirements
from tests.bench.booted import booted
from tests.systemd.supervised import ROOT, command, environment_of_the_unit, internet_sockets, no_new_code, supervised

SEEDED = (
    "systemd",
    "systemd-sysv",
    "dbus",
    "udev",
    "sudo",
    "iproute2",
    "python3",
    "util-linux",
    "passwd",
)  # as Lite has them
BOOT_FILES = {
    CONFIG: "dtparam=audio=on\ncamera_auto_detect=1\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n",
    CMDLINE: "console=serial0,115200 console=tty1 root=PARTUUID=aa-02 rootfstype=ext4 rootwait loglevel=7\n",
}
BEGAN = time.monotonic()


def say(text: str) -> None:
    print(f"{time.monotonic() - BEGAN:6.0f} s  {text}", flush=True)


def check(right: bool, what: str) -> None:
    say(f"{'ok   ' if right else 'WRONG'} {what}")
    if not right:
        sys.exit(1)


def inside(root: Path, *words: str, quiet: bool = True) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    return subprocess.run(["chroot", str(root), *words], env=environment, text=True, check=False, capture_output=quiet)


@contextlib.contextmanager
def system(root: Path) -> Iterator[None]:
    """With what a running system has and a folder does not."""
    for kind, place in (("proc", "proc"), ("sysfs", "sys"), ("tmpfs", "run"), ("devpts", "dev/pts")):
        (root / place).mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", kind, kind, str(root / place)], check=True)
    try:
        yield
    finally:
        for place in ("dev/pts", "run", "sys", "proc"):
            subprocess.run(["umount", "-l", str(root / place)], check=False)


def make(root: Path, base: Path | None) -> None:
    if base is None:
        say("debootstrap trixie ...")
        done = subprocess.run(["debootstrap", "--variant=minbase", "trixie", str(root)], capture_output=True, text=True)
        check(done.returncode == 0, f"debootstrap {done.stdout.splitlines()[-1:]}")
    else:
        subprocess.run(["cp", "-a", f"{base}/.", str(root)], check=True)
    for file, text in BOOT_FILES.items():
        place = root / file.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    say("what Raspberry Pi OS Lite has anyway ...")
    inside(root, "apt-get", "update", "-q")
    done = inside(root, "apt-get", "install", "-y", "-q", "--no-install-recommends", *SEEDED)
    check(done.returncode == 0, f"the base system: {' '.join(SEEDED)}")


def wheels(root: Path) -> None:
    """pip in the root finds what this machine's pip can fetch: its settings are not the root's."""
    to = root / "srv" / "wheels"
    to.mkdir(parents=True)
    names = [text for name, text in requirements(ROOT).items() if name.startswith("font-") or name == "gpiozero"]
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(to), *names], check=True)
    (root / "etc" / "pip.conf").write_text("[global]\nno-index = true\nfind-links = /srv/wheels\n")


def vigie(root: Path, *words: str) -> str:
    """./vigie as one runs it, from this checkout, on that root."""
    line = [str(ROOT / "vigie"), *words, "--root", str(root)]
    say(f"$ sudo ./vigie {' '.join(words)} --root ...")
    own = {
        key: text for key, text in os.environ.items() if not key.startswith("PIP_")
    }  # the root has settings of its own
    with subprocess.Popen(line, env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        lines = [text.rstrip() for text in process.stdout if print(f"          {text.rstrip()}", flush=True) is None]
    check(process.returncode == 0, f"vigie {' '.join(words)} ended well")
    return "\n".join(lines)


def picture(root: Path) -> dict[str, str]:
    """What the system is, to be compared: packages, users, groups, enabled units, files outside the games."""
    found = {
        "packages": inside(root, "dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n").stdout,
        "users": inside(root, "getent", "passwd").stdout,
        # Debian's packages leave the groups they made: rdma is one of libopencv's family.
        "groups": "\n".join(one for one in inside(root, "getent", "group").stdout.split() if "rdma:" not in one),
        "config": (root / CONFIG.lstrip("/")).read_text(),
        "cmdline": " ".join((root / CMDLINE.lstrip("/")).read_text().split()),
        "units": inside(root, "systemctl", "list-unit-files", "--state=enabled", "--no-legend").stdout,
    }
    for place in ("etc/systemd", "usr/local", "opt"):
        found[place] = "\n".join(sorted(str(one.relative_to(root)) for one in (root / place).rglob("*")))
    return found


def serve(root: Path) -> None:
    """The unit's command, as the unit's user, in its folders, with the dummy drivers in place of screen and sound."""
    run = root / "run" / "vigie"
    run.mkdir()
    inside(root, "chown", "vigie:vigie", "/run/vigie")
    told = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    unit = environment_of_the_unit()
    filled = {
        key: text.replace("%S", "/var/lib").replace("%C", "/run").replace("%t", "/run") for key, text in unit.items()
    }
    line = ["chroot", "--userspec=vigie:vigie", str(root), *no_new_code("/usr/bin/python3"), *command()]
    with supervised(line, filled | told, run, watchdog_s=3.0, seen_as="/run/vigie") as service:
        ready = service.wait_for("READY=1", 180)
        log = (run / "log").read_text()
        say(f"it says: {log.strip()}")
        check(ready, "READY=1")
        check(service.wait_for("WATCHDOG=1", 60, times=4), "four WATCHDOG=1")
        pid = service.process.pid
        status = Path(f"/proc/{pid}/status").read_text()
        names = " ".join(line for line in status.splitlines() if line.startswith("Uid"))
        check(Path(f"/proc/{pid}").stat().st_uid != 0, f"it runs as its own user ({names})")
        check(internet_sockets(pid) == [], "no internet socket")
        code = service.stop(30)
        check("STOPPING=1" in service.told, "STOPPING=1 on SIGTERM")
        check(code == 0, f"a clean end (exit code {code})")
    shutil.rmtree(run)


def boots(root: Path) -> None:
    """The unit itself, with all its walls, under the root's own systemd."""
    with booted(root) as machine:
        active = machine.wait("ActiveState", "active", 120)
        say(machine.run("journalctl", "-u", "vigie", "-o", "cat", "--no-pager", "-n", "20"))
        check(active, "booted: vigie.service is active, so READY was told")
        walls = {name: machine.show(name) for name in ("PrivateUsers", "MemoryDenyWriteExecute", "NRestarts", "User")}
        check(
            walls == {"PrivateUsers": "yes", "MemoryDenyWriteExecute": "yes", "NRestarts": "0", "User": "vigie"},
            f"{walls}",
        )
        score = machine.run("systemd-analyze", "security", "--no-pager", "vigie.service").splitlines()[-1]
        check("SAFE" in score or "OK" in score, f"by that systemd, running: {score}")
        check(machine.run("ss", "-Hltnu") == "", "nothing listens on the network")
        fed = machine.show("WatchdogTimestampMonotonic")
        time.sleep(10)
        check(machine.show("WatchdogTimestampMonotonic") > fed, "the watchdog is fed")
        pid = machine.show("MainPID")
        machine.run("sh", "-c", f"kill -STOP {pid}")  # the shell's own: a small system has no other
        check(machine.wait("NRestarts", "1", 60), "stood still for the watchdog: restarted")
        check(machine.wait("ActiveState", "active", 120), "and active again")
        machine.run("systemctl", "stop", "vigie.service")
        check(machine.show("Result") == "success" and machine.show("ExecMainStatus") == "0", "stopped cleanly")
        owner = machine.run("stat", "-c", "%U %a", "/var/lib/vigie")
        check(owner == "vigie 750", f"/var/lib/vigie belongs to {owner}")


def kmsdrm(root: Path) -> None:
    """The picture needs the system's SDL with KMSDRM: the venv must see that pygame and no other."""
    code = (
        "import pygame, cv2, numpy, sys; print(pygame.__file__, pygame.version.ver, cv2.__version__, numpy.__version__)"
    )
    said = inside(root, f"{HOME}/current/venv/bin/python", "-c", code).stdout.strip().splitlines()[-1]
    check(said.startswith("/usr/lib/python3/dist-packages/pygame"), f"the system's own: {said}")
    library = next((root / "usr/lib").glob("*/libSDL2-2.0.so.0")).resolve()
    check(b"KMSDRM" in library.read_bytes(), f"{library.name} has KMSDRM")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, help="a root debootstrap made before, to save the time")
    parser.add_argument("--keep", action="store_true", help="leave the root where it is")
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("install_in_trixie: debootstrap, chroot and mount need root.")
    root = Path(tempfile.mkdtemp(prefix="vigie-trixie-"))
    root.chmod(0o755)
    try:
        make(root, arguments.base)
        wheels(root)
        with system(root):
            before = picture(root)
            whole_story(root, before)
    finally:
        if arguments.keep:
            say(f"the root is still in {root}")
        else:
            subprocess.run(["rm", "-rf", "--one-file-system", str(root)], check=False)
    say("all as it should be")


def whole_story(root: Path, before: dict[str, str]) -> None:
    first = vigie(root, "install")
    check("python3-picamera2 cannot be had here" in first, "what only Raspberry Pi OS has is named")
    kmsdrm(root)
    verified = inside(root, "systemd-analyze", "verify", "--man=no", "/etc/systemd/system/vigie.service")
    check(
        verified.returncode == 0 and not verified.stderr, f"systemd-analyze verify there: {verified.stderr or 'clean'}"
    )
    installed = picture(root)
    serve(root)
    boots(root)
    kept = root / "var/lib/vigie/games"
    check(kept.is_dir(), "games are in /var/lib/vigie")
    (kept / "mine.txt").write_text("a game")
    second = vigie(root, "install")
    check("is there already" in second and "fetched" not in second, "the second run finds everything in place")
    check(picture(root) == installed, "and changes nothing")
    check((kept / "mine.txt").exists(), "games stay through an update")
    serve(root)
    vigie(root, "uninstall")
    after = picture(root)
    for what in before:
        gone = sorted(set(before[what].splitlines()) ^ set(after[what].splitlines()))
        check(not gone, f"{what} as before {gone[:8]}")
    check((kept / "mine.txt").exists(), "the games are still there")
    left = [name for name in ("opt/vigie", "var/cache/vigie", "usr/local/bin/vigie") if (root / name).exists()]
    check(not left, f"nothing else is {left}")
    vigie(root, "uninstall")


if __name__ == "__main__":
    main()
