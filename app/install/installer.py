"""vigie install and uninstall: a Raspberry Pi becomes a table, and a plain Pi again.

Runs on the system's own Python before anything else is there: standard library only."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path

from app.install import boot
from app.install.checks import examine, laid_over
from app.install.machine import LEDGER, Ledger, Machine
from app.install.program import HOME, SYSTEM, install_program
from rules.say import Message, Trouble

EXAMPLES = """examples:
  sudo ./vigie install                 make this Pi a table; again after an update: games and dice stay
  ./vigie install --dry-run            tell what would be done, and do nothing
  sudo ./vigie install --read-only     and protect the card: the power may go at any time
  sudo ./vigie uninstall               take it all away but the games (/var/lib/vigie)
"""

GAMES = "/var/lib/vigie"
COMMAND = "/usr/local/bin/vigie"
UNITS = "/etc/systemd/system"
CONFIG, CMDLINE = "/boot/firmware/config.txt", "/boot/firmware/cmdline.txt"
NO_CLOUD = "/etc/cloud/cloud-init.disabled"
GETTY = "getty@tty1.service"
OURS = ("vigie.service", "vigie-off.path", "vigie-stick.path", "vigie-stick.service")
RULES = "/etc/udev/rules.d/60-vigie.rules"
# As Raspberry Pi OS has it. A plain Debian leaves these devices to root alone.
RULE = """# Vigie: buttons and lamps, and the cameras' memory, for those who are in the groups.
SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"
SUBSYSTEM=="dma_heap", GROUP="video", MODE="0660"
"""
# What to do where a package cannot be had.
INSTEAD = {
    "python3-lgpio": "PyPI has no wheel of it for this Python either: sudo apt install gcc swig python3-dev, then "
    f"sudo PYPI=1 {HOME}/current/venv/bin/python -m pip install lgpio",
}
STATIC = {"vigie-stick.service"}  # started by its path alone
AFTER = "Restart once (sudo reboot): the Pi then boots into the game."
AS_IMAGE = "It starts into the game."
LABEL = "vigie"  # a partition of this name is where the games are kept under a read-only root

PACKAGES = (
    *(package for package, _ in SYSTEM.values()),
    "python3-venv",
    "python3-picamera2",
    "python3-lgpio",
    # What SDL loads to draw on a screen without a desktop.
    "libegl1",
    "libgles2",
    "libgbm1",
    "libgl1-mesa-dri",
)
# What a table does not need at its start, or does not need at all; turned off only where it is on.
SLOW = (
    "NetworkManager-wait-online.service",
    "systemd-networkd-wait-online.service",
    "ModemManager.service",
    "apt-daily.timer",
    "apt-daily-upgrade.timer",
    "man-db.timer",
)

WRAPPER = f"""#!/bin/sh
# The table's own Vigie, by hand: the same games, dice and settings as on the screen.
case "${{1:-}}" in -h | --help | help | "") exec {HOME}/current/venv/bin/python -P -m app.cli "$@" ;; esac
if [ "$(id -u)" != 0 ]; then exec sudo "$0" "$@"; fi
export VIGIE_DATA={GAMES} LG_WD=/run
{HOME}/current/venv/bin/python -P -m app.cli "$@"
code=$?
if id vigie >/dev/null 2>&1; then chown -R vigie:vigie {GAMES}; fi
exit $code
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="tell what would be done, and do nothing")
    parser.add_argument("--root", type=Path, default=Path("/"), metavar="DIR", help="work on the system in this folder")
    if parser.prog.endswith(" install"):
        parser.add_argument(
            "--read-only", action="store_true", help="write to the card for the games only (see systemd/README.md)"
        )


def run(arguments: argparse.Namespace) -> int:
    machine = Machine(arguments.root.resolve(), arguments.dry_run)
    if not machine.dry and os.geteuid() != 0:
        raise Trouble(Message("this changes the system: run it as root, with sudo."))
    if not machine.path("/etc").is_dir():
        raise Trouble(Message("there is no system in {folder}.", folder=str(arguments.root)))
    source = Path(__file__).resolve().parents[2]
    if arguments.command == "uninstall":
        uninstall(machine)
    elif not (source / "systemd" / "vigie.service").is_file():
        raise Trouble(
            Message("the installer comes with a checkout, not with the installed package: clone the project.")
        )
    else:
        install(machine, source, arguments.read_only)
    return 0


