"""What raised and was only a sentence at the table is kept, and the doctor says when the last one was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app import cli
from firmware import faults
from firmware.checks import faults as check
from firmware.play.events import Tick
from tests.firmware.games.desk import Desk
from tests.firmware.games.mille.test_referee import desk_with
from vision.log import LOG


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[Path]:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    faults.keep(tmp_path)
    yield tmp_path
    faults.stop_keeping()


def fall(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a mistake of ours")

    with monkeypatch.context() as patch:
        patch.setattr(type(desk.table.referee), "hear", broken)
        patch.setattr(desk.table, "_begin_anew", lambda at: None)
        desk.table.hear(Tick(desk.now))


def test_a_fault_at_the_table_is_a_sentence_there_and_a_traceback_in_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(folder).state == "ok"
    desk = desk_with("pirate")
    fall(desk, monkeypatch)
    assert "Vigie made a mistake" in str(desk.table.moments[-1].message)
    told = (folder / faults.FILE).read_text(encoding="utf-8")
    assert "Traceback" in told and "a mistake of ours" in told
    assert cli.main(["doctor"]) == 0
    assert "ZeroDivisionError: a mistake of ours" in capsys.readouterr().out


def test_the_same_fault_again_and_again_is_written_once_a_minute(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_with("pirate")
    for _ in range(100):
        fall(desk, monkeypatch)
    assert (folder / faults.FILE).read_text(encoding="utf-8").count(faults.HEAD) == 1


def test_the_file_stays_small_and_the_last_fault_is_found(folder: Path) -> None:
    for number in range(60):
        try:
            raise ValueError(f"number {number} " + "x" * 20_000)
        except ValueError:
            LOG.exception("again")
    both = [folder / faults.FILE, faults.old(folder / faults.FILE)]
    assert sum(file.stat().st_size for file in both) < 3 * faults.LARGEST
    fault = faults.last(folder)
    assert fault is not None and "number 59" in fault.what


def test_a_folder_that_cannot_be_written_is_no_further_fault(folder: Path) -> None:
    (folder / "file").write_text("in the way", encoding="utf-8")
    faults.keep(folder / "file" / "data")
    try:
        raise ValueError
    except ValueError:
        LOG.exception("told, and not kept")
    assert faults.last(folder / "file" / "data") is None


def test_a_damaged_file_of_faults_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / faults.FILE).write_bytes(b"\xff\xfe\x00== ")
    assert check(tmp_path).state == "ok"
