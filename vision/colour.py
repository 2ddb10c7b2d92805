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

from vision.mat import Mat
from vision.pose import Pose

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
        return np.asarray(_terms(np.asarray(pixels, np.float64), self.size) @ self.surface)

    def over(self, width: int, height: int) -> tuple[Array, Array]:
        """For the picture reduced to width x height: a table (256, 3) and a map (height, width, 3) such that a level's
        entry less the map is its tone there. (The softening is that of the picture's mean light.)"""
        w, h = self.size
        xs, ys = np.meshgrid((np.arange(17) + 0.5) * w / 17, (np.arange(9) + 0.5) * h / 9)
        paper = np.exp((_terms(np.stack([xs, ys], -1), self.size) @ self.surface)[..., None] + self.tint)
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


def _terms(pixels: Array, size: tuple[int, int]) -> Array:
    x = pixels[..., 0] / size[0] * 2 - 1
    y = pixels[..., 1] / size[1] * 2 - 1
    xx, xy, yy = x * x, x * y, y * y
    out = np.empty((*x.shape, 10))
    for i, term in enumerate((1.0, x, y, xx, xy, yy, xx * x, xx * y, x * yy, yy * y)):
        out[..., i] = term
    return out


def light_over(small: Array, pose: Pose, mat: Mat) -> Light | None:
    """The light on the mat, from places on its bare paper; None where hardly any paper shows."""
    h, w = small.shape[:2]
    places, island = mat.paper
    pixels = pose.pixels(places)
    spot = np.rint((pixels + 0.5) * (w / pose.size[0]) - 0.5).astype(int)
    shown = ((spot >= 0) & (spot < (w, h))).all(1)
    base = shown & ~island
    if base.sum() < FEWEST:
        return None
    seen = LOG[small[spot[base, 1], spot[base, 0]].T].astype(np.float64)  # (3, n)
    mean = seen.mean(0)
    chroma = seen - mean
    tint = middle(chroma)
    for limit in (0.3, 0.15, 0.1):
        near = np.abs(chroma - tint[:, None]).max(0) < limit
        if np.count_nonzero(near) < FEWEST // 2:
            return None
        middles, wavers = cv2.meanStdDev(np.ascontiguousarray(chroma[:, near].T)[:, None])
        tint = middles.ravel()
    terms = _terms(pixels[base][near], pose.size)
    surface = _upper_surface(terms, mean[near])
    light = Light(surface, tint, pose.size, np.zeros(3), float(wavers.max()))
    return replace(light, island=_island_tone(small, pixels, spot, shown & island, light, mat))


_RIDGE = np.diag([1e-6] * 3 + [0.5] * 3 + [2.0] * 4)  # bends only as far as the samples ask for it


def _upper_surface(terms: Array, level: Array) -> Array:
    """Least squares that lets shadows hang below it."""
    weight: Array = np.ones(len(level))
    for _ in range(4):
        weighed = weight * terms.T
        surface: Array = cv2.solve(weighed @ terms + _RIDGE, (weighed @ level)[:, None])[1].ravel()
        off = level - terms @ surface
        off = np.maximum(off * (-1 / 0.08), off * (1 / 0.25))
        weight = 1 / (1 + off * off)
    return surface


def _island_tone(small: Array, pixels: Array, spot: Array, which: Array, light: Light, mat: Mat) -> Array:
    fill = mat.zones["island"].fill
    printed = LOG[list(fill or mat.base)].astype(np.float64) - LOG[list(mat.base)]
    if which.sum() < 12:
        return printed
    tones = LOG[small[spot[which, 1], spot[which, 0]]] - light.at(pixels[which])
    near = np.abs(tones - printed).max(1) < 0.5
    return middle(tones[near][None])[0] if near.mean() > 0.4 else printed
