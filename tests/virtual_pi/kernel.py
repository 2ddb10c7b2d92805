"""The guest's kernel and what it starts with: Debian's backports kernel, because it alone has gpio-sim, unpacked and
not installed (its installation would make an initramfs, twice, through QEMU), and an initramfs of one small program."""

from __future__ import annotations

import hashlib
import lzma
import re
import shutil
import subprocess
import urllib.request
from pathlib import Path

from tests.virtual_pi.pieces import Cache, Wrong, run, say
from tests.virtual_pi.root import MIRROR

# What stands between the kernel and the root file system; gpio-sim and the rest are loaded by the guest itself.
FIRST = ("virtio_mmio", "virtio_pci", "virtio_blk", "ext4")
KEPT = re.compile(  # of 4000 modules, those the virtual machine could ever want
    r"kernel/(arch|block|crypto|fs/(ext4|fat|vfat|jbd2|overlayfs|nls|configfs|fuse|exfat|mbcache)|lib|mm|net/(core|packet|unix)|sound|"
    r"drivers/(acpi|base|block|char|dax|dma-buf|firmware|gpio|gpu/drm/(virtio|clients|[^/]*\.ko)|hid|i2c|input|irqchip|md|media|"
    r"net/(virtio_net|net_failover|[^/]*\.ko)|of|pci|pinctrl|rtc|scsi|usb|vhost|video|virtio))"
)


def packages(cache: Cache, suite: str) -> dict[str, dict[str, str]]:
    """What the archive has: fields by package."""
    listed = f"{MIRROR}/dists/{suite}/main/binary-{cache.arch.name}/Packages.xz"
    text = lzma.decompress(urllib.request.urlopen(listed, timeout=60).read()).decode()
    found: dict[str, dict[str, str]] = {}
    for part in text.split("\n\n"):
        fields = dict(re.findall(r"^(\S+): (.*)$", part, re.MULTILINE))
        if fields:
            found[fields["Package"]] = fields  # a later one is a newer one
    return found


def fetched(cache: Cache, fields: dict[str, str]) -> Path:
    """A package, checked against the archive's sum."""
    deb = cache / Path(fields["Filename"]).name
    if not deb.exists():
        say(f"{deb.name}, {int(fields['Size']) >> 20} MB ...")
        data = urllib.request.urlopen(f"{MIRROR}/{fields['Filename']}", timeout=300).read()
        if hashlib.sha256(data).hexdigest() != fields["SHA256"]:
            raise Wrong(f"{deb.name} is not what the archive says it is")
        deb.write_bytes(data)
    return deb


def _fetched(cache: Cache) -> list[Path]:
    """The packages with the kernel and its modules."""
    known = packages(cache, "trixie-backports")
    depends = known[f"linux-image-{cache.arch.name}"]["Depends"]
    image = re.search(r"linux-image-\d[^\s,]*", depends)
    if image is None:
        raise Wrong(f"linux-image-{cache.arch.name} names no kernel: {depends}")
    version = image[0].removeprefix("linux-image-")
    names = [f"linux-{part}-{version}" for part in ("binary", "modules")]
    return [fetched(cache, known[name]) for name in [one for one in names if one in known] or [image[0]]]


def kernel(cache: Cache) -> tuple[Path, Path]:
    """vmlinuz, and a folder with lib/modules in it, made once."""
    image, modules = cache / "vmlinuz", cache / "modules"
    if image.exists() and modules.exists():
        return image, modules
    everything = cache / "kernel.new"
    shutil.rmtree(everything, ignore_errors=True)
    for deb in _fetched(cache):
        run("dpkg-deb", "-x", deb, everything)
    found = next(everything.rglob("lib/modules/*/kernel")).parent
    kept = modules / "usr" / "lib" / "modules" / found.name
    for file in [one for one in found.rglob("*") if one.is_file()]:
        inside = str(file.relative_to(found))
        if not inside.startswith("kernel/") or KEPT.match(inside):
            (kept / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, kept / inside)
    (modules / "lib").symlink_to("usr/lib")
    run("depmod", "-b", modules, found.name)
    shutil.copyfile(next(everything.rglob("vmlinuz*")), image)
    shutil.rmtree(everything)
    for deb in cache.folder.glob("linux-*.deb"):
        deb.unlink()
    if not list(kept.rglob("gpio-sim.ko*")):
        raise Wrong(f"this kernel ({found.name}) has no gpio-sim")
    return image, modules


def order(modules: Path, wanted: tuple[str, ...]) -> list[Path]:
    """The files of these modules, what each needs before it. One that is built in needs no file."""
    folder = next((modules / "usr" / "lib" / "modules").iterdir())
    needs = {}
    for line in (folder / "modules.dep").read_text().splitlines():
        file, _, rest = line.partition(":")
        needs[Path(file).name.split(".")[0].replace("-", "_")] = [*reversed(rest.split()), file]
    files: list[Path] = []
    for one in wanted:
        files += [folder / file for file in needs.get(one, []) if folder / file not in files]
    return files


def initrd(cache: Cache) -> Path:
    """A cpio with one static program and the few modules it loads; see first.c."""
    archive = cache / "initrd"
    if archive.exists():
        return archive
    _, modules = kernel(cache)
    tree = cache / "initrd.new"
    shutil.rmtree(tree, ignore_errors=True)
    for folder in ("dev", "proc", "sys", "root", "m"):
        (tree / folder).mkdir(parents=True)
    run(cache.arch.compiler, "-static", "-Os", "-Wall", "-o", tree / "init", Path(__file__).with_name("first.c"))
    for number, file in enumerate(order(modules, FIRST)):
        data = file.read_bytes()
        (tree / "m" / f"{number:02}").write_bytes(lzma.decompress(data) if file.suffix == ".xz" else data)
    names = "\n".join(str(one.relative_to(tree)) for one in sorted(tree.rglob("*")))
    new = cache / "initrd.cpio"
    with new.open("wb") as out:
        subprocess.run(
            ["cpio", "-o", "-H", "newc", "--quiet", "-R", "0:0"], cwd=tree, input=names.encode(), stdout=out, check=True
        )
    shutil.rmtree(tree)
    new.replace(archive)
    return archive
