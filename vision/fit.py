"""Candidate squares, measured: where their four sides really are, and whether they lie as a flat die lies.

A top face is body-coloured along its rim, and what lies beyond the rim is something else: mat, shadow, a side face
in another light, the gap to the next die. Each side is the sharpest such step along its normal, found twice, in its
two halves: eight offsets. Together they move, turn and stretch the square; what is left over says that it is no
level square at all. All candidates are measured at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.find import Square, Views, tones_at

Array = NDArray[Any]

PX = 2.0  # pixels per millimetre
RIM = 4.5  # millimetres of surroundings on each side
REACH = 2.6  # how far from its expected place a side is looked for
STRIP = 1.1  # millimetres compared on either side of a step
FADE = 0.6  # this far from the body's colour (log): not the body


def measure(views: Views, squares: list[Square], edge: float) -> list[Square]:
    """The squares where they really lie; `score` says how much each looks like a level square, `wide` how large."""
    if not squares:
        return []
    x = np.array([s.x for s in squares])
    y = np.array([s.y for s in squares])
    turn = np.array([s.turn for s in squares])
    size = edge + 2 * RIM
    px = round(size * PX)
    for prior, find_sides in ((1.6, _steps), (0.9, _edges)):
        seen = tones_at(views, x, y, turn, size, px, edge)
        offsets, strength = _peaks(find_sides(seen, edge), edge, prior, px)
        if find_sides is _steps:
            sides = strength
        l1, l2, r1, r2, t1, t2, b1, b2 = offsets.T  # outward is positive; halves lie a quarter edge from the middle
        wl, wr, wt, wb = _trust(views, x, y, turn, edge).T
        dx = (wr * (r1 + r2) - wl * (l1 + l2)) / (wl + wr) / 2
        dy = (wb * (b1 + b2) - wt * (t1 + t2)) / (wt + wb) / 2
        spin = (wr * (r1 - r2) + wl * (l2 - l1) + wb * (b2 - b1) + wt * (t1 - t2)) / (wl + wr + wt + wb) / (edge / 2)
        across, down = 1 + (l1 + l2 + r1 + r2) / 2 / edge, 1 + (t1 + t2 + b1 + b2) / 2 / edge
        c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        x, y = x + dx * c - dy * s, y + dx * s + dy * c
        turn = turn + np.rad2deg(np.clip(spin, -0.12, 0.12))
    q = spin * edge / 4
    wide, high = (across - 1) * edge / 2, (down - 1) * edge / 2
    model = np.stack(
        [wide - dx - q, wide - dx + q, wide + dx + q, wide + dx - q, high - dy + q, high - dy - q, high + dy - q,
         high + dy + q], axis=1,
    )  # fmt: skip
    askew = np.sqrt(((offsets - model) ** 2).mean(1))
    clean = sides.min(1) + 0.5 * sides.mean(1) - askew
    wide = (across + down) / 2
    rows = np.stack([x, y, turn % 90, clean, wide], axis=1).tolist()
    return [
        replace(square, x=row[0], y=row[1], turn=row[2], score=row[3], wide=row[4])
        for square, row in zip(squares, rows, strict=True)
    ]


def _trust(views: Views, x: Array, y: Array, turn: Array, edge: float) -> Array:
    """How far to believe each side (k, 4). Away from the camera a side is the die's outline and sharp; towards it, it
    is the crease to a side face, which light from the side can hide."""
    a = np.deg2rad(turn)
    away = np.stack([x, y], -1) - views.pose.camera[:2]
    right = away[:, 0] * np.cos(a) + away[:, 1] * np.sin(a)
    down = -away[:, 0] * np.sin(a) + away[:, 1] * np.cos(a)
    outward = np.stack([-right, right, -down, down], -1)
    strip = -outward * edge / (views.pose.camera[2] - edge)  # millimetres of side face that show
    return np.where(strip > 0.3, 0.5, 1.0)


def _steps(seen: Array, edge: float) -> Array:
    """Along each half side's normal, outward: body within less body beyond, (k, 8, n + 1) at pixel boundaries."""
    k, n = seen.shape[:2]
    t = (np.arange(n) + 0.5 - n / 2) / PX
    far = np.maximum(np.abs(t)[None, :], np.abs(t)[:, None])
    rim = np.flatnonzero((far < 0.45 * edge) & (far > 0.35 * edge))[::7]
    colours = seen.reshape(k, n * n, 3)
    off = colours - np.median(colours[:, rim], axis=1)[:, None]
    distance = np.sqrt(np.einsum("kpc,kpc->kp", off, off))
    profiles = _profiles(np.clip(1.2 - distance / FADE, 0, 1).reshape(k, n, n, 1), edge)[..., 0]
    w = max(2, round(STRIP * PX))
    total = np.concatenate([np.zeros((k, 8, 1)), profiles.cumsum(2)], axis=2)
    out = np.zeros_like(total)
    out[..., w:-w] = (2 * total[..., w:-w] - total[..., : -2 * w] - total[..., 2 * w :]) / w
    return out


def _edges(seen: Array, edge: float) -> Array:
    """Along each half side's normal: how sharply the colour changes, (k, 8, n + 1)."""
    profiles = _profiles(seen, edge)  # (k, 8, n, 3)
    out = np.zeros((*profiles.shape[:2], profiles.shape[2] + 1))
    slope = profiles[:, :, 2:-1] - profiles[:, :, 1:-2] + 0.5 * (profiles[:, :, 3:] - profiles[:, :, :-3])
    out[..., 2:-2] = np.sqrt((slope * slope).sum(3))
    return out


def _profiles(image: Array, edge: float) -> Array:
    """Means along each half side: left, right, top, bottom, two halves each, outward: (k, 8, n, channels)."""
    n = image.shape[1]
    c = n // 2
    inner = int(edge / 2 * PX * 0.84)
    halves = (slice(c - inner, c), slice(n - c, n - c + inner))
    lines = [image[:, h].mean(1) for h in halves]
    columns = [image[:, :, h].mean(2) for h in halves]
    return np.stack([p[:, ::-1] for p in lines] + lines + [p[:, ::-1] for p in columns] + columns, axis=1)


def _peaks(step: Array, edge: float, prior: float, n: int) -> tuple[Array, Array]:
    """Where each half side is (k, 8), in millimetres outward of its place, and how clear the sides are (k, 4)."""
    places = (np.arange(n + 1) - n / 2) / PX - edge / 2
    near = np.flatnonzero(np.abs(places) <= REACH)
    places, step = places[near], step[..., near]
    i = np.clip((step * np.exp(-0.5 * (places / prior) ** 2)).argmax(2), 1, len(near) - 2)[..., None]
    a, b, d = (np.take_along_axis(step, i + j, 2)[..., 0] for j in (-1, 0, 1))
    bend = a - 2 * b + d
    shift = np.where(bend < -1e-6, 0.5 * (a - d) / np.where(bend < -1e-6, bend, -1), 0)
    return places[i[..., 0]] + np.clip(shift, -0.5, 0.5) / PX, b.reshape(-1, 4, 2).mean(2)
