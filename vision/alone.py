"""Dice that lie alone: one square for each blob, all blobs at once. Most dice do; the rest goes the longer way."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import LINEAR, SOFT
from vision.find import Blob, Square, Views, likeness, warp

Array = NDArray[Any]

EDGE = 24  # pixels of a die's edge in these patches
SIDE = 46  # pixels of a patch: 1.9 edges
BINS = 30  # of 3 degrees


def squares(views: Views, found: list[Blob], edge: float, bodies: Array) -> list[Square]:
    if not found:
        return []
    x = np.array([(b.x0 + b.x1) / 2 for b in found])
    y = np.array([(b.y0 + b.y1) / 2 for b in found])
    size, level = edge * SIDE / EDGE, np.zeros(len(found))
    like, outline = _likeness(views, x, y, level, size, edge, bodies)
    turn = _turns([like, outline])
    spun = np.empty_like(like)
    for i, degrees in enumerate(turn):
        spin = cv2.getRotationMatrix2D((SIDE / 2 - 0.5, SIDE / 2 - 0.5), float(degrees), 1.0)
        cv2.warpAffine(like[i], spin, (SIDE, SIDE), spun[i], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    scores = _scores(spun)
    n = scores.shape[1]
    best = scores.reshape(len(found), -1).argmax(1)
    dx = (best % n + 0.5 - n / 2) * edge / EDGE
    dy = (best // n + 0.5 - n / 2) * edge / EDGE
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    value = scores.reshape(len(found), -1).max(1)
    return [
        Square(float(x[i] + dx[i] * c[i] - dy[i] * s[i]), float(y[i] + dx[i] * s[i] + dy[i] * c[i]), float(turn[i]),
               float(value[i]), blob.label)
        for i, blob in enumerate(found)
    ]  # fmt: skip


def _likeness(
    views: Views, x: Array, y: Array, turn: Array, size: float, edge: float, bodies: Array
) -> tuple[Array, Array]:
    """How much each patch's pixels look like the body that is most of it (k, n, n), and how unlike the mat."""
    seen = warp(views.half, views.pose, x, y, turn, size, SIDE, edge)
    outline = np.clip(warp(views.strange, views.pose, x, y, turn, size, SIDE, edge), 0, 1.2)
    gain = np.exp(-views.light.at(views.pose.pixels(np.stack([x, y], -1), edge))).astype(np.float32)
    tables = np.log(LINEAR[:, None] * gain[:, None] + np.float32(SOFT))
    tones = np.concatenate([cv2.LUT(one, table[None]) for one, table in zip(seen, tables, strict=True)])
    likes = []
    for body in bodies:
        likes.append(likeness(tones, body).reshape(len(x), SIDE, SIDE))
    like = likes[0]
    if len(likes) > 1:
        most = np.argmax([k.sum((1, 2)) for k in likes], axis=0)
        like = np.stack([likes[b][i] for i, b in enumerate(most)])
    return np.maximum(like, 0.4 * np.minimum(outline, 1)).astype(np.float32), outline


def _turns(stacks: list[Array]) -> Array:
    """The likeliest turn of each patch, 0 to 90 degrees."""
    k = len(stacks[0])
    votes = np.zeros((k, BINS))
    owner = np.repeat(np.arange(k) * BINS, SIDE * SIDE)
    for stack in stacks:
        tall = cv2.GaussianBlur(stack.reshape(-1, SIDE), (5, 5), 1.2)
        gx, gy = cv2.Sobel(tall, cv2.CV_32F, 1, 0), cv2.Sobel(tall, cv2.CV_32F, 0, 1)
        strength, angle = cv2.cartToPolar(gx, gy, angleInDegrees=True)
        strength.reshape(k, SIDE, SIDE)[:, [0, 1, 2, -3, -2, -1]] = 0  # where the stacked patches meet
        bins = (angle.ravel() * np.float32(1 / 3)).astype(np.int32) % BINS
        here = np.bincount(owner + bins, strength.ravel(), k * BINS).reshape(k, BINS)
        votes += here / np.maximum(here.sum(1, keepdims=True), 1e-6)
    votes = votes + 0.6 * (np.roll(votes, 1, 1) + np.roll(votes, -1, 1))
    i = votes.argmax(1)
    row = np.arange(k)
    a, b, c = votes[row, i - 1], votes[row, i], votes[row, (i + 1) % BINS]
    bend = np.minimum(a - 2 * b + c, -1e-9)
    return np.asarray(((i + 0.5 + np.clip(0.5 * (a - c) / bend, -0.5, 0.5)) * 3.0) % 90)


def _scores(spun: Array) -> Array:
    """Weakest-side scores for a square of EDGE pixels centred at each inner pixel: (k, n, n)."""
    k = len(spun)
    tall = spun.reshape(-1, SIDE)
    step = np.array([0.5, 0.5, 0, -0.5, -0.5], np.float32)
    along = np.full(17, 1 / 17, np.float32)
    across = cv2.sepFilter2D(tall, -1, step, along).reshape(spun.shape)
    down = cv2.sepFilter2D(tall, -1, along, step).reshape(spun.shape)
    h, e, n = EDGE // 2, EDGE, SIDE - EDGE
    lying = np.minimum(-across[:, h:-h, :n], across[:, h:-h, e:])
    standing = np.minimum(-down[:, :n, h:-h], down[:, e:, h:-h])
    outer = cv2.boxFilter(tall, -1, (23, 23)).reshape(spun.shape)[:, h:-h, h:-h]
    inner = cv2.boxFilter(tall, -1, (17, 17)).reshape(spun.shape)[:, h:-h, h:-h]
    band = (outer * (23 * 23) - inner * (17 * 17)) / (23 * 23 - 17 * 17)
    assert lying.shape == (k, n, n)
    out: Array = (np.minimum(lying, standing) + 0.3 * (lying + standing)) * (0.2 + band)
    return out