Step = tuple[str, Callable[[], None]]


def follow(machine: Machine, steps: list[Step], done: str) -> None:
    for number, (title, act) in enumerate(steps, start=1):
        print(f"[{number}/{len(steps)}] {title}", flush=True)
        act()
    print("Nothing was changed: this was a dry run." if machine.dry else done)
    for remark in machine.remarks:
        print(f"note: {remark}")


def install(machine: Machine, source: Path, read_only: bool) -> None:
    if laid_over(machine):
        _open_up(machine)
        return
    ledger = Ledger.of(machine)
    steps: list[Step] = [
        ("Looking at the machine", lambda: examine(machine)),
        ("System packages", lambda: packages(machine, ledger, PACKAGES)),
        ("The program", lambda: install_program(machine, source)),
        ("Its user and groups", lambda: user(machine, ledger, source)),
        ("Its command", lambda: _command(machine)),
        ("Shutdown button and quiet boot", lambda: boot_files(machine, ledger)),
        ("A quicker boot", lambda: quicker(machine, ledger)),
        ("Where the games are kept", lambda: read_only_root(machine, ledger, source, read_only)),
        ("The service", lambda: service(machine, ledger, source)),
    ]
    follow(machine, steps, f"Vigie is installed. {AFTER if machine.booted else AS_IMAGE}")


def _open_up(machine: Machine) -> None:
    """Under a read-only root nothing lasts: first it has to be opened."""
    line = machine.read(CMDLINE)
    if not set(boot.READ_ONLY) & set(line.split()):
        raise Trouble(
            Message(
                "this system is read-only (an overlay). Turn that off with raspi-config, restart, and run this again."
            )
        )
    machine.write(CMDLINE, boot.without_words(line, boot.READ_ONLY, {}))
    raise Trouble(
        Message(
            "this system is read-only, and a change would be gone with the next start. From the next start on it can "
            "be written: sudo reboot, then run this again (install --read-only protects it again)."
        )
    )


def packages(machine: Machine, ledger: Ledger, wanted: tuple[str, ...]) -> None:
    """Installs what is missing and can be had; says what cannot (some packages only Raspberry Pi OS has)."""
    missing = [package for package in wanted if not _installed(machine, package)]
    if not missing:
        machine.tell("all there")
        return
    machine.run("apt-get", "update", "-q")
    known = [package for package in missing if _known(machine, package)]
    for package in missing:
        if package not in known:
            instead = f" {INSTEAD[package]}." if package in INSTEAD else ""
            machine.remark(f"{package} cannot be had here (Raspberry Pi OS has it): Vigie goes on without it.{instead}")
    if known:
        ledger.add("packages", *known)
        machine.run("apt-get", "install", "-y", "-q", "--no-install-recommends", *known)
        machine.tell(f"{len(known)} packages: {' '.join(known)}")


def _installed(machine: Machine, package: str) -> bool:
    state = machine.ask("dpkg-query", "-W", "-f", "${db:Status-Status}", package)
    return state is not None and state.strip() == "installed"


def _known(machine: Machine, package: str) -> bool:
    policy = machine.ask("apt-cache", "policy", package) or ""
    return "Candidate:" in policy and "Candidate: (none)" not in policy


def user(machine: Machine, ledger: Ledger, source: Path) -> None:
    unit = (source / "systemd" / "vigie.service").read_text(encoding="utf-8")
    line = re.search(r"^SupplementaryGroups=(.*)$", unit, re.MULTILINE)
    missing = [group for group in (line[1].split() if line else []) if machine.ask("getent", "group", group) is None]
    for group in missing:
        ledger.add("groups", group)
        machine.run("groupadd", "--system", group)
    if missing:
        _devices(machine, ledger)
    if machine.ask("getent", "passwd", "vigie") is None:
        home = ("--home-dir", GAMES, "--no-create-home", "--shell", "/usr/sbin/nologin")
        machine.run("useradd", "--system", "--user-group", *home, "vigie")
    if not machine.path(GAMES).exists():
        machine.run("install", "-d", "-o", "vigie", "-g", "vigie", "-m", "0750", GAMES)


