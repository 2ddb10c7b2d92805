"""Every command in the READMEs is run: the ones that would take over the machine, in their harmless form."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules import record as records
from rules import series
from rules.series_dice import FACES

ROOT = Path(__file__).resolve().parent.parent
COMMAND = re.compile(r"(?:^    |`)(?:sudo )?(\./vigie [^`\n]*)", re.MULTILINE)
# What is put in place of a command that asks for more than a test may do.
HARMLESS = {
    "play": ["play"],  # with no screen: the demonstration in words
    "play --demo --text": ["play", "--demo", "--text", "--help"],
    "play --window": ["play", "--help"],
    "play --demo": ["play", "--help"],
    "test": ["test", "--version"],
    "install": ["install", "--dry-run"],
    "doctor": ["doctor", "--json"],
    "teach": ["teach", "--help"],
    "bench rules": ["bench", "--help"],
    "bench vision DIR": ["bench", "vision", "--help"],  # tests of the eyes run it on pictures
    "shots OUT": ["shots", "out", "--only", "kit-dice", "--size", "800x480"],
    "hardware OUT": ["hardware", "out", "--only", "parts"],
    "hardware out/": ["hardware", "out", "--only", "parts"],
    "hardware out/ --lang fr": ["hardware", "out", "--only", "parts", "--lang", "fr"],
}
MAY_COMPLAIN = {"doctor", "install"}  # this machine may lack a camera, and is no Raspberry Pi


def commands() -> list[str]:
    found = []
    for name in ("README.md", "LISEZMOI.md"):
        for line in COMMAND.findall((ROOT / name).read_text(encoding="utf-8")):
            command = re.split(r"\s{2,}|,", line.removeprefix("./vigie "))[0].strip()
            found.append(command)
    return sorted(set(found))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files the README speaks of."""
    where = tmp_path_factory.mktemp("readme")
    game = records.begin(series.GAME, ("Anne", "Jack"), series.Setup())
    game = records.play(game, series.Throw(FACES[0]))
    (where / "game.vigie").write_text(records.write(game), encoding="utf-8")
    enrol = ROOT / "tests" / "data" / "corsair" / "enrol"
    if enrol.is_dir():
        shutil.copytree(enrol, where / "photos")
    return where


@pytest.mark.slow
@pytest.mark.parametrize("command", commands())
def test_the_readmes_commands_work(command: str, folder: Path) -> None:
    words = HARMLESS.get(command) or shlex.split(command)
    if command.startswith(("teach photos/", "read table.jpg")):
        words = [words[0], "--help"]  # tests/app/test_teach.py and test_read.py run these on real photos
    no_screen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    own = {"VIGIE_DATA": str(folder / "data"), "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-m", "app.cli", *words],
        cwd=folder,
        env={**os.environ, **no_screen, **own},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert "Traceback" not in run.stderr, run.stderr
    assert run.returncode == 0 or words[0] in MAY_COMPLAIN, (words, run.stdout[-500:], run.stderr[-500:])
    assert run.stdout or run.stderr


def test_the_two_commands_stand_at_the_top_of_the_readme() -> None:
    for name in ("README.md", "LISEZMOI.md"):
        top = (ROOT / name).read_text(encoding="utf-8").split("\n## ")[0]
        assert "    ./vigie play\n    ./vigie test\n" in top
        for picture in re.findall(r"\]\(([^)]+\.png)\)", top):
            assert (ROOT / picture).is_file(), f"{name} shows {picture}, which is not there"
