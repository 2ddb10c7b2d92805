"""vigie image: an official Raspberry Pi OS Lite image becomes one that boots into the game on first power-up, without a
network. It works on a copy of the image, in the image's own system: packages come from the image's own sources.

Runs on the system's own Python before anything else is there: standard library only."""

from __future__ import annotations

import argparse
import contextlib
import json
import lzma
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.install.installer import GAMES, install
from app.install.machine import Machine
from rules.say import Message, Trouble

EXAMPLES = """examples:
  sudo ./vigie image raspios-trixie-arm64-lite.img.xz --out vigie.img
  sudo ./vigie image raspios.img --out vigie.img --lang fr --wifi "Home:secret word" --read-only
  sudo ./vigie image raspios.img --out vigie.img --take vigie-2026-11-18.parcel     with your games, dice and settings
Then write vigie.img onto a card with Raspberry Pi Imager (as a custom image, no settings), and switch on.
"""
ROOM = 2_500_000_000  # bytes that the root gets in addition: OpenCV and what it brings along, and some air
SECTOR = 512
# What would ask somebody at a screen something on the first start.
ASKS = ("userconfig.service", "systemd-firstboot.service")
SSH = ("ssh.service", "ssh.socket", "regenerate_ssh_host_keys.service")
BLOCK = 1 << 20
TOOLS = {"sfdisk": "fdisk", "losetup": "mount", "resize2fs": "e2fsprogs", "e2fsck": "e2fsprogs"}
EMULATOR = "qemu-aarch64-static"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("image", type=Path, metavar="IMAGE", help="Raspberry Pi OS Lite, .img or .img.xz")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the image to write")
    parser.add_argument("--wifi", metavar="NAME:WORD", help="a wireless network and its password; the game needs none")
    parser.add_argument("--lang", choices=("en", "fr"), help="the language of the table")
    parser.add_argument("--read-only", action="store_true", help="write to the card for the games only")
    parser.add_argument("--keep-ssh", action="store_true", help="leave ssh as the image has it; else it is off")
    parser.add_argument("--take", type=Path, metavar="PARCEL", help="games, dice and settings from 'vigie save'")


@dataclass(frozen=True, slots=True)
class Partition:
    """In bytes, as it lies in the image."""

    start: int
    size: int
    kind: str


def run(arguments: argparse.Namespace) -> int:
    _look(arguments)
    image: Path = arguments.out
    source = Path(__file__).resolve().parents[2]
    new = image.with_name(image.name + ".new")
    try:
        print("[1/5] A copy of the image", flush=True)
        copy(arguments.image, new)
        print("[2/5] Room for the game", flush=True)
        grow(new)
        with opened(new) as root:
            print("[3/5] Installing in the image", flush=True)
            install(Machine(root), source, arguments.read_only)
            print("[4/5] What is to be so on first power-up", flush=True)
            prepare(Machine(root), arguments)
        print("[5/5] Checking its file systems", flush=True)
        check(new)
        new.replace(image)
    finally:
        new.unlink(missing_ok=True)
    print(f"{image} is ready: write it onto a card with Raspberry Pi Imager, and switch on.")
    return 0


def _look(arguments: argparse.Namespace) -> None:
    """All that can be known before the long part begins."""
    if os.geteuid() != 0:
        raise Trouble(Message("this mounts an image and works in it: run it as root, with sudo."))
    if not arguments.image.is_file():
        raise Trouble(Message("there is no image {file}.", file=str(arguments.image)))
    if arguments.take is not None and not arguments.take.is_file():
        raise Trouble(Message("there is no parcel {file}.", file=str(arguments.take)))
    if arguments.wifi is not None:
        network(arguments.wifi)
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    lacking = sorted({package for tool, package in TOOLS.items() if shutil.which(tool, path=path) is None})
    if lacking:
        packages = " ".join(lacking)
        raise Trouble(Message("more tools are needed: sudo apt install {packages}", packages=packages))


