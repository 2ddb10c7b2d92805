"""An image of a card, made from one of the same layout: what needs no root and no mounting. The whole of it is a check
of tests/virtual_pi."""

from __future__ import annotations

import lzma
import shutil
import subprocess
from argparse import Namespace
from pathlib import Path

import pytest

from app.install import image
from app.install.machine import Machine
from rules.say import Trouble

MB = 1 << 20


@pytest.fixture
def card(tmp_path: Path) -> Path:
    if shutil.which("sfdisk") is None and not Path("/usr/sbin/sfdisk").exists():
        pytest.skip("sfdisk is not installed")
    file = tmp_path / "lite.img"
    with file.open("wb") as out:
        out.truncate(40 * MB)
    layout = "label: dos\nstart=8192, size=16384, type=c\nstart=24576, type=83\n"
    subprocess.run(["/usr/sbin/sfdisk", "-q", str(file)], input=layout, text=True, check=True)
    return file


def test_the_layout_of_raspberry_pi_os_is_known_and_any_other_refused(card: Path, tmp_path: Path) -> None:
    boot, root = image.boot_and_root(card)
    assert (boot.start, boot.size, root.start) == (4 * MB, 8 * MB, 12 * MB)
    other = tmp_path / "other.img"
    other.write_bytes(b"\0" * MB)
    with pytest.raises(Trouble):
        image.boot_and_root(other)
    subprocess.run(
        ["/usr/sbin/sfdisk", "-q", str(card)], input="label: dos\nstart=8192, type=83\n", text=True, check=True
    )
    with pytest.raises(Trouble, match="not laid out as Raspberry Pi OS"):
        image.boot_and_root(card)


def test_a_packed_image_is_unpacked_and_a_damaged_one_is_said(card: Path, tmp_path: Path) -> None:
    packed, to = tmp_path / "lite.img.xz", tmp_path / "out.img"
    packed.write_bytes(lzma.compress(card.read_bytes()))
    image.copy(packed, to)
    assert to.read_bytes() == card.read_bytes()
    packed.write_bytes(packed.read_bytes()[:-20])
    with pytest.raises(Trouble, match="is damaged"):
        image.copy(packed, to)


@pytest.mark.parametrize(("wish", "said"), [("Home:secret word", "psk=secret word"), ("Open sea:", "ssid=Open sea")])
def test_a_network_is_told_in_one_word(wish: str, said: str) -> None:
    assert said in image.network(wish)[1]


@pytest.mark.parametrize("wish", ["Home", ":secret word", "Home:short", "Home:a\nb ssid=x 123"])
def test_a_network_that_cannot_be_is_refused(wish: str) -> None:
    with pytest.raises(Trouble, match="NAME:WORD"):
        image.network(wish)


def test_nothing_asks_on_first_power_up(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    (tmp_path / "etc/systemd/system").mkdir(parents=True)
    image.prepare(machine, Namespace(keep_ssh=False, lang="fr", wifi="Home:secret word", take=None))
    units = tmp_path / "etc/systemd/system"
    for name in (*image.ASKS, *image.SSH):
        assert (units / name).readlink() == Path("/dev/null")
    assert "fr_FR" in (tmp_path / "etc/locale.conf").read_text()
    secret = tmp_path / "etc/NetworkManager/system-connections/Home.nmconnection"
    assert secret.stat().st_mode & 0o777 == 0o600, "a password is nobody else's to read"


def test_ssh_is_kept_where_it_is_wished_for(tmp_path: Path) -> None:
    (tmp_path / "etc/systemd/system").mkdir(parents=True)
    image.prepare(Machine(tmp_path), Namespace(keep_ssh=True, lang=None, wifi=None, take=None))
    assert not (tmp_path / "etc/systemd/system/ssh.service").is_symlink()
