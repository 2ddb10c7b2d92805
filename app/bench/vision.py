"""vigie bench vision: teach each set from its own photos, read every scene, and count."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np

from app.bench import contact_sheets, corrected_dice, real_pips, real_symbols
from app.bench.clips import ClipScore, score_clip
from app.bench.contact_sheets import Case
from rules.say import Message, Trouble
from vision.mat import geometry
from vision.read import read
from vision.seen import Die, Reading
from vision.taught import corrected
from vision.taught.labelled import taught

NEAR_MM = 9.0  # a reading this near a die is of that die
BUSY = 10  # dice in a picture on which the speed is measured
VISIBLE = 0.9
CLEARLY = 12.0  # degrees from which on a tilted die is to be told
COUNTS = (
    "judged", "right", "wrong", "missed", "unsure", "colour_wrong", "false", "not_flat", "caught", "named",
    "clearly_not", "clearly_told", "pictures", "whole",
)  # fmt: skip


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


@dataclass
class Tally:
    """What came of the dice of one set, or of one tag."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    errors_mm: list[float] = field(default_factory=list)
    times_ms: list[float] = field(default_factory=list)

    def add(self, what: str, n: int = 1) -> None:
        self.counts[what] += n

    def merge(self, other: Tally) -> None:
        for what, n in other.counts.items():
            self.add(what, n)
        self.errors_mm += other.errors_mm
        self.times_ms += other.times_ms

    def figures(self) -> dict[str, Any]:
        c = self.counts
        return {
            **c,
            "right_share": _share(c["right"], c["judged"]),
            "caught_share": _share(c["caught"], c["not_flat"]),
            "whole_share": _share(c["whole"], c["pictures"]),
            "position_mm": round(float(np.median(self.errors_mm)), 2) if self.errors_mm else None,
            "position_worst_mm": round(max(self.errors_mm), 2) if self.errors_mm else None,
            "ms": round(median(self.times_ms), 1) if self.times_ms else None,
        }


@dataclass
class SetScore:
    """What came of one set: a tally for all its dice and one for each tag, what went wrong, and the speed."""

    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    cases: list[Case] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)  # of a full reading over one detectMarkers call
    refused: Message | None = None  # why the set could not be taught: then nothing in it is read


def run(arguments: argparse.Namespace) -> int:
    cv2.setNumThreads(1)
    data = Path(arguments.data)
    report: dict[str, Any] = {}
    cases: list[Case] = []
    ratios: list[float] = []
    total = Tally()
    totals: dict[str, Tally] = {}
    for where in _sets(data):
        if corrected.is_one(where):
            report[where.name], faults = corrected_dice.score(where)
            cases += [Case(*fault) for fault in faults]
            continue
        if real_symbols.is_one(where):
            report[where.name], faults = real_symbols.score(where)
            cases += [Case(*fault) for fault in faults]
            continue
        if not (where / "enrol").is_dir():  # photographs without the mat: pips, which need no teaching
            report[where.name], faults = real_pips.score(where)
            cases += [Case(*fault) for fault in faults]
            continue
        score = bench_set(where, once=arguments.sets)
        if score.refused is not None:
            print(f"{where.name}: {score.refused}", file=sys.stderr, flush=True)
        totals[where.name] = score.tallies["all"]
        cases += score.cases
        ratios += score.ratios
        total.merge(score.tallies["all"])
        report[where.name] = {tag: tally.figures() for tag, tally in score.tallies.items()}
    if total.counts["pictures"]:
        report["all sets"] = {"all": total.figures()}
    if ratios:
        report["ratio_to_detectMarkers"] = {
            "pictures": len(ratios), "median": round(median(ratios), 2), "worst": round(max(ratios), 2),
        }  # fmt: skip
    if not arguments.sets and (
        clips := [clip for clip in sorted(data.glob("clips/*")) if (clip / "labels.json").is_file()]
    ):
        report["clips"] = _clips(clips, data)
    if arguments.worst:
        contact_sheets.write(cases, Path(arguments.worst))
    if arguments.sets and not arguments.json:
        print(by_sets(totals))
        return 0
    print(json.dumps(report, indent=1) if arguments.json else _table(report))
    return 0


COLUMNS: tuple[tuple[str, str, str | None], ...] = (  # of the table of sets: heading, count, what it is a share of
    ("pictures", "pictures", None), ("whole", "whole", "pictures"),
    ("fair", "judged", None), ("right", "right", "judged"), ("wrong", "wrong", "judged"), ("asked", "unsure", "judged"),
    ("missed", "missed", "judged"), ("false", "false", None), ("odd", "not_flat", None), ("told", "caught", "not_flat"),
    ("clearly", "clearly_not", None), ("told", "clearly_told", "clearly_not"),
)  # fmt: skip


