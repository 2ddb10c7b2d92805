"""A labelled set's folder (enrol/ and scenes/), taught from its photos: for benches and for training."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2

from vision.mat import geometry
from vision.taught.profile import KINDS, Kind, Profile
from vision.taught.teach import teach


def kind_of(where: Path, names: Iterable[str]) -> Kind:
    for kind in KINDS:
        if kind in where.name:
            return kind
    return "duel" if all("-" in n for n in names) else "corsair"


def taught(where: Path, mat: geometry.Mat) -> Profile:
    photos = {p.stem: cv2.imread(str(p)) for p in sorted((where / "enrol").glob("*.jpg"))}
    return teach({n: p for n, p in photos.items() if p is not None}, kind_of(where, photos), where.name, mat)
