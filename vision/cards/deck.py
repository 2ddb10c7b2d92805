"""The cards of a box, taught by sight: every face and how large the cards are, in one file (npz)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules import files
from rules.say import Message, Trouble
from vision.cards.faces import HIGH, WIDE, Faces
from vision.cards.names import SUFFIX, kept
from vision.taught import npz

Array = NDArray[Any]
VERSION = 1
LONGEST = 16 << 20  # bytes of a file; one with sixty faces has 250 kB
MOST_FACES = 300
SIDES_MM = 30.0, 150.0  # of a card
LONGEST_NAME = 60


def file_named(name: str) -> Path:
    """Where cards of that name are kept; a Trouble where it can be no name of cards."""
    if not name.strip() or name != name.strip() or name.startswith(".") or set(name) & set("/\\\0") or len(name) > 60:
        raise Trouble(
            Message(
                "'{name}' is no name for cards: give a game's, like 'mille', or a plain word; --out says where the file"
                " goes.",
                name=name,
            )
        )
    return kept(name.removesuffix(SUFFIX))


def save(faces: Faces, path: Path) -> None:
    head = {"version": VERSION, "names": faces.names, "width": faces.width, "height": faces.height}
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            pictures = np.clip(np.rint(faces.pictures), 0, 255).astype(np.uint8)
            np.savez_compressed(file, head=np.array(json.dumps(head)), pictures=pictures)
        part.replace(path)  # whole or not at all
    except OSError as error:
        raise Trouble(Message("{file} cannot be written: {why}.", file=path, why=error.strerror)) from None


def own(game: str) -> Faces | None:
    """The cards that were taught for this game, if any were."""
    path = kept(game)
    return load(path) if path.exists() else None


def load(path: Path) -> Faces:
    try:
        data = files.contents(path, LONGEST)
        found = npz.read(data, ("head", "pictures"))
        head = files.as_json(str(found["head"]))
        if head["version"] != VERSION:
            raise Trouble(
                Message("{file} was written by another version of vigie; teach these cards again.", file=path)
            )
        return _made(head, found["pictures"])
    except (npz.Damaged, KeyError, ValueError, TypeError, OverflowError) as error:
        raise Trouble(
            Message("{file} is not a whole file of cards (cut short or damaged); teach these cards again.", file=path)
        ) from error


def _made(head: dict[str, Any], pictures: Array) -> Faces:
    """Cards whose parts fit together, or a ValueError."""
    names, width, height = tuple(head["names"]), float(head["width"]), float(head["height"])
    if not all(isinstance(name, str) and 0 < len(name) <= LONGEST_NAME for name in names):
        raise ValueError("names that are no text")
    if not 0 < len(names) <= MOST_FACES or not SIDES_MM[0] <= width <= height <= SIDES_MM[1]:
        raise ValueError("no cards are like that")
    if pictures.dtype != np.uint8 or pictures.shape != (len(names), HIGH, WIDE, 3):
        raise ValueError("pictures that are not what they should be")
    return Faces(pictures.astype(np.float32), names, width, height)
