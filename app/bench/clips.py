"""How well the Watcher follows a labelled clip: when it settles, what it says happened, what a still frame costs."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.geometry import Mat
from vision.seen import Die, Seen
from vision.taught.profile import Profile
from vision.time.follow import SAME_PLACE_MM
from vision.time.watch import Watcher

Array = NDArray[Any]
NEAR_MM = 8.0


@dataclass(frozen=True)
class ClipScore:
    """`late`: frames from rest to settled (None: it never settled). Dice and changes right, of how many; `phantom`:
    changes told that did not happen; `still_ratio`: median cost of a frame on which nothing changed, over that of one
    ArucoDetector.detectMarkers call on it."""

    late: int | None
    dice_right: int
    dice: int
    changes_right: int
    changes: int
    phantom: int
    still_ratio: float


def score_clip(folder: Path, profile: Profile, mat: Mat) -> ClipScore:
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    frames = [np.asarray(cv2.imread(str(path))) for path in sorted(folder.glob("frame_*.jpg"))]
    told, costs = watched(frames, labels["fps"], profile, mat)
    rest = labels["rest_frame"]
    after = [(number, seen) for number, seen in told if seen.phase == "settled" and number >= rest]
    final = after[-1][1].dice if after else ()
    truth = [die for die in labels["final"] if die["zone"] != "off"]
    expected = _expected(labels)
    happened: Counter[str] = Counter(c.happened for _, seen in after for c in seen.changes if c.happened != "stayed")
    first = next((number for number, seen in told if seen.phase == "settled"), 0)
    early = sum(
        c.happened != "stayed" for n, seen in told if first < n < rest and seen.phase == "settled" for c in seen.changes
    )
    return ClipScore(
        late=after[0][0] - rest if after else None,
        dice_right=sum(_found(die, final) for die in truth),
        dice=len(truth),
        changes_right=(happened & expected).total(),
        changes=expected.total(),
        phantom=(happened - expected).total() + early,
        still_ratio=_still_ratio(frames[-1], costs, mat),
    )


def watched(frames: list[Array], fps: float, profile: Profile, mat: Mat) -> tuple[list[tuple[int, Seen]], list[float]]:
    """What was told at which frame, and the seconds that each frame took on which nothing was."""
    watcher = Watcher(profile, mat)
    told, costs = [], []
    for number, frame in enumerate(frames):
        start = time.thread_time()
        seen = watcher.look(frame, number / fps)
        if seen is None:
            costs.append(time.thread_time() - start)
        else:
            told.append((number, seen))
    return told, costs


def _expected(labels: dict[str, Any]) -> Counter[str]:
    start = {die["die"]: die for die in labels["start"] if die["zone"] != "off"}
    out: Counter[str] = Counter()
    for die in labels["final"]:
        old = start.get(die["die"])
        if die["zone"] == "off":
            out["vanished"] += old is not None
        elif old is None:
            out["appeared"] += 1
        elif (old["face"], old["colour"]) != (die["face"], die["colour"]):
            out["turned"] += 1
        elif np.hypot(old["x_mm"] - die["x_mm"], old["y_mm"] - die["y_mm"]) > SAME_PLACE_MM:
            out["moved"] += 1
    return +out


def _found(truth: dict[str, Any], dice: tuple[Die, ...]) -> bool:
    near = [die for die in dice if np.hypot(die.x_mm - truth["x_mm"], die.y_mm - truth["y_mm"]) < NEAR_MM]
    return any((die.face, die.colour) == (truth["face"], truth["colour"]) for die in near)


def _still_ratio(frame: Array, costs: list[float], mat: Mat) -> float:
    gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    detector = cv2.aruco.ArucoDetector(mat.aruco)
    calls = []
    for _ in range(7):
        start = time.thread_time()
        detector.detectMarkers(gray)
        calls.append(time.thread_time() - start)
    quiet = sorted(costs)[: max(1, len(costs) // 2)]  # the other half are frames with motion in them
    return float(np.median(quiet) / np.median(calls))