def by_sets(totals: dict[str, Tally]) -> str:
    """One line for each set and one for all of them. `whole`: pictures in which all fair dice are right, nothing is
    false and no odd die is given a face; `asked`: fair dice called cocked or unsure; `clearly`: odd ones that are
    stacked or tilted by 12 degrees or more."""
    every = Tally()
    for tally in totals.values():
        every.merge(tally)
    wide = max(len(name) for name in (*totals, "all sets")) + 1
    lines = [" " * wide + "".join(f"{heading:>9}" for heading, _, _ in COLUMNS)]
    for name, tally in (*totals.items(), ("all sets", every)):
        lines.append(f"{name:<{wide}}" + "".join(f"{tally.counts[what]:>9}" for _, what, _ in COLUMNS))
    shares = (_share(every.counts[what], every.counts[of]) if of else None for _, what, of in COLUMNS)
    lines.append(" " * wide + "".join(" " * 9 if share is None else f"{share:>9.2%}" for share in shares))
    return "\n".join(lines)


def _clips(clips: list[Path], data: Path) -> dict[str, dict[str, Any]]:
    """Each clip is of the dice of the set that its name begins with."""
    mat = geometry.load()
    scores: dict[str, ClipScore] = {}
    for clip in clips:
        home = data / clip.name.split("-")[0]
        if (home / "enrol").is_dir():
            print(f"{clip.name}: watching ...", file=sys.stderr, flush=True)
            scores[clip.name] = score_clip(clip, taught(home, mat), mat)
    return {name: asdict(score) for name, score in scores.items()}


def _sets(data: Path) -> list[Path]:
    if not data.is_dir():
        raise Trouble(Message("{folder} is not a folder of dice pictures.", folder=data))
    found = [data] if _is_set(data) else [d for d in sorted(data.iterdir()) if d.is_dir() and _is_set(d)]
    if not found:
        raise Trouble(
            Message("{folder} holds no dice set (a folder with scenes/ and, to teach from, enrol/).", folder=data)
        )
    return found


def _is_set(where: Path) -> bool:
    return (where / "scenes").is_dir() or corrected.is_one(where)


def bench_set(where: Path, once: bool = False) -> SetScore:
    """`once`: read each picture a single time; the speed is not measured then."""
    mat = geometry.load()
    print(f"{where.name}: teaching ...", file=sys.stderr, flush=True)
    score, profile = SetScore(), None
    try:
        profile = taught(where, mat)
    except Trouble as trouble:
        score.refused = trouble.message
    detector = cv2.aruco.ArucoDetector(mat.aruco)
    labels = sorted((where / "scenes").glob("*.json"))
    for number, label in enumerate(labels):
        if sys.stderr.isatty():
            print(f"\r{where.name}: {number + 1} of {len(labels)}", end="", file=sys.stderr, flush=True)
        scene = json.loads(label.read_text(encoding="utf-8"))
        picture = label.with_name(scene["image"])
        frame = np.asarray(cv2.imread(str(picture)))
        busy = len(scene["dice"]) >= BUSY and not once
        if profile is None:
            reading, spent = Reading(True, False, ()), 0.0
        else:
            reading, spent = _timed(partial(read, frame, profile, mat), 9 if busy else 1)
        if busy and profile is not None:
            gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
            score.ratios.append(spent / _timed(partial(detector.detectMarkers, gray), 9)[1])
        tally, found = scored(scene, reading)
        tally.times_ms.append(spent * 1000)
        for tag in ("all", *scene["tags"]):
            score.tallies[tag].merge(tally)
        score.cases += [Case(picture, *c) for c in found]
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return score


def _timed(do: Callable[[], Any], times: int) -> tuple[Any, float]:
    """What it gave, and the processor time of the quickest of a few runs: other programs do not count."""
    best = float("inf")
    for _ in range(times):
        start = time.thread_time()
        out = do()
        best = min(best, time.thread_time() - start)
    return out, best


def scored(scene: dict[str, Any], reading: Reading) -> tuple[Tally, list[tuple[str, float, float]]]:
    """What came of one picture, and what went wrong in it and where (pixels)."""
    cases = []
    tally = Tally()
    tally.add("pictures")
    left = list(reading.dice)
    pairs = _pairs(scene["dice"], left)
    for truth, die in pairs:
        if die is not None:
            left.remove(die)
        what = _one(truth, die, tally)
        if what:
            cases.append((what, *truth["top_px"]))
    for die in left:
        near_off = any(np.hypot(t["x_mm"] - die.x_mm, t["y_mm"] - die.y_mm) < 2 * NEAR_MM for t in scene["dice"])
        if die.zone != "off" and not near_off:
            tally.add("false")
            px = _pixel(scene["camera"], die, scene["edge_mm"])
            cases.append((f"false {die.state} {die.face}", *px))
    c = tally.counts
    if c["right"] == c["judged"] and not c["wrong"] and not c["false"] and not c["named"]:
        tally.add("whole")
    return tally, cases


