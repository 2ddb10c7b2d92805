"""vigie hardware, as somebody at a terminal sees it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from app import cli
from ui.words.language import catalogue

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path / "home"))


def made(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_everything_is_written_and_named_as_it_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["hardware", str(tmp_path / "a" / "b")]) == 0
    told = capsys.readouterr()
    files = made(tmp_path / "a" / "b")
    assert {Path(line).name for line in told.out.splitlines()} == files
    assert {
        "mat-a3.pdf",
        "mat-2xa4.pdf",
        "dice-duel-paper.pdf",
        "cards-duel.pdf",
        "summary-series.pdf",
        "pieces-duel.pdf",
        "board-aux-a3.pdf",
        "wiring.svg",
        "stand.scad",
        "parts.md",
    } < files
    assert f"{len(files)} files" in told.err
    for path in (tmp_path / "a" / "b").glob("*.pdf"):
        assert path.read_bytes().startswith(b"%PDF-") and path.read_bytes().rstrip().endswith(b"%%EOF")


def test_only_and_paper_choose(tmp_path: Path) -> None:
    assert cli.main(["hardware", str(tmp_path / "x"), "--only", "mat", "--paper", "a4"]) == 0
    assert made(tmp_path / "x") == {"mat-2xa4.pdf", "mat.svg"}
    assert cli.main(["hardware", str(tmp_path / "y"), "--only", "parts"]) == 0
    assert made(tmp_path / "y") == {"parts.md"}


def test_french_is_french_to_the_last_part(tmp_path: Path) -> None:
    for kind in ("parts", "wiring", "stand"):
        assert cli.main(["hardware", str(tmp_path), "--only", kind, "--lang", "fr"]) == 0
    assert "Nappe caméra" in (tmp_path / "parts.md").read_text(encoding="utf-8")
    assert "Câblage" in (tmp_path / "wiring.md").read_text(encoding="utf-8")
    assert "Le pied de la caméra" in (tmp_path / "stand.svg").read_text(encoding="utf-8")


def test_the_owners_pins_are_wired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "home" / "table.toml"
    own.parent.mkdir()
    own.write_text("players = 2\n[player1]\nbutton = 4\n[player2]\nlamp = 0\n")
    assert cli.main(["hardware", str(tmp_path / "x"), "--only", "wiring"]) == 0
    table = (tmp_path / "x" / "wiring.md").read_text(encoding="utf-8")
    assert "| 7 | 4 | player 1: button |" in table and "player 3" not in table
    assert "GPIO 0 is reserved" in capsys.readouterr().err, "a wrong pin is named and left out"
    assert "player 2: lamp" not in table


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["/proc/nowhere"], "cannot be written"),
        (["OUT", "--config", "missing.toml"], "missing.toml: cannot be read"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["hardware", *arguments, "--only", "parts"]) == 2
    err = capsys.readouterr().err
    assert said in err and "Traceback" not in err and err.count("\n") == 1


def test_every_sentence_of_the_hardware_has_its_french() -> None:
    french = {entry.singular for entry in catalogue("fr") if all(entry.texts)}
    missing = [
        f"{path.name}: {node.args[0].value!r}"
        for path in [*sorted((ROOT / "hardware").glob("*.py")), ROOT / "app" / "commands" / "hardware.py"]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message"
        and isinstance(node.args[0], ast.Constant) and node.args[0].value not in french
    ]  # fmt: skip
    assert missing == []
