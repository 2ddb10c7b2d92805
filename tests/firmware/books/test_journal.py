"""The plug is pulled, the file is cut, the disk is full: nothing that was acknowledged is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.books.journal import CURRENT, DAMAGED, WAITING, Journal, JournalTrouble
from firmware.books.pages import history_files, read_pages
from firmware.clock import FakeClock, RealClock

HEADER = ["game series", "players Anne, Jack", "squares 20"]
ENTRIES = [f"throw palm.red {n}" for n in range(8)] + ["claim Jack palm", "une ligne accentuée: trésor ☠", ""]
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.open(tmp_path, FakeClock())
    yield journal
    journal.close()


def play(journal: Journal, entries: list[str] = ENTRIES) -> None:
    journal.begin(HEADER)
    for line in entries:
        journal.append(line)


def again(folder: Path) -> Journal:
    return Journal.open(folder, FakeClock())


def test_a_new_folder_has_no_game_waiting(journal: Journal) -> None:
    assert journal.unfinished() is None and journal.troubles == []


def test_a_game_waits_exactly_where_it_was_left(journal: Journal) -> None:
    play(journal)
    journal.close()
    with_it = again(journal.folder)
    assert with_it.unfinished() == (*HEADER, *ENTRIES)
    with_it.append("one more")
    with_it.close()
    assert again(journal.folder).unfinished() == (*HEADER, *ENTRIES, "one more")


def test_every_line_is_in_the_file_and_flushed_before_append_returns(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.begin(HEADER)
    flushed: list[bytes] = []
    flush = os.fdatasync

    def watched(file: int) -> None:
        flush(file)
        flushed.append(os.pread(file, 1 << 20, 0))

    monkeypatch.setattr(os, "fdatasync", watched)
    journal.append("throw palm.red")
    assert len(flushed) == 1 and flushed[0].endswith(b"throw palm.red\n")


@pytest.mark.slow
def test_the_file_cut_at_every_byte_gives_every_whole_line_before_the_cut(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "whole", FakeClock())
    play(journal)
    journal.close()
    data = (tmp_path / "whole" / CURRENT).read_bytes()
    ends = [place + 1 for place, byte in enumerate(data) if byte == ord("\n")]
    for cut in range(len(data) + 1):
        folder = tmp_path / f"cut{cut}"
        folder.mkdir()
        (folder / CURRENT).write_bytes(data[:cut])
        found = again(folder)
        rows = sum(end <= cut for end in ends) - 1  # the first row is the journal's own
        whole = rows >= len(HEADER)
        assert found.unfinished() == ((*HEADER, *ENTRIES)[:rows] if whole else None), cut
        clean = cut in ends and whole
        assert len(found.troubles) == (0 if clean else 1), cut
        assert [file.read_bytes() for file in (folder / DAMAGED).iterdir()] == ([] if clean else [data[:cut]]), cut
        if whole:  # and the game goes on from there
            found.append("on we go")
        else:
            found.begin(HEADER)
        found.close()
        after = again(folder)
        assert after.troubles == []
        assert after.unfinished() == ((*(*HEADER, *ENTRIES)[:rows], "on we go") if whole else tuple(HEADER)), cut
        after.close()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    journal = Journal.open(tmp_path_factory.mktemp("written"), FakeClock())
    play(journal)
    journal.close()
    return (journal.folder / CURRENT).read_bytes()


@given(place=st.integers(0, 10_000), garbage=st.binary(min_size=1, max_size=40), insert=st.booleans())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_scribbled_over_the_file_what_is_read_was_really_written(
    tmp_path_factory: pytest.TempPathFactory, written: bytes, place: int, garbage: bytes, insert: bool
) -> None:
    folder, data = tmp_path_factory.mktemp("scribble"), written
    place %= len(data)
    (folder / CURRENT).write_bytes(data[:place] + garbage + data[place if insert else place + len(garbage) :])
    found = again(folder)
    lines = found.unfinished() or ()
    assert lines == (*HEADER, *ENTRIES)[: len(lines)]
    assert len(lines) == len(HEADER) + len(ENTRIES) or found.troubles or not insert
    found.close()


def test_a_tail_of_zeros_as_file_systems_leave_it_after_a_power_cut_is_set_aside(journal: Journal) -> None:
    play(journal)
    journal.close()
    with (journal.folder / CURRENT).open("ab") as file:
        file.write(bytes(4096))
    found = again(journal.folder)
    assert found.unfinished() == (*HEADER, *ENTRIES)
    assert "damaged" in str(found.troubles[0])


def test_the_plug_between_the_last_row_and_the_move_to_the_history(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(journal)
    monkeypatch.setattr(journal, "put_aside", lambda: None)
    journal.finish({"game": "series"})
    journal.close()
    found = again(journal.folder)
    assert found.unfinished() is None
    assert [read_pages(file.read_bytes()).summary for file in history_files(journal.folder)] == [{"game": "series"}]


def test_a_half_written_new_game_leaves_the_old_one(journal: Journal) -> None:
    play(journal)
    journal.close()
    (journal.folder / (CURRENT + ".new")).write_bytes(b"half a hea")
    assert again(journal.folder).unfinished() == (*HEADER, *ENTRIES)


def test_finished_games_are_numbered_and_a_new_one_can_begin(journal: Journal) -> None:
    for winner in (0, 1):
        play(journal)
        journal.finish({"winners": [winner]})
    assert journal.unfinished() is None
    assert [file.name for file in history_files(journal.folder)] == ["000001.journal", "000002.journal"]
    pages = read_pages(history_files(journal.folder)[1].read_bytes())
    assert pages.lines == (*HEADER, *ENTRIES) and pages.summary == {"winners": [1]} and pages.whole


def test_a_finish_that_failed_can_be_tried_again(journal: Journal) -> None:
    play(journal)
    (journal.folder / "history").rmdir()
    with pytest.raises(JournalTrouble, match="cannot be saved"):
        journal.finish({"winners": [0]})
    (journal.folder / "history").mkdir()
    journal.finish({"winners": [0]})
    (file,) = history_files(journal.folder)
    pages = read_pages(file.read_bytes())
    assert pages.lines == (*HEADER, *ENTRIES) and pages.summary == {"winners": [0]}


def test_a_disk_without_second_names_keeps_a_copy_of_the_damaged_file(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(journal)
    journal.close()
    data = (journal.folder / CURRENT).read_bytes()[:-3]
    (journal.folder / CURRENT).write_bytes(data)

    def refused(*names: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    assert again(journal.folder).unfinished() == (*HEADER, *ENTRIES[:-1])
    assert [file.read_bytes() for file in (journal.folder / DAMAGED).iterdir()] == [data]


def test_a_game_that_makes_room_for_another_waits_and_is_not_in_the_history(journal: Journal) -> None:
    play(journal)
    journal.begin(["game mille"])
    assert history_files(journal.folder) == []
    assert journal.unfinished() == ("game mille",)
    assert [game.lines for game in journal.waiting()] == [("game mille",), (*HEADER, *ENTRIES)]


def test_the_game_that_waits_is_taken_up_where_it_was_and_the_other_waits_instead(journal: Journal) -> None:
    play(journal)
    journal.begin(["game mille"])
    journal.take_up(journal.waiting()[1].name)
    assert journal.unfinished() == (*HEADER, *ENTRIES)
    journal.append("one more")
    journal.close()
    found = again(journal.folder)
    assert [game.lines for game in found.waiting()] == [(*HEADER, *ENTRIES, "one more"), ("game mille",)]


def test_a_game_put_away_is_kept_in_the_history_as_unfinished(journal: Journal) -> None:
    play(journal)
    journal.begin(["game mille"])
    journal.put_away(journal.waiting()[1].name)
    (old,) = history_files(journal.folder)
    assert read_pages(old.read_bytes()).lines == (*HEADER, *ENTRIES)
    assert [game.lines for game in journal.waiting()] == [("game mille",)]
    journal.put_away(CURRENT)
    assert journal.waiting() == [] and len(history_files(journal.folder)) == 2


def test_a_game_that_waits_no_more_is_said_in_a_sentence_and_the_one_that_is_played_stays(journal: Journal) -> None:
    play(journal)
    with pytest.raises(JournalTrouble, match="does not wait any more"):
        journal.take_up("000007.journal")
    assert journal.unfinished() == (*HEADER, *ENTRIES)


def test_a_waiting_game_whose_file_is_damaged_goes_on_from_what_can_be_read(journal: Journal) -> None:
    play(journal)
    journal.begin(["game mille"])
    file = journal.folder / WAITING / journal.waiting()[1].name
    file.write_bytes(file.read_bytes()[:-5])
    journal.take_up(file.name)
    assert journal.unfinished() == (*HEADER, *ENTRIES[:-1]) and "damaged" in str(journal.troubles[0])


def test_the_plug_between_the_two_moves_of_an_exchange_leaves_both_games_waiting(journal: Journal) -> None:
    play(journal)
    journal.begin(["game mille"])
    journal.set_aside()  # and the other was not yet taken up
    journal.close()
    found = again(journal.folder)
    assert found.unfinished() is None
    assert {game.lines for game in found.waiting()} == {("game mille",), (*HEADER, *ENTRIES)}


def test_a_second_vigie_is_told_to_wait(journal: Journal) -> None:
    with pytest.raises(JournalTrouble, match="Another Vigie"):
        again(journal.folder)
    journal.close()
    again(journal.folder).close()


def test_a_folder_that_cannot_be_used_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalTrouble, match="cannot be kept in"):
        again(tmp_path / "file" / "games")


def test_a_line_is_one_line(journal: Journal) -> None:
    journal.begin(HEADER)
    with pytest.raises(ValueError, match="one line"):
        journal.append("two\nlines")
    assert journal.unfinished() == tuple(HEADER)


# A full disk ---------------------------------------------------------------------------------------------------------

FULL = """
import resource, signal, sys
from pathlib import Path
from firmware.clock import RealClock
from firmware.books.journal import Journal
from rules.say import Trouble

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
journal = Journal.open(Path(sys.argv[1]), RealClock())
journal.begin(["game series"])
room = (Path(sys.argv[1]) / "current.journal").stat().st_size + 100
resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
told = []
for n in range(20):
    try:
        journal.append(f"throw {n}")
    except Trouble as trouble:
        told.append(trouble)
