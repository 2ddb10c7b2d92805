"""The index of the history: it opens a page as quickly for many games as for few, and is never believed more than the
journals."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from firmware.books import history, index
from firmware.books.index import INDEX
from firmware.books.journal import Journal
from firmware.books.pages import history_files
from firmware.clock import FakeClock


def kept(folder: Path, count: int) -> Path:
    journal = Journal.open(folder, FakeClock())
    for number in range(count):
        journal.begin(["vigie-game 1", "game series", f'players Anne "Jean Paul {number}"', ""])
        journal.append("1. throw palm.red")
        journal.finish({"game": "series", "players": ["Anne", "Jean"], "scores": [number, 0], "winners": [0],
                        "duration_s": 60.0})  # fmt: skip
    journal.close()
    return folder


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The journals that were opened to make the index."""
    found: list[str] = []
    look = index._look

    def watched(file: Path) -> index.Row:
        found.append(file.name)
        return look(file)

    monkeypatch.setattr(index, "_look", watched)
    return found


def numbers(folder: Path, count: int = 99, before: int | None = None) -> list[int]:
    return [game.number for game in history.page(folder, count, before)[0]]


def test_a_page_has_the_newest_games_first_and_the_next_those_before(tmp_path: Path) -> None:
    folder = kept(tmp_path, 7)
    games, total = history.page(folder, 3)
    assert [game.number for game in games] == [7, 6, 5] and total == 7
    assert games[0].players == ("Anne", "Jean Paul 6") and games[0].game == "series"
    assert games[0].summary is not None and games[0].summary.scores == (6, 0)
    assert numbers(folder, 3, before=5) == [4, 3, 2] and numbers(folder, 3, before=1) == []


def test_a_page_opens_no_journal_once_the_games_are_in_the_index(tmp_path: Path, opened: list[str]) -> None:
    folder = kept(tmp_path, 5)
    opened.clear()
    assert numbers(folder) == [5, 4, 3, 2, 1] and opened == []


def test_the_index_is_read_from_its_end_and_only_as_far_as_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = kept(tmp_path, 40)
    monkeypatch.setattr(index, "BLOCK", 97)  # rows lie across blocks
    assert numbers(folder) == list(range(40, 0, -1))
    read: list[bytes] = []
    before = index._read
    monkeypatch.setattr(index, "_read", lambda line: read.append(line) or before(line))  # type: ignore[func-returns-value]
    assert numbers(folder, 4) == [40, 39, 38, 37] and len(read) == 4


@pytest.mark.parametrize("harm", ["missing", "cut", "scribbled", "empty", "old"])
def test_an_index_that_is_missing_damaged_or_old_is_made_anew_from_the_journals(
    tmp_path: Path, harm: str, opened: list[str]
) -> None:
    folder = kept(tmp_path, 5)
    file = folder / INDEX
    data = file.read_bytes()
    if harm == "missing":
        file.unlink()
    elif harm == "cut":
        file.write_bytes(data[:-7])
    elif harm == "scribbled":
        file.write_bytes(data.replace(b"Jean Paul 2", b"Jean Paul 9"))
    elif harm == "empty":
        file.write_bytes(b"")
    else:
        file.write_bytes(data[: data[:-1].rindex(b"\n") + 1])  # the plug between the move and the row
    games = history.page(folder, 99)[0]
    assert [game.players[1] for game in games] == [f"Jean Paul {n}" for n in (4, 3, 2, 1, 0)]
    opened.clear()
    assert numbers(folder) == [5, 4, 3, 2, 1] and opened == []  # and now it is there again


def test_games_that_somebody_deleted_or_brought_back_are_gone_and_there_again(tmp_path: Path) -> None:
    folder = kept(tmp_path, 4)
    file = history_files(folder)[1]
    data = file.read_bytes()
    time.sleep(0.02)  # folders know the time of a change to some milliseconds
    file.unlink()
    assert numbers(folder) == [4, 3, 1] and history.page(folder, 1)[1] == 3
    time.sleep(0.02)
    file.write_bytes(data)
    assert numbers(folder) == [4, 3, 2, 1] and history.page(folder, 1)[1] == 4


def test_a_journal_that_was_changed_is_looked_at_again(tmp_path: Path, opened: list[str]) -> None:
    folder = kept(tmp_path, 3)
    file = history_files(folder)[1]
    file.write_bytes(file.read_bytes()[:-20])
    opened.clear()
    games = history.page(folder, 9)[0]
    assert [game.whole for game in games] == [True, False, True] and opened == [file.name]


def test_a_folder_that_may_not_be_written_shows_its_games_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = kept(tmp_path, 3)
    (folder / INDEX).unlink()

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(index, "_write", refused)
    assert numbers(folder) == [3, 2, 1]


def test_no_game_of_the_history_is_ever_overwritten_by_an_index_that_knows_less(tmp_path: Path) -> None:
    folder = kept(tmp_path, 2)
    stranger = folder / "history" / "000003.journal"
    stranger.write_bytes(history_files(folder)[0].read_bytes())
    when = (folder / "history").stat()
    kept(folder, 1)
    assert numbers(folder) == [4, 3, 2, 1]
    assert stranger.read_bytes() == history_files(folder)[0].read_bytes() and when.st_size >= 0


def test_a_win_that_is_taken_back_leaves_the_index_and_comes_again_under_its_number(tmp_path: Path) -> None:
    journal = Journal.open(kept(tmp_path, 2), FakeClock())
    journal.begin(["vigie-game 1", "game mille"])
    journal.append("1. x")
    journal.finish({})
    journal.reopen()
    assert numbers(tmp_path) == [2, 1]
    journal.append("2. y")
    journal.finish({})
    assert numbers(tmp_path) == [3, 2, 1]
    journal.close()


def test_an_empty_history_has_no_games_and_no_index_is_needed_to_know_it(tmp_path: Path) -> None:
    assert history.page(tmp_path / "nowhere", 9) == ([], 0)
    Journal.open(tmp_path, FakeClock()).close()
    assert history.page(tmp_path, 9) == ([], 0)
    assert list((tmp_path / "history").iterdir()) == []
