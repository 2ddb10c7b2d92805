"""How vision/data/pips.onnx and pips-read.onnx came to be: trained on drawn dice (pips_synth), never on a photograph.

    pip install torch onnx                           in an environment of its own: the box needs neither
    python -m vision.training.pips 9000 6000 OUT        steps of learning to find, steps of learning to read, the folder
    python -m vision.training.pips further 6000 OUT     the reader there is learns on, from other dice

The network is small: seven 3x3 layers around one step down to an eighth of the picture and back to a quarter. Layers
are folded (convolution with its normalisation) and written as plain ONNX operators that OpenCV 4.10 and 5 both know.
"""

from __future__ import annotations

import sys
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx  # type: ignore[import-not-found]
import torch  # type: ignore[import-not-found]
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from torch import nn
from torch.nn import functional

from vision.pips.reader import CROP, READ_EDGE, READER, STRIDE
from vision.training.pip_pictures import Truth, picture

Array = NDArray[Any]

SIZE = 112
CELLS = SIZE // STRIDE
BATCH = 16
FRESH = 4  # newly drawn pictures in each batch; the others come from those kept
KEPT = 12000
RATE = 3e-3
FURTHER_RATE = 6e-4  # of a net that has learned already
FIRST_DICE, MOST_DICE = 300, 12000  # drawn before it goes on; kept
DOWN = ((3, 16, 5, 2), (16, 24, 3, 2), (24, 40, 3, 1), (40, 40, 3, 1))  # in, out, kernel, stride: to a quarter
DEEP = ((40, 64, 3, 2), (64, 64, 3, 1), (64, 64, 3, 1))  # to an eighth
YS, XS = np.mgrid[0:CELLS, 0:CELLS] * STRIDE + (STRIDE - 1) / 2


def layer(before: int, after: int, kernel: int = 3, stride: int = 1) -> Any:
    convolution = nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after), nn.ReLU(True))


class Network(nn.Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Sequential(*(layer(*shape) for shape in DOWN))
        self.b = nn.Sequential(*(layer(*shape) for shape in DEEP))
        self.u = nn.Sequential(nn.Conv2d(64, 40, 1, bias=False), nn.BatchNorm2d(40))
        self.c = layer(40, 48)
        self.h = nn.Conv2d(48, 8, 1)
        nn.init.constant_(self.h.bias[0:1], -3)

    def forward(self, pictures: Any) -> Any:
        near = self.a(pictures)
        far = functional.interpolate(self.u(self.b(near)), scale_factor=2)
        return self.h(self.c(functional.relu(near + far)))


def targets(truths: list[Truth]) -> tuple[Array, Array, Array, Array]:
    """Over the cells: heat around middles, the face (-1 none, -2 a die cut off, no verdict), log size, middles."""
    heat, size, middle = (np.zeros((CELLS, CELLS), np.float32) for _ in range(3))
    face = np.full((CELLS, CELLS), -1, np.int64)
    for die in truths:
        off = (XS - die.x) ** 2 + (YS - die.y) ** 2
        heat = np.maximum(heat, np.exp(-off / (2 * max(die.edge * 0.09, 2.0) ** 2)).astype(np.float32))
        rim = 0.3 * die.edge
        if not (rim < die.x < SIZE - rim and rim < die.y < SIZE - rim):
            face[off < rim**2] = -2
            continue
        near = off < max(0.16 * die.edge, 3.2) ** 2
        face[near], size[near] = die.face - 1, np.log(die.edge / 24)
        middle[np.unravel_index(off.argmin(), off.shape)] = 1
    return heat, face, size, middle


def turned(pixels: Array, truths: list[Truth], rng: np.random.Generator) -> tuple[Array, list[Truth]]:
    """One of the eight ways a picture can be turned and mirrored, in other colours."""
    for _ in range(int(rng.integers(4))):
        pixels = np.rot90(pixels)
        truths = [Truth(t.face, t.y, SIZE - 1 - t.x, t.edge) for t in truths]
    if rng.random() < 0.5:
        pixels = pixels[:, ::-1]
        truths = [Truth(t.face, SIZE - 1 - t.x, t.y, t.edge) for t in truths]
    if rng.random() < 0.3:
        pixels = pixels[..., rng.permutation(3)]
    toned = pixels / 255 * rng.uniform(0.8, 1.15, 3) + rng.uniform(-0.05, 0.05, 3)
    return np.clip(toned, 0, 1).transpose(2, 0, 1).astype(np.float32) - 0.5, truths


def loss(answer: Any, heat: Any, face: Any, size: Any, middle: Any) -> Any:
    there = torch.sigmoid(answer[:, 0]).clamp(1e-4, 1 - 1e-4)
    judged = (face != -2).float()
    empty = -(torch.log(1 - there) * there**2 * (1 - heat) ** 4 * (1 - middle) * judged).sum()
    dice = -(torch.log(there) * (1 - there) ** 2 * middle).sum()
    near = face >= 0
    total = (empty + dice) / (middle.sum() + 1)
    if near.any():
        faces = answer[:, 1:7].permute(0, 2, 3, 1)[near]
        total = total + functional.cross_entropy(faces, face[near], label_smoothing=0.03)
        total = total + 0.3 * (answer[:, 7][near] - size[near]).abs().mean()
    return total


Kept = list[tuple[Array, list[Truth]]]


class Descent:
    """So many steps downhill, and the mean of the weights over the last of them: steadier than the last."""

    def __init__(self, network: Any, rate: float, count: int) -> None:
        self.network, self.mean = network, deepcopy(network)
        self.rate, self.count, self.step, self.told = rate, count, 0, 0.0
        self.steps = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-3)

    def goes_on(self) -> bool:
        share = self.step / self.count
        for group in self.steps.param_groups:
            group["lr"] = self.rate * min(1, (self.step + 1) / 60) * (0.49 * (1 + np.cos(np.pi * min(share, 1))) + 0.02)
        return share < 1

    def down(self, value: Any) -> None:
        self.steps.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.steps.step()
        self.step += 1
        keep = min(0.99, self.step / (self.step + 20))
        with torch.no_grad():
            for old, new in zip(self.mean.state_dict().values(), self.network.state_dict().values(), strict=True):
                old.copy_(old * keep + new * (1 - keep) if old.dtype.is_floating_point else new)
        if time.monotonic() - self.told > 15:
            self.told = time.monotonic()
            print(f"step {self.step}  loss {value.item():.3f}", file=sys.stderr, flush=True)


