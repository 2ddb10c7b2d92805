"""The disk: laid out as a Pi's card, a FAT boot partition and an ext4 root. Made once; each boot writes on a layer
above it, so that every check begins with the same card."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.virtual_pi.kernel import kernel
from tests.virtual_pi.pieces import Cache, run, say
from tests.virtual_pi.root import unpacked

SECTOR, MB = 512, 1 << 20
BOOT_AT, ROOT_AT, END = 4 * MB, 132 * MB, 5 * 1024 * MB
BOOT_FILES = {
    "config.txt": "dtparam=audio=on\ncamera_auto_detect=1\n",
    "cmdline.txt": "console=serial0,115200 console=tty1 root=PARTUUID=aa-02 rootfstype=ext4 rootwait\n",
}
# What Raspberry Pi OS says of its devices (raspberrypi-sys-mods).
RULES = 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\nSUBSYSTEM=="dma_heap", GROUP="video", MODE="0660"\n'
HERE = Path(__file__).parent


def furnish(root: Path, cache: Cache) -> None:
    """What makes the plain system a Pi."""

    def write(place: str, text: str) -> None:
        file = root / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    write("etc/hostname", "raspberrypi\n")
    write("etc/hosts", "127.0.0.1 localhost\n127.0.1.1 raspberrypi\n")
    write("etc/fstab", "/dev/vda2 / ext4 defaults,noatime 0 1\n/dev/vda1 /boot/firmware vfat defaults 0 2\n")
    write("etc/systemd/network/wire.network", "[Match]\nType=ether\n[Network]\nDHCP=yes\n")
    write("etc/ssh/sshd_config.d/bench.conf", "PermitRootLogin prohibit-password\nUseDNS no\n")
    write("etc/udev/rules.d/99-com.rules", RULES)
    write("etc/default/locale", "LANG=C.UTF-8\n")
    # pip in the guest finds what this machine's pip can fetch.
    write("etc/pip.conf", "[global]\nno-index = true\nfind-links = /srv/wheels\nbreak-system-packages = true\n")
    (root / "etc" / "resolv.conf").unlink(missing_ok=True)
    write("etc/resolv.conf", "nameserver 10.0.2.3\n")
    keys = root / "root" / ".ssh"
    keys.mkdir(mode=0o700, exist_ok=True)
    shutil.copyfile(cache / "key.pub", keys / "authorized_keys")
    wants = root / "etc" / "systemd" / "system" / "multi-user.target.wants"
    wants.mkdir(parents=True, exist_ok=True)
    for unit in ("systemd-networkd.service", "ssh.service"):
        link = wants / unit
        link.unlink(missing_ok=True)
        link.symlink_to(f"/usr/lib/systemd/system/{unit}")
    _, modules = kernel(cache)
    shutil.copytree(modules / "usr" / "lib" / "modules", root / "usr" / "lib" / "modules", dirs_exist_ok=True)
    shutil.copytree(HERE / "guest", root / "srv" / "bench", dirs_exist_ok=True)
    early = wants.parent / "sysinit.target.wants"
    early.mkdir(exist_ok=True)
    shutil.copyfile(HERE / "guest" / "header.service", wants.parent / "header.service")
    (early / "header.service").unlink(missing_ok=True)
    (early / "header.service").symlink_to("../header.service")
    for name, text in BOOT_FILES.items():
        write(f"boot/firmware/{name}", text)


def clone(project: Path, to: Path) -> Path:
    """The project as somebody would have cloned it: what is committed or about to be, without tests and caches."""
    shutil.rmtree(to, ignore_errors=True)
    for name in run("git", "-C", project, "ls-files", "-co", "--exclude-standard").splitlines():
        if (project / name).is_file() and not name.startswith("tests/"):
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(project / name, to / name)
    return to


def card(cache: Cache) -> Path:
    """card.qcow2: the whole card, before anything is installed."""
    made = cache / "card.qcow2"
    if made.exists():
        return made
    root = unpacked(cache)
    say("the card ...")
    furnish(root, cache)
    raw = cache / "card.raw"
    raw.unlink(missing_ok=True)
    with raw.open("wb") as file:
        file.truncate(END)
    layout = f"label: dos\nlabel-id: 0xaa\nstart={BOOT_AT // SECTOR}, size={(ROOT_AT - BOOT_AT) // SECTOR}, type=c\n"
    layout += f"start={ROOT_AT // SECTOR}, type=83\n"
    subprocess.run(["sfdisk", "-q", str(raw)], input=layout, text=True, check=True)
    boot = cache / "boot.fat"
    boot.unlink(missing_ok=True)
    run("mkfs.vfat", "-C", "-n", "bootfs", boot, str((ROOT_AT - BOOT_AT) // 1024))
    for name in BOOT_FILES:
        run("mcopy", "-i", boot, root / "boot" / "firmware" / name, f"::{name}")
    run("dd", f"if={boot}", f"of={raw}", "bs=1M", f"seek={BOOT_AT // MB}", "conv=notrunc,sparse")
    blocks = (END - ROOT_AT) // 4096
    ext = ("-q", "-t", "ext4", "-L", "rootfs", "-E", f"offset={ROOT_AT}", "-b", "4096", "-d", root, raw, str(blocks))
    run("mke2fs", *ext)
    run("qemu-img", "convert", "-O", "qcow2", raw, cache / "card.new")
    raw.unlink()
    boot.unlink()
    shutil.rmtree(root)
    (cache / "card.new").replace(made)
    return made


def layer(below: Path, above: Path, kind: str = "qcow2") -> Path:
    """A new layer to write on; what is below stays as it is."""
    above.unlink(missing_ok=True)
    run("qemu-img", "create", "-q", "-f", "qcow2", "-F", kind, "-b", below.resolve(), above)
    return above
