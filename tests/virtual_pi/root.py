"""The guest's root file system: Debian Trixie with what Raspberry Pi OS Lite has, and with the packages the
installer asks for (fetching them inside the guest takes a quarter of an hour and shows nothing)."""

from __future__ import annotations

import subprocess
from pathlib import Path

from app.install.installer import PACKAGES
from tests.virtual_pi.pieces import Cache, Wrong, apart, run, say

MIRROR = "http://deb.debian.org/debian"
LITE = (
    "systemd",
    "systemd-sysv",
    "dbus",
    "udev",
    "kmod",
    "sudo",
    "iproute2",
    "ca-certificates",
    "openssh-server",
    "e2fsprogs",
    "dosfstools",
    "util-linux",
    "passwd",
    "adduser",
    "procps",
    "netbase",
    "python3",
    "polkitd",
    "git",
    "gpiod",
    "v4l-utils",
    "cloud-guest-utils",
    "exfatprogs",
)
LOADED = ("numpy", "cv2", "pygame", "gpiozero", "colorzero", "tomlkit")
ONLY_RASPBERRY = {"python3-picamera2", "python3-lgpio"}  # Debian has neither
WITHOUT = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*", "/usr/share/info/*")
# Byte-compiling every module through QEMU took longer than all the rest. What the table loads is compiled once, below:
# its own user may not keep it, and would do it anew at each start.
NO_COMPILING = (
    'for one in py3compile py3clean; do chroot "$1" dpkg-divert --quiet --local --rename --add /usr/bin/$one; '
    'ln -sf /bin/true "$1/usr/bin/$one"; done'
)
COMPILING_AGAIN = (
    'for one in py3compile py3clean; do rm -f "$1/usr/bin/$one"; '
    'chroot "$1" dpkg-divert --quiet --local --rename --remove /usr/bin/$one; done'
)


def root_archive(cache: Cache) -> Path:
    """root.tar, made once."""
    archive = cache / "root.tar"
    if archive.exists():
        return archive
    say(f"the root file system, {cache.arch.name} (mmdebstrap: minutes, through QEMU half an hour) ...")
    packages = [*LITE, *(one for one in PACKAGES if one not in ONLY_RASPBERRY)]
    new = cache / "root.new.tar"
    command = [
        "mmdebstrap",
        "--mode=root",
        "--variant=minbase",
        f"--arch={cache.arch.name}",
        '--aptopt=Acquire::Languages "none"',
        *(f"--dpkgopt=path-exclude={place}" for place in WITHOUT),
        "--dpkgopt=force-unsafe-io",
        f"--essential-hook={NO_COMPILING}",
        f"--customize-hook={COMPILING_AGAIN}",
        f"--include={','.join(packages)}",
        "trixie",
        str(new),
        f"deb {MIRROR} trixie main",
    ]
    log = cache / "root.log"
    with log.open("w") as heard:
        done = subprocess.run(
            apart(["nice", "-n", "5", *command], cache.arch), stdout=heard, stderr=subprocess.STDOUT, check=False
        )
    if done.returncode:
        raise Wrong(f"mmdebstrap failed: {' '.join(log.read_text().splitlines()[-3:])} (all of it: {log})")
    new.replace(archive)
    say(f"root.tar, {archive.stat().st_size >> 20} MB")
    return archive


def unpacked(cache: Cache) -> Path:
    """The archive as a folder, to be made into a disk."""
    folder = cache / "root"
    if not (folder / "etc").is_dir():
        folder.mkdir(exist_ok=True)
        run("tar", "-C", folder, "--numeric-owner", "-xpf", root_archive(cache))
        say("what the table loads, byte-compiled ...")
        places = [f"/usr/lib/python3/dist-packages/{name}" for name in LOADED]
        compiling = ["python3", "-m", "compileall", "-q", "-x", "/tests?/", *places]
        run(*apart(["chroot", folder, *compiling], cache.arch))
    return folder
