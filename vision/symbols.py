"""What faces show: their ink, told from the body around it, compared with the faces that were taught.

The square of the top face is known, so only four rotations and a small shift are open. A face is described by how
far each pixel is from the body's colour (so that any colour of ink gives the same shape) and by the direction of its
outlines (so that glare, which washes out the ink, leaves something to go by). All faces of a frame are compared with
every template, rotation and shift at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from vision.colour import middle
from vision.views import Square, Views, tones_at

Array = NDArray[Any]

VIEW = 20  # pixels of a face's view, which is as wide as the die
WINDOW = 16  # pixels of it that are compared: 0.8 of the edge; glare and rounded edges stay outside
SLACK = VIEW - WINDOW
SHIFT = 1  # pixels that a face may lie beside its place
CHANNELS = 5
HUE_SHARE, HUE_PX = 0.74, 24  # of the edge, and the pixels of it, in which the ink's colour is looked for
HUE_MOST = 34  # pixels of these: where the ink is strongest
BLANK = 0.4  # a face whose strongest ink is weaker than this has nothing on it
DROWNED = 0.3  # of its strength: where glare leaves no more of it than this, ink and no ink look alike
PALE = 0.5  # ink beyond a blank face's own that makes it surely no blank
GRAIN = 0.2  # as much again may be the grain of dim light, where there is no glare
FEW = 0.55  # of a face is like its body, at most, where the symbol is large or the body not what it was taken for
STRETCH = 0.06


@dataclass(frozen=True, slots=True)
class Ink:
    """Faces' features, their ink and their bodies; one row per face."""

    features: Array  # (k, CHANNELS, VIEW, VIEW) float32
    amount: Array  # (k,) how strong the ink is, where it is strongest
    body: Array  # (k, 3) the body's tone


_NO_TONES: Array = np.zeros((0, 3))
_t = (np.arange(VIEW) + 0.5) / VIEW - 0.5
_far = np.maximum(np.abs(_t)[None, :], np.abs(_t)[:, None])
_RIM = np.flatnonzero((_far < 0.40) & (_far > 0.30))  # where there is more body than ink
_WIDE_RIM = np.flatnonzero((_far < 0.44) & (_far > 0.30))  # the same with some of the rounded edges
_FACE = np.flatnonzero((_far < 0.40) & (np.indices((VIEW, VIEW)).sum(0) % 2 == 0))  # every second pixel will do
_WITHIN = slice(4, VIEW - 4)
_COUNTS = np.clip((0.41 - _far) / 0.12, 0.08, 1).astype(np.float32)  # how much of the rim: less than of the middle
_HEART = slice(round(VIEW * (0.5 - 0.31)), round(VIEW * (0.5 + 0.31)))
_RIDGE = np.diag([1e-3, 2.0, 2.0]).astype(np.float32)
_ALL = np.ones((1, 3), np.float32)  # channels
_TERMS = np.stack([np.ones((VIEW, VIEW)), *np.meshgrid(_t, _t)], -1).reshape(-1, 3).astype(np.float32)


