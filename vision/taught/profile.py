"""A dice set, taught: everything the reader needs, in one file (npz)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from rules import files
from rules.say import Message, Trouble
from vision.dice import glare, symbols
from vision.limits import limit
from vision.places import data_dir
from vision.taught import npz

Array = NDArray[Any]
Kind = Literal["corsair", "twelve", "duel", "pips", "other"]
KINDS: tuple[Kind, ...] = ("corsair", "twelve", "duel", "pips", "other")
VERSION = 4
LONGEST = 16 << 20  # bytes of a file; one with six faces has 50 kB
MOST_FACES = 500  # templates: each correction that was learned adds one
SUFFIX = ".dice"
DARK = limit("profile.dark")


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
    lessons: int = 0  # how many of the templates, the last ones, were learned at the table: see vision.taught.lessons

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
            "lessons": self.lessons,
        }
        where = Path(path)
        part = where.with_name(where.name + ".part")
        try:
            where.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                np.savez_compressed(file, head=np.array(json.dumps(head)), **{n: getattr(self, n) for n in ARRAYS})
            part.replace(where)  # whole or not at all
        except OSError as error:
            why = error.strerror
            raise Trouble(Message("{file} cannot be written: {why}.", file=where, why=why)) from None


ARRAYS = ("body_tones", "template_body", "features", "ink", "own", "colour_tones")


def folder() -> Path:
    return data_dir() / "dice"


def path_of(name: str) -> Path:
    """A profile's file: a name in the user's folder, or a file as it stands."""
    if "/" in name or name.endswith(SUFFIX):
        return Path(name)
    taught = folder() / f"{name}{SUFFIX}"
    return Path(name) if not taught.exists() and Path(name).is_file() else taught


def file_named(name: str) -> Path:
    """Where dice of that name are kept; a Trouble where it can be no name of dice."""
    if not name.strip() or name != name.strip() or name.startswith(".") or set(name) & set("/\\\0") or len(name) > 60:
        raise Trouble(
            Message(
                "'{name}' is no name for dice: give a plain word like 'corsairs'; --out says where the file goes.",
                name=name,
            )
        )
    return folder() / f"{name.removesuffix(SUFFIX)}{SUFFIX}"


class WithoutMat(Trouble):
    """The file is of dice that were taught without the mat: vision.loose reads those."""


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
        data = files.contents(path, LONGEST)
        head = files.as_json(str(npz.read(data, ("head",))["head"]))
        if "loose" in head:
            raise WithoutMat(Message("'{name}' was taught without the mat: read it with --no-mat.", name=name))
        arrays = npz.read(data, ARRAYS)
        if head["version"] != VERSION:
            raise Trouble(Message("{file} was written by another version of vigie; teach these dice again.", file=path))
        return _made(head, arrays)
    except (npz.Damaged, KeyError, ValueError, TypeError, OverflowError) as error:
        raise Trouble(
            Message("{file} is not a whole dice profile (cut short or damaged); teach these dice again.", file=path)
        ) from error


def _made(head: dict[str, Any], arrays: dict[str, Array]) -> Profile:
    """A profile whose parts fit together, or a ValueError."""
    words = {key: tuple(head[key]) for key in ("bodies", "faces", "colours")}
    name, kind, edge = head["name"], head["kind"], float(head["edge_mm"])
    if not all(isinstance(word, str) for word in (name, *words["bodies"], *words["faces"], *words["colours"])):
        raise ValueError("names that are no text")
    bodies, faces, colours = (len(words[key]) for key in ("bodies", "faces", "colours"))
    if kind not in KINDS or not 5 <= edge <= 60 or not bodies or not 0 < faces <= MOST_FACES:
        raise ValueError("no dice are like that")
    shapes = {
        "body_tones": (bodies, 3),
        "template_body": (faces,),
        "features": (faces, symbols.CHANNELS, symbols.VIEW, symbols.VIEW),
        "ink": (faces,),
        "own": (faces,),
        "colour_tones": (faces if colours else 0, colours, 3),
    }
    for part, shape in shapes.items():
        array = arrays[part]
        if array.shape != shape or not np.isfinite(array).all() or (array.size and np.abs(array).max() > 1e6):
            raise ValueError(f"{part} is not what it should be")
    index = arrays["template_body"]
    if index.dtype.kind not in "iu" or index.min() < 0 or index.max() >= bodies:
        raise ValueError("templates of bodies that are not there")
    lessons = head.get("lessons", 0)  # none in a profile from before there were any
    if type(lessons) is not int or not 0 <= lessons < faces:
        raise ValueError("more was learned than is there")
    return Profile(
        name=name,
        kind=kind,
        edge_mm=edge,
        bodies=words["bodies"],
        faces=words["faces"],
        colours=words["colours"],
        **{part: arrays[part] for part in ARRAYS},
        lessons=lessons,
    )
