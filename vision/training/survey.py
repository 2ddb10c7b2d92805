"""Train vision/data/survey.onnx, which finds dice on the mat, from labelled sets of made-up dice:

pip install torch onnx                             in an environment of its own: the box does not need them
python -m vision.training.survey OUT SET...        each SET a folder with enrol/ and scenes/
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

from rules.say import Trouble
from vision.dice import survey
from vision.dice.level import FLAT, ODD
from vision.dice.survey import CELL
from vision.mat import geometry
from vision.mat.geometry import Mat
from vision.mat.pose import Pose, find_pose
from vision.picture.views import Views, copies_of, views_of
from vision.taught.profile import DARK
from vision.taught.teach import body_tone, view_of
from vision.training.answers import IGNORED, seed_of
from vision.training.answers import cells as answers_of

Array = NDArray[Any]
SIZE = 240  # every field is laid into a square of so many pixels
PIECES, PIECE = 48, 72  # so many at a time, of so many pixels
CHANNELS = (8, 20)
DEEP = 3


torch.set_num_threads(1)  # other work goes on beside it


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--rate", type=float, default=4e-3, help="of learning, at its highest; less when going on")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--resume", type=Path, help="go on from a survey.onnx, the shipped one or another")
    arguments = parser.parse_args()
    to = arguments.out / "survey.onnx"
    learned(to, arguments.sets, arguments.steps, arguments.rate, arguments.seed, arguments.resume)
    return 0


def learned(to: Path, sets: list[Path], steps: int, rate: float, seed: int, resume: Path | None) -> None:
    """Writes a net that learned from those sets, in so many steps."""
    fields, answers = gathered(sets)
    torch.manual_seed(seed)
    net = Net()
    if resume:
        load(net, resume)
    train(net, fields, answers, steps, rate)
    to.parent.mkdir(parents=True, exist_ok=True)
    example = torch.zeros(1, survey.PLANES, 156, 180)
    axes = {"planes": {2: "h", 3: "w"}, "cells": {2: "h", 3: "w"}}
    torch.onnx.export(net, example, str(to), opset_version=13, dynamo=False,
                      input_names=["planes"], output_names=["cells"], dynamic_axes=axes)  # fmt: skip


def load(net: Net, path: Path) -> None:
    """Weights and biases lie in the file in the order of the layers."""
    stored = [numpy_helper.to_array(part) for part in onnx.load(path).graph.initializer]
    for parameter, array in zip(net.parameters(), stored, strict=True):
        parameter.data = torch.tensor(array)


class Net(nn.Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        a, b = CHANNELS
        layers: list[Any] = [nn.Conv2d(survey.PLANES, a, 4, 2, 1), nn.ReLU(), nn.Conv2d(a, b, 4, 2, 1), nn.ReLU()]
        for _ in range(DEEP):
            layers += [nn.Conv2d(b, b, 3, 1, 1), nn.ReLU()]
        self.layers = nn.Sequential(*layers, nn.Conv2d(b, 7, 1))

    def forward(self, x: Any) -> Any:
        return self.layers(x)


def gathered(sets: list[Path]) -> tuple[Any, Any]:
    """All fields and what the net should say of them."""
    with ProcessPoolExecutor(2) as pool:
        parts = [part for part in pool.map(of_set, sets) if part is not None]
    fields = np.concatenate([p[0] for p in parts])
    answers = np.concatenate([p[1] for p in parts])
    print(f"{len(fields)} fields of {len(parts)} sets", file=sys.stderr, flush=True)
    return torch.tensor(fields), torch.tensor(answers)


def labelled(where: Path, mat: Mat) -> Iterator[tuple[Array, Pose, list[dict[str, Any]]]]:
    """Every scene of a set in which the mat shows, with the dice in it, where their tops seem to lie: one that is not
    flat is looked for as if it were, and the top of a stacked one, farther up, shows beside its place."""
    for label in sorted((where / "scenes").glob("*.json")):
        truth = json.loads(label.read_text(encoding="utf-8"))
        frame = np.asarray(cv2.imread(str(label.with_name(truth["image"]))))
        pose = find_pose(frame, mat)
        if pose is not None:
            for die in truth["dice"]:
                if die["state"] != "flat":
                    at = pose.mat_points(np.array([die["top_px"]]), truth["edge_mm"])[0]
                    die["x_mm"], die["y_mm"] = float(at[0]), float(at[1])
            yield frame, pose, truth["dice"]


def scenes_of(where: Path, mat: Mat) -> Iterator[tuple[Views, float, Array, list[dict[str, Any]]]]:
    """The same, ready to be looked at, with the dice's edge and the tones of their bodies, about as teaching finds
    them: nothing can be taught before there is a net."""
    rng = np.random.default_rng(seed_of(where.name))
    bodies = bodies_of(where, mat)
    edge = float(json.loads((where / "enrol" / "labels.json").read_text(encoding="utf-8"))[0]["edge_mm"])
    for frame, pose, dice in labelled(where, mat):
        about = edge * float(np.exp(rng.normal(0, 0.01)))
        views = views_of(copies_of(frame), pose, mat, about)
        if views is not None:
            yield views, about, bodies + rng.normal(0, 0.05, bodies.shape), dice


def bodies_of(where: Path, mat: Mat) -> Array:
    """The tones of the set's bodies, from its teaching photos."""
    photos = {path.stem: np.asarray(cv2.imread(str(path))) for path in sorted((where / "enrol").glob("*.jpg"))}
    tones: dict[bool, dict[str, list[Array]]] = {True: {}, False: {}}
    for dark in tones:
        for face, photo in photos.items():
            body = face.split("-")[0] if "-" in face else ""
            with contextlib.suppress(Trouble):
                tones[dark].setdefault(body, []).append(body_tone(face, view_of(face, photo, mat, None, dark), mat))
    means = {dark: np.array([np.median(t, axis=0) for t in found.values()]) for dark, found in tones.items()}
    return means[bool(np.median(means[True].max(1)) < DARK)]


