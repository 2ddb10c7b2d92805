"""Light and colour: every pixel is judged against the mat beside it, which is the same paper everywhere.

A *tone* is a colour over that of the mat at the same place, as a logarithm: what it would be in any light. Far below
the mat's brightness there is only noise and stray light, so the logarithm is softened there (by SOFT).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.geometry import Mat
from vision.mat.pose import Pose

Array = NDArray[Any]

FLOOR = 0.004  # of full white: below it there is only noise
_level = np.arange(256) / 255.0
_linear = np.where(_level <= 0.04045, _level / 12.92, ((_level + 0.055) / 1.055) ** 2.4)
LOG = np.log(_linear + FLOOR).astype(np.float32)
LINEAR = _linear.astype(np.float32)
SOFT = 0.1  # of the mat's brightness
BARE = np.float32(math.log(1 + SOFT))  # the mat's own tone
SHADE = 0.35  # chroma a shadow may take on, per unit of darkness: other light reaches into it
FEWEST = 50  # places of bare paper to know the light from


def planes(b: Array, g: Array, r: Array) -> tuple[Array, Array]:
    """Mean over the channels, and the largest distance of one from it: brightness and chroma."""
    mean = (b + g + r) * np.float32(1 / 3)
    return mean, cv2.max(cv2.max(cv2.absdiff(b, mean), cv2.absdiff(g, mean)), cv2.absdiff(r, mean))


def middle(values: Array) -> Array:
    """The median along the second axis, (k, n, ...) to (k, ...): of an even number the upper one of the two."""
    half = values.shape[1] // 2
    return np.asarray(np.partition(values, half, axis=1)[:, half])


@dataclass(frozen=True)
class Light:
    """The mat's colour over the picture: a smooth surface of brightness times one tint."""

    surface: Array  # coefficients of _terms, for the mean of the three channels
    tint: Array  # (3,) around that mean
    size: tuple[int, int]
    island: Array  # (3,) log colour of the island's fill over the mat's
    spread: float  # how much the mat's own chroma wavers, one sigma

    def at(self, pixels: Array) -> Array:
        """Log colour of the mat (..., 3) at full-resolution pixels (..., 2)."""
        out: Array = self.level(pixels)[..., None] + self.tint
        return out

    @property
    def sand(self) -> Array:
        """The island's tone less the mat's."""
        return np.log((np.exp(self.island) + SOFT) / (1 + SOFT)).astype(np.float32)

    def level(self, pixels: Array) -> Array:
        """The mean of its channels (...,) there."""
        x, y = _centred(pixels, self.size)
        c = self.surface.tolist()
        along = c[1] + x * (c[3] + c[6] * x) + y * (c[4] + c[7] * x + c[8] * y)
        return np.asarray(c[0] + x * along + y * (c[2] + y * (c[5] + c[9] * y)))

    def over(self, width: int, height: int) -> tuple[Array, Array]:
        """For the picture reduced to width x height: a table (256, 3) and a map (height, width, 3) such that a level's
        entry less the map is its tone there. (The softening is that of the picture's mean light.)"""
        w, h = self.size
        xs, ys = np.meshgrid((np.arange(17) + 0.5) * w / 17, (np.arange(9) + 0.5) * h / 9)
        paper = np.exp(self.at(np.stack([xs, ys], -1)))
        soft = SOFT * paper.mean((0, 1))
        ground = (np.log(paper + soft) - np.log(1 + SOFT)).astype(np.float32)
        table = np.log(LINEAR[:, None] + soft).astype(np.float32)
        return table, cv2.resize(ground, (width, height), interpolation=cv2.INTER_LINEAR)


def like_ground(mean: Array, chroma: Array) -> Array:
    """How like the mat, or the mat in shadow: its chroma, not brighter than it."""
    up = mean - BARE
    far: Array = cv2.max(up * np.float32(1 / 0.3), up * np.float32(-0.5))
    far *= far
    far += np.float32(16) * chroma * chroma
    np.negative(far, out=far)
    return np.asarray(cv2.exp(far, far))


def _centred(pixels: Array, size: tuple[int, int]) -> tuple[Array, Array]:
    """Right and down of the picture's middle, 1 at its borders."""
    return pixels[..., 0] * (2 / size[0]) - 1, pixels[..., 1] * (2 / size[1]) - 1


def _terms(pixels: Array, size: tuple[int, int]) -> Array:
    """What a light's surface is made of (10, n): see Light.level."""
    x, y = _centred(pixels, size)
    xx, xy, yy = x * x, x * y, y * y
    out = np.empty((10, len(x)))
    for i, term in enumerate((1.0, x, y, xx, xy, yy, xx * x, xx * y, x * yy, yy * y)):
        out[i] = term
    return out


def light_over(small: Array, pose: Pose, mat: Mat) -> Light | None:
    """The light on the mat, from places on its bare paper; None where hardly any paper shows."""
    h, w = small.shape[:2]
    places, island = mat.paper
    pixels = pose.pixels(places)
    x, y = np.rint((pixels + 0.5) * (w / pose.size[0]) - 0.5).astype(int).T
    shown = (x >= 0) & (x < w) & (y >= 0) & (y < h)
    base, sand = np.flatnonzero(shown & ~island), np.flatnonzero(shown & island)
    if len(base) < FEWEST:
        return None
    seen = LOG[small[y[base], x[base], :3].T].astype(np.float64)  # (3, n)
    mean = seen.sum(0) * (1 / 3)
    chroma = seen - mean
    tint = middle(chroma)[:, None]
    for limit in (0.2, 0.1):
        off = np.abs(chroma - tint)
        near = np.flatnonzero(np.maximum(np.maximum(off[0], off[1]), off[2]) < limit)
        if len(near) < FEWEST // 2:
            return None
        tint = chroma[:, near].sum(1, keepdims=True) * (1 / len(near))
    spread = np.sqrt(((chroma[:, near] - tint) ** 2).sum(1).max() / len(near))
    surface = _upper_surface(_terms(pixels[base[near]], pose.size), mean[near])
    printed = LOG[[*(mat.zones["island"].fill or mat.base)]] - LOG[[*mat.base]]
    light = Light(surface, tint.ravel(), pose.size, printed, float(spread))
    if len(sand) < 12:
        return light
    tones = LOG[small[y[sand], x[sand], :3]] - light.at(pixels[sand])
    near = np.flatnonzero(np.abs(tones - printed).max(1) < 0.5)
    return replace(light, island=middle(tones[None, near])[0]) if len(near) > 0.4 * len(sand) else light


_RIDGE = np.diag([1e-6] * 3 + [0.5] * 3 + [2.0] * 4)  # bends only as far as the samples ask for it


def _upper_surface(terms: Array, level: Array) -> Array:
    """Least squares that lets shadows hang below it."""
    weighed = terms
    for _ in range(4):
        surface: Array = cv2.solve(weighed @ terms.T + _RIDGE, (weighed @ level)[:, None])[1].ravel()
        off = level - surface @ terms
        off = np.maximum(off * (-1 / 0.08), off * (1 / 0.25))
        weighed = terms / (1 + off * off)
    return surface
