"""Train vision/data/judge.npz from labelled sets of made-up dice:

    python -m app.bench.train_judge SET... [--out FILE]

Each SET is a folder with enrol/ and scenes/, as vision.synth_data writes them. Only what was measured is learned from
(vision.judge.evidence), never a picture, so the net knows no art. It is small on purpose: some hundred weights.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from app.bench.vision import taught
from vision import judge, read
from vision import mat as mats
from vision.profile import Profile

Array = NDArray[Any]
NEAR_MM, FAR_MM = 9.0, 20.0
HIDDEN = 14


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=judge.WEIGHTS)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    parts = [rows_of(where) for where in arguments.sets]
    rows = np.concatenate([p[0] for p in parts])
    kinds = np.concatenate([p[1] for p in parts])
    print(f"{len(rows)} candidates: {np.bincount(kinds, minlength=3).tolist()} flat, odd, nothing", file=sys.stderr)
    weights = train(rows, kinds)
    np.savez(arguments.out, **{name: value.astype(np.float32) for name, value in weights.items()})
    return 0


def rows_of(where: Path) -> tuple[Array, Array]:
    """Evidence and truth of every candidate in a set's scenes."""
    mat = mats.load()
    profile = taught(where, mat)
    rows, kinds = [], []
    for label in sorted((where / "scenes").glob("*.json")):
        scene = json.loads(label.read_text(encoding="utf-8"))
        looks = read.looks(cv2.imread(str(label.with_name(scene["image"]))), profile, mat)
        evidence = read.evidence(looks, profile)
        for i, kind in truth(scene["dice"], looks, profile):
            rows.append(evidence[i])
            kinds.append(kind)
    print(f"{where.name}: {len(rows)} candidates", file=sys.stderr, flush=True)
    return np.array(rows), np.array(kinds)


def truth(dice: list[dict[str, Any]], looks: list[read.Look], profile: Profile) -> list[tuple[int, int]]:
    """What each candidate is. Those that are neither clearly a die nor clearly apart from one teach nothing."""
    out: list[tuple[int, int]] = []
    free = set(range(len(looks)))
    far = lambda i, d: float(np.hypot(looks[i].fit.x - d["x_mm"], looks[i].fit.y - d["y_mm"]))  # noqa: E731
    for die in sorted(dice, key=lambda d: -d["visible"]):
        i = min(free, key=lambda i: far(i, die), default=-1)
        if i < 0 or far(i, die) > NEAR_MM:
            continue
        free.discard(i)
        face, colour = read.shown(looks[i], profile)
        right = face == die["face"] and colour == die["colour"]
        if die["state"] == "flat" and right and die["visible"] < 0.9:
            continue
        out.append((i, judge.FLAT if die["state"] == "flat" and right else judge.ODD))
    out += [(i, judge.NOTHING) for i in free if all(far(i, die) > FAR_MM for die in dice)]
    return out


def train(rows: Array, kinds: Array, seed: int = 0, rounds: int = 3000) -> dict[str, Array]:
    """One hidden layer, Adam, weight decay, and noise on the inputs so that no number is believed to the last digit."""
    rng = np.random.default_rng(seed)
    mean, scale = rows.mean(0), rows.std(0) + 1e-3
    x, y = (rows - mean) / scale, np.eye(3)[kinds]
    w = {
        "w1": rng.normal(0, 0.2, (x.shape[1], HIDDEN)),
        "b1": np.zeros(HIDDEN),
        "w2": rng.normal(0, 0.2, (HIDDEN, 3)),
        "b2": np.zeros(3),
    }
    first = {k: np.zeros_like(v) for k, v in w.items()}
    second = {k: np.zeros_like(v) for k, v in w.items()}
    for step in range(1, rounds + 1):
        noisy = x + rng.normal(0, 0.08, x.shape)
        hidden = np.tanh(noisy @ w["w1"] + w["b1"])
        score = hidden @ w["w2"] + w["b2"]
        score -= score.max(1, keepdims=True)
        chance = np.exp(score)
        chance /= chance.sum(1, keepdims=True)
        off = (chance - y) / len(x)
        back = off @ w["w2"].T * (1 - hidden**2)
        slope = {"w2": hidden.T @ off, "b2": off.sum(0), "w1": noisy.T @ back, "b1": back.sum(0)}
        rate = 0.01 * (1 - step / rounds) + 1e-4
        for k in w:
            g = slope[k] + (1e-4 * w[k] if k.startswith("w") else 0)
            first[k] = 0.9 * first[k] + 0.1 * g
            second[k] = 0.999 * second[k] + 0.001 * g * g
            w[k] -= rate * (first[k] / (1 - 0.9**step)) / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
    return {"mean": mean, "scale": scale, **w}


if __name__ == "__main__":
    sys.exit(main())
