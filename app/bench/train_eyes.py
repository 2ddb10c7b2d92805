"""Train vision/data/level.npz and judge.npz from labelled sets of made-up dice:

    pip install torch                                  in an environment of its own: the box does not need it
    python -m app.bench.train_eyes OUT SET...          each SET a folder with enrol/ and scenes/

Sets come from `vision.synth_data` (fast) and `tests/bench/path_traced.py` (like photographs). Neither net sees art or
colours: one sees how like the body and the mat each pixel is, the other a row of numbers. So that the second does not
believe the first too much, it learns from scores that the first gave to sets it had never seen.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from app.bench.vision import taught
from vision import judge, level, look
from vision import mat as mats
from vision.look import Look, Shown
from vision.pose import find_pose

Array = NDArray[Any]
FOLDS = 3
EPOCHS = 30
WEIGHT = np.array([1.0, 2.0, 1.0])  # a tilted die that is believed costs more than one that is asked about
SHARES = (16, 24, 32)  # channels of the three layers
HIDDEN = 14  # of the judge


@dataclass(frozen=True)
class Candidates:
    """Everything that was looked at in one set's scenes, and what it is."""

    seen: Array
    strips: Array
    rows: Array
    kinds: Array


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("sets", nargs="+", type=Path)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    parts = [candidates(where) for where in arguments.sets]
    of = np.concatenate([np.full(len(p.kinds), i % FOLDS) for i, p in enumerate(parts)])
    seen, strips, rows, kinds = (np.concatenate([getattr(p, n) for p in parts]) for n in Candidates.__annotations__)
    scores = np.zeros((len(kinds), 3))
    for fold in range(FOLDS):
        learn, test = of != fold, of == fold
        net = train_level(seen[learn], strips[learn], kinds[learn])
        scores[test] = scored(net, seen[test], strips[test])
        lost = (scores[test].argmax(1) != judge.FLAT)[kinds[test] == judge.FLAT].mean()
        believed = (scores[test].argmax(1) == judge.FLAT)[kinds[test] != judge.FLAT].mean()
        print(f"fold {fold}: {lost:.1%} of flat dice lost, {believed:.1%} of others believed", file=sys.stderr)
    save_level(train_level(seen, strips, kinds), arguments.out / "level.npz")
    rows[:, -3:] = np.clip(scores - scores.mean(1, keepdims=True), -8, 8)
    weights: dict[str, Any] = train_judge(rows, kinds)
    np.savez(arguments.out / "judge.npz", **{name: value.astype(np.float32) for name, value in weights.items()})
    return 0


def candidates(where: Path) -> Candidates:
    """Each scene is looked at both ways, the quick one and the long one, at all its blobs."""
    mat = mats.load()
    profile = taught(where, mat)
    seen, strips, rows, kinds = [], [], [], []
    for label in sorted((where / "scenes").glob("*.json")):
        truth = json.loads(label.read_text(encoding="utf-8"))
        frame = np.asarray(cv2.imread(str(label.with_name(truth["image"]))))
        pose = find_pose(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), mat)
        scene = look.scene(frame, pose, profile, mat) if pose is not None else None
        looks = look.alone(scene) + look.crowded(scene, ()) if scene is not None else []
        if scene is None or not looks:
            continue
        squares = [k.at for k in looks]
        around = level.surroundings(scene.views, squares, profile.edge_mm)
        bodies = np.array([k.body for k in looks])
        patches, wide = level.patches(scene.views, around, squares, bodies, profile.edge_mm, mat)
        evidence = judge.evidence(looks, profile)
        for i, (k, face) in enumerate(zip(looks, look.shown(looks, profile), strict=True)):
            kind = what_it_is(k, face, truth["dice"], profile.edge_mm)
            if kind is not None:
                seen.append(patches[i].transpose(2, 0, 1))  # torch has channels first
                strips.append(wide[i])
                rows.append(evidence[i])
                kinds.append(kind)
    print(f"{where.name}: {np.bincount(kinds, minlength=3).tolist()} flat, odd, nothing", file=sys.stderr, flush=True)
    return Candidates(np.array(seen), np.array(strips), np.array(rows), np.array(kinds))