def copy(image: Path, to: Path) -> None:
    """The image as it is, unpacked where it is packed."""
    try:
        with lzma.open(image) if image.suffix == ".xz" else image.open("rb") as packed, to.open("wb") as out:
            while block := packed.read(BLOCK):
                if block.count(0) == len(block):  # an image is half empty, and need not take the room
                    out.seek(len(block), os.SEEK_CUR)
                else:
                    out.write(block)
            out.truncate()
    except (lzma.LZMAError, EOFError):
        raise Trouble(Message("{file} is damaged; fetch it again.", file=str(image))) from None
    except OSError as error:
        raise Trouble(Message("the image cannot be copied: {why}.", why=error.strerror or str(error))) from None


def partitions(image: Path) -> list[Partition]:
    said = _out("sfdisk", "--json", str(image))
    try:
        found = json.loads(said)["partitiontable"]["partitions"]
    except (ValueError, KeyError):
        raise Trouble(Message("{file} is no image of a card.", file=image.name)) from None
    return [Partition(one["start"] * SECTOR, one["size"] * SECTOR, str(one["type"])) for one in found]


def boot_and_root(image: Path) -> tuple[Partition, Partition]:
    """A FAT partition to boot from and an ext4 one, as Raspberry Pi OS has them."""
    found = partitions(image)
    if len(found) != 2 or found[0].kind not in ("c", "e", "b") or found[1].kind != "83":
        raise Trouble(Message("{file} is not laid out as Raspberry Pi OS Lite is.", file=image.name))
    return found[0], found[1]


def grow(image: Path) -> None:
    """The root reaches to the end of an image with room in it."""
    boot_and_root(image)
    with image.open("r+b") as file:
        file.truncate(image.stat().st_size + ROOM)
    subprocess.run(["sfdisk", "-q", "-N", "2", str(image)], input=", +\n", text=True, check=True, capture_output=True)
    _, root = boot_and_root(image)
    with loop(image, root) as device:
        _out("e2fsck", "-f", "-y", device, right=(0, 1))
        _out("resize2fs", device)


def check(image: Path) -> None:
    with loop(image, boot_and_root(image)[1]) as device:
        _out("e2fsck", "-f", "-n", device)


@contextlib.contextmanager
def loop(image: Path, part: Partition) -> Iterator[str]:
    place = ("--offset", str(part.start), "--sizelimit", str(part.size))
    device = _out("losetup", "--find", "--show", *place, str(image)).strip()
    try:
        yield device
    finally:
        _out("losetup", "--detach", device)


@contextlib.contextmanager
def opened(image: Path) -> Iterator[Path]:
    """The image's system in a folder, with what a running one has and a folder does not."""
    boot, root = boot_and_root(image)
    with contextlib.ExitStack() as stack:
        place = Path(image.parent / f".{image.name}.root")
        place.mkdir()
        stack.callback(place.rmdir)

        def mount(*words: str | Path, at: Path) -> None:
            _out("mount", *map(str, words), str(at))
            stack.callback(_out, "umount", "--recursive", "--lazy", str(at))

        mount(stack.enter_context(loop(image, root)), at=place)
        (place / "boot" / "firmware").mkdir(parents=True, exist_ok=True)
        firmware = place / "boot" / "firmware"
        try:
            mount(stack.enter_context(loop(image, boot)), at=firmware)
        except Trouble:  # this machine's kernel knows no FAT: the two files that change are taken out and put back
            if shutil.which("mcopy") is None:
                raise
            stack.enter_context(_boot_files(image, boot, firmware))
        for kind, folder in (("proc", "proc"), ("sysfs", "sys"), ("tmpfs", "run"), ("devpts", "dev/pts")):
            if folder == "dev/pts":
                mount("--bind", "/dev", at=place / "dev")
            else:
                mount("-t", kind, kind, at=place / folder)
        stack.enter_context(_network_of(place))
        stack.enter_context(_processor_of(place))
        yield place


