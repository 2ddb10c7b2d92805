"""Everything of a table in one file, to take along: packed, checked, brought back.

    file = pack(data, stick, now)        games, log book, dice, names and settings, on the stick
    stage(newest(stick), data)           checked whole and laid beside what is there; nothing is changed yet
    apply(data)                          at a start, before anything is opened: what was staged takes its place

The power may go at any moment: a parcel is a parcel only under its last name, what is staged counts only with its mark,
and applying goes on where it was stopped. What was there before stays in a folder of its own until the next time.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import shutil
import struct
import time
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from rules.say import Message, Trouble

FORMAT = "vigie-parcel 1"
CONTENTS = "contents.json"
NAME = "vigie-{date}.parcel"
INCOMING, BEFORE, MARK = ".incoming", ".before", ".whole"
# Of this machine and this start, and nothing of the table's.
NOT_TAKEN = {"starts.json", "starts.new", INCOMING, BEFORE, "corrected"}  # pictures of a table stay there
LARGEST = 2 << 30
LARGEST_FILE = 64 << 20  # each is read whole; nothing of a table's is a tenth of it
MOST_FILES = 100_000
# What reading a damaged archive ends with.
BROKEN = (zipfile.BadZipFile, zlib.error, KeyError, ValueError, TypeError, AttributeError, EOFError,
          NotImplementedError, RuntimeError, struct.error)  # fmt: skip


class ParcelTrouble(Trouble):
    """What keeps it from being packed or brought back."""


GONE = Message("The stick was pulled out before all was done. Plug it in and try again; nothing here was changed.")
NOTHING = Message("There is no parcel of Vigie on this stick.")


def taken(data: Path) -> Iterator[Path]:
    """The files that go along, by their path below the folder."""
    for file in sorted(data.rglob("*")):
        inside = file.relative_to(data)
        own = inside.parts[0] in NOT_TAKEN or inside.parts[0].startswith("faults")
        if not own and file.is_file() and not file.is_symlink() and file.suffix not in (".new", ".lock"):
            yield inside


def pack(data: Path, to: Path, date: str | None = None) -> Path:
    """One parcel in this folder, read back and found whole before it has its name."""
    files = list(taken(data))
    name = NAME.format(date=date or time.strftime("%Y-%m-%d-%H%M%S"))
    new = to / f".{name}.new"
    try:
        _write(new, data, files)
        _checked(new)
        new.replace(to / name)
        _settle(to)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        if error.errno == errno.ENOSPC:
            need = sum((data / file).stat().st_size for file in files) // 1_000_000 + 1
            raise ParcelTrouble(
                Message("The stick is full: {need} MB are needed. Make room on it, or take a larger one.", need=need)
            ) from None
        raise ParcelTrouble(GONE) from None
    return to / name


def _write(file: Path, data: Path, files: list[Path]) -> None:
    """The files as they are now: one that grows while it is read is taken as far as it was known."""
    contents = {}
    with file.open("wb") as raw:
        with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as parcel:
            for inside in files:
                with contextlib.suppress(FileNotFoundError):  # replaced by another in this moment
                    content = (data / inside).read_bytes()
                    contents[inside.as_posix()] = hashlib.sha256(content).hexdigest()
                    parcel.writestr(inside.as_posix(), content)
            parcel.writestr(CONTENTS, json.dumps({"format": FORMAT, "files": contents}))
        raw.flush()
        os.fsync(raw.fileno())


def newest(folder: Path) -> Path:
    """The youngest parcel there, by the date in its name."""
    found = sorted(one for one in folder.glob(NAME.format(date="*")) if one.is_file())
    if not found:
        raise ParcelTrouble(NOTHING)
    return found[-1]


def stage(parcel: Path, data: Path) -> int:
    """Checks the parcel whole and lays its files beside those that are there. How many; nothing is changed yet."""
    incoming = data / INCOMING
    shutil.rmtree(incoming, ignore_errors=True)
    try:
        contents = _checked(parcel)
        with zipfile.ZipFile(parcel) as opened:
            for name in contents:
                file = incoming / name
                file.parent.mkdir(parents=True, exist_ok=True)
                with file.open("wb") as out:
                    out.write(opened.read(name))
                    out.flush()
                    os.fsync(out.fileno())
        (incoming / MARK).touch()
        _settle(incoming)
        _settle(data)
    except OSError as error:
        shutil.rmtree(incoming, ignore_errors=True)
        if error.errno == errno.ENOSPC:
            raise ParcelTrouble(Message("There is no room for it on the card; nothing was changed.")) from None
        raise ParcelTrouble(GONE) from None
    return len(contents)


def _checked(parcel: Path) -> list[str]:
    """The names in a parcel whose every file is as it was packed."""
    name = parcel.name.strip(".")
    damaged = ParcelTrouble(
        Message("The parcel {file} is damaged, and nothing was brought back. Try another one.", file=name)
    )
    try:
        with zipfile.ZipFile(parcel) as opened:
            sizes = [info.file_size for info in opened.infolist()]
            if sum(sizes) > LARGEST or max(sizes, default=0) > LARGEST_FILE or len(sizes) > MOST_FILES:
                raise damaged
            contents = json.loads(opened.read(CONTENTS))
            if not isinstance(contents, dict) or contents.get("format") != FORMAT:
                raise ParcelTrouble(
                    Message("{file} is of another Vigie, and this one cannot read it.", file=parcel.name)
                )
            files = contents["files"]
            if set(opened.namelist()) != {*files, CONTENTS} or not all(_inside(name) for name in files):
                raise damaged
            for name, sum_ in files.items():
                if hashlib.sha256(opened.read(name)).hexdigest() != sum_:
                    raise damaged
            return list(files)
    except BROKEN:
        raise damaged from None
    except OSError as error:
        if error.errno == errno.EINVAL:  # a damaged list of contents sends the reader before the file's beginning
            raise damaged from None
        raise


def _inside(name: str) -> bool:
    """A path that stays below the folder and touches nothing of this machine's own."""
    path = PurePosixPath(name)
    whole = not path.is_absolute() and ".." not in path.parts and "\\" not in name
    return whole and bool(path.parts) and path.parts[0] not in NOT_TAKEN


def apply(data: Path) -> bool:
    """Puts what was staged in its place, or goes on with it. Says whether there was anything."""
    incoming, before = data / INCOMING, data / BEFORE
    if not (incoming / MARK).exists():
        if incoming.exists():
            shutil.rmtree(incoming, ignore_errors=True)  # never became whole
        return False
    begun = incoming / ".begun"
    if not begun.exists():
        shutil.rmtree(before, ignore_errors=True)
        before.mkdir()
        (incoming / ".old").write_text(json.dumps([one.name for one in _own(data)]), encoding="utf-8")
        _settle(incoming)
        begun.touch()
        _settle(incoming)
    for name in json.loads((incoming / ".old").read_text(encoding="utf-8")):
        if not (before / name).exists() and (data / name).exists():
            (data / name).rename(before / name)
    _settle(before)
    for one in sorted(incoming.iterdir()):
        if one.name not in (MARK, ".begun", ".old"):
            one.rename(data / one.name)
    _settle(data)
    (incoming / MARK).unlink()
    shutil.rmtree(incoming, ignore_errors=True)
    return True


def _own(data: Path) -> list[Path]:
    return [one for one in sorted(data.iterdir()) if one.name not in NOT_TAKEN and not one.name.startswith("faults")]


def _settle(folder: Path) -> None:
    """On the disk before anything else happens."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
