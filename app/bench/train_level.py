"""Train vision/data/level.npz, which says whether a die lies level and where exactly, from labelled sets; and
second.npz, a larger net that is asked where the first is in doubt:

    pip install torch                                  in an environment of its own: the box does not need it
    python -m app.bench.train_level OUT SET...         each SET a folder with enrol/ and scenes/
    python -m app.bench.train_level OUT SET... --second OUT/level.pt
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from app.bench.train_survey import scenes_of
from vision import level, survey
from vision import mat as mats
from vision.level import FLAT, NOTHING, ODD, SIDE, TURN
from vision.views import Square

Array = NDArray[Any]
FIRST = (24, 44, 64), 64  # channels, and what the hidden layer holds
SECOND = (32, 64, 96), 96
HARD = 0.6  # of what the second net learns from, the first is in doubt about
LOOKS = 3  # at each die, from a little off
WRONG = 0.14  # how far off an edge may be while it is not known, as a logarithm
PROPOSED = 0.03  # chance of a die from which a cell of the survey is looked at while learning
STRESSED = 3
STRAY = 8  # looks at what is no die, in each picture


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--rate", type=float, default=3e-3, help="of learning, at its highest; less when going on")
    parser.add_argument("--resume", type=Path, help="go on from an earlier level.pt or second.pt")
    parser.add_argument("--second", type=Path, help="train the second net, from what this level.pt is in doubt about")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(2) as pool:
        parts = [part for part in pool.map(of_set, arguments.sets) if part is not None]
    seen, strips, kinds, offs = (torch.from_numpy(np.concatenate(column)) for column in zip(*parts, strict=True))
    del parts
    print(f"{np.bincount(kinds.numpy(), minlength=3).tolist()} flat, odd, nothing", file=sys.stderr, flush=True)
    net, hard = Net(*(SECOND if arguments.second else FIRST)), None
    if arguments.second:
        first = Net(*FIRST)
        first.load_state_dict(torch.load(arguments.second))
        hard = in_doubt(first, seen, strips)
        print(f"{len(hard)} of them in doubt", file=sys.stderr, flush=True)
    if arguments.resume:
        net.load_state_dict(torch.load(arguments.resume))
    train(net, (seen, strips, kinds, offs), hard, arguments.minutes, arguments.rate)
    arguments.out.mkdir(parents=True, exist_ok=True)
    name = "second" if arguments.second else "level"
    torch.save(net.state_dict(), arguments.out / f"{name}.pt")
    save(net, arguments.out / f"{name}.npz")
    return 0


def in_doubt(net: Net, seen: Any, strips: Any) -> Any:
    """Which of the looks a net does not tell flat from odd for sure."""
    net.eval()
    with torch.no_grad():
        said = [net(x.float(), s)[:, :3] for x, s in zip(seen.split(1000), strips.split(1000), strict=True)]
    return torch.from_numpy(np.flatnonzero(level.in_doubt(torch.cat(said).numpy())))


def save(net: Net, path: Path) -> None:
    """As vision.level reads it: what was seen of a pixel lies together."""
    arrays: dict[str, Any] = {}
    for i, layer in enumerate((net.layers[0], net.layers[2], net.layers[4]), 1):
        arrays[f"w{i}"], arrays[f"b{i}"] = layer.weight.data.permute(2, 3, 1, 0), layer.bias.data
    side, last, many = SIDE // 8, net.layers[4].out_channels, net.hidden.out_features
    hidden = net.hidden.weight.data
    arrays["w4"] = hidden[:, :-2].reshape(many, last, side, side).permute(2, 3, 1, 0).reshape(-1, many)
    arrays["strips"], arrays["b4"] = hidden[:, -2:].T, net.hidden.bias.data
    arrays["w5"], arrays["b5"] = net.last.weight.data.T, net.last.bias.data
    np.savez_compressed(path, **{name: array.numpy().astype(np.float16) for name, array in arrays.items()})


class Net(nn.Module):  # type: ignore[misc]
    def __init__(self, channels: tuple[int, int, int], hidden: int) -> None:
        super().__init__()
        a, b, c = channels
        self.layers = nn.Sequential(
            nn.Conv2d(level.PLANES, a, 4, 2, 1), nn.ReLU(), nn.Conv2d(a, b, 4, 2, 1), nn.ReLU(),
            nn.Conv2d(b, c, 3, 2, 1), nn.ReLU(), nn.Flatten(), nn.Dropout(0.15),
        )  # fmt: skip
        self.hidden = nn.Linear(c * (SIDE // 8) ** 2 + 2, hidden)
        self.drop = nn.Dropout(0.1)
        self.last = nn.Linear(hidden, 7)

    def forward(self, seen: Any, strips: Any) -> Any:
        found = torch.cat([self.layers(seen), strips], 1)
        return self.last(self.drop(torch.relu(self.hidden(found))))


def of_set(where: Path) -> tuple[Array, Array, Array, Array] | None:
    cv2.setNumThreads(1)
    mat = mats.load()
    rng = np.random.default_rng(abs(hash(where.name)) % 2**32)
    rows: list[tuple[Array, ...]] = []
    for views, known, bodies, dice in scenes_of(where, mat):
        for wide in (0.0, float(rng.uniform(-WRONG, WRONG))):  # the second as while teaching, when no edge is known
            edge = known * np.exp(-wide)
            field = survey.field_of(views, edge, bodies, mat)
            places, kinds, offs = candidates(dice, edge, rng)
            stray = strays(field, dice, edge, rng)
            there, what_there, offs_there = proposed(field, dice, edge)
            squares = [*places, *stray, *there]
            if not squares:
                continue
            seen, strips, mirrored = level.patches(views, squares, edge, mat)
            off = mirrored_off(np.array([*offs, *[(0.0, 0.0, 0.0)] * len(stray), *offs_there]), mirrored)
            off = np.column_stack([off, np.full(len(squares), wide)])
            what = np.array([*kinds, *[NOTHING] * len(stray), *what_there])
            rows.append((seen.transpose(0, 3, 1, 2).astype(np.float16), strips, what, off.astype(np.float32)))
    return tuple(np.concatenate(column) for column in zip(*rows, strict=True)) if rows else None  # type: ignore[return-value]


def mirrored_off(off: Array, mirrored: Array) -> Array:
    """What level.unmirrored undoes."""
    right, down, turn = off.T
    across, upside, diagonal = mirrored.T
    right, down = np.where(across, -right, right), np.where(upside, -down, down)
    turn = np.where(across ^ upside, -turn, turn)
    return np.stack([
        np.where(diagonal, down, right), np.where(diagonal, right, down), np.where(diagonal, -turn, turn)
    ], 1)  # fmt: skip


def candidates(
    dice: list[dict[str, Any]], edge: float, rng: np.random.Generator
) -> tuple[list[Square], list[int], list[tuple[float, float, float]]]:
    """Looks at each die from a little off, what they are of, and how far off they are."""
    squares, kinds, offs = [], [], []
    for die in dice:
        if die["visible"] < 0.5:
            continue
        flat = die["state"] == "flat" and die["visible"] >= 0.9
        for i in range(LOOKS if flat else 3 * LOOKS):
            wild = (0.5, 1.0, 1.8)[i % 3] if flat else (2.5, 1.0)[i % 2]
            right, down = rng.normal(0, 0.06 * wild, 2)
            turn = rng.normal(0, 5.0 * wild) if flat or i % 3 else rng.uniform(-45, 45)
            a = np.deg2rad(die["rot_deg"] - turn)
            x = die["x_mm"] - edge * (right * np.cos(a) - down * np.sin(a))
            y = die["y_mm"] - edge * (right * np.sin(a) + down * np.cos(a))
            squares.append(Square(float(x), float(y), float((die["rot_deg"] - turn) % 90), 0.0))
            quarter = int(np.floor((die["rot_deg"] - turn) / 90)) % 4  # the patch is turned by so many quarters more
            for _ in range(quarter):
                right, down = -down, right
            kinds.append(FLAT if flat else ODD)
            offs.append((float(right), float(down), float(turn / TURN)))
    return squares, kinds, offs


def proposed(
    field: survey.Field, dice: list[dict[str, Any]], edge: float
) -> tuple[list[Square], list[int], list[tuple[float, float, float]]]:
    """The same for what the survey takes for a die or nearly so: coins, pawns and knuckles among them, which count
    more often than they come."""
    squares, kinds, offs = [], [], []
    for square, _ in survey.squares(field, survey.said(field), PROPOSED):
        far = [float(np.hypot(square.x - d["x_mm"], square.y - d["y_mm"])) for d in dice]
        i = int(np.argmin(far)) if far else -1
        if i < 0 or far[i] > 0.65 * edge:
            squares += [square] * STRESSED
            kinds += [NOTHING] * STRESSED
            offs += [(0.0, 0.0, 0.0)] * STRESSED
        elif far[i] < 0.4 * edge and dice[i]["visible"] >= 0.5:
            die, a = dice[i], np.deg2rad(square.turn)
            x, y = die["x_mm"] - square.x, die["y_mm"] - square.y
            turn = (die["rot_deg"] - square.turn + 45) % 90 - 45
            squares.append(square)
            kinds.append(FLAT if die["state"] == "flat" and die["visible"] >= 0.9 else ODD)
            offs.append(((x * np.cos(a) + y * np.sin(a)) / edge, (y * np.cos(a) - x * np.sin(a)) / edge, turn / TURN))
    return squares, kinds, offs


def strays(field: survey.Field, dice: list[dict[str, Any]], edge: float, rng: np.random.Generator) -> list[Square]:
    """Places that are not bare mat and not the middle of any die."""
    rows, columns = np.nonzero(field.planes[1] < 0.5)
    out: list[Square] = []
    for i in rng.permutation(len(rows))[: 3 * STRAY]:
        x, y = field.x0 + field.mm * columns[i], field.y0 + field.mm * rows[i]
        far = min((float(np.hypot(x - d["x_mm"], y - d["y_mm"])) for d in dice), default=np.inf)
        if far > 0.65 * edge and len(out) < STRAY:
            out.append(Square(float(x), float(y), float(rng.uniform(0, 90)), 0.0))
    return out


def train(net: Net, looks: tuple[Any, ...], hard: Any, minutes: float, rate: float) -> None:
    seen, strips, kinds, offs = looks
    way = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-2)
    began, step, total, lost, shown = time.monotonic(), 0, 0.0, 0.0, 0
    weight = torch.tensor([1.0, 1.3, 0.8])
    net.train()
    while (spent := (time.monotonic() - began) / 60 / minutes) < 1:
        for group in way.param_groups:
            group["lr"] = rate * min(1, 20 * spent + 0.05) * (1 - spent) + 1e-5
        some = torch.randint(len(seen), (128,))
        if hard is not None:
            more = round(128 * HARD)
            some[:more] = hard[torch.randint(len(hard), (more,))]
        x, kind, off = varied(seen[some].float()), kinds[some], offs[some]
        said = net(x, strips[some])
        flat = (kind == FLAT)[:, None]
        place = nn.functional.smooth_l1_loss(said[:, 3:], off, reduction="none", beta=0.03)
        loss = nn.functional.cross_entropy(said[:, :3], kind, weight=weight, label_smoothing=0.01)
        loss = loss + 6.0 * (place * flat).sum() / flat.sum().clamp(min=1)
        way.zero_grad()
        loss.backward()
        way.step()
        wrong = float((said[:, :3].argmax(1) != kind).float().mean())
        step, total, lost, shown = step + 1, total + float(loss.detach()), lost + wrong, shown + 1
        if step % 500 == 0:
            figures = f"{total / shown:.4f}, {lost / shown:.2%} wrong"
            print(f"step {step}: {figures}, {spent:.0%}", file=sys.stderr, flush=True)
            total, lost, shown = 0.0, 0.0, 0


def varied(x: Any) -> Any:
    """The same dice in other light, with more noise, and with other ink on some."""
    n = len(x)
    x[:, 2] = x[:, 2] * (0.8 + 0.4 * torch.rand(n, 1, 1)) + 0.1 * torch.randn(n, 1, 1)
    x[:, :2] = x[:, :2].clamp(0, 1) ** (0.6 + 0.8 * torch.rand(n, 2, 1, 1))
    x[:, 3] = x[:, 3] * (0.75 + 0.5 * torch.rand(n, 1, 1))
    x = x + torch.randn_like(x) * 0.08 * torch.rand(n, 1, 1, 1)
    some = torch.rand(n) < 0.3
    i, j = (int(v) for v in torch.randint(9, 18, (2,)))
    x[some, :1, i : i + 6, j : j + 6] = torch.rand(int(some.sum()), 1, 1, 1)
    return x


if __name__ == "__main__":
    sys.exit(main())
