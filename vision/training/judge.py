"""Train vision/data/judge.npz, which weighs all that was measured of a candidate, from labelled sets of made-up dice:

    pip install torch                                  in an environment of its own: the box does not need it
    python -m vision.training.judge OUT SET...         each SET a folder with enrol/ and scenes/
    python -m vision.training.judge OUT SET... --beside vision/data/judge.npz      the two then judge together

Best from sets that the nets of vision.dice.survey and vision.dice.level never saw: it learns from what they say, and of
sets they know they say it too surely.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.say import Trouble
from vision.dice import judge, level, look
from vision.dice.look import Look, Shown
from vision.mat import geometry
from vision.picture.views import copies_of
from vision.taught.labelled import taught
from vision.taught.profile import Profile
from vision.training.survey import labelled

Array = NDArray[Any]
WEIGHT = np.array([1.0, 2.0, 1.5])  # a tilted die that is believed costs more than one that is asked about
HIDDEN = 32
JUDGES = 4  # that begin differently; what they say on average depends less on luck
NOISE = 0.3  # on what was measured, in its own spread: nothing is to be believed to the last digit
PROPOSED = 0.06  # chance of a die from which a cell is looked at while learning: things that are no dice are rare


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--beside", type=Path, help="an earlier judge, taught by other sets")
    parser.add_argument("--share", type=float, default=0.5, help="of the new judges' word beside the earlier one's")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    learned(
        arguments.out / "judge.npz", arguments.sets, arguments.steps, arguments.seed, arguments.beside, arguments.share
    )
    return 0


def learned(to: Path, sets: list[Path], steps: int, seed: int, beside: Path | None, share: float = 0.5) -> None:
    """Writes judges that learned from those sets, in so many steps each, beside earlier ones or alone."""
    with ProcessPoolExecutor(2) as pool:
        parts = [part for part in pool.map(evidence_of, sets) if len(part[1])]
    rows, kinds = (np.concatenate(column) for column in zip(*parts, strict=True))
    print(f"{np.bincount(kinds, minlength=3).tolist()} flat, odd, nothing", file=sys.stderr, flush=True)
    to.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(2) as pool:
        seeds = range(seed, seed + JUDGES)
        weights = joined(list(pool.map(partial(trained, rows, kinds, rounds=steps), seeds)))
    if beside:
        with np.load(beside) as stored:
            earlier = {name: stored[name].astype(np.float64) for name in stored.files}
        weights = joined([louder(weights, 2 * share), louder(earlier, 2 - 2 * share)])
    np.savez(to, **{name: value.astype(np.float32) for name, value in weights.items()})


def evidence_of(where: Path) -> tuple[Array, Array]:
    """What was measured of every candidate in a set's scenes, and what each of them is."""
    cv2.setNumThreads(1)
    mat = geometry.load()
    rows, kinds = [], []
    try:
        whole = taught(where, mat)
    except Trouble as trouble:
        print(f"{where.name}: {trouble}", file=sys.stderr, flush=True)
        return np.zeros((0, 0)), np.zeros(0, int)
    faces = sorted(set(whole.faces))
    for number, (frame, pose, dice) in enumerate(labelled(where, mat)):
        for profile in (whole, without(whole, faces[number % len(faces)])):
            seen = look.scene(copies_of(frame), pose, profile, mat, PROPOSED)
            looks = look.looks(seen) if seen is not None else []
            if not looks:
                continue
            evidence = judge.evidence(looks, profile).rows
            for k, face, row in zip(looks, look.shown(looks, profile), evidence, strict=True):
                kind = what_it_is(k, face, dice, profile.edge_mm)
                if kind is not None and (profile is whole or kind == level.ODD):
                    rows.append(row)
                    kinds.append(kind)
    return np.array(rows), np.array(kinds, int)


def without(profile: Profile, face: str) -> Profile:
    """As if that face had never been taught: what shows it must not be taken for another."""
    keep = np.array([name != face for name in profile.faces])
    colours = profile.colour_tones[keep] if len(profile.colour_tones) else profile.colour_tones
    return replace(
        profile,
        faces=tuple(name for name in profile.faces if name != face),
        colour_tones=colours,
        **{name: getattr(profile, name)[keep] for name in ("template_body", "features", "ink", "own")},
    )


