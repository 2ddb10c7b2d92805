"""Train vision/data/level.npz, which says whether a die lies level and where exactly, from labelled sets; and
second.npz, a larger net that is asked where the first is in doubt. It learns from the same looks, not from doubtful
ones above all: those it would know by heart.

    pip install torch                                  in an environment of its own: the box does not need it
    python -m vision.training.level OUT SET...         each SET a folder with enrol/ and scenes/
    python -m vision.training.level OUT SET... --second

What is to be seen of each set is kept in OUT/looks; delete it when what the nets see has changed.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.dice import level, survey
from vision.dice.level import FLAT, NOTHING, ODD, TURN
from vision.mat import geometry
from vision.picture.views import Square
from vision.training.answers import seed_of
from vision.training.survey import scenes_of

Array = NDArray[Any]


class Shape(NamedTuple):
    px: int  # of a die's edge
    planes: int
    layers: tuple[tuple[int, int, int], ...]  # channels, side of the kernel, step
    hidden: int
    shown: tuple[float, float, float]  # shares of all flat dice, odd dice and other things that it learns from


FIRST = Shape(level.EDGE_PX, level.PLANES, ((24, 4, 2), (44, 4, 2), (64, 3, 2)), 64, (1.0, 1.0, 0.4))
SECOND = Shape(
    level.SECOND_PX, level.SECOND_PLANES, ((32, 4, 2), (64, 4, 2), (64, 3, 1), (96, 4, 2)), 128, (0.55, 1.0, 0.07)
)
LOOKS = 3  # at each die, from a little off
WRONG = 0.14  # how far off an edge may be while it is not known, as a logarithm
PROPOSED = 0.03  # chance of a die from which a cell of the survey is looked at while learning
STRESSED = 3
STRAY, BARE = 8, 3  # looks at what is no die, in each picture, and at any place where none is
HIDDEN, WHOLE = 0.7, 0.9  # of a top show: below it is to be asked about, above it is to be read, between is either
BESIDE = 0.15  # of the looks are given what lies beside another die, on each of two sides
STEPS = 127.0  # to 1: so fine looks are kept


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--steps", type=int, default=30000)
    parser.add_argument("--rate", type=float, default=3e-3, help="of learning, at its highest; less when going on")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--resume", type=Path, help="go on from a level.npz or second.npz, the shipped one or another")
    parser.add_argument("--second", action="store_true", help="train the second net")
    arguments = parser.parse_args()
    to = arguments.out / ("second.npz" if arguments.second else "level.npz")
    shape = SECOND if arguments.second else FIRST
    learned(to, arguments.sets, shape, arguments.steps, arguments.rate, arguments.seed, arguments.resume)
    return 0


def learned(to: Path, sets: list[Path], shape: Shape, steps: int, rate: float, seed: int, resume: Path | None) -> None:
    """Writes a net of that shape that learned from those sets, in so many steps."""
    kept = to.parent / "looks"
    kept.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(2) as pool:
        files = [file for file in pool.map(partial(kept_looks, kept), sets) if file is not None]
    torch.manual_seed(seed)
    looks = gathered(files, shape)
    print(f"{np.bincount(looks[2], minlength=3).tolist()} flat, odd, nothing", file=sys.stderr, flush=True)
    net = Net(shape)
    if resume:
        load(net, resume, looks)
    train(net, looks, steps, rate)
    save(net, to)


def kept_looks(kept: Path, where: Path) -> Path | None:
    file = kept / f"{where.parent.name}-{where.name}.npz"
    if not file.exists():
        found = of_set(where)
        if found is None:
            return None
        draft = file.with_suffix(".part.npz")
        np.savez(draft, **found)
        draft.rename(file)
    return file


def gathered(files: list[Path], shape: Shape) -> list[Any]:
    """What a net of that shape sees, the strips, what it is, and how far off; as much of it as memory holds."""
    rng, chosen = np.random.default_rng(0), []
    for file in files:
        with np.load(file) as stored:
            chosen.append(rng.random(len(stored["kinds"])) < np.array(shape.shown)[stored["kinds"]])
    count, columns = int(sum(some.sum() for some in chosen)), []
    for name in (f"seen{shape.px}", "strips", "kinds", "offs"):
        at = 0
        for file, some in zip(files, chosen, strict=True):
            with np.load(file) as stored:
                part = stored[name][some]
            if at == 0:
                column = np.empty((count, *part.shape[1:]), part.dtype)
            column[at : at + len(part)] = part
            at += len(part)
        columns.append(torch.from_numpy(column))
    return columns


def save(net: Net, path: Path) -> None:
    """As vision.dice.level reads it: what was seen of a pixel lies together, and the norms are part of the weights."""
    arrays: dict[str, Any] = {"steps": torch.tensor([step for _, _, step in net.shape.layers])}
    for i, (layer, norm) in enumerate(zip(net.convolutions, net.norms, strict=True)):
        gain = norm.weight.data / torch.sqrt(norm.running_var + norm.eps)
        arrays[f"w{i}"] = (layer.weight.data * gain[:, None, None, None]).permute(2, 3, 1, 0)
        arrays[f"b{i}"] = norm.bias.data - norm.running_mean * gain
    hidden, many = net.hidden.weight.data, net.shape.hidden
    side = round((hidden[0, :-2].numel() / net.shape.layers[-1][0]) ** 0.5)
    arrays["hidden"] = hidden[:, :-2].reshape(many, -1, side, side).permute(2, 3, 1, 0).reshape(-1, many)
    arrays["strips"], arrays["hidden_b"] = hidden[:, -2:].T, net.hidden.bias.data
    arrays["last"], arrays["last_b"] = net.last.weight.data.T, net.last.bias.data
    np.savez_compressed(path, **{name: array.numpy().astype(np.float16) for name, array in arrays.items()})


def load(net: Net, path: Path, looks: list[Any]) -> None:
    """What `save` wrote. The norms that went into the weights are made anew: how far each channel strays is measured on
    some of the looks, and then undone, so that the net says what it said."""
    with np.load(path) as stored:
        w = {name: torch.from_numpy(stored[name].astype(np.float32)) for name in stored.files}
    x = looks[0][torch.randperm(len(looks[0]))[:2000]].float() / STEPS
    with torch.no_grad():
        for i, (layer, norm) in enumerate(zip(net.convolutions, net.norms, strict=True)):
            layer.weight.copy_(w[f"w{i}"].permute(3, 2, 0, 1))
            x = layer(x)
            norm.running_var.copy_(x.var((0, 2, 3)))
            norm.running_mean.copy_(x.mean((0, 2, 3)))
            norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))
            norm.bias.copy_(w[f"b{i}"] + norm.running_mean)
            x = torch.relu(x + w[f"b{i}"][:, None, None])
        many, side = net.shape.hidden, x.shape[-1]
        hidden = w["hidden"].reshape(side, side, -1, many).permute(3, 2, 0, 1).reshape(many, -1)
        net.hidden.weight.copy_(torch.cat([hidden, w["strips"].T], 1))
        net.hidden.bias.copy_(w["hidden_b"])
        net.last.weight.copy_(w["last"].T)
        net.last.bias.copy_(w["last_b"])


class Net(nn.Module):  # type: ignore[misc]
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.convolutions, self.norms = nn.ModuleList(), nn.ModuleList()
        before, side = shape.planes, 2 * shape.px
        for channels, kernel, step in shape.layers:
            self.convolutions.append(nn.Conv2d(before, channels, kernel, step, 1, bias=False))
            self.norms.append(nn.BatchNorm2d(channels))
            before, side = channels, (side + 2 - kernel) // step + 1
        self.drop_found, self.drop = nn.Dropout(0.15), nn.Dropout(0.1)
        self.hidden = nn.Linear(before * side**2 + 2, shape.hidden)
        self.last = nn.Linear(shape.hidden, 7)

    def forward(self, seen: Any, strips: Any) -> Any:
        for layer, norm in zip(self.convolutions, self.norms, strict=True):
            seen = torch.relu(norm(layer(seen)))
        found = torch.cat([self.drop_found(seen.flatten(1)), strips], 1)
        return self.last(self.drop(torch.relu(self.hidden(found))))


def of_set(where: Path) -> dict[str, Array] | None:
    """Looks at all there is in a set's scenes, as both nets see it, what they are of and how far off they are."""
    cv2.setNumThreads(1)
    mat = geometry.load()
    rng = np.random.default_rng(seed_of(where.name))
    rows: dict[str, list[Array]] = {
        name: [] for name in (f"seen{FIRST.px}", f"seen{SECOND.px}", "strips", "kinds", "offs")
    }
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
            for px in (FIRST.px, SECOND.px):
                seen, strips, mirrored = level.patches(views, squares, edge, mat, px)
                rows[f"seen{px}"].append(np.rint(seen.transpose(0, 3, 1, 2).clip(-1, 1) * STEPS).astype(np.int8))
            off = mirrored_off(np.array([*offs, *[(0.0, 0.0, 0.0)] * len(stray), *offs_there]), mirrored)
            rows["strips"].append(strips)
            rows["kinds"].append(np.array([*kinds, *[NOTHING] * len(stray), *what_there]))
            rows["offs"].append(np.column_stack([off, np.full(len(squares), wide)]).astype(np.float32))
    return {name: np.concatenate(column) for name, column in rows.items()} if rows["kinds"] else None


