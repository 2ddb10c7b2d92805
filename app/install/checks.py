"""Is this a machine Vigie can be installed on? If not, one sentence says why, before anything is changed."""

from __future__ import annotations

import re
import shutil

from app.install.machine import Machine
from rules.say import Message, Trouble

RELEASE, CODENAME = 13, "trixie"
ROOM_BYTES = 2_000_000_000  # OpenCV and what it brings along, twice the program, and some air
MODELS = re.compile(r"Raspberry Pi (4|5|400|500|Compute Module [45])")


def examine(machine: Machine) -> None:
    """Raises the first thing that stands in the way; remarks on what only limits."""
    _system(machine)
    _processor(machine)
    _model(machine)
    _screen_is_free(machine)
    if machine.ask("systemctl", "--version") is None:
        raise Trouble(Message("this system does not run systemd, and the table is started by it."))
    free = shutil.disk_usage(machine.root).free
    if free < ROOM_BYTES:
        raise Trouble(
            Message(
                "{free} MB are free on this disk, and {need} MB are needed; a larger card, or make room.",
                free=str(free // 1_000_000),
                need=str(ROOM_BYTES // 1_000_000),
            )
        )


def _system(machine: Machine) -> None:
    known = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', machine.read("/etc/os-release"), re.MULTILINE))
    name = known.get("PRETTY_NAME") or "an unknown system"
    if known.get("ID") == "raspbian":
        raise Trouble(Message("this is the 32 bit system; Vigie needs Raspberry Pi OS Lite (64-bit)."))
    if known.get("ID") != "debian":
        raise Trouble(
            Message(
                "this is {name}; the installer knows Raspberry Pi OS Lite (64-bit, Trixie). "
                "To play here, './vigie play' is enough.",
                name=name,
            )
        )
    number = int(known.get("VERSION_ID", "0") or 0) if known.get("VERSION_ID", "0").isdigit() else 0
    if number < RELEASE and known.get("VERSION_CODENAME") != CODENAME:
        raise Trouble(
            Message(
                "this is {name}, and its OpenCV, pygame and camera software are too old for Vigie: "
                "write a new card with Raspberry Pi OS Lite (64-bit), which is Trixie.",
                name=name,
            )
        )
    if number > RELEASE:
        machine.remark(f"{name} is newer than what Vigie was tested on (Trixie).")


def _processor(machine: Machine) -> None:
    kind = (machine.ask("dpkg", "--print-architecture") or "").strip()
    if kind not in {"arm64", "amd64"}:
        raise Trouble(Message("this system is for {kind}; Vigie needs a 64 bit one (arm64).", kind=kind or "?"))


def _model(machine: Machine) -> None:
    if not machine.booted:  # an image of a card: this is not the machine it will be put into
        return
    model = machine.read("/proc/device-tree/model").strip("\0\n ")
    if "Raspberry Pi" not in model:
        machine.remark("this is no Raspberry Pi: no buttons, no ribbon camera, no shutdown button here.")
    elif not MODELS.match(model):
        raise Trouble(Message("this is a {model}; Vigie needs a Raspberry Pi 4 or 5.", model=model))


def _screen_is_free(machine: Machine) -> None:
    """Only one program can have the screen: beside a desktop the game would stay black."""
    if not machine.path("/etc/systemd/system/display-manager.service").is_symlink():
        return
    if (machine.ask("systemctl", "get-default") or "").strip() == "graphical.target":
        raise Trouble(
            Message(
                "a desktop starts here, and only one program can have the screen. Use Raspberry Pi OS Lite, "
                "or turn the desktop off: sudo systemctl set-default multi-user.target"
            )
        )


def laid_over(machine: Machine) -> bool:
    """Does the system run from an overlay, so that whatever is installed is gone with the next start?"""
    mounts = [line.split() for line in machine.read("/proc/mounts").splitlines()]
    return any(mount[1] == "/" and mount[2] == "overlay" for mount in mounts if len(mount) > 2)