def learn_to_find(count: int, rng: np.random.Generator) -> tuple[Any, Kept]:
    kept: Kept = [picture(rng, SIZE) for _ in range(256)]
    descent = Descent(Network(), RATE, count)
    while descent.goes_on():
        for _ in range(FRESH):
            new = picture(rng, SIZE)
            if len(kept) < KEPT:
                kept.append(new)
            else:
                kept[int(rng.integers(KEPT))] = new
        shown = [turned(*kept[int(i)], rng) for i in rng.integers(len(kept), size=BATCH)]
        wanted = [torch.from_numpy(np.stack(part)) for part in zip(*(targets(t) for _, t in shown), strict=True)]
        descent.down(loss(descent.network.train()(torch.from_numpy(np.stack([p for p, _ in shown]))), *wanted))
    return descent.mean, kept


def learn_to_read(finder: Any, kept: Kept, count: int, rng: np.random.Generator) -> Any:
    """The same network again, now for faces alone: one die, at one size, about in the middle."""
    dice = [(p, t) for p, truths in kept for t in truths if t.edge > 16.5 and _whole(t)]
    descent = Descent(deepcopy(finder), RATE / 2, count)
    middle = slice(CROP // STRIDE // 2 - 1, CROP // STRIDE // 2 + 1)
    while descent.goes_on():
        shown = [dice[int(i)] for i in rng.integers(len(dice), size=2 * BATCH)]
        views = np.stack([turned(_view(p, t, rng), [], rng)[0] for p, t in shown])
        answer = descent.network.train()(torch.from_numpy(views))[:, 1:7, middle, middle].mean((2, 3))
        faces = torch.tensor([t.face - 1 for _, t in shown])
        descent.down(functional.cross_entropy(answer, faces, label_smoothing=0.03))
    return descent.mean


def read_on(count: int, rng: np.random.Generator) -> Any:
    """The reader there is, learning on from dice that are drawn meanwhile. Its layers stay folded: what they are
    normalised by is no longer asked of each batch."""
    network = Network()
    network.load_state_dict(unfolded(READER))
    dice: list[tuple[Array, Truth]] = []
    descent = Descent(network.eval(), FURTHER_RATE, count)
    middle = slice(CROP // STRIDE // 2 - 1, CROP // STRIDE // 2 + 1)
    while descent.goes_on():
        while len(dice) < FIRST_DICE or rng.random() < 0.5:
            pixels, truths = picture(rng, SIZE)
            dice += [(pixels, t) for t in truths if t.edge > 14.5 and _whole(t)]
        dice = dice[-MOST_DICE:]
        shown = [dice[int(i)] for i in rng.integers(len(dice), size=2 * BATCH)]
        views = np.stack([turned(_view(p, t, rng), [], rng)[0] for p, t in shown])
        answer = descent.network(torch.from_numpy(views))[:, 1:7, middle, middle].mean((2, 3))
        faces = torch.tensor([t.face - 1 for _, t in shown])
        descent.down(functional.cross_entropy(answer, faces, label_smoothing=0.03))
    return descent.mean


def unfolded(file: Path) -> dict[str, Any]:
    """A written net's weights, as those of a Network whose normalisation changes nothing."""
    stored = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(file)).graph.initializer}
    names = {f"a{i}": f"a.{i}" for i in range(len(DOWN))} | {f"b{i}": f"b.{i}" for i in range(len(DEEP))}
    names |= {"u": "u", "c": "c"}
    state = dict(Network().state_dict())
    for short, name in names.items():
        kernel, bias = stored[f"{short}_w"], stored[f"{short}_b"]
        if short == "u":
            kernel = kernel[:, :, :1, :1].transpose(1, 0, 2, 3)
        count = len(bias)
        parts = {"1.weight": np.full(count, np.sqrt(1 + 1e-5)), "1.bias": bias, "1.running_mean": np.zeros(count),
                 "1.running_var": np.ones(count)}  # fmt: skip
        state |= {f"{name}.{part}": torch.tensor(value, dtype=torch.float32) for part, value in parts.items()}
        state[f"{name}.0.weight"] = torch.tensor(kernel, dtype=torch.float32)
    return state | {"h.weight": torch.tensor(stored["dice_w"]), "h.bias": torch.tensor(stored["dice_b"])}