def of_set(where: Path) -> tuple[Array, Array] | None:
    cv2.setNumThreads(1)
    mat = geometry.load()
    fields, answers = [], []
    for views, edge, bodies, dice in scenes_of(where, mat):
        field = survey.field_of(views, edge, bodies, mat)
        planes = np.zeros((survey.PLANES, SIZE, SIZE), np.float16)
        h, w = (min(SIZE, n) for n in field.planes.shape[1:])
        planes[:, :h, :w] = field.planes[:, :h, :w]
        cells = np.full((5, SIZE // CELL, SIZE // CELL), IGNORED, np.float16)
        cells[:, : h // CELL, : w // CELL] = answers_of(field, dice)[:, : h // CELL, : w // CELL]
        fields.append(planes)
        answers.append(cells)
    return (np.array(fields), np.array(answers)) if fields else None


def train(net: Net, fields: Any, answers: Any, steps: int, rate: float) -> None:
    way = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    strange = nn.functional.max_pool2d((fields[:, 1:2] < 0.3).float(), CELL)[:, 0] * (answers[:, 0] != IGNORED)
    busy = [torch.nonzero(one) for one in strange]
    total, shown = 0.0, 0
    for step in range(steps):
        spent = step / steps
        for group in way.param_groups:
            group["lr"] = rate * min(1, 20 * spent + 0.05) * (1 - spent) + 1e-5
        x, y = varied(*pieces(fields, answers, busy))
        loss = cost(net(x), y)
        way.zero_grad()
        loss.backward()
        way.step()
        total, shown = total + float(loss.detach()), shown + 1
        if shown == 200 or step + 1 == steps:
            print(f"step {step + 1}: {total / shown:.4f}", file=sys.stderr, flush=True)
            total, shown = 0.0, 0


def pieces(fields: Any, answers: Any, busy: list[Any]) -> tuple[Any, Any]:
    """Pieces of fields, most of them around something that is not mat."""
    xs, ys = [], []
    for one in torch.randint(len(fields), (PIECES,)).tolist():
        spots = busy[one]
        row, column = (int(v) for v in torch.randint(0, SIZE // CELL, (2,)))
        if len(spots) and torch.rand(()) < 0.85:
            row, column = (int(v) for v in spots[int(torch.randint(len(spots), ()))])
        span = PIECE // CELL
        low = [min(max(0, v - int(torch.randint(3, span - 3, ()))), SIZE // CELL - span) for v in (row, column)]
        top, left = low
        ys.append(answers[one, :, top : top + span, left : left + span])
        xs.append(fields[one, :, top * CELL : top * CELL + PIECE, left * CELL : left * CELL + PIECE])
    return torch.stack(xs).float(), torch.stack(ys).float()


def cost(said: Any, answer: Any) -> Any:
    kind = answer[:, 0].long()
    there = kind != IGNORED
    log = nn.functional.log_softmax(said[:, :3], 1)
    right = log.gather(1, kind.clamp(min=0)[:, None])[:, 0]
    dice = (kind == FLAT) | (kind == ODD)
    count = dice.sum().clamp(min=1)
    weight = torch.where(kind == ODD, 1.5, 1.0)
    sort = -((1 - right.exp()) ** 1.5 * right * weight)[there].sum() / count
    near = dice[:, None]
    off = nn.functional.smooth_l1_loss(said[:, 3:5], answer[:, 1:3], reduction="none", beta=0.05)
    place = (off * near).sum() / count
    flat = (kind == FLAT)[:, None]
    turn = (nn.functional.smooth_l1_loss(said[:, 5:7], answer[:, 3:5], reduction="none", beta=0.2) * flat).sum()
    return sort + 2.0 * place + 3.0 * turn / flat.sum().clamp(min=1)


def varied(x: Any, y: Any) -> tuple[Any, Any]:
    """Mirrored and turned: what points somewhere turns with it; and in other light, with more grain."""
    if torch.rand(()) < 0.5:
        x, y = x.flip(3), y.flip(3)
        x[:, 4], y[:, 1], y[:, 4] = -x[:, 4], -y[:, 1], -y[:, 4]
    if torch.rand(()) < 0.5:
        x, y = x.flip(2), y.flip(2)
        x[:, 5], y[:, 2], y[:, 4] = -x[:, 5], -y[:, 2], -y[:, 4]
    if torch.rand(()) < 0.5:  # mirrored at the diagonal: a turn t becomes 90 - t
        x, y = x.transpose(2, 3), y.transpose(2, 3)
        x, y = x[:, [0, 1, 2, 3, 5, 4]], y[:, [0, 2, 1, 3, 4]]
        y[:, 4] = -y[:, 4]
    n = len(x)
    x = x.clone()
    x[:, 2] = x[:, 2] * (0.8 + 0.4 * torch.rand(n, 1, 1)) + 0.06 * torch.randn(n, 1, 1)
    x[:, :2] = x[:, :2].clamp(0, 1) ** (0.6 + 0.8 * torch.rand(n, 2, 1, 1))
    x[:, 3] = x[:, 3] * (0.75 + 0.5 * torch.rand(n, 1, 1))
    x[:, :4] += torch.randn_like(x[:, :4]) * 0.06 * torch.rand(n, 1, 1, 1)
    return x, y


if __name__ == "__main__":
    sys.exit(main())
