"""Where the pieces of the machine are kept between two runs, and the tools they are made with."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

# The command that is needed -> the Debian package that brings it.
TOOLS = {
    "qemu-img": "qemu-utils",
    "mmdebstrap": "mmdebstrap",
    "mke2fs": "e2fsprogs",
    "sfdisk": "fdisk",
    "cpio": "cpio",
    "dpkg-deb": "dpkg",
    "depmod": "kmod",
    "swig": "swig",
    "mcopy": "mtools",
    "mkfs.vfat": "dosfstools",
    "mkfs.xfs": "xfsprogs",
    "qemu-storage-daemon": "qemu-system-common",
    "ssh": "openssh-client",
    "ssh-keygen": "openssh-client",
}


@dataclass(frozen=True, slots=True)
class Arch:
    """What the machine is made of. `arm64` is a Pi's processor, emulated, and its device tree says so; `amd64` runs at
    this machine's own speed where KVM is to be had, which makes it twenty times quicker."""

    name: str
    qemu: str
    machine: tuple[str, ...]
    compiler: str
    tools: dict[str, str]
    console: str


EMULATED = ("-accel", "tcg,thread=multi,tb-size=512")


def _virtual() -> bool:
    """Does this machine's processor run another system at full speed? (Some machines have a /dev/kvm that only runs
    kernels made for it: the processor's own flags tell.)"""
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    return os.access("/dev/kvm", os.R_OK | os.W_OK) and re.search(r"\b(vmx|svm)\b", flags) is not None


ARCHES = {
    "arm64": Arch(
        "arm64",
        "qemu-system-aarch64",
        ("-M", "virt", "-cpu", "cortex-a72", *EMULATED),
        "aarch64-linux-gnu-gcc",
        {
            "qemu-system-aarch64": "qemu-system-arm",
            "qemu-aarch64-static": "qemu-user-static",
            "arch-test": "arch-test",
            "dtc": "device-tree-compiler",
            "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
        },
        "ttyAMA0",
    ),
    "amd64": Arch(
        "amd64",
        "qemu-system-x86_64",
        ("-M", "q35", *(("-cpu", "host", "-accel", "kvm") if _virtual() else ("-cpu", "Nehalem", *EMULATED))),
        "gcc",
        {"qemu-system-x86_64": "qemu-system-x86", "gcc": "gcc"},
        "ttyS0",
    ),
}

BEGAN = time.monotonic()


class Wrong(Exception):
    """Something is not as it should be; the sentence says what."""


def say(text: str) -> None:
    print(f"{time.monotonic() - BEGAN:6.0f} s  {text}", flush=True)


def lacking(arch: Arch) -> list[str]:
    """The packages to install before anything can be made."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    return sorted({package for tool, package in (TOOLS | arch.tools).items() if shutil.which(tool, path=path) is None})


def run(*command: str | Path, log: Path | None = None, **more: object) -> str:
    """A command that must end well; what it said is given back, or is in the log."""
    words = [str(word) for word in command]
    done = subprocess.run(words, text=True, capture_output=True, check=False, **more)  # type: ignore[call-overload]
    if log is not None:
        log.write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode:
        last = " ".join((done.stderr or done.stdout).strip().splitlines()[-3:])
        raise Wrong(f"'{' '.join(words)[:120]}' failed: {last}" + (f" (all of it: {log})" if log else ""))
    return str(done.stdout)


@dataclass(frozen=True, slots=True)
class Cache:
    """The folder of the pieces; each is made whole under another name and moved to its place."""

    folder: Path
    arch: Arch

    @classmethod
    def at(cls, folder: Path | None, arch: Arch) -> Cache:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        cache = cls((folder or home / "vigie-virtual-pi").resolve() / arch.name, arch)
        cache.folder.mkdir(parents=True, exist_ok=True)
        return cache

    def __truediv__(self, name: str) -> Path:
        return self.folder / name


def apart(words: Sequence[str | Path], arch: Arch) -> list[str]:
    """The command, with the guest's programs run by QEMU where they are not this machine's: as it is where the machine
    knows how, or in a user namespace with a binfmt_misc of its own, so that the machine stays as it is."""
    command = [str(word) for word in words]
    if platform.machine() == {"arm64": "aarch64", "amd64": "x86_64"}[arch.name]:
        return command
    if Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists():
        return command
    return [sys.executable, "-m", "tests.virtual_pi.apart", *command]
