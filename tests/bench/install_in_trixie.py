"""The installer for real, in a throw-away Debian Trixie: install, install again, run what the unit runs, boot it,
update it, protect the card, uninstall.

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

from app.install.installer import CMDLINE, CONFIG
from app.install.program import HOME, files, requirements
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
    "adduser",
)  # as Lite has them
BOOT_FILES = {
    CONFIG: "dtparam=audio=on\ncamera_auto_detect=1\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n",
    CMDLINE: "console=serial0,115200 console=tty1 root=PARTUUID=aa-02 rootfstype=ext4 rootwait loglevel=7\n",
}
EVENING = """
from dataclasses import replace
from pathlib import Path
from firmware.clock import RealClock
from firmware.books.history import Summary
from firmware.practice.house_dice import profile_of
from firmware.books.journal import Journal
from vision import mat, profile
games = Journal.open(Path("/var/lib/vigie/games"), RealClock())
games.begin(["vigie-game 1", "game series", "players Anne Jack", ""])
games.append("1. throw palm.red")
games.finish(Summary(game="series", players=("Anne", "Jack"), scores=(20, 13), winners=(0,), duration_s=4260,
                     luck=(0.4, -0.4), fastest_claim_s=(0.81, None)).as_dict())
games.begin(["vigie-game 1", "game series", "players Mary Edward", ""])
games.append("1. throw palm.red")
games.close()
replace(profile_of("corsair", mat.load()), name="corsairs").save(profile.path_of("corsairs"))
"""
BEGAN = time.monotonic()


def say(text: str) -> None:
    print(f"{time.monotonic() - BEGAN:6.0f} s  {text}", flush=True)


def check(right: bool, what: str) -> None:
    say(f"{'ok   ' if right else 'WRONG'} {what}")
    if not right:
        sys.exit(1)


def inside(root: Path, *words: str, quiet: bool = True) -> subprocess.CompletedProcess[str]:
    path = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    environment = {"PATH": path, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
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


def vigie(root: Path, *words: str, source: Path = ROOT) -> str:
    """./vigie as one runs it, from a checkout, on that root."""
    line = [str(source / "vigie"), *words, "--root", str(root)]
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
        for number in ("2", "3"):
            machine.run("sh", "-c", f"kill -KILL {machine.show('MainPID')}")
            again = machine.wait("NRestarts", number, 60) and machine.wait("ActiveState", "active", 120)
            check(again, f"killed: restarted and active again ({number} restarts)")
        told = machine.show("StatusText")
        check("afe mode" in told, f"after two failed starts, 'systemctl status' says: {told}")
        machine.run("systemctl", "stop", "vigie.service")
        check(machine.show("Result") == "success" and machine.show("ExecMainStatus") == "0", "stopped cleanly")
        owner = machine.run("stat", "-c", "%U %a", "/var/lib/vigie")
        check(owner == "vigie 750", f"/var/lib/vigie belongs to {owner}")
        machine.run("systemctl", "start", "vigie.service")
        check(machine.wait("ActiveState", "active", 120), "started by hand")
        machine.run("setpriv", "--reuid=vigie", "--regid=vigie", "--clear-groups", "touch", "/run/vigie/off")
        check(machine.gone(60), "asked by the table's user, the machine switches itself off")


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


def evening(root: Path) -> None:
    """A finished game, one that is not, and taught dice: written by the program itself, as its user."""
    own = ("env", "VIGIE_DATA=/var/lib/vigie", f"{HOME}/current/venv/bin/python", "-P", "-c", EVENING)
    done = inside(root, "setpriv", "--reuid=vigie", "--regid=vigie", "--clear-groups", *own)
    check(done.returncode == 0, f"an evening is played and dice are taught {done.stderr[-300:]}")


def kept(root: Path) -> dict[str, str]:
    """What a player misses if it is gone, asked through the table's own command, and the files themselves."""
    said = {name: inside(root, "vigie", *name.split()).stdout for name in ("history list", "history show 1")}
    dice = [line for line in inside(root, "vigie", "doctor").stdout.splitlines() if "taught dice" in line]
    files = sorted(one for one in (root / "var/lib/vigie").rglob("*") if one.is_file() and one.name != "starts.json")
    return said | {"dice": "\n".join(dice)} | {str(one.relative_to(root)): str(one.read_bytes()) for one in files}


