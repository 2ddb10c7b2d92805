"""Pip dice on photographs without the mat, against their labels: what `vigie bench vision` prints for such a set."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np

from vision.pips.reader import Spot, read_picture

DIE_PX = 40.0  # what is said at the command line: `--die-px 40`


def score(where: Path, die_px: float | None = DIE_PX) -> tuple[dict[str, Any], list[tuple[Path, str, float, float]]]:
    """The figures of one set, and each fault as (picture, what, x, y)."""
    counts = dict.fromkeys(("pictures", "dice", "right", "wrong", "missed", "unsure", "false", "pictures_right"), 0)
    faults: list[tuple[Path, str, float, float]] = []
    times = []
    print(f"{where.name}: reading ...", file=sys.stderr, flush=True)
    for label in sorted((where / "scenes").glob("*.json")):
        scene = json.loads(label.read_text(encoding="utf-8"))
        picture = label.with_name(scene["image"])
        image = cv2.imread(str(picture))
        assert image is not None, picture
        start = time.perf_counter()
        dice = read_picture(image, die_px)
        times.append(1000 * (time.perf_counter() - start))
        found = compare(scene["dice"], dice)
        counts["pictures"] += 1
        counts["dice"] += len(scene["dice"])
        counts["pictures_right"] += not found
        for kind, *_ in found:
            counts[kind] += 1
        faults += [(picture, f"{kind} {what}", x, y) for kind, what, x, y in found]
    counts["right"] = counts["dice"] - counts["wrong"] - counts["missed"] - counts["unsure"]
    figures = {
        **counts,
        "right_share": round(counts["right"] / max(counts["dice"], 1), 4),
        "pictures_right_share": round(counts["pictures_right"] / max(counts["pictures"], 1), 4),
        "ms": round(median(times), 1) if times else None,
    }
    return figures, faults


def compare(truths: list[dict[str, Any]], dice: list[Spot]) -> list[tuple[str, str, float, float]]:
    """Where a reading departs from the labels; a reading belongs to the die whose box its middle lies nearest in."""
    pairs = sorted(
        (float(np.hypot(t["x_px"] - d.x_px, t["y_px"] - d.y_px)), i, j)
        for i, t in enumerate(truths)
        for j, d in enumerate(dice)
    )
    mine: dict[int, int] = {}
    for off, i, j in pairs:
        if i not in mine and j not in mine.values() and off < 0.5 * max(truths[i]["w_px"], truths[i]["h_px"]):
            mine[i] = j
    out = []
    for i, truth in enumerate(truths):
        at = truth["x_px"], truth["y_px"]
        if i not in mine:
            out.append(("missed", truth["face"], *at))
        elif dice[mine[i]].face is None:
            out.append(("unsure", truth["face"], *at))
        elif dice[mine[i]].face != truth["face"]:
            out.append(("wrong", f"{truth['face']} read as {dice[mine[i]].face}", *at))
    for j, die in enumerate(dice):
        if j not in mine.values():
            out.append(("false", die.face or "unsure", die.x_px, die.y_px))
    return out


def in_words(name: str, figures: dict[str, Any]) -> str:
    return (
        f"{name:<12}{figures['dice']} dice in {figures['pictures']} pictures without the mat: "
        f"{figures['right_share']:.1%} of dice right ({figures['wrong']} wrong, {figures['missed']} missed, "
        f"{figures['unsure']} unsure), {figures['pictures_right_share']:.1%} of pictures wholly right, "
        f"{figures['false']} false dice, {figures['ms']} ms a picture"
    )
