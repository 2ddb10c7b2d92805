from __future__ import annotations

from pathlib import Path

import pytest

from firmware.books import history
from firmware.books.history import Summary
from firmware.books.journal import Journal
from firmware.books.pages import history_files
from firmware.clock import FakeClock
from rules.say import Trouble

SUMMARY = Summary(
    game="series", players=("Anne", "Jack"), scores=(20, 13), winners=(0,), duration_s=1260.0,
    luck=(0.4, -0.4), fastest_claim_s=(0.81, None),
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    journal = Journal.open(tmp_path, FakeClock())
    journal.begin(["game series", "players Anne Jack"])
    journal.append("1. throw palm.red")
    journal.finish(SUMMARY.as_dict())
    journal.begin(["game mille"])
    journal.put_aside()
    journal.close()
    return tmp_path


def test_a_finished_game_keeps_its_lines_its_date_and_its_summary(folder: Path) -> None:
    finished, aside = history.games(folder)
    assert finished.number == 1 and finished.date == "2025-06-21T20:00:00+02:00" and finished.whole
    assert finished.lines == ("game series", "players Anne Jack", "1. throw palm.red")
    assert finished.summary == SUMMARY
    assert aside.lines == ("game mille",) and aside.summary is None


def test_numbers_stay_when_an_old_game_is_deleted(folder: Path) -> None:
    history_files(folder)[0].unlink()
    assert [played.number for played in history.games(folder)] == [2]
    with pytest.raises(Trouble, match="no game 1"):
        history.game(folder, 1)


def test_a_damaged_game_is_listed_as_far_as_it_can_be_read(folder: Path) -> None:
    file = history_files(folder)[0]
    file.write_bytes(file.read_bytes()[:-30])
    played = history.game(folder, 1)
    assert played.summary is None and not played.whole and len(played.lines) == 3
    file.write_bytes(b"\x00" * 100)
    assert history.game(folder, 1).lines == ()


def test_a_summary_of_another_version_is_no_error() -> None:
    assert Summary.of({}) is None
    assert Summary.of({"game": "series", "players": 5}) is None
    assert Summary.of(SUMMARY.as_dict() | {"weather": "rain"}) == SUMMARY


def test_no_games_yet(tmp_path: Path) -> None:
    assert history.games(tmp_path / "nowhere") == []
