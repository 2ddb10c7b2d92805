"""The program under /opt/vigie: each version in a folder of its own, and a link that turns to the new one only when
it is whole. The power may go at any moment: either the old one starts next time or the new one does."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

from app.install.machine import Machine
from rules.say import Message, Trouble

HOME = "/opt/vigie"
PARTS = ("rules", "vision", "firmware", "ui", "hardware", "app", "systemd")
PAPERS = ("pyproject.toml", "README.md", "LISEZMOI.md")

# What the system brings: distribution -> (its package, the module that is imported).
SYSTEM = {
    "numpy": ("python3-numpy", "numpy"),
    "opencv-python": ("python3-opencv", "cv2"),
    "pygame": ("python3-pygame", "pygame"),
    "gpiozero": ("python3-gpiozero", "gpiozero"),
    "reportlab": ("python3-reportlab", "reportlab"),
    "tomlkit": ("python3-tomlkit", "tomlkit"),
}
# These must be the system's: PyPI's pygame has no KMSDRM, and another numpy breaks the system's OpenCV and picamera2.
NEVER_FROM_PIP = {"numpy", "opencv-python", "pygame"}

PROBE = """
import importlib, importlib.metadata, json, sys
found = {}
for name, module in json.loads(sys.argv[1]).items():
    try:
        found[name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        try:
            found[name] = importlib.import_module(module).__version__
        except (ImportError, AttributeError):
            pass
print(json.dumps(found))
"""


def install_program(machine: Machine, source: Path) -> None:
    python = (machine.ask("python3", "--version") or "?").strip()
    name = digest(source, python)
    folder = f"{HOME}/{name}"
    if machine.path(f"{HOME}/current").is_symlink() and machine.path(f"{HOME}/current").readlink() == Path(name):
        machine.tell(f"this version ({name}) is there already")
    else:
        machine.remove(folder)  # what an interrupted run left
        _copy(machine, source, folder)
        _environment(machine, source, folder)
        machine.link(f"{HOME}/current", name)
    _clear(machine, name)


def digest(source: Path, python: str) -> str:
    """A name for this very program on this very Python."""
    sum_ = hashlib.sha256(python.encode())
    for file in files(source):
        sum_.update(f"\0{file.relative_to(source)}\0".encode() + file.read_bytes())
    return sum_.hexdigest()[:12]


def files(source: Path) -> Iterator[Path]:
    for part in PARTS:
        for file in sorted((source / part).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file
    yield from (source / paper for paper in PAPERS if (source / paper).is_file())


def _copy(machine: Machine, source: Path, folder: str) -> None:
    wanted = list(files(source))
    if machine.dry:
        machine.tell(f"would copy {len(wanted)} files to {folder}")
        return
    for file in wanted:
        to = machine.path(folder) / file.relative_to(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, to)
    machine.tell(f"{len(wanted)} files copied to {folder}")


def _environment(machine: Machine, source: Path, folder: str) -> None:
    """A venv that sees the system's packages, with whatever they leave open. pip follows no dependencies there."""
    venv = f"{folder}/venv"
    python = f"{venv}/bin/python"
    machine.run("python3", "-m", "venv", "--system-site-packages", venv)
    wanted = requirements(source)
    if machine.dry:
        machine.tell(f"would fetch with pip what the system does not have, of: {', '.join(wanted.values())}")
    else:
        modules = {name: SYSTEM.get(name, ("", name))[1] for name in wanted}
        answer = machine.ask(python, "-c", PROBE, json.dumps(modules))
        lacking = missing(wanted, json.loads((answer or "{}").splitlines()[-1]))
        if lacking:
            machine.run(python, "-m", "pip", "install", "--no-deps", "--disable-pip-version-check", "-q", *lacking)
            machine.tell(f"fetched: {', '.join(lacking)}")
        for site in machine.path(venv).glob("lib/python3*/site-packages"):
            (site / "vigie.pth").write_text(folder + "\n", encoding="utf-8")
    machine.run(python, "-m", "compileall", "-q", folder)  # the unit may not write, and compiled it starts sooner


def requirements(source: Path) -> dict[str, str]:
    """Distribution -> requirement, of what pyproject.toml names."""
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {re.split(r"[^\w.-]", one)[0]: one for one in project["dependencies"]}


def missing(wanted: dict[str, str], found: dict[str, str]) -> list[str]:
    """The requirements that what was found does not meet."""
    lacking = [
        requirement for name, requirement in wanted.items() if _number(found.get(name, "0")) < _number(requirement)
    ]
    for requirement in lacking:
        name = re.split(r"[^\w.-]", requirement)[0]
        if name in NEVER_FROM_PIP:
            raise Trouble(
                Message(
                    "the system's {package} is missing or too old ({found}; {requirement} is needed).",
                    package=SYSTEM[name][0],
                    found=found.get(name, "-"),
                    requirement=requirement,
                )
            )
    return lacking


def _number(text: str) -> list[int]:
    """The first number with dots in it, as far as it is one: 'numpy>=1.26' is [1, 26], '4.10.0+dfsg' [4, 10, 0]."""
    number = re.search(r"\d+(\.\d+)*", text.split(">=")[-1])
    return [int(part) for part in number[0].split(".")] if number else [0]


def _clear(machine: Machine, name: str) -> None:
    """Older versions, and what interrupted runs left."""
    home = machine.path(HOME)
    for place in sorted(home.iterdir()) if home.is_dir() else []:
        if place.is_dir() and not place.is_symlink() and place.name != name:
            machine.remove(f"{HOME}/{place.name}")