def what_it_is(k: Look, shown: Shown, dice: list[dict[str, Any]], edge: float) -> int | None:
    """FLAT: rightly seen and rightly read. None where it is neither that nor clearly something else."""
    far = [float(np.hypot(k.at.x - d["x_mm"], k.at.y - d["y_mm"])) for d in dice]
    i = int(np.argmin(far)) if far else -1
    if i < 0 or far[i] > 1.25 * edge:
        return judge.NOTHING
    die = dice[i]
    if die["state"] != "flat":
        return judge.ODD if far[i] < 0.8 * edge else None
    right = shown.face == die["face"] and shown.colour == die["colour"]
    turned = abs((k.at.turn - die["rot_deg"] + 45) % 90 - 45)
    if right and far[i] < 4.5 and (far[i] >= 2 or turned >= 6 or die["visible"] < 0.9):
        return None
    if far[i] < 2 and turned < 6:
        return judge.FLAT if right else judge.ODD
    return judge.ODD if far[i] < 0.6 * edge or not right else None


class Level(nn.Module):  # type: ignore[misc]
    """What vision.level works out in plain numpy."""

    def __init__(self) -> None:
        super().__init__()
        sizes = (level.CHANNELS, *SHARES)
        self.layers = nn.ModuleList(nn.Conv2d(a, b, 3, 2, 1) for a, b in pairwise(sizes))
        self.drop = nn.Dropout(0.15)
        self.hidden = nn.Linear(SHARES[-1] * (level.SIDE // 8) ** 2 + 2, 24)
        self.last = nn.Linear(24, 3)

    def forward(self, seen: Any, strips: Any) -> Any:
        for layer in self.layers:
            seen = torch.relu(layer(seen))
        found = torch.cat([self.drop(seen.flatten(1)), strips], 1)
        return self.last(self.drop(torch.relu(self.hidden(found))))


def train_level(seen: Array, strips: Array, kinds: Array, seed: int = 0) -> Any:
    torch.manual_seed(seed)
    net = Level()
    way = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=2e-2)
    x, t, y = torch.tensor(seen), torch.tensor(strips), torch.tensor(kinds)
    weight = torch.tensor(WEIGHT, dtype=torch.float32)
    steps = len(x) // 64
    pace = torch.optim.lr_scheduler.OneCycleLR(way, 4e-3, total_steps=EPOCHS * steps + 1)
    for _ in range(EPOCHS):
        order = torch.randperm(len(x))
        for i in range(steps):
            some = order[64 * i : 64 * i + 64]
            guess = net(_varied(x[some]), t[some])
            loss = nn.functional.cross_entropy(guess, y[some], weight=weight, label_smoothing=0.01)
            way.zero_grad()
            loss.backward()
            way.step()
            pace.step()
    return net.eval()


def _varied(x: Any) -> Any:
    """The same dice a pixel off, in other light, with more noise, and with other ink on some."""
    n = len(x)
    x = torch.roll(x, [int(v) for v in torch.randint(-2, 3, (2,))], (2, 3))
    x[:, 2] = x[:, 2] * (0.8 + 0.4 * torch.rand(n, 1, 1)) + 0.1 * torch.randn(n, 1, 1)
    x[:, :2] = x[:, :2].clamp(0, 1) ** (0.6 + 0.8 * torch.rand(n, 2, 1, 1))
    x = x + torch.randn_like(x) * 0.08 * torch.rand(n, 1, 1, 1)
    some = torch.rand(n) < 0.3
    i, j = (int(v) for v in torch.randint(11, 22, (2,)))
    x[some, :1, i : i + 7, j : j + 7] = torch.rand(int(some.sum()), 1, 1, 1)
    return x


def scored(net: Any, seen: Array, strips: Array) -> Array:
    with torch.no_grad():
        return np.asarray(net(torch.tensor(seen), torch.tensor(strips)).numpy())


def save_level(net: Any, path: Path) -> None:
    layers = [*net.layers, net.hidden, net.last]
    arrays: dict[str, Any] = {}
    for i, layer in enumerate(layers, 1):
        arrays[f"w{i}"], arrays[f"b{i}"] = layer.weight.detach().numpy(), layer.bias.detach().numpy()
    np.savez(path, **{name: array.astype(np.float16) for name, array in arrays.items()})


def train_judge(rows: Array, kinds: Array, seed: int = 0, rounds: int = 1500) -> dict[str, Array]:
    """One hidden layer, Adam, weight decay, and noise on the inputs so that no number is believed to the last digit."""
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
        noisy = x + rng.normal(0, 0.08, x.shape)
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
            g = slope[k] + (1e-4 * w[k] if k.startswith("w") else 0)
            first[k] = 0.9 * first[k] + 0.1 * g
            second[k] = 0.999 * second[k] + 0.001 * g * g
            w[k] -= rate * (first[k] / (1 - 0.9**step)) / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
    return {"mean": mean, "scale": scale, **w}


if __name__ == "__main__":
    sys.exit(main())
