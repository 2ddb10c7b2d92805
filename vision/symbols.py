"""What a face shows: its ink, told from the body around it, compared with the faces that were taught.

The square of the top face is known, so only four rotations and a small shift are open. A face is described by how
far each pixel is from the body's colour (so that any colour of ink gives the same shape) and by the direction of its
outlines (so that glare, which washes out the ink, leaves something to go by).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Array = NDArray[Any]

VIEW = 34  # pixels of a face's view
SPAN = 1.16  # the view's width over the die's edge
WINDOW = 24  # pixels of it that are compared: 0.82 of the edge
SLACK = VIEW - WINDOW
CHANNELS = 5
BLANK = 0.10  # mean ink of a face with nothing on it, at most


@dataclass(frozen=True, slots=True)
class Ink:
    """A face's features, its ink and what is needed to name the ink's colour."""

    features: Array  # (CHANNELS, VIEW, VIEW) float32
    amount: float  # mean ink over the window, tones
    tone: Array  # (3,) the ink's colour less the body's
    body: Array  # (3,) the body's log colour


def ink_of(view: Array) -> Ink:
    """Features of one view: VIEW x VIEW, log colour (float32), aligned with the die."""
    body = _body_surface(view)
    off = view - body
    ink = np.sqrt((off * off).sum(2))
    ink = np.minimum(cv2.GaussianBlur(ink, (0, 0), 0.7), 1.6)
    lo, hi = SLACK // 2, SLACK // 2 + WINDOW
    core = ink[lo:hi, lo:hi]
    soft = cv2.GaussianBlur(view, (0, 0), 0.8)
    gx, gy = cv2.Sobel(soft, -1, 1, 0), cv2.Sobel(soft, -1, 0, 1)
    xx, yy, xy = (gx * gx).sum(2), (gy * gy).sum(2), (gx * gy).sum(2)
    strength = np.sqrt(xx + yy) + 1e-6
    c2, s2 = (xx - yy) / strength, 2 * xy / strength  # strength times cos and sin of twice the angle
    parts = [np.maximum(c2, 0), np.maximum(-c2, 0), np.maximum(s2, 0), np.maximum(-s2, 0)]
    outlines = [np.sqrt(cv2.GaussianBlur(p, (0, 0), 0.8)) for p in parts]
    strongest = core >= np.quantile(core, 0.85)
    tone = np.median(off[lo:hi, lo:hi][strongest], axis=0)
    return Ink(
        np.stack([ink, *outlines]).astype(np.float32),
        float(core.mean()),
        tone.astype(np.float64),
        np.median(body.reshape(-1, 3), axis=0).astype(np.float64),
    )


def _body_surface(view: Array) -> Array:
    """The body's colour over the view: a plane through the rim, where symbols seldom reach."""
    n = view.shape[0]
    inner = 0.88 / SPAN / 2
    t = (np.arange(n) + 0.5) / n - 0.5
    x, y = np.meshgrid(t, t)
    far = np.maximum(np.abs(x), np.abs(y))
    rim = (far < inner) & (far > inner - 0.085)
    terms = np.column_stack([np.ones(rim.sum()), x[rim], y[rim]])
    seen = view[rim].astype(np.float64)
    middle = np.median(seen, axis=0)
    weight = np.ones(len(seen))
    plane = np.zeros((3, 3))
    ridge = np.diag([1e-3, 2.0, 2.0])
    for _ in range(3):
        left = terms.T @ (weight[:, None] * terms) + ridge
        plane = np.linalg.solve(left, terms.T @ (weight[:, None] * (seen - middle)))
        weight = 1 / (1 + ((seen - middle - terms @ plane) ** 2).sum(1) / 0.04)
    everywhere = np.stack([np.ones_like(x), x, y], -1)
    out: Array = (everywhere @ plane + middle).astype(np.float32)
    return out


def turned(features: Array, quarter: int) -> Array:
    """Features of the same face turned by quarter turns: outlines change their names with it."""
    if quarter % 2:
        features = features[..., [0, 2, 1, 4, 3], :, :]
    return np.rot90(features, quarter, axes=(-2, -1))