def _devices(machine: Machine, ledger: Ledger) -> None:
    """Gives devices that are there already to groups that have just been made, or they would wait for a restart."""
    ledger.add("files", RULES)
    machine.write(RULES, RULE)
    if machine.booted:
        machine.run("udevadm", "control", "--reload")
        machine.run("udevadm", "trigger", "--subsystem-match=gpio", "--subsystem-match=dma_heap", "--settle")


def _command(machine: Machine) -> None:
    if not machine.write(COMMAND, WRAPPER, 0o755):
        machine.tell("already there")


def boot_files(machine: Machine, ledger: Ledger) -> None:
    config, line = machine.read(CONFIG), machine.read(CMDLINE)
    if not config or not line:
        machine.remark(f"there is no {CONFIG} here: shutdown button and quiet boot are left out.")
        return
    if re.search(r"^\s*dtparam=i2c_arm=on", config, re.MULTILINE):
        machine.remark("I2C is on and takes GPIO3: the shutdown button needs it off (raspi-config).")
    ledger.before("cmdline", boot.found(line, boot.QUIET))
    button = machine.write(CONFIG, boot.with_block(config))
    quiet = machine.write(CMDLINE, boot.with_words(line, boot.QUIET))
    if not (button or quiet):
        machine.tell("already so")


def quicker(machine: Machine, ledger: Ledger) -> None:
    on = [unit for unit in SLOW if (machine.ask("systemctl", "is-enabled", unit) or "").strip() == "enabled"]
    if on:
        ledger.add("units", *on)
        machine.run("systemctl", "disable", *on)
    if machine.path("/etc/cloud").is_dir() and not machine.path(NO_CLOUD).exists():
        ledger.add("files", NO_CLOUD)
        machine.write(NO_CLOUD, "# Vigie: this Pi has been set up already, and starts sooner without cloud-init.\n")
    if not on:
        machine.tell("nothing in the way")


def read_only_root(machine: Machine, ledger: Ledger, source: Path, wanted: bool) -> None:
    """The root becomes a thing to read; the games go to a partition labelled vigie, or through to their folder."""
    line = machine.read(CMDLINE)
    if not wanted:
        if line:
            machine.write(CMDLINE, boot.without_words(line, boot.READ_ONLY, ledger.words("cmdline")))
        machine.tell(f"{GAMES}, on a root that can be written")
        return
    if not line:
        raise Trouble(Message("--read-only is for a Raspberry Pi: there is no {file} here.", file=CMDLINE))
    packages(machine, ledger, ("overlayroot",))
    if not machine.dry and not _installed(machine, "overlayroot"):
        raise Trouble(Message("--read-only needs the package overlayroot, and it cannot be had here."))
    partition = machine.ask("blkid", "-L", LABEL) is not None
    unit, other = ("var-lib-vigie.mount", "vigie-games.service")[:: 1 if partition else -1]
    if machine.path(f"{UNITS}/{other}").exists():
        machine.run("systemctl", "disable", other)
        machine.remove(f"{UNITS}/{other}")
    if partition and machine.ask("findmnt", GAMES) is None:
        _move_in(machine)
    machine.write(f"{UNITS}/{unit}", (source / "systemd" / unit).read_text(encoding="utf-8"))
    machine.run("systemctl", "enable", unit)
    ledger.before("cmdline", boot.found(line, boot.READ_ONLY))
    machine.write(CMDLINE, boot.with_words(line, boot.READ_ONLY))
    place = f"the partition labelled {LABEL}" if partition else f"{GAMES} on the card"
    machine.tell(f"read-only from the next start on; games are written to {place}")


def _move_in(machine: Machine) -> None:
    """What has been played so far goes along to the new disk; what is there already stays."""
    machine.run("mkdir", "-p", "/run/vigie-disk")
    machine.run("mount", "-L", LABEL, "/run/vigie-disk")
    machine.run("cp", "-a", "--update=none", f"{GAMES}/.", "/run/vigie-disk/")
    machine.run("umount", "/run/vigie-disk")


