"""What pip adds in the guest: fonts as this machine's pip fetches them, and lgpio, which has no wheel for Debian's
Python and is built here from its source."""

from __future__ import annotations

import base64
import hashlib
import shutil
import sys
import tarfile
import zipfile
from pathlib import Path

from app.install.program import requirements
from tests.virtual_pi.kernel import fetched, packages
from tests.virtual_pi.pieces import Cache, run, say

LGPIO = "0.2.2.0"
OLDER = {"gpiozero", "tomlkit"}  # where Debian has them, they are older than what is asked for
PROJECT = Path(__file__).resolve().parents[2]
PIP = (sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--disable-pip-version-check")


def wheels(cache: Cache) -> Path:
    """A folder of wheels, made once."""
    folder = cache / "wheels"
    if folder.is_dir():
        return folder
    new = cache / "wheels.new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    names = [text for name, text in requirements(PROJECT).items() if name.startswith("font-") or name in OLDER]
    run(*PIP, "-d", new, *names)
    _lgpio(cache, new)
    new.rename(folder)
    return folder


def _lgpio(cache: Cache, to: Path) -> None:
    say("lgpio's wheel ...")
    work = cache / "lgpio.new"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    run(*PIP, "-d", work, "--no-binary", ":all:", f"lgpio=={LGPIO}")
    with tarfile.open(next(work.glob("*.tar.gz"))) as pack:
        pack.extractall(work, filter="data")
    source = work / f"lgpio-{LGPIO}"
    dev = fetched(cache, packages(cache, "trixie")["libpython3.13-dev"])
    run("dpkg-deb", "-x", dev, work / "headers")
    dev.unlink()
    run("swig", "-python", "-o", source / "wrap.c", source / "lgpio.i", cwd=source)
    machine = {"arm64": "aarch64", "amd64": "x86_64"}[cache.arch.name]
    headers = work / "headers" / "usr" / "include"
    files = [source / "wrap.c", *sorted((source / "src").glob("lg*.c")), source / "src" / "rgpiod.c"]
    includes = [f"-I{headers}/python3.13", f"-I{headers}/{machine}-linux-gnu/python3.13", f"-I{headers}"]
    library = work / f"_lgpio.cpython-313-{machine}-linux-gnu.so"
    run(cache.arch.compiler, "-O2", "-w", "-shared", "-fPIC", f"-I{source}/src", *includes, *files, "-o", library)
    tag = f"cp313-cp313-linux_{machine}"
    info = f"lgpio-{LGPIO}.dist-info"
    parts = {
        "lgpio.py": (source / "lgpio.py").read_bytes(),
        library.name: library.read_bytes(),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: lgpio\nVersion: {LGPIO}\n".encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: bench\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
    }
    with zipfile.ZipFile(to / f"lgpio-{LGPIO}-{tag}.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in parts.items():
            wheel.writestr(name, data)
        record = "".join(
            f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},{len(data)}\n"
            for name, data in parts.items()
        )
        wheel.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    shutil.rmtree(work)
