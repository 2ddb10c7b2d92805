"""Middles of dice compared with those that were taught: at every turn, and a little shifted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.loose.views import VIEW

Array = NDArray[Any]

TURNS = 36
SHIFT = 7  # pixels that a symbol may lie beside the middle of its die
CORE = VIEW - 2 * SHIFT  # pixels across of what is compared
_t = np.arange(CORE) - (CORE - 1) / 2
ROUND = (np.hypot(_t[None, :], _t[:, None]) < CORE / 2).astype(np.float32)
_u = np.arange(VIEW) - (VIEW - 1) / 2
HEART = np.hypot(_u[None, :], _u[:, None]) < 0.24 * VIEW


def amount(ink: Array) -> float:
    """How strong the ink is where the symbol lies, if there is one."""
    return float(np.quantile(ink[HEART], 0.85))


@dataclass(frozen=True)
class Taught:
    """The middles of one set's teaching photos that show symbols (n, VIEW, VIEW), and the face of each."""

    inks: Array
    symbols: tuple[str, ...]
    empty: tuple[str, ...]  # the faces with nothing on them
    least: float  # ink below this is a blank's, above it a symbol's

    @cached_property
    def turned(self) -> Array:
        """(n * TURNS, CORE * CORE): round, of zero mean and length one."""
        out = []
        for ink in self.inks:
            for turn in range(TURNS):
                move = cv2.getRotationMatrix2D(((VIEW - 1) / 2, (VIEW - 1) / 2), 360 * turn / TURNS, 1.0)
                out.append(cv2.warpAffine(ink, move, (VIEW, VIEW))[SHIFT:-SHIFT, SHIFT:-SHIFT])
        return _unit(np.stack(out))

    def likeness(self, ink: Array) -> Array:
        """How like each of the teaching photos a middle is (n,), at its best turn and shift."""
        windows = np.lib.stride_tricks.sliding_window_view(ink, (CORE, CORE))
        flat = _unit(windows.reshape(-1, CORE, CORE))
        like = (flat @ self.turned.T).max(0)
        return np.asarray(like.reshape(len(self.inks), TURNS).max(1))


def _unit(pictures: Array) -> Array:
    flat = (pictures * ROUND).reshape(len(pictures), -1)
    mask = ROUND.ravel() > 0
    flat = flat[:, mask]
    flat = flat - flat.mean(1, keepdims=True)
    return np.asarray(flat / (np.linalg.norm(flat, axis=1, keepdims=True) + 1e-6), np.float32)


def zoomed(ink: Array, by: float) -> Array:
    """The same symbol as it shows on a die that was taken for a little smaller or larger."""
    middle = (VIEW - 1) / 2
    return np.asarray(cv2.warpAffine(ink, cv2.getRotationMatrix2D((middle, middle), 0, by), (VIEW, VIEW)))


def per_face(like: Array, faces: Sequence[str]) -> dict[str, float]:
    """For each face the mean of its two likest photos."""
    out = {}
    for face in dict.fromkeys(faces):
        own = np.sort(like[[i for i, f in enumerate(faces) if f == face]])[::-1]
        out[face] = float(own[:2].mean())
    return out
