"""The labelled pictures in tests/data/dice: dice sets taught once for all tests, and their scenes."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.geometry import load
from vision.taught.profile import Kind, Profile
from vision.taught.teach import teach

DICE = Path(__file__).parents[1] / "data" / "dice"
MAT = load()


def picture(path: Path) -> NDArray[Any]:
    image = cv2.imread(str(path))
    assert image is not None, path
    return np.asarray(image)


def photos(kind: Kind) -> dict[str, NDArray[Any]]:
    return {path.stem: picture(path) for path in sorted((DICE / kind / "enrol").glob("*.jpg"))}


@cache
def taught(kind: Kind) -> Profile:
    return teach(photos(kind), kind, kind, MAT)


def scene(kind: Kind, number: str) -> tuple[NDArray[Any], dict[str, Any]]:
    label = DICE / kind / "scenes" / f"{number}.json"
    truth: dict[str, Any] = json.loads(label.read_text(encoding="utf-8"))
    return picture(label.with_suffix(".jpg")), truth
