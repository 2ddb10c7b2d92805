"""vigie replay: a game's file told as a story, and for machines."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from app.cli import main
from rules import record as records
from rules.games import GAMES
from tests.rules.any_game import play_by_chance

FILE = """vigie-game 1
game series
players Anne Jack Marie
date 2026-05-01
setup squares=5

1. throw palm.red
2. throw palm.blue
3. throw palm.green
4. claim Jack palm
5. throw skull.black
6. undo 1
7. correct 2 throw palm.red
8. judge 4 Marie claim Anne palm
"""


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "evening.vigie"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_the_course_of_a_game_is_told_entry_by_entry(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game_file)]) == 0
    told = capsys.readouterr().out
    assert told.splitlines() == [
        "Treasure race - Anne, Jack, Marie - 2026-05-01",
        "squares=5",
        "",
        "    1      1.  Anne throws: palm, red.",
        "    2    (2.)  Jack throws: palm, blue.",
        "    3      3.  Marie throws: palm, green.",
        "    4    (4.)  Jack claims palm. Right: 3 squares forward. [Jack 3]",
        "    5    (5.)  Jack throws: skull, black.",
        "    6      6.  The last action is taken back.",
        "    7      7.  Entry 2 is corrected. Jack throws: palm, red.",
        "           8.  Marie decides on entry 4. Anne claims palm. Right: 3 squares forward. [Anne 3, Jack 0]",
        "",
        "In brackets: taken back or corrected later.",
        "",
        "Anne 3, Jack 0, Marie 0",
        "The game is not over; it is Anne's turn.",
        "series/1 players=(Anne Jack Marie) setup=(squares=5) pawns=(3 0 0) hands=(6 3 3) "
        "track=(- - - - - - - - - - - -) turn=Anne fresh=no",
    ]


def test_the_story_in_french(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game_file), "--lang", "fr"]) == 0
    told = capsys.readouterr().out.replace("\xa0", " ")
    assert "Course au trésor" in told and "Jack annonce cocotier. Exact : avance de 3 cases." in told
    assert "La partie n’est pas finie" in told


HALF = FILE.split("5. ")[0]  # until Jack has claimed


def test_what_a_correction_makes_impossible_is_told(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    later = "5. throw skull.black\n6. claim Anne skull\n7. throw ship.red\n8. correct 5 nothing\n"
    game_file.write_text(HALF + later, encoding="utf-8")
    assert main(["replay", str(game_file)]) == 0
    told = capsys.readouterr().out
    assert "8.  Entry 5 is corrected. It never happened. No longer possible, so dropped: 6, 7." in told
    assert "(7.)  Marie throws: ship, red." in told


def test_a_win_is_told(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    later = "5. throw ship.red\n6. throw ship.red\n7. throw ship.red\n8. claim Jack ship red\n"
    game_file.write_text(HALF + later, encoding="utf-8")
    assert main(["replay", str(game_file)]) == 0
    assert "\nJack is first at the treasure.\n" in capsys.readouterr().out
    assert main(["replay", str(game_file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["outcome"] == {"winners": ["Jack"], "reason": "Jack is first at the treasure."}
    assert told["actor"] is None


def test_for_machines(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game_file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "series" and told["players"] == ["Anne", "Jack", "Marie"]
    assert [entry["kind"] for entry in told["entries"]] == ["action"] * 5 + ["undone", "corrected", "judged"]
    assert [entry["number"] for entry in told["entries"] if not entry["stands"]] == [2, 4, 5]
    assert told["points"] == [3, 0, 0] and told["actor"] == "Anne" and told["outcome"] is None
    assert told["position"].startswith("series/1 ")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("palm.blue", "plam.blue", "line 8: 'plam'"),
        ("undo 1", "undo 9", "line 12: 1 to 5 actions"),
        ("3. throw", "4. throw", "line 9: entry 3"),
        ("game series", "game sries", "line 2: there is no game 'sries'"),
    ],
)
def test_a_damaged_file_gets_its_line_and_what_is_wrong(
    game_file: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    game_file.write_text(FILE.replace(old, new), encoding="utf-8")
    assert main(["replay", str(game_file)]) == 2
    output = capsys.readouterr()
    assert output.out == "" and output.err.count("\n") == 1
    assert f"vigie replay: {game_file}: {said}" in output.err


def test_a_file_that_is_no_text_is_refused(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game_file.write_bytes(FILE.encode() + b"9. throw \xff\xfe")
    assert main(["replay", str(game_file)]) == 2
    assert "line 15: this is not text" in capsys.readouterr().err


@pytest.mark.parametrize("key", GAMES)
def test_a_game_of_every_kind_is_told_to_its_end(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = None
    for state, action in play_by_chance(GAMES[key], Random(5)):
        record = record or records.begin(GAMES[key], state.players, state.setup)
        record = record if action is None else records.play(record, action)
    assert record is not None
    path = tmp_path / "game.vigie"
    path.write_text(records.write(record), encoding="utf-8")
    for language in ("en", "fr"):
        assert main(["replay", str(path), "--lang", language]) == 0
        assert len(capsys.readouterr().out.splitlines()) > len(record.entries)
    assert main(["replay", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["outcome"]["winners"] and len(told["entries"]) == len(record.entries)
