"""Every command in the READMEs is run: on real files, with a screen in memory, and those that would take over the
machine in their harmless form."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from firmware.practice.house_dice import photos
from rules import record as records
from rules import series
from rules.series.dice import FACES
from tests.systemd.supervised import supervised
from vision.mat import geometry

ROOT = Path(__file__).resolve().parent.parent
READMES = ("README.md", "LISEZMOI.md")
COMMAND = re.compile(r"(?:^    |`)(?:sudo )?(\./vigie [^`\n]*)", re.MULTILINE)
# What is run in place of a command that asks for more than a test may do.
HARMLESS = {
    "test": ["test", "--version"],
    "install": ["install", "--dry-run"],
    "install --read-only": ["install", "--dry-run", "--read-only"],
    "uninstall": ["uninstall", "--dry-run"],
    "image": ["image", "--help"],  # the bench of tests/virtual_pi makes and boots one
    "image raspios-lite.img.xz --out vigie.img --lang en": ["image", "--help"],
    "image raspios-lite.img.xz --out vigie.img --lang fr": ["image", "--help"],
    "save": ["save", "."],
    "restore": ["restore", "--help"],  # a parcel has its date in its name
    "doctor": ["doctor", "--json"],
    "doctor --interactive": ["doctor", "--help"],  # somebody has to press the buttons
    "teach": ["teach", "--help"],  # the one with its arguments is run on photos
    "bench rules": ["bench", "--help"],
    "bench vision DIR": ["bench", "vision", "--help"],  # tests of the eyes run it on pictures
    "shots OUT": ["shots", "out", "--only", "kit-dice", "--size", "800x480"],
    "hardware OUT": ["hardware", "out", "--only", "parts"],
    "hardware out/": ["hardware", "out", "--only", "wiring"],
    "hardware out/ --only cards --card 56x87 --paper letter": ["hardware", "out", "--only", "cards", "--help"],
    "hardware out/ --lang fr --only cards": ["hardware", "out", "--help"],  # tests of the press print them
    "hardware out/ --lang fr": ["hardware", "out", "--only", "parts", "--lang", "fr"],
}
MAY_COMPLAIN = {"doctor", "install"}  # this machine may lack a camera, and is no Raspberry Pi
NO_SCREEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def commands() -> list[str]:
    found = []
    for name in READMES:
        for line in COMMAND.findall((ROOT / name).read_text(encoding="utf-8")):
            command = re.split(r"\s{2,}|,", line.removeprefix("./vigie "))[0].strip()
            found.append(command)
    return sorted(set(found), key=lambda command: (not command.startswith("teach photos"), command))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files the READMEs speak of: a recorded game, photos of dice, a picture of the table."""
    where = tmp_path_factory.mktemp("readme")
    game = records.begin(series.GAME, ("Anne", "Jack"), series.Setup())
    game = records.play(game, series.Throw(FACES[0]))
    (where / "game.vigie").write_text(records.write(game), encoding="utf-8")
    (where / "photos").mkdir()
    for face, photo in photos("corsair", geometry.load()).items():
        cv2.imwrite(str(where / "photos" / f"{face}.jpg"), photo)
        cv2.imwrite(str(where / "table.jpg"), photo)
    return where


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, **NO_SCREEN, "VIGIE_DATA": str(folder / "data"), "PYTHONPATH": str(ROOT)}


@pytest.mark.slow
@pytest.mark.parametrize("command", [one for one in commands() if not one.startswith("play --")])
def test_the_readmes_commands_work(command: str, folder: Path) -> None:
    words = HARMLESS.get(command) or shlex.split(command)
    assert words[0] != "test" or words == HARMLESS["test"], "the tests would run themselves"
    run = subprocess.run(
        [sys.executable, "-m", "app.cli", *words],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert "Traceback" not in run.stderr, run.stderr
    assert run.returncode == 0 or words[0] in MAY_COMPLAIN, (words, run.stdout[-500:], run.stderr[-500:])
    assert run.stdout or run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["play --window", "play --demo"])
def test_the_readmes_games_open_a_screen_and_close_it(command: str, folder: Path) -> None:
    assert command in commands()
    drawn = environment(folder) | {"SDL_VIDEODRIVER": "offscreen"}
    with supervised([sys.executable, "-m", "app.cli", *shlex.split(command)], drawn, folder, watchdog_s=1.5) as game:
        assert game.wait_for("WATCHDOG=1", 120, times=2), game.log()
        assert game.stop(30) == 0, game.log()


@pytest.mark.slow
def test_the_readmes_demonstration_is_told_in_words(folder: Path) -> None:
    """As `play` without a screen, which is told to its end above: here the first words are enough."""
    assert "play --demo --text" in commands()
    line = [sys.executable, "-m", "app.cli", "play", "--demo", "--text"]
    with subprocess.Popen(line, cwd=folder, env=environment(folder), stdout=subprocess.PIPE, text=True) as game:
        assert game.stdout is not None
        words = [next(game.stdout) for _ in range(5)]
        game.kill()
    assert all("throws" in line for line in words)


def test_the_two_commands_stand_at_the_top_of_the_readme() -> None:
    for name in READMES:
        top = (ROOT / name).read_text(encoding="utf-8").split("\n## ")[0]
        assert "    ./vigie play\n    ./vigie test\n" in top


def test_what_the_readmes_show_and_point_to_is_there() -> None:
    for readme in (
        [ROOT / name for name in READMES] + sorted(ROOT.glob("*/README.md")) + [ROOT / "hardware/drawings/ASSEMBLY.md"]
    ):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", readme.read_text(encoding="utf-8")):
            assert (readme.parent / target).exists(), (
                f"{readme.relative_to(ROOT)} points to {target}, which is not there"
            )


def test_every_command_of_the_program_is_in_the_readme() -> None:
    from app.cli import COMMANDS

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if not re.search(rf"`(\./vigie |sudo \./vigie )?{name}\b", text)] == []
