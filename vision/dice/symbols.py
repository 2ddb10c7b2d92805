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

from vision.limits import limit
from vision.picture.colour import middle
from vision.picture.views import Square, Views, tones_at

Array = NDArray[Any]

VIEW = 20  # pixels of a face's view, which is as wide as the die
WINDOW = 16  # pixels of it that are compared: 0.8 of the edge; glare and rounded edges stay outside
SLACK = VIEW - WINDOW
SHIFT = 1  # pixels that a face may lie beside its place
CHANNELS = 5
HUE_SHARE, HUE_PX = 0.74, 24  # of the edge, and the pixels of it, in which the ink's colour is looked for
HUE_MOST = 34  # pixels of these: where the ink is strongest
BLANK = limit("symbols.blank")
DROWNED = limit("symbols.drowned")
PALE = limit("symbols.pale")
GRAIN = limit("symbols.grain")
FEW = limit("symbols.few")
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
_TERMS = np.stack([np.ones((VIEW, VIEW)), *np.meshgrid(_t, _t)], -1).reshape(-1, 3).astype(np.float32)
_FACE_TERMS = _TERMS[_FACE]
_SQUARED = (_FACE_TERMS[:, :, None] * _FACE_TERMS[:, None]).reshape(-1, 9)


_SHIFTS = [(y, x) for y in range(2 * SHIFT + 1) for x in range(2 * SHIFT + 1)]
REACH = WINDOW + 2 * SHIFT  # pixels of a view that any window covers
_COVERED = slice(SLACK // 2 - SHIFT, SLACK // 2 - SHIFT + REACH)
_BOXES: Array = np.zeros((REACH, REACH, len(_SHIFTS)), np.float32)  # what each shift's window covers of them
for _i, (_y, _x) in enumerate(_SHIFTS):
    _BOXES[_y : _y + WINDOW, _x : _x + WINDOW, _i] = 1
_BOXES = _BOXES.reshape(REACH * REACH, -1)
# Where each shift of a view lies among the shifts of that view turned back by quarter turns; and the other way round.
_TURNED = np.stack([np.rot90(np.arange(len(_SHIFTS)).reshape(2 * SHIFT + 1, -1), q).ravel() for q in range(4)])
_UNTURNED = _TURNED.argsort(1)


def faces(views: Views, squares: Sequence[Square], edge: float) -> Array:
    """The top faces of dice as tones: (3, k, VIEW, VIEW)."""
    x, y, turn = np.array([(s.x, s.y, s.turn) for s in squares]).T
    return tones_at(views, x, y, turn, edge, VIEW, edge)


def hues(views: Views, squares: Sequence[Square], edge: float, bodies: Array) -> Array:
    """The ink's colour on each face, less its body's (k, 3). Thin lines are pale in a small picture: this looks at the
    largest there is."""
    x, y, turn = np.array([(s.x, s.y, s.turn) for s in squares]).T
    seen = tones_at(views, x, y, turn, HUE_SHARE * edge, HUE_PX, edge, full=True)
    seen = cv2.GaussianBlur(seen.reshape(-1, HUE_PX), (3, 3), 0.6).reshape(3, len(squares), -1)
    off = seen - bodies.T[..., None].astype(np.float32)
    strength = (off * off).sum(0)
    least = np.partition(strength, -HUE_MOST, axis=1)[:, -HUE_MOST]
    strongest = (strength >= least[:, None]).astype(np.float32)
    return np.asarray(np.einsum("ckp,kp->kc", off, strongest) / strongest.sum(1, keepdims=True), np.float64)


def ink_of(views: Array, bodies: Array = _NO_TONES) -> Ink:
    """Features of views (3, k, VIEW, VIEW): tones, aligned with their dice; `bodies` are tones that those may have."""
    k = views.shape[1]
    body = _body_surface(views, bodies)
    off = views - body
    ink = np.minimum(_blurred(np.sqrt((off * off).sum(0)), 0.7), 1.6)
    tall = _blurred(views, 0.8).reshape(-1, VIEW)
    gx, gy = (cv2.Sobel(tall, -1, *way).reshape(views.shape) for way in ((1, 0), (0, 1)))
    xx, yy, xy = ((a * b).sum(0) for a, b in ((gx, gx), (gy, gy), (gx, gy)))
    strength = np.sqrt(xx + yy) + np.float32(1e-6)
    parts = np.empty((4, k, VIEW, VIEW), np.float32)  # strength times cos and sin of twice the angle, and less that
    np.divide(xx - yy, strength, out=parts[0])
    np.divide(2 * xy, strength, out=parts[2])
    np.negative(parts[::2], out=parts[1::2])
    outlines = np.sqrt(_blurred(np.maximum(parts, 0, out=parts), 0.8))
    # Where the lamp is mirrored in the top, its rim stands out more than the symbol: it must not outweigh it.
    ink = np.minimum(ink, ink[:, _WITHIN, _WITHIN].max((1, 2), keepdims=True))
    outlines = np.minimum(outlines, outlines[..., _WITHIN, _WITHIN].max((0, 2, 3))[:, None, None])
    features = np.empty((k, CHANNELS, VIEW, VIEW), np.float32)
    np.multiply(ink, _COUNTS, out=features[:, 0])
    np.multiply(outlines, _COUNTS, out=features[:, 1:].transpose(1, 0, 2, 3))
    heart = views[..., _HEART, _HEART].reshape(3 * k, -1)
    contrast = np.abs(heart - middle(heart)[:, None]).reshape(3, k, -1).max(0)
    at = int(0.96 * contrast.shape[1])
    amount = np.partition(contrast, at, axis=1)[:, at]
    return Ink(features, amount, body[..., ::5, ::5].mean((2, 3)).T.astype(np.float64))


def _blurred(stack: Array, sigma: float) -> Array:
    """Each picture of a stack, softened; they lie one below the other, which their rims bear."""
    return np.asarray(cv2.GaussianBlur(stack.reshape(-1, VIEW), (5, 5), sigma)).reshape(stack.shape)


def _body_surface(views: Array, bodies: Array) -> Array:
    """The body's tone over each view: a plane through most of it, beginning with its rim: with the middle of what shows
    there, or, where a large symbol makes that neither body nor ink, with what is commonest there or what was taught."""
    k = views.shape[1]
    flat = views.reshape(3, k, -1)
    face = flat[..., _FACE]
    start = middle(flat[..., _RIM].reshape(3 * k, -1)).reshape(3, k)
    off = face - start[..., None]
    weight = _like_body(off)
    poor = np.flatnonzero(weight.mean(1) < FEW)
    if len(poor):
        taught = np.broadcast_to(bodies.T[:, :, None].astype(np.float32), (3, len(bodies), len(poor)))
        common = _commonest(flat[:, poor][..., _WIDE_RIM])
        starts = np.concatenate([start[:, None, poor], common[:, None], taught], 1)  # (3, s, p)
        wrong = face[:, None, poor] - starts[..., None]
        which = _like_body(wrong).sum(2).argmax(0), np.arange(len(poor))  # the one that more of the face is like
        start[:, poor], off[:, poor] = starts[:, *which], wrong[:, *which]
        weight[poor] = _like_body(off[:, poor])
    left, right = weight @ _SQUARED, (weight * off).reshape(3 * k, -1) @ _FACE_TERMS
    plane = np.linalg.solve(left.reshape(k, 3, 3) + _RIDGE, right.reshape(3, k, 3).transpose(1, 2, 0))
    plane = plane.transpose(2, 0, 1).reshape(3 * k, 3)
    return np.asarray((plane @ _TERMS.T + start.reshape(-1, 1)).reshape(views.shape))


def _like_body(off: Array) -> Array:
    """How much each pixel counts as body, that is so far off it (3, ...)."""
    return np.asarray(1 / (1 + (off * off).sum(0) * np.float32(1 / 0.04)))


def _commonest(tones: Array) -> Array:
    """The mean (3, k) of that half of the tones (3, k, p) which differ least in brightness."""
    bright, half = tones.sum(0), tones.shape[2] // 2
    ranked = np.sort(bright, axis=1)
    first, row = (ranked[:, half:] - ranked[:, :-half]).argmin(1), np.arange(len(ranked))
    low, high = (ranked[row, at][:, None] for at in (first, first + half))
    among = ((bright >= low) & (bright <= high)).astype(np.float32)
    return np.asarray(np.einsum("ckp,kp->ck", tones, among) / among.sum(1))


def turned(features: Array, quarter: int) -> Array:
    """Features of the same face turned by quarter turns: outlines change their names with it."""
    if quarter % 2:
        features = features[..., [0, 2, 1, 4, 3], :, :]
    return np.rot90(features, quarter, axes=(-2, -1))


# Which of its features a view has where windows reach, once it is turned back by each number of quarter turns.
_QUARTERS = np.stack([
    turned(np.arange(CHANNELS * VIEW * VIEW).reshape(CHANNELS, VIEW, VIEW)[:, _COVERED, _COVERED], -quarter)
    for quarter in range(4)
]).reshape(4, CHANNELS, -1)  # fmt: skip


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
        """Ink and outlines of the faces (d, n * shifts), unit windows laid at every shift into zeros: one product with
        what they cover of views compares them all."""
        lo = SLACK // 2
        windows = _unit(self.turned[:, 0, :, lo : lo + WINDOW, lo : lo + WINDOW])
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
    k, n, p, s = len(features), moulds.count, WINDOW * WINDOW, 2 * SHIFT + 1
    like, scale = _likeness(features, moulds)
    if moulds.blank.any():  # nothing to correlate: a blank is known by having no ink
        left = np.ones((k, 1)) if washed is None else washed[:, None]
        more = amount[:, None] - moulds.amount[moulds.blank]
        grain = GRAIN * np.clip(3 * left - 2, 0, 1)  # glare outshines it
        pale = np.clip(1 - (more / left - grain) / PALE, 0, 1) * np.clip((left - DROWNED) / DROWNED, 0, 1)
        unmoved = np.zeros(s * s, np.float32)
        unmoved[s * s // 2] = 1.0
        like[:, :, moulds.blank] = pale[:, None, :, None] * unmoved
    quarter, rest = np.divmod(like.reshape(k, -1).argmax(1), n * s * s)
    template, place = np.divmod(rest, s * s)
    place, row = _UNTURNED[quarter, place], np.arange(k)
    y, x = np.divmod(place, s)
    a, b, c, d = features.strides
    windows = as_strided(
        features, (k, CHANNELS, SLACK + 1, SLACK + 1, WINDOW, WINDOW), (a, b, c, d, c, d), writeable=False
    )
    picked = windows[row, :, y + SLACK // 2 - SHIFT, x + SLACK // 2 - SHIFT].reshape(k, -1)
    shares = np.repeat(scale[row, :, place], [p, (CHANNELS - 1) * p], axis=1)
    wide = (moulds.stretched[4 * template + quarter] @ (picked * shares)[..., None]).reshape(k, 2, 2)
    best = like.max(1).max(2)
    around = like[row[:, None], quarter[:, None], template[:, None], _TURNED[quarter]].reshape(k, s, s)
    at = np.stack([x, y], 1)
    at = at - SHIFT + _between(np.stack([around[row, y], around[row, :, x]], 1), at)
    stretch = _vertex(wide[..., 0], best[row, template][:, None], wide[..., 1])
    blank = moulds.blank[template]
    at[blank], stretch[blank] = 0.0, 1.0
    rows = zip(best, template.tolist(), quarter.tolist(), *at.T.tolist(), map(tuple, stretch.tolist()), strict=True)
    return [Match(*row) for row in rows]


def _likeness(features: Array, moulds: Moulds) -> tuple[Array, Array]:
    """Views (k, C, V, V), turned back by quarter turns and shifted then, against moulds (k, 4, n, shifts), as if the
    windows were of zero mean and unit length; and the factors (k, 2, shifts), for ink and outlines of views not turned,
    that make them so. The moulds are of zero mean, so that the windows need not be."""
    k, p = len(features), WINDOW * WINDOW
    views = features.reshape(k, -1).take(_QUARTERS, axis=1)  # (k, 4, C, covered pixels)
    flat = views[:, 0].reshape(k * CHANNELS, -1)
    size = (flat * flat) @ _BOXES - (flat @ _BOXES) ** 2 / p
    size = np.maximum(size.reshape(k, CHANNELS, -1), 0)
    scale = np.sqrt(0.5 / (np.stack([size[:, 0], size[:, 1:].sum(1)], axis=1) + 1e-6))
    ink, lines = (
        (part.reshape(4 * k, -1) @ mould).reshape(k, 4, -1, len(_SHIFTS))
        for part, mould in zip((views[:, :, 0], views[:, :, 1:]), moulds.shifted, strict=True)
    )
    shares = scale[:, :, _UNTURNED][:, :, :, None]
    return ink * shares[:, 0] + lines * shares[:, 1], scale


def _between(lines: Array, at: Array) -> Array:
    """Where between the three pixels of each line (..., 3) the peak at `at` lies."""
    a, b, c = lines[..., 0], lines[..., 1], lines[..., 2]
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