def mirrored_off(off: Array, mirrored: Array) -> Array:
    """What level.unmirrored undoes."""
    right, down, turn = off.T
    across, upside, diagonal = mirrored.T
    right, down = np.where(across, -right, right), np.where(upside, -down, down)
    turn = np.where(across ^ upside, -turn, turn)
    return np.stack([
        np.where(diagonal, down, right), np.where(diagonal, right, down), np.where(diagonal, -turn, turn)
    ], 1)  # fmt: skip


def kind_of(die: dict[str, Any]) -> int | None:
    """What a die is to be taken for; None where that is open."""
    shows, flat = die["visible"], die["state"] == "flat"
    if shows < 0.5 or (flat and HIDDEN <= shows < WHOLE):
        return None
    return FLAT if flat and shows >= WHOLE else ODD


def candidates(
    dice: list[dict[str, Any]], edge: float, rng: np.random.Generator
) -> tuple[list[Square], list[int], list[tuple[float, float, float]]]:
    """Looks at each die from a little off, what they are of, and how far off they are."""
    squares, kinds, offs = [], [], []
    for die in dice:
        kind = kind_of(die)
        if kind is None:
            continue
        flat = kind == FLAT
        for i in range(LOOKS if flat else 3 * LOOKS):
            wild = (0.5, 1.0, 1.8)[i % 3] if flat else (2.5, 1.0)[i % 2]
            right, down = rng.normal(0, 0.06 * wild, 2)
            turn = rng.normal(0, 5.0 * wild) if flat or i % 3 else rng.uniform(-45, 45)
            a = np.deg2rad(die["rot_deg"] - turn)
            x = die["x_mm"] - edge * (right * np.cos(a) - down * np.sin(a))
            y = die["y_mm"] - edge * (right * np.sin(a) + down * np.cos(a))
            squares.append(Square(float(x), float(y), float((die["rot_deg"] - turn) % 90)))
            quarter = int(np.floor((die["rot_deg"] - turn) / 90)) % 4  # the patch is turned by so many quarters more
            for _ in range(quarter):
                right, down = -down, right
            kinds.append(kind)
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
        elif far[i] < 0.4 * edge and (kind := kind_of(dice[i])) is not None:
            die, a = dice[i], np.deg2rad(square.turn)
            x, y = die["x_mm"] - square.x, die["y_mm"] - square.y
            turn = (die["rot_deg"] - square.turn + 45) % 90 - 45
            squares.append(square)
            kinds.append(kind)
            offs.append(((x * np.cos(a) + y * np.sin(a)) / edge, (y * np.cos(a) - x * np.sin(a)) / edge, turn / TURN))
    return squares, kinds, offs


