"""The table from straight above, mat and what lies beside it, in the colours of daylight; and the outlines on it.

Everything has one scale there, whatever the camera: a card is a rectangle of known size, and what is printed on the mat
lies always at the same place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.geometry import Box, Mat
from vision.mat.pose import Pose

Array = NDArray[Any]
PER_MM = 0.75
ASIDE_MM, BEYOND_MM = 150.0, 100.0  # how far beside the mat, and above and below it
STEP = 24  # pixels between places whose place in the picture is worked out; between them it is as good as even
EDGE, BORDER, NEVER = 10, 45, 255  # how strong an edge has to be: anywhere, at the mat's border, on its markers
LINE = 0.75  # how bright the mat's lines are, beside it
MARKER_MM = 2.0  # around markers and patches nothing is looked for
CROSS = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
DARKEST = 0.25  # of what the mat looks like in daylight


@dataclass(frozen=True)
class Plane:
    """Where the points of the mat are in the picture from above."""

    mat: Mat

    @cached_property
    def size(self) -> tuple[int, int]:
        return (
            round((self.mat.width + 2 * ASIDE_MM) * PER_MM),
            round((self.mat.height + 2 * BEYOND_MM) * PER_MM),
        )

    @cached_property
    def _coarse(self) -> Array:
        """Places on the mat, STEP pixels apart: the middles of the cells that cv2.resize takes them for."""
        wide, high = (-(-side // STEP) for side in self.size)
        x, y = np.meshgrid((np.arange(wide) + 0.5) * STEP, (np.arange(high) + 0.5) * STEP)
        return np.stack([x / PER_MM - ASIDE_MM, y / PER_MM - BEYOND_MM], axis=-1)

    @cached_property
    def _paper(self) -> tuple[Array, Array, Array]:
        """Pixels of bare paper, and what they are in daylight."""
        at, island = self.mat.paper
        px = np.rint(self.pixels(at)).astype(int)
        fill = self.mat.zones["island"].fill or self.mat.base
        return px[:, 1], px[:, 0], np.where(island[:, None], fill, self.mat.base).astype(np.float32)

    @cached_property
    def limits(self) -> Array:
        """How strong an edge has to be, at each pixel: stronger than what is printed there."""
        wide, high = self.size
        drawn = np.full((high, wide, 3), self.mat.base, np.uint8)
        line = tuple(round(level * LINE) for level in self.mat.base)
        for zone in self.mat.zones.values():
            if zone.fill is not None:
                cv2.rectangle(drawn, *self._corners(zone), zone.fill, -1)
            cv2.rectangle(drawn, *self._corners(zone), line, 1)
        limits = np.minimum(cv2.dilate(_steps(drawn), np.ones((7, 7), np.uint8)), NEVER - EDGE) + np.uint8(EDGE)
        cv2.rectangle(limits, *self._corners(Box(0, 0, self.mat.width, self.mat.height)), BORDER, 3)
        for patch, _ in self.mat.patches:
            cv2.rectangle(limits, *self._corners(patch, MARKER_MM), NEVER, -1)
        side, quiet = self.mat.marker_size, self.mat.quiet + MARKER_MM
        for x, y in self.mat.markers.values():
            cv2.rectangle(limits, *self._corners(Box(x, y, x + side, y + side), quiet), NEVER, -1)
        return np.asarray(limits, np.uint8)

    def _corners(self, box: Box, grow: float = 0.0) -> tuple[tuple[int, int], tuple[int, int]]:
        corners = self.pixels(np.array([[box.x0 - grow, box.y0 - grow], [box.x1 + grow, box.y1 + grow]]))
        (x0, y0), (x1, y1) = np.rint(corners).astype(int).tolist()
        return (x0, y0), (x1, y1)

    def pixels(self, at: Array) -> Array:
        return np.asarray((np.asarray(at) + np.array([ASIDE_MM, BEYOND_MM])) * PER_MM - 0.5)

    def places(self, pixels: Array) -> Array:
        return np.asarray((np.asarray(pixels) + 0.5) / PER_MM - np.array([ASIDE_MM, BEYOND_MM]))

    def seen(self, frame: Array, pose: Pose) -> Array:
        """The picture from above (BGR), its light made even with that of the mat."""
        small = frame
        while pose.matrix[0, 0] / pose.camera[2] * small.shape[1] / pose.size[0] >= 2 * PER_MM and min(small.shape) > 2:
            small = cv2.resize(small, (small.shape[1] // 2, small.shape[0] // 2), interpolation=cv2.INTER_AREA)
        there = (pose.pixels(self._coarse) + 0.5) * (small.shape[1] / pose.size[0]) - 0.5
        coarse = there.astype(np.float32)
        full = (coarse.shape[1] * STEP, coarse.shape[0] * STEP)
        where = cv2.resize(coarse, full, interpolation=cv2.INTER_LINEAR)[: self.size[1], : self.size[0]]
        above = cv2.remap(small, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)  # type: ignore[call-overload]
        y, x, paper = self._paper
        gain = np.maximum(np.median(above[y, x] / paper, axis=0), DARKEST)
        table = np.clip(np.arange(256)[:, None] / gain, 0, 255).astype(np.uint8)[None]
        return np.asarray(cv2.LUT(above, table))

    def edges(self, above: Array) -> Array:
        """Where something begins or ends: 255."""
        strong = _steps(above)
        limits = self.limits
        for inside, times in ((True, 3.0), (False, 2.4)):  # the mat's grain, and that of wood, cloth or stone beside it
            usual = times * float(np.median(strong[self._samples[inside]]))
            if usual > EDGE:
                limits = np.where(self._on_mat == inside, np.maximum(limits, min(usual, NEVER)), limits)
        there = cv2.compare(strong, np.asarray(limits, np.uint8), cv2.CMP_GT)
        return np.asarray(cv2.morphologyEx(there, cv2.MORPH_OPEN, CROSS))  # what is left of the mat's lines is thin

    @cached_property
    def _on_mat(self) -> Array:
        low, high = self.pixels(np.array([[0.0, 0.0], [self.mat.width, self.mat.height]]))
        x, y = np.meshgrid(np.arange(self.size[0]), np.arange(self.size[1]))
        return np.asarray((x > low[0]) & (x < high[0]) & (y > low[1]) & (y < high[1]))

    @cached_property
    def _samples(self) -> dict[bool, tuple[Array, Array]]:
        """Some pixels on the mat, and some beside it."""
        far = round(ASIDE_MM * PER_MM * 0.7)  # where every camera looks
        y, x = np.mgrid[3 : self.size[1] : 7, far : self.size[0] - far : 7]
        y, x = y.ravel(), x.ravel()
        on = self._on_mat[y, x]
        near = ~on & (np.abs(y - self.size[1] / 2) < (self.mat.height / 2 + 50) * PER_MM)
        return {True: (y[on], x[on]), False: (y[near], x[near])}


def _steps(above: Array) -> Array:
    """How much each pixel differs from those around it, in the colour in which it differs most."""
    soft = cv2.blur(above, (3, 3))
    blue, green, red = cv2.split(cv2.subtract(cv2.dilate(soft, CROSS), cv2.erode(soft, CROSS)))
    return np.asarray(cv2.max(cv2.max(blue, green), red))
