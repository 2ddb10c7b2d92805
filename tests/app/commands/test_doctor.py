"""vigie doctor, as somebody at a terminal sees it."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from app import cli
from app.commands import doctor
from firmware.checks import Check
from firmware.clock import FakeClock, RealClock
from firmware.config import SHIPPED, read
from firmware.panel.gpio import PracticeFactory
from rules.say import Message

CONFIG = read(SHIPPED)
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def test_everything_is_a_line_and_nothing_wrong_is_exit_code_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith(("ok ", "note ", "      -> ")) for line in lines)
    for word in ("Python", "numpy", "opencv", "pygame", "settings", "GPIO", "buttons", "dice", "clock", "power"):
        assert any(word in line for line in lines), word


def test_json_has_a_state_a_sentence_and_a_fix_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"python", "numpy", "gpiozero", "opencv", "display", "settings", "gpio", "buttons", "camera", "dice", "disk",
            "faults", "service", "clock", "power"} == {check["name"] for check in found}  # fmt: skip
    assert all(set(check) == {"name", "state", "said", "fix"} for check in found)
    assert next(check for check in found if check["name"] == "display")["state"] == "remark"


def test_a_wrong_setting_is_named_and_the_exit_code_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text("[sound]\nvolume = 900\n")
    assert cli.main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "WRONG" in out and "sound.volume: 900 is out of range; allowed: 0 to 100" in out


def test_a_screen_that_cannot_be_opened_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm-of-the-moon")
    assert cli.main(["doctor"]) == 1
    assert "The screen cannot be opened" in capsys.readouterr().out


def test_a_picture_in_the_cameras_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no.jpg").write_text("no picture")
    assert cli.main(["doctor", "--picture", str(tmp_path / "no.jpg")]) == 2
    assert "is not a picture" in capsys.readouterr().err


def test_it_speaks_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--lang", "fr"]) == 0
    assert "les réglages sont corrects" in capsys.readouterr().out


def test_interactive_without_a_terminal_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--interactive"]) == 2
    assert "needs a terminal" in capsys.readouterr().err


# Somebody helps ------------------------------------------------------------------------------------------------------


class Helper:
    """Presses what is asked for, on the pin that is named, and looks at the lamps."""

    def __init__(self, wrong: dict[int, int] | None = None, blind: bool = False) -> None:
        self.pins = PracticeFactory(FakeClock())
        self.wrong, self.blind = wrong or {}, blind
        self.asked: list[str] = []

    def hear(self, message: Message) -> None:
        self.asked.append(str(message))
        if "GPIO" in str(message):
            pin = int(str(message).split("GPIO ")[1].split(")")[0])
            self.pins.push(self.wrong.get(pin, pin))

    def yes(self) -> bool:
        lit = [wire.name for wire in CONFIG.wires() if wire.use == "lamp" and self.pins.pin(wire.pin).state == 1]
        return not self.blind and len(lit) == 1 and lit[0].removeprefix("player") in self.asked[-1]

    def results(self) -> list[Check]:
        return list(doctor.try_each(CONFIG, self.pins, RealClock(), self.hear, self.yes))


def test_each_button_is_pressed_and_each_lamp_is_lit_alone() -> None:
    found = Helper().results()
    assert [check.state for check in found] == ["ok"] * (9 + 6)


def test_swapped_wires_are_found() -> None:
    found = Helper(wrong={17: 27, 27: 17}).results()
    assert [str(check.said) for check in found if check.state == "wrong"] == [
        "The button of player 2 answered in place of the button of player 1.",
        "The button of player 1 answered in place of the button of player 2.",
    ]


def test_a_dead_button_and_dark_lamps_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "WAIT_S", 0.1)
    found = Helper(wrong={20: 2}, blind=True).results()
    wrong = [str(check.said) for check in found if check.state == "wrong"]
    assert wrong[0].startswith("The choose button of the console was not heard")
    assert wrong[1:] == [f"The lamp of player {n} does not light." for n in range(1, 7)]


def test_on_a_real_terminal_it_asks_and_gives_up_on_silence(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    code = (
        "import app.commands.doctor as d, app.cli, sys; d.WAIT_S = 0.05; "
        "sys.exit(app.cli.main(['doctor', '--interactive']))"
    )
    os.write(ours, b"n\n" * 6)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, stdin=theirs, capture_output=True, text=True, check=False
    )
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 1, done.stderr
    assert "Press the button of player 1 (GPIO 17)." in done.stdout
    assert "The lamp of player 6 does not light." in done.stdout and "Traceback" not in done.stderr