def what_it_is(k: Look, shown: Shown, dice: list[dict[str, Any]], edge: float) -> int | None:
    """FLAT: rightly seen and rightly read (its colour is judged elsewhere). None where it is neither that nor clearly
    something else."""
    far = [float(np.hypot(k.at.x - d["x_mm"], k.at.y - d["y_mm"])) for d in dice]
    i = int(np.argmin(far)) if far else -1
    if i < 0 or far[i] > 0.8 * edge:
        return level.NOTHING
    die = dice[i]
    if die["state"] != "flat":
        return level.ODD if far[i] < 0.6 * edge else None
    if shown.face != die["face"]:
        return level.ODD
    turned = abs((k.at.turn - die["rot_deg"] + 45) % 90 - 45)
    return level.FLAT if far[i] < 2 and turned < 6 and die["visible"] >= 0.9 else None


def louder(judge: dict[str, Array], by: float) -> dict[str, Array]:
    return {**judge, "w2": judge["w2"] * by, "b2": judge["b2"] * by}


def joined(judges: list[dict[str, Array]]) -> dict[str, Array]:
    """Several judges, as one whose scores are the mean of theirs. An earlier one may know fewer of the figures: those
    that it lacks are the last."""
    inputs = len(judges[0]["mean"])
    first = [w["w1"] / w["scale"][:, None] for w in judges]
    bias = [w["b1"] - w["mean"] @ scaled for w, scaled in zip(judges, first, strict=True)]
    first = [np.pad(w, ((0, inputs - len(w)), (0, 0))) for w in first]
    return {
        "mean": np.zeros(inputs),
        "scale": np.ones(inputs),
        "w1": np.concatenate(first, axis=1),
        "b1": np.concatenate(bias),
        "w2": np.concatenate([w["w2"] for w in judges]) / len(judges),
        "b2": np.mean([w["b2"] for w in judges], axis=0),
    }


def trained(rows: Array, kinds: Array, seed: int, rounds: int) -> dict[str, Array]:
    """One hidden layer, Adam, weight decay, and noise on the inputs."""
    rng = np.random.default_rng(seed)
    mean, scale = rows.mean(0), rows.std(0) + 1e-3
    x, y = (rows - mean) / scale, np.eye(3)[kinds]
    weight = WEIGHT[kinds] / WEIGHT[kinds].sum()
    w = {
        "w1": rng.normal(0, 0.2, (x.shape[1], HIDDEN)),
        "b1": np.zeros(HIDDEN),
        "w2": rng.normal(0, 0.2, (HIDDEN, 3)),
        "b2": np.zeros(3),
    }
    first = {k: np.zeros_like(v) for k, v in w.items()}
    second = {k: np.zeros_like(v) for k, v in w.items()}
    for step in range(1, rounds + 1):
        noisy = x + rng.normal(0, NOISE, x.shape)
        hidden = np.tanh(noisy @ w["w1"] + w["b1"])
        score = hidden @ w["w2"] + w["b2"]
        score -= score.max(1, keepdims=True)
        chance = np.exp(score)
        chance /= chance.sum(1, keepdims=True)
        off = (chance - y) * weight[:, None]
        back = off @ w["w2"].T * (1 - hidden**2)
        slope = {"w2": hidden.T @ off, "b2": off.sum(0), "w1": noisy.T @ back, "b1": back.sum(0)}
        rate = 0.01 * (1 - step / rounds) + 1e-4
        for k in w:
            g = slope[k] + (1e-3 * w[k] if k.startswith("w") else 0)
            first[k] = 0.9 * first[k] + 0.1 * g
            second[k] = 0.999 * second[k] + 0.001 * g * g
            w[k] -= rate * (first[k] / (1 - 0.9**step)) / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
    w["b2"] -= np.log(WEIGHT)  # what weighed more while learning is not likelier for it
    return {"mean": mean, "scale": scale, **w}


if __name__ == "__main__":
    sys.exit(main())