def _whole(die: Truth) -> bool:
    return 0.45 * die.edge < min(die.x, die.y) and max(die.x, die.y) < SIZE - 1 - 0.45 * die.edge


def _view(pixels: Array, die: Truth, rng: np.random.Generator) -> Array:
    """A die turned, stretched a little one way, not quite in the middle, in weaker or stronger contrast."""
    zoom, long = READ_EDGE / die.edge * np.exp(rng.normal(0, 0.08)), np.exp(rng.normal(0, 0.06))
    change = zoom * _rotation(rng.uniform(0, 2 * np.pi)) @ np.diag([long, 1 / long]) @ _rotation(rng.uniform(0, np.pi))
    off = np.array([die.x, die.y]) + rng.normal(0, 2.0, 2) / zoom
    move = np.column_stack([change, (CROP - 1) / 2 - change @ off])
    view = cv2.warpAffine(pixels, move, (CROP, CROP), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return view.mean() + (view - view.mean()) * rng.uniform(0.45, 1.1)


def _rotation(turn: float) -> Array:
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def write(state: dict[str, Any], where: Path) -> None:
    """The trained weights as ONNX, each convolution with its normalisation in one."""
    weights: list[Any] = []
    nodes: list[Any] = []

    def stored(name: str, values: Array) -> str:
        weights.append(numpy_helper.from_array(np.ascontiguousarray(values, np.float32), name))
        return name

    def folded(name: str) -> tuple[Array, Array]:
        gain, shift, mean, spread = (
            state[f"{name}.1.{part}"].numpy() for part in ("weight", "bias", "running_mean", "running_var")
        )
        factor = gain / np.sqrt(spread + 1e-5)
        return state[f"{name}.0.weight"].numpy() * factor[:, None, None, None], shift - mean * factor

    def convolution(source: str, name: str, kernel: Array, bias: Array, stride: int = 1) -> str:
        k = kernel.shape[2]
        inputs = [source, stored(f"{name}_w", kernel), stored(f"{name}_b", bias)]
        nodes.append(helper.make_node(
            "Conv", inputs, [name], kernel_shape=[k, k], strides=[stride, stride], pads=[k // 2] * 4
        ))  # fmt: skip
        return name

    def positive(source: str) -> str:
        nodes.append(helper.make_node("Relu", [source], [f"{source}_r"]))
        return f"{source}_r"

    at = "picture"
    for i, shape in enumerate(DOWN):
        at = positive(convolution(at, f"a{i}", *folded(f"a.{i}"), shape[3]))
    near = at
    for i, shape in enumerate(DEEP):
        at = positive(convolution(at, f"b{i}", *folded(f"b.{i}"), shape[3]))
    kernel, bias = folded("u")  # to twice the size by repeating: as a transposed convolution both OpenCVs know
    kernel = kernel.transpose(1, 0, 2, 3).repeat(2, 2).repeat(2, 3)
    inputs = [at, stored("u_w", kernel), stored("u_b", bias)]
    nodes.append(helper.make_node("ConvTranspose", inputs, ["u"], kernel_shape=[2, 2], strides=[2, 2]))
    nodes.append(helper.make_node("Add", [near, "u"], ["sum"]))
    at = positive(convolution(positive("sum"), "c", *folded("c")))
    convolution(at, "dice", state["h.weight"].numpy(), state["h.bias"].numpy())
    floats = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        nodes, "pips",
        [helper.make_tensor_value_info("picture", floats, ["n", 3, "h", "w"])],
        [helper.make_tensor_value_info("dice", floats, ["n", 8, "h4", "w4"])],
        weights,
    )  # fmt: skip
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="vigie")
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, str(where))


if __name__ == "__main__":
    chance = np.random.default_rng(0)
    torch.manual_seed(0)
    if sys.argv[1] == "further":
        write(read_on(int(sys.argv[2]), chance).state_dict(), Path(sys.argv[3]) / "pips-read.onnx")
        sys.exit()
    found, drawn = learn_to_find(int(sys.argv[1]), chance)
    write(found.state_dict(), Path(sys.argv[3]) / "pips.onnx")
    write(learn_to_read(found, drawn, int(sys.argv[2]), chance).state_dict(), Path(sys.argv[3]) / "pips-read.onnx")
