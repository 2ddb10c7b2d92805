"""What of the bench can be tried without QEMU and without root: its camera's wire, its list, its clone."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.virtual_pi import image, pieces
from tests.virtual_pi.camera import BULK, CONTROL, HELLO, UsbCamera, configuration, device

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
