"""Tops that mirror the lamp: what is left of their symbol, brought out.

A lamp that is mirrored in a glossy top drowns body and ink alike; only the rounded rim keeps the body's colour. But
some of the ink's contrast is left in the middle, on a slope of light. Without the rim and the slope, and as strong as
ink is elsewhere, it can be compared with what was taught.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.dice.symbols import VIEW
from vision.limits import limit
from vision.picture.colour import middle

Array = NDArray[Any]

GLARED = limit("glare.glared")
BROUGHT_OUT = limit("glare.brought_out")
WITHIN = 0.34  # edges from the middle: farther out the mirrored lamp ends, which is stronger than any ink
STRONG = 1.5  # tones: as strong as ink is on the plainest dice
FAINT = limit("glare.faint")

_t = (np.arange(VIEW) + 0.5) / VIEW - 0.5
_far = np.maximum(np.abs(_t)[None, :], np.abs(_t)[:, None])
_INNER = np.flatnonzero(_far < WITHIN)
_RIM = np.flatnonzero(_far > 0.43)
_TERMS = np.stack([np.ones((VIEW, VIEW)), *np.meshgrid(_t, _t)], -1).reshape(-1, 3)[_INNER].astype(np.float32)
_RIDGE = 1e-3 * np.eye(3, dtype=np.float32)
INNER = np.clip((WITHIN + 0.02 - _far) / 0.06, 0, 1).astype(np.float32)  # how much each pixel counts


def lifted(tops: Array) -> Array:
    """Views (3, k, VIEW, VIEW) in tones, of their middles only, without the slope of light on them."""
    k = tops.shape[1]
    inner = tops.reshape(3, k, -1)[..., _INNER]
    weight = np.ones(inner.shape[1:], np.float32)
    for _ in range(6):  # towards the plane of what most of it is: the body
        weighed = weight[:, None] * _TERMS.T
        plane = np.linalg.solve(weighed @ _TERMS + _RIDGE, weighed @ inner.transpose(1, 2, 0))
        off = inner - (_TERMS @ plane).transpose(2, 0, 1)
        far = np.sqrt((off * off).sum(0))
        weight = 1 / (1 + (far / (middle(far)[:, None] + np.float32(0.01))) ** 2)
    strong = int(0.9 * far.shape[1])
    strength = np.maximum(np.partition(far, strong, axis=1)[:, strong], FAINT)
    out: Array = np.zeros((3, k, VIEW * VIEW), np.float32)
    out[..., _INNER] = off * (STRONG / strength)[:, None]
    return out.reshape(tops.shape)


def rims(tops: Array) -> Array:
    """The tone of each top's rim (k, 3), where the body's own colour is left."""
    k = tops.shape[1]
    return middle(tops.reshape(3 * k, -1)[:, _RIM]).reshape(3, k).T
