"""A table taken along: real files, real archives, every way they can be cut short."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from random import Random

import pytest

from firmware.books import parcel
from firmware.books.parcel import ParcelTrouble, apply, newest, pack, stage


def table(folder: Path, seed: int = 1) -> Path:
    chance = Random(seed)
    for name in ("games/current.journal", "games/2026/a.game", "dice/corsairs.npz", "names.json", "table.toml"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(chance.randbytes(chance.randrange(10, 4000)))
    (folder / "starts.json").write_text(f'{{"failed": 0, "why": "{seed}"}}')
    return folder


def kept(folder: Path) -> dict[str, bytes]:
    return {one.as_posix(): (folder / one).read_bytes() for one in parcel.taken(folder)}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return table(tmp_path / "old", 1)


@pytest.fixture
def new(tmp_path: Path) -> Path:
    other = table(tmp_path / "new", 2)
    (other / "games" / "only-here.game").write_text("played on the other table")
    return other


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def test_a_table_brought_back_is_the_same_to_the_byte(old: Path, new: Path, stick: Path) -> None:
    wanted, there = kept(old), kept(new)
    pack(old, stick)
    assert stage(newest(stick), new) == len(wanted) and kept(new) == there, "nothing is changed before it is applied"
    assert apply(new) and kept(new) == wanted
    assert kept(new / parcel.BEFORE) == there, "what was there is not lost"
    assert "2" in (new / "starts.json").read_text(), "how this machine starts is its own"
    assert not apply(new)


def test_the_newest_parcel_is_brought_back(old: Path, new: Path, stick: Path) -> None:
    pack(old, stick, "2026-11-17-200000")
    (old / "names.json").write_text("later")
    pack(old, stick, "2026-11-18-200000")
    stage(newest(stick), new)
    apply(new)
    assert (new / "names.json").read_text() == "later"


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_parcel_cut_short_is_refused_and_nothing_is_changed(old: Path, new: Path, stick: Path, share: float) -> None:
    file, there = pack(old, stick), kept(new)
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * share)])
    with pytest.raises(ParcelTrouble, match="is damaged"):
        stage(file, new)
    assert not apply(new) and kept(new) == there


def test_a_turned_bit_anywhere_never_brings_back_anything_else(old: Path, new: Path, stick: Path) -> None:
    file, chance, there, wanted = pack(old, stick), Random(3), kept(new), kept(old)
    whole = file.read_bytes()
    for _ in range(60):
        turned = bytearray(whole)
        turned[chance.randrange(len(turned))] ^= 1 << chance.randrange(8)
        file.write_bytes(turned)
        copy = shutil.copytree(new, new.parent / "copy")
        try:
            stage(file, copy)
        except ParcelTrouble:
            assert kept(copy) == there
        else:  # a bit that means nothing, as a date in the archive's directory
            apply(copy)
            assert kept(copy) == wanted
        shutil.rmtree(copy)


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "starts.json", ".incoming/x", "a/../../b", "c:\\x"])
def test_a_parcel_reaches_nothing_outside_the_tables_own(new: Path, stick: Path, name: str) -> None:
    file = stick / "vigie-2026-01-01.parcel"
    with zipfile.ZipFile(file, "w") as made:
        made.writestr(name, b"x")
        sums = f'{{"{name}": "{"0" * 64}"}}'.replace("\\", "\\\\")
        made.writestr(parcel.CONTENTS, f'{{"format": "{parcel.FORMAT}", "files": {sums}}}')
    with pytest.raises(ParcelTrouble):
        stage(file, new)


def test_something_else_on_the_stick_is_said(new: Path, stick: Path) -> None:
    (stick / "holiday.jpg").write_bytes(b"x")
    with pytest.raises(ParcelTrouble, match="no parcel"):
        newest(stick)
    (stick / "vigie-holiday.parcel").write_bytes(b"not a parcel at all")
    with pytest.raises(ParcelTrouble, match="damaged"):
        stage(newest(stick), new)


def test_a_stick_that_is_pulled_out_leaves_nothing_half_done(
    old: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(file: Path, data: Path, files: list[Path]) -> None:
        file.write_bytes(b"half")
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(parcel, "_write", gone)
    with pytest.raises(ParcelTrouble, match="pulled out"):
        pack(old, stick)
    assert list(stick.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="a small disk is made as root")
def test_a_full_stick_is_said_with_what_is_needed(old: Path, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(small)], check=False)
    if done.returncode:
        pytest.skip("nothing may be mounted here")
    try:
        (old / "large.game").write_bytes(Random(1).randbytes(200_000))
        with pytest.raises(ParcelTrouble, match="1 MB are needed"):
            pack(old, small)
        assert list(small.iterdir()) == []
    finally:
        subprocess.run(["umount", str(small)], check=True)


class PlugPulled(BaseException):
    pass


def test_power_lost_at_any_step_of_bringing_back_is_made_good_at_the_next_start(
    old: Path, new: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted, steps = kept(old), 0
    stage(pack(old, stick), new)
    rename = Path.rename
    for lives in range(40):
        copy = shutil.copytree(new, new.parent / "copy")
        left = [lives]

        def cut(self: Path, to: Path, left: list[int] = left) -> Path:
            if left[0] == 0:
                raise PlugPulled
            left[0] -= 1
            return rename(self, to)

        with monkeypatch.context() as patched:
            patched.setattr(Path, "rename", cut)
            try:
                apply(copy)
            except PlugPulled:
                steps += 1
        apply(copy)
        assert kept(copy) == wanted, f"cut at step {lives}"
        shutil.rmtree(copy)
        if left[0] > 0:
            break
    assert steps >= 8, "both what goes and what comes were cut"