def _pixel(camera: dict[str, Any], die: Die, z: float) -> tuple[float, float]:
    p = np.array(camera["P"]) @ (die.x_mm, die.y_mm, z, 1.0)
    return float(p[0] / p[2]), float(p[1] / p[2])


def _pairs(truths: list[dict[str, Any]], dice: list[Die]) -> Iterator[tuple[dict[str, Any], Die | None]]:
    """Each true die with the reading nearest to it; a reading goes to one die only, visible ones first."""
    free = list(dice)
    for truth in sorted(truths, key=lambda t: -t["visible"]):
        near = min(free, key=lambda d: np.hypot(d.x_mm - truth["x_mm"], d.y_mm - truth["y_mm"]), default=None)
        if near is not None and np.hypot(near.x_mm - truth["x_mm"], near.y_mm - truth["y_mm"]) < NEAR_MM:
            free.remove(near)
            yield truth, near
        else:
            yield truth, None


def _one(truth: dict[str, Any], die: Die | None, tally: Tally) -> str | None:
    if truth["zone"] == "off":
        return None
    if truth["state"] != "flat":
        clearly = truth["state"] == "stacked" or truth["tilt_deg"] >= CLEARLY
        tally.add("not_flat")
        tally.add("clearly_not", clearly)
        if die is not None and die.state != "flat":
            tally.add("caught")
            tally.add("clearly_told", clearly)
            return None
        tally.add("named", die is not None)
        return f"{truth['state']} {'read as ' + str(die.face) if die else 'not seen'}"
    if truth["visible"] < VISIBLE:
        if die is not None and die.face is not None and die.face != truth["face"]:
            tally.add("wrong")
            return f"hidden {truth['face']} read as {die.face}"
        return None
    tally.add("judged")
    if die is None:
        tally.add("missed")
        return f"missed {truth['face']}"
    tally.errors_mm.append(float(np.hypot(die.x_mm - truth["x_mm"], die.y_mm - truth["y_mm"])))
    if die.state != "flat":
        tally.add("unsure")
        return f"{die.state} {truth['face']} {die.confidence:.2f}"
    if die.face != truth["face"]:
        tally.add("wrong")
        return f"{truth['face']} read as {die.face} {die.confidence:.2f}"
    if die.colour != truth["colour"]:
        tally.add("colour_wrong")
        tally.add("wrong")
        return f"{truth['face']} {truth['colour']} read as {die.colour}"
    tally.add("right")
    return None


def _table(report: dict[str, Any]) -> str:
    head = ("pictures", "judged", "right", "wrong", "missed", "unsure", "false", "not_flat", "caught", "colour_wrong",
            "position_mm", "position_worst_mm", "ms")  # fmt: skip
    short = ("pics", "judged", "right", "wrong", "missed", "unsure", "false", "!flat", "caught", "colour", "mm",
             "worst", "ms")  # fmt: skip
    lines = []
    for name, tags in report.items():
        if name == "clips":
            lines += [_clip_in_words(clip, score) for clip, score in tags.items()]
            continue
        if name == "ratio_to_detectMarkers":
            lines.append(f"a full reading, over one detectMarkers call on the same picture: {tags}")
            continue
        if "pictures_right_share" in tags:
            lines.append(real_pips.in_words(name, tags))
            continue
        if "corrected" in tags:
            lines.append(corrected_dice.in_words(name, tags))
            continue
        if "faces" in tags:
            lines.append(real_symbols.in_words(name, tags))
            continue
        lines.append(f"{name:<12}" + "".join(f"{h:>8}" for h in short))
        for tag, figures in tags.items():
            cells = ("-" if figures[h] is None else figures[h] for h in head)
            lines.append(f"  {tag:<10}" + "".join(f"{c:>8}" for c in cells))
    return "\n".join(lines)


def _clip_in_words(name: str, score: dict[str, Any]) -> str:
    return (
        f"{name}: settled {score['late']} frames after rest, {score['dice_right']} of {score['dice']} dice right, "
        f"{score['changes_right']} of {score['changes']} changes told, {score['phantom']} phantoms; "
        f"a still frame costs {score['still_ratio']:.3f} of one detectMarkers call"
    )
