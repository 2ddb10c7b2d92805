"""What of the bench can be tried without QEMU and without root: its camera's wire, its list, its clone."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from app.bench.people.fingers import Console
from app.bench.people.house import House
from firmware.practice.virtual import VirtualMat
from tests.virtual_pi import image, kept, pieces, writes
from tests.virtual_pi.camera import BULK, CONTROL, HELLO, UsbCamera, configuration, device
from tests.virtual_pi.person import GAMES, Person

ROOT = Path(__file__).resolve().parents[2]


class Guest:
    """QEMU's side of the wire."""

    def __init__(self) -> None:
        self.server = socket.create_server(("127.0.0.1", 0))
        self.camera = UsbCamera(self.server.getsockname()[1])
        self.camera.plug()
        self.line, _ = self.server.accept()
        self.line.settimeout(20)
        self.line.sendall(struct.pack("<III", HELLO, 68, 0) + b"guest".ljust(64, b"\0") + struct.pack("<I", 0x72))
        kind, length, _ = struct.unpack("<III", self._read(12))
        assert kind == HELLO
        self._read(length)

    def _read(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            got += self.line.recv(count - len(got))
        return got

    def hear(self, wanted: int) -> tuple[int, bytes]:
        while True:
            kind, length, number = struct.unpack("<IIQ", self._read(16))
            body = self._read(length)
            if kind == wanted:
                return number, body

    def control(self, request: int, kind: int, value: int, index: int, length: int, data: bytes = b"") -> bytes:
        body = struct.pack("<BBBBHHH", kind & 0x80, request, kind, 0, value, index, length) + data
        self.line.sendall(struct.pack("<IIQ", CONTROL, len(body), 7) + body)
        return self.hear(CONTROL)[1]

    def ask(self, number: int, length: int) -> None:
        body = struct.pack("<BBHIH", 0x81, 0, length & 0xFFFF, 0, length >> 16)
        self.line.sendall(struct.pack("<IIQ", BULK, len(body), number) + body)


@pytest.fixture
def guest() -> Iterator[Guest]:
    guest = Guest()
    yield guest
    guest.camera.unplug()
    guest.line.close()
    guest.server.close()


def test_descriptors_are_as_long_as_they_say() -> None:
    assert len(device()) == device()[0] == 18
    whole = configuration()
    assert struct.unpack("<H", whole[2:4])[0] == len(whole)
    at = 0
    while at < len(whole):
        assert whole[at] >= 2
        at += whole[at]
    assert at == len(whole)


def test_the_camera_describes_itself_and_refuses_what_it_does_not_know(guest: Guest) -> None:
    assert guest.control(6, 0x80, 0x0100, 0, 64)[10:] == device()
    assert guest.control(6, 0x80, 0x0200, 0, 9)[10:] == configuration()[:9]
    assert guest.control(6, 0x80, 0x0F00, 0, 64)[3] != 0


def test_the_size_that_is_agreed_on_is_the_size_of_the_pictures(guest: Guest) -> None:
    guest.camera.show(b"large", (1280, 720))
    guest.camera.show(b"small picture", (640, 480))
    agreed = guest.control(0x81, 0xA1, 0x0100, 1, 34)[10:]
    wanted = agreed[:3] + bytes([2]) + agreed[4:]
    guest.control(1, 0x21, 0x0200, 1, len(wanted), wanted)
    guest.ask(1, 8)
    guest.ask(2, 8)
    parts = [guest.hear(BULK) for _ in range(2)]
    assert [number for number, _ in parts] == [1, 2]
    assert (parts[0][1][10:] + parts[1][1][10:])[2:] == b"small picture"


def test_the_checks_are_listed_without_qemu_and_without_root() -> None:
    line = [sys.executable, "-m", "tests.virtual_pi", "--list"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ | {"PATH": ""})
    assert done.returncode == 0 and "From power to the title" in done.stdout


def test_what_is_missing_is_named_as_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda tool, path=None: None)
    assert {"qemu-system-arm", "mmdebstrap"} <= set(pieces.lacking(pieces.ARCHES["arm64"]))
    assert "qemu-system-arm" not in pieces.lacking(pieces.ARCHES["amd64"])