def template(features: Array) -> Array:
    """The middle of a view, each channel without its mean and of unit length, channels weighted."""
    lo = SLACK // 2
    return _unit(features[..., lo : lo + WINDOW, lo : lo + WINDOW])


def _unit(window: Array) -> Array:
    """Zero mean per channel; ink as one vector, outlines together as another, each of length sqrt(1/2)."""
    flat = window.reshape(*window.shape[:-2], -1)
    flat = flat - flat.mean(-1, keepdims=True)
    ink, lines = flat[..., :1, :], flat[..., 1:, :]
    ink = ink / (np.sqrt((ink * ink).sum((-1, -2), keepdims=True)) + 1e-6)
    lines = lines / (np.sqrt((lines * lines).sum((-1, -2), keepdims=True)) + 1e-6)
    out: Array = np.concatenate([ink, lines], axis=-2).reshape(*flat.shape[:-2], -1) * np.float32(np.sqrt(0.5))
    return out


def compare(features: Array, templates: Array) -> tuple[Array, Array]:
    """Likeness (n,) of one view to each template (n, 4 rotations, d), and the best (rotation, dy, dx) of each."""
    windows = sliding_window_view(features, (WINDOW, WINDOW), axis=(-2, -1))  # (C, s, s, W, W)
    s = windows.shape[1]
    rows = _unit(np.moveaxis(windows, 0, 2).reshape(s * s, CHANNELS, WINDOW, WINDOW))
    n, r, d = templates.shape
    likeness = rows @ templates.reshape(n * r, d).T  # (s*s, n*r)
    likeness = likeness.reshape(s * s, n, r).transpose(1, 2, 0).reshape(n, -1)
    best = likeness.argmax(1)
    rotation, place = np.divmod(best, s * s)
    return likeness.max(1), np.column_stack([rotation, place // s - s // 2, place % s - s // 2])


STRETCH = 0.06


def stretch(features: Array, mould: Array, dy: int, dx: int) -> tuple[float, float]:
    """How wide and how high a face shows, over what was taught: a tilted one looks narrow, a high one large.

    `mould` is the template (d,) that fits best, `dy` and `dx` where. Found from likeness at three widths each."""
    middle = (VIEW - 1) / 2
    likes = []
    for sx, sy in ((1, 1), (1 - STRETCH, 1), (1 + STRETCH, 1), (1, 1 - STRETCH), (1, 1 + STRETCH)):
        c = (WINDOW - 1) / 2
        move = np.array([[sx, 0, middle + dx - sx * c], [0, sy, middle + dy - sy * c]], np.float32)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        parts = [
            cv2.warpAffine(
                np.ascontiguousarray(f), move, (WINDOW, WINDOW), flags=flags, borderMode=cv2.BORDER_REPLICATE
            )
            for f in features
        ]
        likes.append(float(_unit(np.stack(parts)) @ mould))
    return _vertex(likes[1], likes[0], likes[2]), _vertex(likes[3], likes[0], likes[4])


def _vertex(a: float, b: float, c: float) -> float:
    bend = a - 2 * b + c
    if bend > -1e-3:
        return 1.0
    return float(1 + STRETCH * np.clip(0.5 * (a - c) / bend, -2, 2))


def four(features: Array) -> Array:
    """Templates (4, d) of a view in its four rotations."""
    return np.stack([template(turned(features, q)) for q in range(4)])


def average(samples: list[Array]) -> tuple[Array, list[int]]:
    """Several views of one face, turned and shifted onto the first, averaged. Returns features and the quarter
    turns."""
    mean = samples[0].copy()
    quarters = [0] * len(samples)
    for _ in range(2):
        total = np.zeros_like(mean)
        turns4 = four(mean)[None]
        for i, sample in enumerate(samples):
            _, where = compare(sample, turns4)
            q, dy, dx = (int(v) for v in where[0])
            quarters[i] = -q % 4
            moved = np.roll(sample, (-dy, -dx), axis=(-2, -1))
            total += turned(moved, -q % 4)
        mean = total / len(samples)
    return mean, quarters
