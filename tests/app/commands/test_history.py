"""vigie history, as somebody at a terminal sees it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from app import cli
from firmware.books.history import Summary
from firmware.books.journal import Journal
from firmware.books.pages import history_files
from firmware.clock import FakeClock


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    journal = Journal.open(tmp_path / "games", FakeClock())
    for winner, score in ((0, 20), (1, 7)):
        journal.begin(["vigie-game 1", "game series", "players Anne Jack", ""])
        journal.append("1. throw palm.red")
        journal.finish(
            Summary(
                game="series", players=("Anne", "Jack"), scores=(score, 13), winners=(winner,), duration_s=4260,
                luck=(0.4, -0.4), fastest_claim_s=(0.81, None),
            ).as_dict()
        )  # fmt: skip
    journal.begin(["vigie-game 1"])
    journal.put_aside()
    journal.close()
    return tmp_path / "games"


def test_the_list_has_a_line_per_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["history"]) == 0
    one, two, three = capsys.readouterr().out.splitlines()
    assert "1  2025-06-21 20:00  series    1 h 11  Anne 20, Jack 13  (won by Anne)" in one
    assert "(won by Jack)" in two
    assert "not finished" in three


def test_a_game_that_was_not_finished_is_listed_with_its_people(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal.open(folder, FakeClock())
    journal.begin(["vigie-game 1", "game series", 'players Anne "Grand-père Louis"', ""])
    journal.put_aside()
    journal.close()
    assert cli.main(["history"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert "series" in last and "Anne, Grand-père Louis  (not finished)" in last


def test_a_game_is_shown_with_luck_speed_and_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["history", "show", "1"]) == 0
    out = capsys.readouterr().out
    assert "Anne: luck +0.40, fastest claim 0.81 s" in out and "Jack: luck -0.40\n" in out
    assert out.endswith("players Anne Jack\n\n1. throw palm.red\n")


def test_a_spreadsheet_gets_a_row_per_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["history", "export", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["number"], row["player"], row["score"], row["won"]) for row in rows] == [
        ("1", "Anne", "20", "1"), ("1", "Jack", "13", "0"), ("2", "Anne", "7", "0"), ("2", "Jack", "13", "1"),
    ]  # fmt: skip
    assert rows[0]["fastest_claim_s"] == "0.81" and rows[1]["fastest_claim_s"] == ""


def test_json_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["history", "export"]) == 0
    games = json.loads(capsys.readouterr().out)
    assert [game["number"] for game in games] == [1, 2, 3]
    assert games[0]["summary"]["winners"] == [0] and games[0]["lines"][-1] == "1. throw palm.red"


def test_the_text_of_one_game_is_its_file_for_replay(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["history", "export", "--format", "text", "2"]) == 0
    assert capsys.readouterr().out == "vigie-game 1\ngame series\nplayers Anne Jack\n\n1. throw palm.red\n"


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("numbers", [["2"], ["1", "2"]])
def test_what_is_exported_is_read_by_replay(
    form: str, numbers: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["history", "export", "--format", form, *numbers]) == 0
    file = tmp_path / "exported"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert cli.main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.count("Anne, Jack") == len(numbers) and "palm" in out


def test_a_table_of_results_is_no_game_and_replay_says_what_to_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["history", "export", "--format", "csv"]) == 0
    file = tmp_path / "games.csv"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert cli.main(["replay", str(file)]) == 2
    assert "--format text" in capsys.readouterr().err


def test_a_game_that_replay_cannot_read_is_named_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["history", "export", "3"]) == 0  # it has only its first line
    file = tmp_path / "three.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert cli.main(["replay", str(file)]) == 2
    assert "game 3: line 1: the line 'game ...' is missing" in capsys.readouterr().err


def test_a_page_holds_the_newest_and_says_how_to_see_those_before(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal.open(folder, FakeClock())
    for _ in range(20):
        journal.begin(["vigie-game 1", "game series", "players Anne Jack", ""])
        journal.put_aside()
    journal.close()
    assert cli.main(["history"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 21 and lines[0].split()[0] == "4" and lines[-2].split()[0] == "23"
    assert "23 games in all" in lines[-1] and "--page 2" in lines[-1]
    assert cli.main(["history", "list", "--page", "2"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["1", "2", "3"]
    assert cli.main(["history", "list", "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 23
    assert cli.main(["history", "list", "--page", "3"]) == 2
    assert "There are 2 pages" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["show", "99"], ["export", "0"]])
def test_a_game_that_is_not_there_gets_a_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["history", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == "" and "vigie history" in told.err and "Traceback" not in told.err


def test_damaged_games_do_not_hide_the_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history_files(folder)[0].write_bytes(b"\xff" * 50)
    assert cli.main(["history"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and "damaged" in lines[0]


def test_no_games_yet_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["history", "--folder", str(tmp_path / "empty")]) == 0
    assert capsys.readouterr().out.startswith("No games yet")
