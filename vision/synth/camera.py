"""The camera of the rendered pictures: where it hangs, what it sees; with the numbers that the labels give."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
UPRIGHT = np.diag([1.0, 1.0, -1.0])  # mat millimetres have z up; the camera's own axes are x right, y down, z ahead


@dataclass(frozen=True)
class Camera:
    """A pinhole with one radial term. `tilt_x` and `tilt_y` lean it, `yaw` turns it, in degrees; 0 looks down."""

    width: int = 1280
    height: int = 720
    f: float = 985.6
    cx: float = 639.5
    cy: float = 359.5
    k1: float = 0.0
    position: tuple[float, float, float] = (210.0, 148.5, 420.0)
    tilt_x: float = 0.0
    tilt_y: float = 0.0
    yaw: float = 0.0

    @cached_property
    def turn(self) -> Array:
        """Mat axes (z up) to camera axes."""
        a, b, c = np.radians([self.tilt_x, self.tilt_y, self.yaw])
        rx = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
        ry = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
        rz = np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]])
        turned: Array = rz @ rx @ ry @ UPRIGHT
        return turned

    @cached_property
    def matrix(self) -> Array:
        return np.array([[self.f, 0, self.cx], [0, self.f, self.cy], [0, 0, 1.0]])

    @cached_property
    def projection(self) -> Array:
        """P: mat millimetres to undistorted pixels."""
        p: Array = self.matrix @ np.column_stack([self.turn, -self.turn @ np.array(self.position)])
        return p

    def pixels(self, points: Array) -> Array:
        """Mat points (..., 3) to pixels (..., 2), the lens's bend included."""
        there = (np.asarray(points, float) - np.array(self.position)) @ self.turn.T
        flat = there[..., :2] / there[..., 2:]
        bent = flat * (1 + self.k1 * (flat**2).sum(axis=-1, keepdims=True))
        out: Array = bent * self.f + (self.cx, self.cy)
        return out

    @cached_property
    def rays(self) -> Array:
        """The direction (mat axes, float32, of length one) in which each pixel looks."""
        x = ((np.arange(self.width) - self.cx) / self.f).astype(np.float32)[None, :]
        y = ((np.arange(self.height) - self.cy) / self.f).astype(np.float32)[:, None]
        bend = np.ones((self.height, self.width), np.float32)
        far = x * x + y * y
        for _ in range(4 if self.k1 else 0):  # the bend is small: dividing by it converges at once
            bend = (1 + self.k1 * far / (bend * bend)).astype(np.float32)
        x, y = x / bend, y / bend
        length = np.sqrt(x * x + y * y + 1)
        turn = self.turn.astype(np.float32)
        rays: Array = np.empty((self.height, self.width, 3), np.float32)
        for axis in range(3):
            rays[..., axis] = (x * turn[0, axis] + y * turn[1, axis] + turn[2, axis]) / length
        return rays

    @cached_property
    def ground(self) -> Array:
        """The mat point that each pixel looks at (height x width x 2, float32)."""
        reach = self.position[2] / np.maximum(-self.rays[..., 2], np.float32(1e-3))
        spots: Array = self.rays[..., :2] * reach[..., None]
        spots += np.array(self.position[:2], np.float32)
        return spots

    @property
    def scale(self) -> float:
        """Pixels per millimetre on the mat, below the camera."""
        return self.f / self.position[2]

    def label(self) -> dict[str, Any]:
        lean = float(np.degrees(np.arccos(np.clip(-self.turn[2, 2], -1, 1))))
        return {
            "width": self.width,
            "height": self.height,
            "f": self.f,
            "cx": self.cx,
            "cy": self.cy,
            "k1": self.k1,
            "height_mm": self.position[2],
            "tilt_deg": round(lean, 3),
            "yaw_deg": self.yaw,
            "position_mm": list(self.position),
            "P": self.projection.tolist(),
        }


def above(
    middle: tuple[float, float] = (210.0, 148.5),
    size: tuple[int, int] = (1280, 720),
    height: float = 420.0,
    tilt_x: float = 0.0,
    tilt_y: float = 0.0,
    yaw: float = 0.0,
    k1: float = 0.0,
    field: float = 66.0,
) -> Camera:
    """A camera at `height` over the mat that looks at its middle; `field` is its angle of view across, in degrees."""
    f = size[0] / 2 / float(np.tan(np.radians(field) / 2))
    level = Camera(tilt_x=tilt_x, tilt_y=tilt_y, yaw=yaw)
    ahead = level.turn[2]
    x, y = (middle[i] + ahead[i] / ahead[2] * height for i in (0, 1))
    return Camera(*size, f, (size[0] - 1) / 2, (size[1] - 1) / 2, k1, (float(x), float(y), height), tilt_x, tilt_y, yaw)