def test_the_clone_is_what_git_knows_without_the_tests(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("no checkout")
    to = image.clone(ROOT, tmp_path / "clone")
    assert (to / "vigie").is_file() and (to / "systemd" / "vigie.service").is_file()
    assert not (to / "tests").exists() and not list(to.rglob("__pycache__"))


# -- cards put together again ----------------------------------------------------------------------------------------

GAME = ("vigie-game 1", "game series", "players Anne Jack", "date 2026-11-19 20:00", "1. throw skull.red")
NEXT = (*GAME, "2. throw ship.red")


def log_of(*written: tuple[int, bytes] | None) -> bytes:
    """As QEMU writes it: a head, then an entry for each write; None is a flush."""
    told = struct.pack("<QQQI", writes.MAGIC, 1, 0, 512).ljust(512, b"\0")
    for one in written:
        if one is None:
            told += struct.pack("<QQQQ", 0, 0, writes.FLUSH, 0).ljust(512, b"\0")
        else:
            told += struct.pack("<QQQQ", one[0] // 512, len(one[1]) // 512, 0, 0).ljust(512, b"\0") + one[1]
    return told


def test_a_log_of_writes_is_read_to_where_it_was_cut(tmp_path: Path) -> None:
    log = tmp_path / "log"
    whole = log_of((0, b"a" * 1024), None, (4096, b"b" * 512))
    log.write_bytes(whole[:-100])
    assert [(one.at, one.count, one.flushes) for one in writes.entries(log)] == [(0, 1024, False), (0, 0, True)]


def test_what_was_flushed_is_there_whole_and_of_the_rest_anything_may_be(tmp_path: Path) -> None:
    log, card = tmp_path / "log", tmp_path / "card"
    log.write_bytes(log_of((0, b"a" * 4096), None, (0, b"b" * 4096), (4096, b"c" * 4096)))
    every = list(writes.entries(log))
    sure, maybe = writes.split(every, len(every))
    assert (sure, len(maybe)) == (2, 2)
    seen = set()
    for seed in range(200):
        card.write_bytes(bytes(8192))
        writes.apply(card, log, every[:sure])
        writes.lay(card, writes.torn(log, maybe, Random(seed)))
        lies = card.read_bytes()
        assert set(lies[:4096]) <= set(b"ab") and set(lies[4096:]) <= {0, *b"c"}
        seen.add((lies[:4096].count(b"b"), lies[4096:].count(b"c")))
    assert {(0, 0), (4096, 4096), (0, 4096)} <= seen, "none of it, all of it, the later without the earlier"
    assert any(0 < first < 4096 for first, _ in seen), "and torn"


@pytest.mark.parametrize(("there", "lost"), [(GAME, 0), (NEXT, 0), (GAME[:4], 1), ((), 1)])
def test_what_was_shown_and_is_not_there_is_missed(there: tuple[str, ...], lost: int) -> None:
    shown = [kept.Shown(100, "throw", GAME), kept.Shown(200, "throw", NEXT)]
    found = kept.Kept([there] if there else [])
    assert len(kept.missing(shown, found, 150)) == lost


def test_before_anything_is_shown_nothing_is_missed() -> None:
    assert not kept.missing([kept.Shown(100, "throw", GAME)], kept.Kept(), 99)


def test_a_file_that_does_not_open_is_seen(tmp_path: Path) -> None:
    (tmp_path / "names.json").write_text('["Anne"')
    (tmp_path / "half.json.new").write_text("[")  # under its last name only is it one of Vigie's files
    assert [said.split(":")[0] for said in kept.read(tmp_path).wrong] == ["names.json"]


# -- somebody at the console -----------------------------------------------------------------------------------------


class Rehearsal:
    """A table of our own in the machine's place."""

    def __init__(self, folder: Path) -> None:
        self.house = House(folder, 3, (800, 480), "en")
        self.fingers = Console(self.house)

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.fingers._button(button)
            self.house.wait(0.3)
        self.house.wait(1.0)

    def journal(self) -> list[str]:
        return list(self.house.journal.unfinished() or ())

    def shown(self, before: Sequence[str], what: str) -> None:
        for _ in range(30):
            self.house.rest()
            if kept.played(self.journal()) != kept.played(before):
                self.house.wait(1.0)
                return
        raise AssertionError(f"nothing came of '{what}'")

    @property
    def laid(self) -> VirtualMat:
        laid = self.house.host.virtual
        assert laid is not None
        return laid


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_who_plays_at_the_machine_knows_the_way_from_the_title_to_a_throw(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    place = Rehearsal(tmp_path)
    try:
        person = Person(place, 1)
        person.begin(game)
        person.play(lambda did: "throw" in did)
        assert place.house.table is not None and place.house.table.record.game.key == game
    finally:
        place.house.close()
