"""The command line: bad input gets a clear sentence and a non-zero exit, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app import cli

ROOT = Path(__file__).resolve().parents[2]


def vigie(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The real command, in a process of its own."""
    command = [sys.executable, "-m", "app.cli", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dance"], "there is no command 'dance'"),
        (["simulate"], "GAME"),
        (["simulate", "chess"], "there is no game 'chess'; the games are: series"),
        (["simulate", "series", "--players", "five"], "'five' is not a whole number"),
        (["simulate", "series", "--players", "0"], "'0' is not a whole number from 1 on"),
        (["simulate", "series", "--players", "9"], "2 to 4 players, not 9"),
        (["simulate", "series", "--games", "-3"], "--games"),
        (["simulate", "series", "--games", "1.5"], "'1.5' is not a whole number"),
        (["simulate", "series", "--seed", "x"], "--seed"),
        (["simulate", "series", "--setup", "squares=3"], "5 to 60 squares"),
        (["simulate", "series", "--setup", "first=Bart"], "nobody called Bart"),
        (["simulate", "series", "--colour", "red"], "--colour"),
        (["replay"], "FILE"),
        (["replay", "no/such.file"], "cannot be read: No such file"),
        (["replay", "."], "cannot be read: it is a folder"),
        (["replay", "README.md"], "line 1: a game file begins with 'vigie-game 1'"),
        (["replay", "README.md", "--lang", "xx"], "--lang"),
    ],
)
def test_bad_input_gets_a_clear_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    try:
        code = cli.main(arguments)
    except SystemExit as stop:  # argparse's way to say it
        code = int(stop.code or 0)
    output = capsys.readouterr()
    assert code == 2
    assert said in output.err and "Traceback" not in output.err
    assert output.out == ""


def test_the_real_command_refuses_without_a_traceback() -> None:
    done = vigie("replay", "no/such.file")
    assert done.returncode == 2
    assert done.stderr == "vigie replay: no/such.file cannot be read: No such file or directory.\n"


def test_help_names_every_command_and_gives_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == cli.main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"  {name} " in text for name in cli.COMMANDS) and "examples:" in text


@pytest.mark.parametrize("name", ["simulate", "replay"])
def test_each_command_has_help_with_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([name, "--help"])
    assert stop.value.code == 0
    assert "examples:" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", ["simulate series --games 2", "--help", "--version"])
def test_a_reader_that_goes_away_is_no_trouble(arguments: str) -> None:
    command = f"{sys.executable} -m app.cli {arguments} | true"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""


def test_the_version_is_the_projects() -> None:
    said = vigie("--version")
    assert said.returncode == 0 and f'version = "{said.stdout.split()[1]}"' in (ROOT / "pyproject.toml").read_text()