def service(machine: Machine, ledger: Ledger, source: Path) -> None:
    for unit in OURS:
        machine.write(f"{UNITS}/{unit}", (source / "systemd" / unit).read_text(encoding="utf-8"))
    if (machine.ask("systemctl", "is-enabled", GETTY) or "").strip() == "enabled":
        ledger.add("units", GETTY)
        machine.run("systemctl", "disable", GETTY)  # two that want tty1 at boot: which one wins is chance
    machine.run("systemctl", "enable", *(unit for unit in OURS if unit not in STATIC))
    if not machine.booted:
        machine.tell("it starts with the next boot: this system is not running now")
        return
    machine.run("systemctl", "daemon-reload")
    # Last, and without waiting: whoever installs from the Pi's own keyboard loses that console to the game.
    machine.run("systemctl", "restart", "--no-block", "vigie.service")


def uninstall(machine: Machine) -> None:
    ledger = Ledger.of(machine)
    if laid_over(machine):
        _open_up(machine)
        return
    steps: list[Step] = [
        ("The service", lambda: _no_service(machine)),
        ("Boot as it was before", lambda: _boot_as_before(machine, ledger)),
        ("System packages that came with Vigie", lambda: _no_packages(machine, ledger)),
        ("User, command and program", lambda: _no_program(machine, ledger)),
    ]
    follow(machine, steps, f"Vigie is removed. The games, dice and settings are still in {GAMES}.")


def _no_service(machine: Machine) -> None:
    for unit in (*OURS, "vigie-games.service", "var-lib-vigie.mount"):
        if machine.path(f"{UNITS}/{unit}").exists():
            if unit.endswith(".mount"):
                machine.remark(f"the games are on the partition labelled {LABEL}.")
            if unit in OURS and machine.booted:
                machine.run("systemctl", "stop", unit)
            machine.run("systemctl", "disable", unit)
            machine.remove(f"{UNITS}/{unit}")
    if machine.booted:
        machine.run("systemctl", "daemon-reload")


def _boot_as_before(machine: Machine, ledger: Ledger) -> None:
    config, line = machine.read(CONFIG), machine.read(CMDLINE)
    if boot.BEGIN in config:
        machine.write(CONFIG, boot.without_block(config))
    before = ledger.words("cmdline")
    if before:
        ours = tuple(word for word in (*boot.QUIET, *boot.READ_ONLY) if boot.name_of(word) in before)
        machine.write(CMDLINE, boot.without_words(line, ours, before))
    for file in ledger.list("files"):
        machine.remove(file)
    if units := ledger.list("units"):
        machine.run("systemctl", "enable", *units)


def _no_packages(machine: Machine, ledger: Ledger) -> None:
    """Those that came with Vigie, and what came along with them: whatever nobody else needs once they are not wanted
    any more. What was left over before stays as it was."""
    ours = [package for package in ledger.list("packages") if _installed(machine, package)]
    if not ours:
        machine.tell("none")
        return
    before = _left_over(machine)
    machine.run("apt-mark", "auto", *ours)
    going = sorted(_left_over(machine) - before)
    if going:
        machine.run("apt-get", "purge", "-y", "-q", *going)
        machine.tell(f"{len(going)} packages")


def _left_over(machine: Machine) -> set[str]:
    # A package that others only recommend or suggest would count as needed, whoever brought it.
    strict = [f"-oAPT::AutoRemove::{kind}Important=false" for kind in ("Recommends", "Suggests")]
    said = machine.ask("apt-get", "-s", *strict, "autoremove") or ""
    return set(re.findall(r"^(?:Remv|Purg) (\S+)", said, re.MULTILINE))


def _no_program(machine: Machine, ledger: Ledger) -> None:
    if machine.ask("getent", "passwd", "vigie") is not None:
        machine.run("userdel", "vigie")
        if machine.path(GAMES).exists():  # no other user who is made later may find themselves their owner
            machine.run("chown", "-R", "root:root", GAMES)
    for group in ledger.list("groups"):
        if machine.ask("getent", "group", group) is not None:
            machine.run("groupdel", group)
    for place in (COMMAND, "/var/cache/vigie", LEDGER, HOME):
        machine.remove(place)
