"""A dice set, taught: everything the reader needs, in one file (npz)."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from rules.say import Message, Trouble
from vision.dice import glare, symbols
from vision.places import data_dir

Array = NDArray[Any]
Kind = Literal["corsair", "twelve", "duel", "pips"]
KINDS: tuple[Kind, ...] = ("corsair", "twelve", "duel", "pips")
VERSION = 4
SUFFIX = ".dice"
DARK = -0.5  # a body whose tone is below this in every colour of light: it may be taken for a shadow


def blank(faces: Iterable[str]) -> Array:
    """Which faces have nothing on them: the photo says so by its name. A pale symbol is a symbol."""
    return np.array([face == "blank" or face.endswith("-blank") for face in faces], bool)


@dataclass(frozen=True)
class Profile:
    name: str
    kind: Kind
    edge_mm: float
    bodies: tuple[str, ...]
    body_tones: Array  # (bodies, 3)
    faces: tuple[str, ...]  # of each template
    template_body: Array  # (templates,) index into bodies
    features: Array  # (templates, channels, view, view)
    ink: Array  # (templates,) strength of the ink; little on a blank face
    own: Array  # (templates,) likeness of its own dice to a template made of the others: mean
    colours: tuple[str, ...] = ()
    # (templates, colours, 3): the ink's tone; none where colours tell nothing
    colour_tones: Array = field(default_factory=lambda: np.zeros((0, 0, 3)))

    @cached_property
    def moulds(self) -> symbols.Moulds:
        return symbols.Moulds(self.features, self.ink, blank(self.faces))

    @cached_property
    def moulds_in_glare(self) -> symbols.Moulds:
        return symbols.Moulds(self.features * glare.INNER, self.ink, blank(self.faces))

    @cached_property
    def face_index(self) -> Array:
        """Which templates are of one face."""
        return np.array([self.faces.index(face) for face in self.faces])

    @property
    def dark(self) -> bool:
        """Whether some of the dice are dark enough to be taken for shadows."""
        return bool((self.body_tones.max(1) < DARK).any())

    def save(self, path: Path | str) -> None:
        head = {
            "version": VERSION,
            "name": self.name,
            "kind": self.kind,
            "edge_mm": self.edge_mm,
            "bodies": self.bodies,
            "faces": self.faces,
            "colours": self.colours,
        }
        where = Path(path)
        where.parent.mkdir(parents=True, exist_ok=True)
        part = where.with_name(where.name + ".part")
        with part.open("wb") as file:
            np.savez_compressed(file, head=np.array(json.dumps(head)), **{n: getattr(self, n) for n in ARRAYS})
        part.replace(where)  # whole or not at all

    def renamed(self, name: str) -> Profile:
        return replace(self, name=name)


ARRAYS = ("body_tones", "template_body", "features", "ink", "own", "colour_tones")


def folder() -> Path:
    return data_dir() / "dice"


def path_of(name: str) -> Path:
    """A profile's file: a name in the user's folder, or a path as it stands."""
    return Path(name) if "/" in name or name.endswith(SUFFIX) else folder() / f"{name}{SUFFIX}"


def load(name: str | Path) -> Profile:
    path = path_of(str(name))
    if not path.exists():
        known = sorted(p.stem for p in folder().glob(f"*{SUFFIX}")) if folder().is_dir() else []
        if known:
            names = ", ".join(known)
            raise Trouble(Message("There are no dice taught as '{name}'. Taught are: {known}.", name=name, known=names))
        raise Trouble(
            Message("There are no dice taught as '{name}'. Teach them first: vigie teach PHOTOS --as NAME.", name=name)
        )
    try:
        with np.load(path, allow_pickle=False) as stored:
            head = json.loads(str(stored["head"]))
            arrays = {n: stored[n] for n in ARRAYS}
        if head["version"] != VERSION:
            raise Trouble(Message("{file} was written by another version of vigie; teach these dice again.", file=path))
        for key in ("bodies", "faces", "colours"):
            head[key] = tuple(head[key])
        del head["version"]
        made = Profile(**head, **arrays)
        if len(made.faces) != len(made.features) or not np.isfinite(made.features).all():
            raise ValueError("templates missing")
    except (OSError, EOFError, KeyError, ValueError, TypeError, zipfile.BadZipFile, json.JSONDecodeError) as error:
        raise Trouble(
            Message("{file} is not a whole dice profile (cut short or damaged); teach these dice again.", file=path)
        ) from error
    return made
