"""Take it along: the table asks, the small unit answers, and the next start brings it back."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app import startup, stick
from app.cli import main
from app.workshop import Workshop
from firmware.books import parcel
from firmware.books.journal import Journal
from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.play.evening import Evening
from rules.say import Trouble


@pytest.fixture
def run(tmp_path: Path) -> Path:
    (tmp_path / "run").mkdir()
    return tmp_path / "run"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "data" / "games").mkdir(parents=True)
    (tmp_path / "data" / "games" / "a.game").write_text("1. throw palm.red\n")
    return tmp_path / "data"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def plugged(place: Path) -> bool:
    return True


def test_saved_and_brought_back_by_asking(run: Path, data: Path, place: Path) -> None:
    stick.ask("save", run)
    stick.serve(run, place, data, plugged)
    assert "vigie/vigie-" in str(stick.answered(run)) and not (run / stick.ASKED).exists()
    (data / "games" / "a.game").write_text("lost")
    stick.ask("restore", run)
    stick.serve(run, place, data, plugged)
    assert "starts anew" in str(stick.answered(run))
    assert (data / "games" / "a.game").read_text() == "lost", "not before the table starts anew"
    startup.bring_back(data)
    assert (data / "games" / "a.game").read_text() == "1. throw palm.red\n"


@pytest.mark.parametrize(
    ("what", "mounted", "said"),
    [
        ("save", lambda place: False, "No USB stick"),
        ("restore", plugged, "no parcel of Vigie"),
        ("format everything", plugged, "Nobody knows how"),
    ],
)
def test_what_cannot_be_done_is_answered_with_a_sentence(
    run: Path, data: Path, place: Path, what: str, mounted: Callable[[Path], bool], said: str
) -> None:
    stick.ask(what, run)
    stick.serve(run, place, data, mounted)
    with pytest.raises(Trouble, match=said):
        stick.answered(run)
    assert not (run / stick.ASKED).exists(), "the unit is not started for it again"


def test_an_old_answer_is_none_to_a_new_question(run: Path, data: Path, place: Path) -> None:
    stick.ask("restore", run)
    stick.serve(run, place, data, plugged)
    stick.ask("save", run)
    assert stick.answered(run) is None


def listed(*disks: Any) -> dict[str, Any]:
    return {"blockdevices": list(disks)}


def part(path: str, **more: Any) -> dict[str, Any]:
    return {"path": path, "fstype": "vfat", "label": None, "mountpoints": [None]} | more


def test_only_a_free_partition_of_a_usb_disk_is_a_stick() -> None:
    card = {"path": "/dev/mmcblk0", "tran": None, "children": [part("/dev/mmcblk0p1")]}
    used = {"path": "/dev/sda", "tran": "usb", "children": [part("/dev/sda1", mountpoints=["/var/lib/vigie"])]}
    games = {"path": "/dev/sdb", "tran": "usb", "children": [part("/dev/sdb1", fstype="ext4", label="vigie")]}
    strange = {"path": "/dev/sdc", "tran": "usb", "children": [part("/dev/sdc1", fstype="crypto_LUKS")]}
    free = {"path": "/dev/sdd", "tran": "usb", "children": [part("/dev/sdd1"), part("/dev/sdd2", fstype="ext4")]}
    whole = part("/dev/sde", tran="usb", fstype="exfat")
    found = stick.sticks(listed(card, used, games, strange, free, whole))
    assert found == [("/dev/sdd1", "vfat"), ("/dev/sdd2", "ext4"), ("/dev/sde", "exfat")]


def test_the_workshop_asks_waits_and_starts_the_table_anew(
    run: Path, data: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "@vigie-test")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(run))
    anew: list[bool] = []
    journal = Journal.open(data / "games", FakeClock())
    evening = Evening(read(SHIPPED), FakeClock(), journal, Random(1))
    shop = Workshop(evening, None, lambda work: pytest.fail("not by a worker"), lambda: None, lambda: None,
                    lambda: anew.append(True))  # fmt: skip
    done = threading.Event()

    def unit() -> None:
        while not done.is_set():
            if (run / stick.ASKED).exists():
                stick.serve(run, place, data, plugged)
            done.wait(0.02)

    thread = threading.Thread(target=unit)
    thread.start()
    try:
        assert "pulled out" in str(shop.take_along("save")) and anew == []
        assert "starts anew" in str(shop.take_along("restore")) and anew == [True]
    finally:
        done.set()
        thread.join()
        journal.close()


def test_by_hand_from_folder_to_folder(
    data: Path, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(data))
    assert main(["save", str(place)]) == 0
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path / "other"))
    assert main(["restore", str(place)]) == 0
    assert "take their place when the table starts next" in capsys.readouterr().out
    startup.bring_back(tmp_path / "other")
    assert (tmp_path / "other" / "games" / "a.game").read_text() == "1. throw palm.red\n"
    assert main(["restore", str(place / "nothing")]) == 2
    assert "is not there" in capsys.readouterr().err


def test_an_answer_that_makes_no_sense_is_none(run: Path) -> None:
    (run / stick.ANSWER).write_text("{")
    assert stick.answered(run) is None
    (run / stick.ANSWER).write_text(json.dumps({"done": True, "template": "{file}", "values": {"file": "x"}}))
    assert str(stick.answered(run)) == "x"
    assert parcel.NOTHING.values == {}