saved = 20 - len(told)
assert 0 < saved < 20 and "cannot be saved" in str(told[0]) and len(journal.unfinished()) == 21, told
print(saved, flush=True)
if sys.argv[2] == "room again":
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    journal.append("throw 20")
    journal.finish({"game": "series"})
"""


def full_disk(folder: Path, then: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(folder), then], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def test_on_a_full_disk_it_is_said_the_game_goes_on_and_what_was_saved_stays(tmp_path: Path) -> None:
    saved = full_disk(tmp_path, "and out")
    assert again(tmp_path).unfinished() == ("game series", *(f"throw {n}" for n in range(saved)))


def test_once_there_is_room_again_all_that_was_missing_is_saved(tmp_path: Path) -> None:
    full_disk(tmp_path, "room again")
    (file,) = history_files(tmp_path)
    pages = read_pages(file.read_bytes())
    assert pages.lines == ("game series", *(f"throw {n}" for n in range(21))) and pages.summary is not None


def test_a_disk_that_fails_to_flush_is_not_believed_the_next_time(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(journal)
    flush = os.fdatasync

    def failing(file: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fdatasync", failing)
    with pytest.raises(JournalTrouble, match="Input/output error"):
        journal.append("lost?")
    monkeypatch.setattr(os, "fdatasync", flush)
    before = (journal.folder / CURRENT).stat().st_ino
    journal.append("next")
    assert (journal.folder / CURRENT).stat().st_ino != before  # written anew, not on top of what the kernel forgot
    journal.close()
    assert again(journal.folder).unfinished() == (*HEADER, *ENTRIES, "lost?", "next")


# Kill -9 -------------------------------------------------------------------------------------------------------------


def one_life(folder: Path, acknowledged: int) -> None:
    """What runs until it is killed: appends, and says each line once it is safe."""
    journal = Journal.open(folder, RealClock())
    if journal.unfinished() is None:
        journal.begin(HEADER)
    number = len(journal.unfinished() or ()) - len(HEADER)
    while True:
        journal.append(f"step {number}")
        os.write(acknowledged, b"%d\n" % number)
        number += 1


@pytest.mark.slow
def test_killed_at_two_hundred_random_instants_no_acknowledged_line_is_ever_lost(tmp_path: Path) -> None:
    chance = random.Random(4)
    safe = lives_with_progress = 0
    for _ in range(200):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                one_life(tmp_path, writing)
            finally:
                os._exit(1)
        os.close(writing)
        # From before its first line to some lines in: wait for a few, then a random instant more.
        with os.fdopen(reading, "rb") as told:
            heard = [told.readline() for _ in range(chance.randrange(4))]
            signal.sigtimedwait([], chance.random() * 0.004)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            heard += told.readlines()
        if heard:
            safe = int(heard[-1]) + 1
            lives_with_progress += 1
        journal = again(tmp_path)
        lines = journal.unfinished() or tuple(HEADER)
        journal.close()
        assert journal.troubles == []  # a killed process leaves no damage: the kernel finishes what it began
        assert lines == (*HEADER, *(f"step {n}" for n in range(len(lines) - len(HEADER))))
        assert len(lines) - len(HEADER) in (safe, safe + 1)  # at most the one that was not acknowledged yet
        safe = len(lines) - len(HEADER)
    assert lives_with_progress > 100 and safe > 400