def strays(field: survey.Field, dice: list[dict[str, Any]], edge: float, rng: np.random.Generator) -> list[Square]:
    """Places that are not the middle of any die, most of them not bare mat."""
    out: list[Square] = []
    for where, enough in ((field.planes[1] < 0.5, STRAY), (field.planes[1] >= 0.5, STRAY + BARE)):
        rows, columns = np.nonzero(where)
        for i in rng.permutation(len(rows))[: 3 * STRAY]:
            x, y = field.x0 + field.mm * columns[i], field.y0 + field.mm * rows[i]
            far = min((float(np.hypot(x - d["x_mm"], y - d["y_mm"])) for d in dice), default=np.inf)
            if far > 0.65 * edge and len(out) < enough:
                out.append(Square(float(x), float(y), float(rng.uniform(0, 90))))
    return out


def train(net: Net, looks: list[Any], steps: int, rate: float) -> None:
    seen, strips, kinds, offs = looks
    way = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-2)
    total, lost, shown = 0.0, 0.0, 0
    weight = torch.tensor([1.0, 1.3, 0.8])
    net.train()
    net.to(memory_format=torch.channels_last)
    for step in range(steps):
        spent = step / steps
        for group in way.param_groups:
            group["lr"] = rate * min(1, 20 * spent + 0.05) * (1 - spent) + 1e-5
        some = torch.randint(len(seen), (128,))
        x, off = varied(seen[some].float() / STEPS, offs[some])
        kind = kinds[some]
        with torch.autocast("cpu", torch.bfloat16):
            said = net(x.contiguous(memory_format=torch.channels_last), strips[some])
        said = said.float()
        flat = (kind == FLAT)[:, None]
        place = nn.functional.smooth_l1_loss(said[:, 3:], off, reduction="none", beta=0.03)
        loss = nn.functional.cross_entropy(said[:, :3], kind, weight=weight, label_smoothing=0.01)
        loss = loss + 6.0 * (place * flat).sum() / flat.sum().clamp(min=1)
        way.zero_grad()
        loss.backward()
        way.step()
        wrong = float((said[:, :3].argmax(1) != kind).float().mean())
        total, lost, shown = total + float(loss.detach()), lost + wrong, shown + 1
        if shown == 500 or step + 1 == steps:
            print(f"step {step + 1}: {total / shown:.4f}, {lost / shown:.2%} wrong", file=sys.stderr, flush=True)
            total, lost, shown = 0.0, 0.0, 0


