"""Photographs of single dice on any ground, in a folder for each face: taught and read without the mat."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np

from vision.loose.profile import teach

Fault = tuple[Path, str, float, float]


def is_one(where: Path) -> bool:
    """Whether a set's teaching photos lie in a folder for each face."""
    enrol = where / "enrol"
    return enrol.is_dir() and not any(enrol.glob("*.jpg")) and any(p.is_dir() for p in enrol.iterdir())


def score(where: Path) -> tuple[dict[str, Any], list[Fault]]:
    """The figures of one set, and each fault as (picture, what, x, y)."""
    print(f"{where.name}: teaching ...", file=sys.stderr, flush=True)
    faces = sorted(p.name for p in (where / "enrol").iterdir() if p.is_dir())
    photos = {face: [_picture(p) for p in sorted((where / "enrol" / face).glob("*.jpg"))] for face in faces}
    dice = teach(photos, where.name)
    counts = dict.fromkeys(("dice", "right", "wrong", "unsure", "missed"), 0)
    faults: list[Fault] = []
    times = []
    for face in faces:
        for path in sorted((where / "scenes" / face).glob("*.jpg")):
            start = time.perf_counter()
            found = dice.read(_picture(path))
            times.append(1000 * (time.perf_counter() - start))
            told = found[0].face if found else None
            what = "missed" if not found else "unsure" if told is None else "right" if told == face else "wrong"
            counts["dice"] += 1
            counts[what] += 1
            if what != "right":
                at = (found[0].x_px, found[0].y_px) if found else (0.0, 0.0)
                faults.append((path, f"{what} {face} {told or ''}", *at))
    right = round(counts["right"] / max(counts["dice"], 1), 4)
    return {**counts, "faces": faces, "right_share": right, "ms": round(median(times), 1) if times else None}, faults


def _picture(path: Path) -> Any:
    image = cv2.imread(str(path))
    assert image is not None, path
    return np.asarray(image)


def in_words(name: str, figures: dict[str, Any]) -> str:
    return (
        f"{name:<12}{figures['dice']} photographs of single dice on any ground: {figures['right_share']:.1%} right "
        f"({figures['wrong']} wrong, {figures['unsure']} asked about, {figures['missed']} missed), "
        f"{figures['ms']} ms a picture"
    )