@contextlib.contextmanager
def _boot_files(image: Path, boot: Partition, to: Path) -> Iterator[None]:
    inside, names = f"{image}@@{boot.start}", ("config.txt", "cmdline.txt")
    for name in names:
        _out("mcopy", "-n", "-o", "-i", inside, f"::{name}", str(to / name))
    yield
    for name in names:
        _out("mcopy", "-D", "o", "-i", inside, str(to / name), f"::{name}")
        (to / name).unlink()


@contextlib.contextmanager
def _network_of(root: Path) -> Iterator[None]:
    """Names are looked up as this machine does, while we are at it."""
    names, kept = root / "etc" / "resolv.conf", root / "etc" / "resolv.conf.vigie-before"
    if names.exists() or names.is_symlink():
        names.rename(kept)
    shutil.copyfile("/etc/resolv.conf", names)
    try:
        yield
    finally:
        names.unlink()
        if kept.exists() or kept.is_symlink():
            kept.rename(names)


@contextlib.contextmanager
def _processor_of(root: Path) -> Iterator[None]:
    """A system of another processor runs through QEMU, where this machine knows how."""
    said = _out("file", "-bL", str(root / "bin" / "sh")) if shutil.which("file") else ""
    foreign = "aarch64" in said and platform.machine() != "aarch64"
    if foreign and not Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists():
        raise Trouble(
            Message("this machine cannot run the image's programs: sudo apt install qemu-user-static binfmt-support")
        )
    here = root / "usr" / "bin" / EMULATOR
    lend = foreign and shutil.which(EMULATOR) is not None and not here.exists()
    if lend:
        shutil.copy2(shutil.which(EMULATOR) or "", here)
    try:
        yield
    finally:
        if lend:
            here.unlink()


def prepare(machine: Machine, arguments: argparse.Namespace) -> None:
    """Nothing asks, nothing waits; what was wished for is there."""
    for unit in ASKS:
        machine.link(f"/etc/systemd/system/{unit}", "/dev/null")
    if not arguments.keep_ssh:
        for unit in SSH:
            machine.link(f"/etc/systemd/system/{unit}", "/dev/null")
        machine.tell("ssh is off")
    if arguments.lang is not None:
        # /etc/default/locale is a link to it, which each start puts back.
        machine.write("/etc/locale.conf", {"en": "LANG=C.UTF-8\n", "fr": "LANG=fr_FR.UTF-8\n"}[arguments.lang])
    if arguments.wifi is not None:
        name, text = network(arguments.wifi)
        machine.write(f"/etc/NetworkManager/system-connections/{name}.nmconnection", text, 0o600)
    if arguments.take is not None:
        from firmware.books import parcel

        data = machine.path(GAMES)
        count = parcel.stage(arguments.take, data)
        machine.run("chown", "-R", "vigie:vigie", GAMES)
        machine.tell(f"{count} files of {arguments.take.name} are in place at the first start")


def network(wish: str) -> tuple[str, str]:
    """NetworkManager's file for a network told as NAME:WORD; the name of the file, and its text."""
    name, colon, word = wish.partition(":")
    if not name or not colon or "\n" in wish or not (word == "" or 8 <= len(word) <= 63):
        raise Trouble(
            Message("a wireless network is told as NAME:WORD, its password of 8 to 63 letters (or NAME: without one).")
        )
    safe = re.sub(r"[^A-Za-z0-9_-]", "_", name)
    security = f"\n[wifi-security]\nkey-mgmt=wpa-psk\npsk={word}\n" if word else ""
    text = f"[connection]\nid={safe}\ntype=wifi\n\n[wifi]\nssid={name}\nmode=infrastructure\n{security}"
    return safe, text + "\n[ipv4]\nmethod=auto\n\n[ipv6]\nmethod=auto\n"


def _out(*command: str, right: tuple[int, ...] = (0,)) -> str:
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    done = subprocess.run(command, text=True, capture_output=True, check=False, env=os.environ | {"PATH": path})
    if done.returncode not in right:
        said = " ".join((done.stderr or done.stdout).split()[-30:])
        raise Trouble(Message("'{command}' failed: {said}", command=" ".join(command)[:120], said=said))
    return done.stdout