_SHIFTS = [(y, x) for y in range(2 * SHIFT + 1) for x in range(2 * SHIFT + 1)]
REACH = WINDOW + 2 * SHIFT  # pixels of a view that any window covers
_COVERED = slice(SLACK // 2 - SHIFT, SLACK // 2 - SHIFT + REACH)
_BOXES: Array = np.zeros((REACH, REACH, len(_SHIFTS)), np.float32)  # what each shift's window covers of them
for _i, (_y, _x) in enumerate(_SHIFTS):
    _BOXES[_y : _y + WINDOW, _x : _x + WINDOW, _i] = 1
_BOXES = _BOXES.reshape(REACH * REACH, -1)


def faces(views: Views, squares: Sequence[Square], edge: float) -> Array:
    """The top faces of dice as tones: (k, VIEW, VIEW, 3)."""
    x, y, turn = (np.array(v) for v in zip(*((s.x, s.y, s.turn) for s in squares), strict=True))
    return tones_at(views, x, y, turn, edge, VIEW, edge)


def hues(views: Views, squares: Sequence[Square], edge: float, bodies: Array) -> Array:
    """The ink's colour on each face, less its body's (k, 3). Thin lines are pale in a small picture: this looks at the
    largest there is."""
    x, y, turn = (np.array(v) for v in zip(*((s.x, s.y, s.turn) for s in squares), strict=True))
    seen = tones_at(views, x, y, turn, HUE_SHARE * edge, HUE_PX, edge, full=True)
    seen = cv2.GaussianBlur(seen.reshape(-1, HUE_PX, 3), (3, 3), 0.6).reshape(len(squares), -1, 3)
    off = seen - bodies[:, None].astype(np.float32)
    strength = _summed(off * off)
    least = np.partition(strength, -HUE_MOST, axis=1)[:, -HUE_MOST]
    strongest = (strength >= least[:, None]).astype(np.float32)
    return np.asarray((strongest[:, None] @ off)[:, 0] / strongest.sum(1, keepdims=True), np.float64)


def ink_of(views: Array, bodies: Array = _NO_TONES) -> Ink:
    """Features of views (k, VIEW, VIEW, 3): tones, aligned with their dice; `bodies` are tones that those may have."""
    k = len(views)
    body = _body_surface(views, bodies)
    off = views - body
    ink = np.sqrt(_summed(off * off))
    ink = np.minimum(_blurred(ink, 0.7), 1.6)
    tall = _blurred(views, 0.8).reshape(k * VIEW, VIEW, 3)
    gx, gy = cv2.Sobel(tall, -1, 1, 0), cv2.Sobel(tall, -1, 0, 1)
    xx, yy, xy = (_summed(a * b) for a, b in ((gx, gx), (gy, gy), (gx, gy)))
    strength = np.sqrt(xx + yy) + 1e-6
    c2, s2 = (xx - yy) / strength, 2 * xy / strength  # strength times cos and sin of twice the angle
    parts = np.stack([c2, -c2, s2, -s2], -1)
    outlines = np.sqrt(cv2.GaussianBlur(np.maximum(parts, 0), (5, 5), 0.8)).reshape(k, VIEW, VIEW, 4)
    # Where the lamp is mirrored in the top, its rim stands out more than the symbol: it must not outweigh it.
    ink = np.minimum(ink, ink[:, _WITHIN, _WITHIN].max((1, 2), keepdims=True))
    outlines = np.minimum(outlines, outlines[:, _WITHIN, _WITHIN].max((1, 2, 3), keepdims=True))
    features = np.empty((k, CHANNELS, VIEW, VIEW), np.float32)
    np.multiply(ink, _COUNTS, out=features[:, 0])
    np.multiply(outlines.transpose(0, 3, 1, 2), _COUNTS, out=features[:, 1:])
    heart = views[:, _HEART, _HEART].reshape(k, -1, 3).transpose(0, 2, 1).reshape(3 * k, -1)
    contrast = np.abs(heart - middle(heart)[:, None]).reshape(k, 3, -1).max(1)
    at = int(0.96 * contrast.shape[1])
    amount = np.partition(contrast, at, axis=1)[:, at]
    return Ink(features, amount, body[:, ::5, ::5].mean((1, 2)).astype(np.float64))


def _summed(stack: Array) -> Array:
    """The sum over the three channels (k, m, 3) to (k, m), or (k, y, x, 3) to (k, y, x)."""
    flat = stack.reshape(-1, stack.shape[-2], 3)
    return np.asarray(cv2.transform(flat, _ALL)).reshape(stack.shape[:-1])


def _blurred(stack: Array, sigma: float) -> Array:
    """Each picture of a stack, softened; they lie one below the other, which their rims bear."""
    tall = stack.reshape(-1, *stack.shape[2:])
    return np.asarray(cv2.GaussianBlur(tall, (5, 5), sigma)).reshape(stack.shape)


def _body_surface(views: Array, bodies: Array) -> Array:
    """The body's tone over each view: a plane through most of it, beginning with its rim: with the middle of what shows
    there, or, where a large symbol makes that neither body nor ink, with what is commonest there or what was taught."""
    k = len(views)
    flat = views.reshape(k, -1, 3)
    face, terms = flat[:, _FACE], _TERMS[_FACE]
    start = middle(flat[:, _RIM])[:, None]
    off = face - start
    weight = _like_body(off)
    poor = np.flatnonzero(weight.mean(1) < FEW)
    if len(poor):
        taught = np.broadcast_to(bodies.astype(np.float32), (len(poor), *bodies.shape))
        starts = np.concatenate([start[poor], _commonest(flat[poor][:, _WIDE_RIM])[:, None], taught], 1)[:, :, None]
        wrong = face[poor, None] - starts  # (p, s, pixels, 3)
        which = np.arange(len(poor)), _like_body(wrong).sum(2).argmax(1)  # the one that more of the face is like
        start[poor], off[poor] = starts[which], wrong[which]
        weight[poor] = _like_body(off[poor])
    for again in (False, True):
        weighed = weight[:, None] * terms.T  # (k, 3, p)
        plane = np.linalg.solve(weighed @ terms + _RIDGE, weighed @ off)
        if not again:
            weight = _like_body(off - terms @ plane)
    return np.asarray((_TERMS @ plane + start).reshape(k, VIEW, VIEW, 3))


def _like_body(off: Array) -> Array:
    """How much each pixel counts as body, that is so far off it (..., p, 3)."""
    return np.asarray(1 / (1 + _summed(off * off) * np.float32(1 / 0.04)))


def _commonest(tones: Array) -> Array:
    """The mean (k, 3) of that half of the tones (k, p, 3) which differ least in brightness."""
    bright, half = _summed(tones), tones.shape[1] // 2
    ranked = np.sort(bright, axis=1)
    first = (ranked[:, half:] - ranked[:, :-half]).argmin(1)[:, None]
    low, high = (np.take_along_axis(ranked, at, 1) for at in (first, first + half))
    among = ((bright >= low) & (bright <= high)).astype(np.float32)
    return np.asarray((among[:, None] @ tones)[:, 0] / among.sum(1, keepdims=True))


def turned(features: Array, quarter: int) -> Array:
    """Features of the same face turned by quarter turns: outlines change their names with it."""
    if quarter % 2:
        features = features[..., [0, 2, 1, 4, 3], :, :]
    return np.rot90(features, quarter, axes=(-2, -1))


def _unit(window: Array) -> Array:
    """Zero mean per channel; ink as one vector, outlines together as another, each of length sqrt(1/2)."""
    flat = window.reshape(*window.shape[:-2], -1)
    flat = flat - flat.mean(-1, keepdims=True)
    size = np.einsum("...cp,...cp->...c", flat, flat)
    scale = np.sqrt(0.5 / (np.stack([size[..., 0], *[size[..., 1:].sum(-1)] * (CHANNELS - 1)], axis=-1) + 1e-9))
    out: Array = (flat * scale[..., None]).reshape(*flat.shape[:-2], -1)
    return out.astype(np.float32)


class Moulds:
    """Taught faces, ready to compare with: in four rotations, and stretched."""

    def __init__(self, features: Array, amount: Array, blank: Array | None = None) -> None:
        """`blank` marks faces with nothing on them, which are known by that alone."""
        self.count = len(features)
        self.turned = np.stack([turned(features, q) for q in range(4)], axis=1)  # (n, 4, C, V, V)
        self.amount = amount
        self.blank = np.zeros(self.count, bool) if blank is None else blank

    @cached_property
    def shifted(self) -> tuple[Array, Array]:
        """Ink and outlines of the faces (d, n * 4 * shifts), unit windows laid at every shift into zeros: one product
        with what they cover of views compares them all."""
        lo = SLACK // 2
        windows = _unit(self.turned[..., lo : lo + WINDOW, lo : lo + WINDOW])
        windows = windows.reshape(-1, CHANNELS, WINDOW, WINDOW)
        laid: Array = np.zeros((len(windows), len(_SHIFTS), CHANNELS, REACH, REACH), np.float32)
        for i, (y, x) in enumerate(_SHIFTS):
            laid[:, i, :, y : y + WINDOW, x : x + WINDOW] = windows
        laid = laid.reshape(len(windows) * len(_SHIFTS), -1).T
        return np.ascontiguousarray(laid[: REACH * REACH]), np.ascontiguousarray(laid[REACH * REACH :])

    @cached_property
    def stretched(self) -> Array:
        """(n * 4, 4, d): narrower, wider, lower, higher."""
        out = np.empty((self.count * 4, 4, CHANNELS, WINDOW, WINDOW), np.float32)
        ways = ((1 / (1 - STRETCH), 1), (1 / (1 + STRETCH), 1), (1, 1 / (1 - STRETCH)), (1, 1 / (1 + STRETCH)))
        c, m = (WINDOW - 1) / 2, SLACK // 2 + (WINDOW - 1) / 2
        for i, face in enumerate(self.turned.reshape(-1, CHANNELS, VIEW, VIEW)):
            for j, (sx, sy) in enumerate(ways):
                move = np.array([[sx, 0, m - sx * c], [0, sy, m - sy * c]], np.float32)
                for channel in range(CHANNELS):
                    out[i, j, channel] = cv2.warpAffine(
                        np.ascontiguousarray(face[channel]), move, (WINDOW, WINDOW),
                        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
                    )  # fmt: skip
        return _unit(out)


@dataclass(frozen=True, slots=True)
class Match:
    """How like each template one face is, and how the best of them lies."""

    like: Array  # (n,)
    best: int
    quarter: int
    dx: float  # of its middle, in pixels of the view
    dy: float
    stretch: tuple[float, float]  # how wide and how high it shows, over what was taught


def compare(features: Array, amount: Array, moulds: Moulds, washed: Array | None = None) -> list[Match]:
    """Views (k, C, V, V), with the strength of their ink, against all templates; `washed` is the share of its strength
    that glare leaves to ink: a symbol that is all but drowned in it must not pass for a blank face."""
    k, n, p = len(features), moulds.count, WINDOW * WINDOW
    s = 2 * SHIFT + 1
    like, scale = _likeness(features, moulds)
    if moulds.blank.any():  # nothing to correlate: a blank is known by having no ink
        left = np.ones((k, 1)) if washed is None else washed[:, None]
        more = amount[:, None] - moulds.amount[moulds.blank]
        grain = GRAIN * np.clip(3 * left - 2, 0, 1)  # glare outshines it
        pale = np.clip(1 - (more / left - grain) / PALE, 0, 1) * np.clip((left - DROWNED) / DROWNED, 0, 1)
        unmoved = np.zeros(s * s, np.float32)
        unmoved[s * s // 2] = 1.0
        like[:, np.repeat(moulds.blank, 4)] = np.repeat(pale, 4, axis=1)[..., None] * unmoved
    which, place = np.divmod(like.reshape(k, -1).argmax(1), s * s)
    row, y, x = np.arange(k), place // s, place % s
    a, b, c, d = features.strides
    windows = as_strided(
        features, (k, CHANNELS, SLACK + 1, SLACK + 1, WINDOW, WINDOW), (a, b, c, d, c, d), writeable=False
    )
    picked = windows[row, :, y + SLACK // 2 - SHIFT, x + SLACK // 2 - SHIFT].reshape(k, -1)
    shares = np.repeat(scale[row, :, place], [p, (CHANNELS - 1) * p], axis=1)
    wide = np.einsum("kd,kvd->kv", picked * shares, moulds.stretched[which])
    best = like.reshape(k, n, -1).max(2)
    field = like[row, which].reshape(k, s, s)
    template, quarter = which // 4, which % 4
    value = best[row, template]
    dx, dy = (v - SHIFT + _between(line, v) for v, line in ((x, field[row, y]), (y, field[row, :, x])))
    stretch = np.stack([_vertex(wide[:, 0], value, wide[:, 1]), _vertex(wide[:, 2], value, wide[:, 3])], 1)
    blank = moulds.blank[template]
    dx[blank] = dy[blank] = 0.0
    stretch[blank] = 1.0
    return [
        Match(best[i], int(template[i]), int(quarter[i]), float(dx[i]), float(dy[i]), (stretch[i, 0], stretch[i, 1]))
        for i in range(k)
    ]


def _likeness(features: Array, moulds: Moulds) -> tuple[Array, Array]:
    """Views (k, C, V, V) against moulds (k, n * 4, shifts), as if the windows were of zero mean and unit length; and
    the factors (k, 2, shifts), for ink and outlines, that make them so. The moulds are of zero mean, so that the
    windows need not be."""
    k, p = len(features), WINDOW * WINDOW
    covered = features[:, :, _COVERED, _COVERED].reshape(k, -1)
    flat = covered.reshape(k * CHANNELS, -1)
    size = (flat * flat) @ _BOXES - (flat @ _BOXES) ** 2 / p
    size = np.maximum(size.reshape(k, CHANNELS, -1), 0)
    scale = np.sqrt(0.5 / (np.stack([size[:, 0], size[:, 1:].sum(1)], axis=1) + 1e-6))
    ink, lines = (
        (part @ mould).reshape(k, -1, len(_SHIFTS))
        for part, mould in zip(np.split(covered, [REACH * REACH], axis=1), moulds.shifted, strict=True)
    )
    return ink * scale[:, :1] + lines * scale[:, 1:], scale


def _between(lines: Array, at: Array) -> Array:
    """Where between the three pixels of each line (k, 3) the peak at `at` lies."""
    a, b, c = lines.T
    shift = 0.5 * (a - c) / np.minimum(a - 2 * b + c, -1e-6)
    return np.where(at == SHIFT, np.maximum(np.minimum(shift, 0.5), -0.5), 0.0)


def _vertex(a: Array, b: Array, c: Array) -> Array:
    bend = a - 2 * b + c
    apex = 1 + STRETCH * np.clip(0.5 * (a - c) / np.minimum(bend, -1e-3), -2, 2)
    return np.where(bend > -1e-3, 1.0, apex)


def average(samples: Array) -> Array:
    """Several views of one face (k, C, V, V), turned and shifted onto each other, averaged; the mean lies where they
    lie on average, because each was centred a little differently."""
    mean: Array = samples[0]
    for _ in range(3):
        matches = compare(samples, np.ones(len(samples)), Moulds(mean[None], np.ones(1)))
        upright = [turned(sample, -m.quarter % 4) for sample, m in zip(samples, matches, strict=True)]
        shifts = np.array([_upright(m.dx, m.dy, m.quarter) for m in matches])
        shifts -= shifts.mean(0)
        mean = np.mean([_moved(u, dx, dy) for u, (dx, dy) in zip(upright, shifts, strict=True)], axis=0)
    return mean.astype(np.float32)


def _upright(dx: float, dy: float, quarter: int) -> tuple[float, float]:
    """A shift seen after turning back by quarter turns, as np.rot90 turns."""
    for _ in range(-quarter % 4):
        dx, dy = dy, -dx
    return dx, dy


def _moved(features: Array, dx: float, dy: float) -> Array:
    """Features with what lies at (dx, dy) from the middle brought to the middle."""
    move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.stack(
        [
            cv2.warpAffine(np.ascontiguousarray(f), move, (VIEW, VIEW), flags=flags, borderMode=cv2.BORDER_REPLICATE)
            for f in features
        ]
    )
