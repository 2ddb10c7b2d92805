"""Dice taught without the mat: learned from photos of them, kept in one file, read in pixels."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules import files
from rules.say import Message, Trouble
from vision.limits import count, limit, pair
from vision.loose.compare import Taught, amount, per_face, zoomed
from vision.loose.views import VIEW, Middle, body_of, middles
from vision.pips.reader import Spot
from vision.taught import npz
from vision.taught.profile import blank, path_of

Array = NDArray[Any]

VERSION = 1
LONGEST = 16 << 20  # bytes of a file
MOST_VIEWS = 2000  # in it; each photo gives three
FEWEST = count("loose.fewest")
LEAD = limit("loose.lead")
LIKE = limit("loose.like")
BARE = limit("loose.bare")
BETWEEN = pair("loose.between")
SPREAD = limit("loose.spread")


@dataclass(frozen=True)
class LooseDice:
    name: str
    body: Array  # chroma
    taught: Taught

    def save(self, path: Path) -> None:
        head = {"loose": VERSION, "name": self.name, "faces": self.taught.symbols, "empty": self.taught.empty}
        part = path.with_name(path.name + ".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                np.savez_compressed(
                    file,
                    head=np.array(json.dumps(head)),
                    body=self.body,
                    inks=self.taught.inks,
                    least=self.taught.least,
                )
            part.replace(path)
        except OSError as error:
            why = error.strerror
            raise Trouble(Message("{file} cannot be written: {why}.", file=path, why=why)) from None

    def read(self, picture: Array) -> list[Spot]:
        """The dice of that body in a picture, each with its face or with the reason why it has none."""
        if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8 or min(picture.shape[:2]) < 16:
            return []
        return [self._spot(die) for die in middles(picture, self.body)]

    def _spot(self, die: Middle) -> Spot:
        face, chance = self._face(die.ink)
        if face is None:
            why = Message("What this die shows is not to be told: turn it, or move the lamp.")
            return Spot(None, die.x, die.y, 1 - chance, "unsure", die.wide, why)
        return Spot(face, die.x, die.y, chance, "flat", die.wide)

    def _face(self, ink: Array) -> tuple[str | None, float]:
        strong = amount(ink) / self.taught.least
        if strong < BETWEEN[1] and self.taught.empty:
            sure = strong < BETWEEN[0]
            return (self.taught.empty[0] if sure else None), float(np.clip(1.5 - strong, 0.5, 0.99))
        if strong < BETWEEN[1]:
            return None, 0.5
        like = per_face(self.taught.likeness(ink), self.taught.symbols)
        ranked = sorted(like, key=lambda face: -like[face])
        lead = like[ranked[0]] - (like[ranked[1]] if len(ranked) > 1 else LIKE)
        chance = 1 / (1 + float(np.exp(-lead / SPREAD)))
        return (ranked[0] if lead > LEAD and like[ranked[0]] > LIKE else None), chance


def teach(photos: Mapping[str, Sequence[Array]], name: str) -> LooseDice:
    """Dice from photos of single dice, or several that show the same, by face. A bad photo is a Trouble naming it."""
    if len(photos) < 2:
        raise Trouble(Message("There are too few photos to teach from: at least two faces are needed."))
    for face, shots in photos.items():
        if len(shots) < FEWEST:
            raise Trouble(Message("'{face}' needs more photos: at least {n}.", face=face, n=FEWEST))
    body = body_of([shot for shots in photos.values() for shot in shots])
    inks: list[Array] = []
    faces: list[str] = []
    for face, shots in photos.items():
        found = [die.ink for shot in shots for die in middles(shot, body)]
        if len(found) < FEWEST:
            raise Trouble(Message("In the photos of '{face}' no die of the others' colour is to be seen.", face=face))
        inks += found
        faces += [face] * len(found)
    strong: dict[str, list[float]] = {face: [] for face in photos}
    for face, ink in zip(faces, inks, strict=True):
        strong[face].append(amount(ink))
    usual = {face: float(np.median(each)) for face, each in strong.items()}
    empty = tuple(face for face, bare in zip(usual, blank(usual), strict=True) if bare)
    palest = min(value for face, value in usual.items() if face not in empty)
    if empty and max(usual[face] for face in empty) > 0.7 * palest:
        raise Trouble(Message("The photos of '{face}' show as much as those of a symbol.", face=empty[0]))
    least = float(np.sqrt(max(usual[empty[0]], 0.05) * palest)) if empty else BARE * palest
    drawn = [(face, ink) for face, ink in zip(faces, inks, strict=True) if face not in empty]
    views = [(face, zoomed(ink, by)) for face, ink in drawn for by in (0.88, 1.0, 1.13)]
    return LooseDice(name, body, Taught(np.stack([v for _, v in views]), tuple(f for f, _ in views), empty, least))


def load(name: str) -> LooseDice:
    path = path_of(name)
    if not path.exists():
        raise Trouble(
            Message(
                "There are no dice taught as '{name}'. Teach them first: vigie teach PHOTOS --as NAME --no-mat.",
                name=name,
            )
        )
    try:
        data = files.contents(path, LONGEST)
        head = files.as_json(str(npz.read(data, ("head",))["head"]))
        if "loose" not in head:
            raise Trouble(Message("'{name}' was taught on the mat: read it there, without --no-mat.", name=name))
        if head["loose"] != VERSION:
            raise Trouble(Message("{file} was written by another version of vigie; teach these dice again.", file=path))
        stored = npz.read(data, ("inks", "body", "least"))
        return _made(head, stored["inks"], stored["body"], float(stored["least"]))
    except (npz.Damaged, files.Unreadable, KeyError, ValueError, TypeError, OverflowError) as error:
        raise Trouble(
            Message("{file} is not a whole dice profile (cut short or damaged); teach these dice again.", file=path)
        ) from error


def _made(head: Mapping[str, Any], inks: Array, body: Array, least: float) -> LooseDice:
    """The dice, if what the file holds can be dice; else a ValueError."""
    symbols, empty = (tuple(map(str, head[key])) for key in ("faces", "empty"))
    if inks.shape != (len(symbols), VIEW, VIEW) or not 0 < len(symbols) <= MOST_VIEWS or body.shape != (2,):
        raise ValueError("views missing")
    if not (np.isfinite(inks).all() and np.isfinite(body).all() and 0 < least < 100):
        raise ValueError("numbers that no dice have")
    return LooseDice(str(head["name"]), body, Taught(inks.astype(np.float32), symbols, empty, least))
