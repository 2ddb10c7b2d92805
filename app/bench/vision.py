"""vigie bench vision: teach each set from its own photos, read every scene, and count."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np

from app.bench import real_pips
from rules.say import Message, Trouble
from vision import mat as mats
from vision.profile import KINDS, Kind, Profile
from vision.read import read
from vision.seen import Die, Reading
from vision.teach import teach

NEAR_MM = 9.0  # a reading this near a die is of that die
VISIBLE = 0.9
COUNTS = (
    "judged", "right", "wrong", "missed", "unsure", "colour_wrong", "false", "not_flat", "caught", "pictures",
)  # fmt: skip


@dataclass
class Tally:
    """What came of the dice of one set, or of one tag."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    errors_mm: list[float] = field(default_factory=list)
    times_ms: list[float] = field(default_factory=list)

    def add(self, what: str, n: int = 1) -> None:
        self.counts[what] += n

    def figures(self) -> dict[str, Any]:
        c = self.counts
        share = lambda a, b: round(a / b, 4) if b else None  # noqa: E731
        return {
            **c,
            "right_share": share(c["right"], c["judged"]),
            "caught_share": share(c["caught"], c["not_flat"]),
            "position_mm": round(float(np.median(self.errors_mm)), 2) if self.errors_mm else None,
            "position_worst_mm": round(max(self.errors_mm), 2) if self.errors_mm else None,
            "ms": round(median(self.times_ms), 1) if self.times_ms else None,
        }


@dataclass(frozen=True)
class Case:
    """Something that went wrong, to be looked at."""

    picture: Path
    what: str
    x_px: float
    y_px: float


def run(arguments: argparse.Namespace) -> int:
    cv2.setNumThreads(1)
    sets = _sets(Path(arguments.data))
    report: dict[str, Any] = {}
    cases: list[Case] = []
    ratios: list[float] = []
    for where in sets:
        if not (where / "enrol").is_dir():  # photographs without the mat: pips, which need no teaching
            report[where.name], faults = real_pips.score(where)
            cases += [Case(*fault) for fault in faults]
            continue
        tallies, wrong, ratio = _bench_set(where)
        cases += wrong
        ratios += ratio
        report[where.name] = {tag: tally.figures() for tag, tally in tallies.items()}
    if ratios:
        report["ratio_to_detectMarkers"] = {
            "pictures": len(ratios), "median": round(median(ratios), 2), "worst": round(max(ratios), 2),
        }  # fmt: skip
    if arguments.worst:
        _contact_sheets(cases, Path(arguments.worst))
    print(json.dumps(report, indent=1) if arguments.json else _table(report))
    return 0


def _sets(data: Path) -> list[Path]:
    if not data.is_dir():
        raise Trouble(Message("{folder} is not a folder of dice pictures.", folder=data))
    found = [data] if (data / "scenes").is_dir() else [d for d in sorted(data.iterdir()) if (d / "scenes").is_dir()]
    if not found:
        raise Trouble(
            Message("{folder} holds no dice set (a folder with scenes/ and, to teach from, enrol/).", folder=data)
        )
    return found


def kind_of(where: Path, names: Iterable[str]) -> Kind:
    for kind in KINDS:
        if kind in where.name:
            return kind
    return "duel" if all("-" in n for n in names) else "corsair"


def taught(where: Path, mat: mats.Mat) -> Profile:
    photos = {p.stem: cv2.imread(str(p)) for p in sorted((where / "enrol").glob("*.jpg"))}
    return teach({n: p for n, p in photos.items() if p is not None}, kind_of(where, photos), where.name, mat)


def _bench_set(where: Path) -> tuple[dict[str, Tally], list[Case], list[float]]:
    mat = mats.load()
    print(f"{where.name}: teaching ...", file=sys.stderr, flush=True)
    profile = taught(where, mat)
    detector = cv2.aruco.ArucoDetector(mat.aruco)
    tallies: dict[str, Tally] = defaultdict(Tally)
    cases: list[Case] = []
    ratios: list[float] = []
    for label in sorted((where / "scenes").glob("*.json")):
        scene = json.loads(label.read_text(encoding="utf-8"))
        frame = cv2.imread(str(label.with_name(scene["image"])))
        reading, spent = _timed(lambda frame=frame: read(frame, profile, mat), 3)
        if len(scene["dice"]) >= 10:
            gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
            _, detect = _timed(lambda gray=gray: detector.detectMarkers(gray), 3)
            ratios.append(spent / detect)
        for tag in ("all", *scene["tags"]):
            tally = tallies[tag]
            tally.add("pictures")
            tally.times_ms.append(spent * 1000)
            found = _score(scene, reading, tally)
            if tag == "all":
                cases += [Case(label.with_name(scene["image"]), *c) for c in found]
    return dict(tallies), cases, ratios


def _timed(do: Any, times: int) -> tuple[Any, float]:
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        out = do()
        best = min(best, time.perf_counter() - start)
    return out, best


def _score(scene: dict[str, Any], reading: Reading, tally: Tally) -> list[tuple[str, float, float]]:
    cases = []
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
    return cases


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
        tally.add("not_flat")
        if die is not None and die.state != "flat":
            tally.add("caught")
            return None
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
        if name == "ratio_to_detectMarkers":
            lines.append(f"a full reading, over one detectMarkers call on the same picture: {tags}")
            continue
        if "pictures_right_share" in tags:
            lines.append(real_pips.in_words(name, tags))
            continue
        lines.append(f"{name:<12}" + "".join(f"{h:>8}" for h in short))
        for tag, figures in tags.items():
            cells = ("-" if figures[h] is None else figures[h] for h in head)
            lines.append(f"  {tag:<10}" + "".join(f"{c:>8}" for c in cells))
    return "\n".join(lines)


def _contact_sheets(cases: list[Case], out: Path) -> None:
    """The worst cases, cut out and named, 24 to a sheet."""
    out.mkdir(parents=True, exist_ok=True)
    tiles = [_tile(case) for case in cases]
    for sheet in range(0, len(tiles), 24):
        part = tiles[sheet : sheet + 24]
        part += [np.zeros_like(part[0])] * (-len(part) % 6)
        rows = [np.hstack(part[i : i + 6]) for i in range(0, len(part), 6)]
        cv2.imwrite(str(out / f"worst-{sheet // 24:02}.png"), np.vstack(rows))
    print(f"{len(tiles)} cases on contact sheets in {out}", file=sys.stderr)


def _tile(case: Case) -> Any:
    frame = cv2.imread(str(case.picture))
    big = cv2.copyMakeBorder(frame, 70, 70, 70, 70, cv2.BORDER_CONSTANT)
    x = int(np.clip(case.x_px, 0, frame.shape[1])) + 70
    y = int(np.clip(case.y_px, 0, frame.shape[0])) + 70
    tile = cv2.resize(big[y - 70 : y + 70, x - 70 : x + 70], (280, 280), interpolation=cv2.INTER_CUBIC)
    title = f"{case.picture.parent.parent.name} {case.picture.stem}"
    for row, text in enumerate((title, case.what)):
        for colour, width in (((0, 0, 0), 3), ((255, 255, 255), 1)):
            cv2.putText(tile, text, (4, 16 + 250 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, width, cv2.LINE_AA)
    return tile
