"""Dice that the players corrected: the picture, what was read in it and what the die shows, kept for a bench.

    corrected/corsairs/profile.dice          the dice as they were taught, without what was learned at the table
    corrected/corsairs/000012.jpg, .json     one picture and its truth; the last few hundred are kept

They lie in the user's own folder and leave it only by `vigie dice export`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules import files
from rules.say import Message, Trouble
from vision.mat.pose import Pose
from vision.places import data_dir
from vision.seen import Die
from vision.taught import lessons
from vision.taught.profile import Profile

Array = NDArray[Any]
FOLDER, PROFILE, MAT = "corrected", "profile.dice", "mat.toml"  # the last where it is not the box's own
MOST = 300  # pictures of a set: about 100 MB
QUALITY = 95
LONGEST = 1 << 20  # bytes of what is told of a picture
_NUMBERED = re.compile(r"(\d{6})\.json")


@dataclass(frozen=True)
class Table:
    """A settled table: the picture, from where it was taken, and what was read in it."""

    frame: Array
    pose: Pose
    dice: tuple[Die, ...]
    profile: Profile


@dataclass(frozen=True)
class Case:
    """A picture that was kept, and the die in it that was corrected: where it lies, what it shows, what was read."""

    picture: Path
    x_mm: float
    y_mm: float
    face: str
    colour: str | None
    read: str


def folder() -> Path:
    return data_dir() / FOLDER


def keep(table: Table, die: Die, face: str, colour: str | None, into: Path | None = None) -> Path:
    """One more picture; the oldest one goes where there are too many. A Trouble where it cannot be written."""
    home = (folder() if into is None else into) / (re.sub(r"[^\w -]", "_", table.profile.name) or "_")
    told = {
        "x_mm": round(die.x_mm, 2),
        "y_mm": round(die.y_mm, 2),
        "face": face,
        "colour": colour,
        "read": " ".join(word for word in (die.colour, die.face) if word) or die.state,
        "dice": [[d.face, d.colour, d.body, round(d.x_mm, 1), round(d.y_mm, 1), d.state] for d in table.dice],
    }
    done, coded = cv2.imencode(".jpg", table.frame, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    try:
        home.mkdir(parents=True, exist_ok=True)
        there = sorted(int(found[1]) for one in home.iterdir() if (found := _NUMBERED.fullmatch(one.name)))
        name = f"{there[-1] + 1 if there else 1:06}"
        lessons.forgotten(table.profile).save(home / PROFILE)
        (home / f"{name}.jpg").write_bytes(coded.tobytes())
        part = home / f"{name}.part"
        part.write_text(json.dumps(told), encoding="utf-8")
        part.replace(home / f"{name}.json")  # only now it counts
        for old in there[: max(0, len(there) + 1 - MOST)]:
            for end in ("json", "jpg"):
                (home / f"{old:06}.{end}").unlink(missing_ok=True)
    except OSError as error:
        raise Trouble(Message("{file} cannot be written: {why}.", file=home, why=error.strerror)) from None
    return home / f"{name}.jpg"


def sets(where: Path) -> list[Path]:
    """The folders of a bench or of this machine, one for each set of dice."""
    return [one for one in sorted(where.iterdir()) if is_one(one)] if where.is_dir() else []


def is_one(where: Path) -> bool:
    return (where / PROFILE).is_file() and any(_NUMBERED.fullmatch(one.name) for one in where.iterdir())


def cases(home: Path) -> list[Case]:
    """All that were kept of one set; what cannot be read is left out."""
    found = []
    for label in sorted(one for one in home.iterdir() if _NUMBERED.fullmatch(one.name)):
        try:
            told = files.as_json(files.contents(label, LONGEST).decode())
            x, y = (files.number(told.get(key), key, -5000, 5000) for key in ("x_mm", "y_mm"))
            face, colour = str(told["face"]), told.get("colour")
            found.append(
                Case(label.with_suffix(".jpg"), x, y, face, None if colour is None else str(colour), str(told["read"]))
            )
        except (files.Unreadable, KeyError, ValueError, AttributeError, OSError):
            continue
    return found


def nearest(dice: tuple[Die, ...], case: Case, within: float) -> Die | None:
    """The die of a reading that lies where the corrected one lay."""
    there = [(float(np.hypot(die.x_mm - case.x_mm, die.y_mm - case.y_mm)), i) for i, die in enumerate(dice)]
    return dice[min(there)[1]] if there and min(there)[0] < within else None