def newer(folder: Path) -> Path:
    """The next version of the program: this checkout, with another number."""
    for file in files(ROOT):
        to = folder / file.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, to)
    shutil.copy2(ROOT / "vigie", folder / "vigie")
    project = folder / "pyproject.toml"
    project.write_text(project.read_text().replace('version = "', 'version = "99.'))
    return folder


def installs(root: Path) -> None:
    first = vigie(root, "install")
    check("python3-picamera2 cannot be had here" in first, "what only Raspberry Pi OS has is named")
    kmsdrm(root)
    verified = inside(root, "systemd-analyze", "verify", "--man=no", "/etc/systemd/system/vigie.service")
    clean = verified.returncode == 0 and not verified.stderr
    check(clean, f"systemd-analyze verify there: {verified.stderr or 'clean'}")
    installed = picture(root)
    second = vigie(root, "install")
    check("is there already" in second and "fetched" not in second, "the second run finds everything in place")
    check(picture(root) == installed, "and changes nothing")


def updates(root: Path) -> None:
    evening(root)
    before = kept(root)
    check("Anne 20, Jack 13" in before["history list"] and "corsairs" in before["dice"], "they are there")
    old = (root / "opt/vigie/current").readlink()
    with tempfile.TemporaryDirectory(prefix="vigie-newer-") as folder:
        vigie(root, "install", source=newer(Path(folder)))
    check((root / "opt/vigie/current").readlink() != old, "the link has turned to the new version")
    check(not (root / "opt/vigie" / old).exists(), "the old one is gone")
    check(kept(root) == before, f"history, the game in progress and taught dice as before ({len(before)} things)")


def protects(root: Path) -> None:
    """--read-only, and a boot with the root laid over as overlayroot lays it: only games come through."""
    vigie(root, "install", "--read-only")
    words = (root / CMDLINE.lstrip("/")).read_text().split()
    check("overlayroot=tmpfs:recurse=0" in words, "the root is laid over from the next start on")
    before = kept(root)
    with booted(root, laid_over=True) as machine:
        check(machine.wait("ActiveState", "active", 120), "booted over a read-only root: vigie.service is active")
        check(machine.show("ActiveState", "vigie-games.service") == "active", "vigie-games.service is active")
        machine.run("sh", "-c", "echo lost > /etc/lost; echo kept > /var/lib/vigie/kept")
        check("read-only" in machine.run("sh", "-c", "vigie install --root / 2>&1"), "an update there says why not")
    check(not (root / "etc/lost").exists(), "what was written elsewhere is gone with the power")
    check((root / "var/lib/vigie/kept").read_text() == "kept\n", "what was written to the games is on the card")
    (root / "var/lib/vigie/kept").unlink()
    check(kept(root) == before, "and the games are as they were")
    opened = (root / CMDLINE.lstrip("/")).read_text().split()
    check("overlayroot=tmpfs:recurse=0" not in opened, "the update opened the root for the next start")
    vigie(root, "install")


def removes(root: Path, before: dict[str, str]) -> None:
    games = {name: text for name, text in kept(root).items() if name.startswith("var/")}
    said = inside(root, "vigie", "uninstall")  # the installed command takes itself away
    print(said.stdout + said.stderr)
    check(said.returncode == 0, "vigie uninstall ended well")
    after = picture(root)
    for what in before:
        gone = sorted(set(before[what].splitlines()) ^ set(after[what].splitlines()))
        check(not gone, f"{what} as before {gone[:8]}")
    check(all((root / name).is_file() for name in games), f"the games are still there: {len(games)} files")
    left = [name for name in ("opt/vigie", "var/cache/vigie", "usr/local/bin/vigie") if (root / name).exists()]
    check(not left, f"nothing else is {left}")
    vigie(root, "uninstall")


def whole_story(root: Path, before: dict[str, str]) -> None:
    installs(root)
    serve(root)
    boots(root)
    updates(root)
    serve(root)
    protects(root)
    removes(root, before)


if __name__ == "__main__":
    main()