def varied(x: Any, off: Any) -> tuple[Any, Any]:
    """The same dice in other light, with more noise, with other ink on some, beside something else, and a little more
    aside; with how far off they are then."""
    n, side = len(x), x.shape[2]
    x[:, 2] = x[:, 2] * (0.8 + 0.4 * torch.rand(n, 1, 1)) + 0.1 * torch.randn(n, 1, 1)
    x[:, :2] = x[:, :2].clamp(0, 1) ** (0.6 + 0.8 * torch.rand(n, 2, 1, 1))
    x[:, 3:] = x[:, 3:] * (0.75 + 0.5 * torch.rand(n, 1, 1, 1))
    x = x + torch.randn_like(x) * 0.08 * torch.rand(n, 1, 1, 1)
    some = torch.rand(n) < 0.3
    i, j = (int(v) for v in torch.randint(side * 9 // 32, side * 18 // 32, (2,)))
    wide = side * 6 // 32
    x[some, :1, i : i + wide, j : j + wide] = torch.rand(int(some.sum()), 1, 1, 1)
    other = x[torch.randperm(n)]
    beside = side // 4 - 1 - int(torch.randint(side // 8, ()))  # left and above, where none of a flat die's sides show
    left, above = torch.rand(2, n) < BESIDE
    x[left, :, :, :beside] = other[left, :, :, :beside]
    x[above, :, :beside] = other[above, :, :beside]
    far = side // 24
    rim = nn.functional.pad(x, (far,) * 4, mode="replicate")
    off = off.clone()
    for part in torch.arange(n).chunk(8):
        right, down = (int(v) for v in torch.randint(-far, far + 1, (2,)))
        x[part] = rim[part, :, far - down : far - down + side, far - right : far - right + side]
        off[part, 0] += right / (side / 2)
        off[part, 1] += down / (side / 2)
    return x, off


if __name__ == "__main__":
    sys.exit(main())
