"""The other side of "Take it along": a small unit of its own that may mount a USB stick, which the table may not.

    python -m app.stick mount       as root: finds the stick and mounts it for the table's user; touches nothing else
    python -m app.stick             as the table's user: does what the table asked for, and leaves an answer

Between the two of them and the table lie two files in /run/vigie: what is asked, and what came of it.
"""

from __future__ import annotations

import json
import os
import pwd
import subprocess
import sys
from collections.abc import Callable, Mapping
from copy import copy
from pathlib import Path
from typing import Any

from firmware.books import parcel
from rules.say import Message, Trouble
from vision.places import data_dir

RUN, PLACE = Path("/run/vigie"), Path("/run/vigie-stick")
ASKED, ANSWER = "stick", "stick.json"
SAVE, RESTORE = "save", "restore"
FOLDER = "vigie"  # on the stick
OWNERLESS = {"vfat", "exfat", "ntfs", "ntfs3"}  # file systems that know no users: mounted as the table's
KNOWN = OWNERLESS | {"ext2", "ext3", "ext4", "btrfs", "f2fs"}
SAFELY = "nosuid,nodev,noexec,noatime,sync"

STAGED = Message("The stick was read and found whole. The table starts anew with it.")
NO_STICK = Message("No USB stick is plugged in that can be used.")


def ask(what: str, run: Path) -> None:
    """Leaves the request where the unit waits for it; an old answer goes."""
    (run / ANSWER).unlink(missing_ok=True)
    new = run / f".{ASKED}.new"
    new.write_text(what, encoding="utf-8")
    new.replace(run / ASKED)


def answered(run: Path) -> Message | None:
    """What came of it; a Trouble where nothing did. None: it is still at work."""
    try:
        told = json.loads((run / ANSWER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    (run / ANSWER).unlink(missing_ok=True)
    said = copy(NO_STICK)
    said.template, said.values = str(told["template"]), dict(told["values"])
    if not told["done"]:
        raise Trouble(said)
    return said


def serve(run: Path, place: Path, data: Path, mounted: Callable[[Path], bool] = os.path.ismount) -> None:
    """Does what is asked; whatever comes of it is in the answer."""
    try:
        what = (run / ASKED).read_text(encoding="utf-8").strip()
        (run / ASKED).unlink()
        if not mounted(place):
            raise Trouble(NO_STICK)
        said, done = _done(what, place / FOLDER, data), True
    except Trouble as trouble:
        said, done = trouble.message, False
    except OSError as error:
        said, done = Message("The stick cannot be used: {why}.", why=error.strerror or str(error)), False
    values = {name: str(value) for name, value in said.values.items()}
    new = run / f".{ANSWER}.new"
    new.write_text(json.dumps({"done": done, "template": said.template, "values": values}), encoding="utf-8")
    new.replace(run / ANSWER)


def _done(what: str, folder: Path, data: Path) -> Message:
    if what == SAVE:
        folder.mkdir(exist_ok=True)
        file = f"{FOLDER}/{parcel.pack(data, folder).name}"
        return Message("Saved on the stick as {file}. It may be pulled out.", file=file)
    if what != RESTORE:
        raise Trouble(Message("Nobody knows how to '{what}' with a stick.", what=what[:40]))
    parcel.stage(parcel.newest(folder), data)
    return STAGED


# -- as root -----------------------------------------------------------------------------------------------------------


def sticks(listed: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Partitions of USB disks as lsblk lists them: path and file system. One that is in use already, as the games'
    own is under a read-only root, is no stick to take along."""
    found = []
    for disk in listed.get("blockdevices", []):
        if disk.get("tran") != "usb":
            continue
        for part in disk.get("children", [disk]):
            used = [one for one in part.get("mountpoints") or [] if one]
            if part.get("fstype") in KNOWN and part.get("label") != "vigie" and not used:
                found.append((str(part["path"]), str(part["fstype"])))
    return found


def mount(place: Path) -> None:
    listed = subprocess.run(
        ["lsblk", "--json", "-o", "PATH,TRAN,FSTYPE,LABEL,MOUNTPOINTS"], capture_output=True, text=True, check=True
    )
    user = pwd.getpwnam("vigie")
    for path, kind in sticks(json.loads(listed.stdout)):
        owner = f",uid={user.pw_uid},gid={user.pw_gid},umask=077" if kind in OWNERLESS else ""
        done = subprocess.run(["mount", "-o", SAFELY + owner, path, str(place)], check=False)
        if done.returncode:
            continue
        folder = place / FOLDER
        if kind not in OWNERLESS and not folder.is_symlink():
            folder.mkdir(exist_ok=True)
            os.chown(folder, user.pw_uid, user.pw_gid, follow_symlinks=False)
        return


def main(words: list[str]) -> int:
    if words == ["mount"]:
        mount(PLACE)
    else:
        serve(RUN, PLACE, data_dir())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
