"""Dice that players corrected at a table, as `vigie dice export` packs them: how they are read now, with what teaching
alone had told of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rules.say import Trouble
from vision.mat import geometry
from vision.picture.files import picture
from vision.read import read
from vision.taught import corrected
from vision.taught import profile as profiles

Fault = tuple[Path, str, float, float]
NEAR_MM = 9.0


def score(where: Path) -> tuple[dict[str, Any], list[Fault]]:
    """The figures of one set, and each fault as (picture, what, x, y)."""
    print(f"{where.name}: reading ...", file=sys.stderr, flush=True)
    own = where / corrected.MAT
    mat = geometry.load(own if own.is_file() else None)
    dice = profiles.load(where / corrected.PROFILE)
    counts = dict.fromkeys(("corrected", "right", "wrong", "asked", "missed"), 0)
    faults: list[Fault] = []
    for case in corrected.cases(where):
        counts["corrected"] += 1
        try:
            die = corrected.nearest(read(picture(str(case.picture)), dice, mat).dice, case, NEAR_MM)
        except Trouble as trouble:
            print(f"vigie bench: {trouble}", file=sys.stderr)
            die = None
        truth = case.face, case.colour
        what = "missed" if die is None else "asked" if die.face is None else "wrong"
        if die is not None and (die.face, die.colour) == truth:
            what = "right"
        counts[what] += 1
        if what != "right":
            told = " ".join(word for word in truth if word)
            faults.append((case.picture, f"{what} {told}, at the table {case.read}", case.x_mm, case.y_mm))
    return counts, faults


def in_words(name: str, figures: dict[str, Any]) -> str:
    return (
        f"{name:<12}{figures['corrected']} dice that were corrected at the table: {figures['right']} right now, "
        f"{figures['wrong']} wrong, {figures['asked']} asked about, {figures['missed']} not found"
    )
