"""The rig in one picture: how large, sharp, straight from above and evenly lit the mat shows. See vision.rig."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.geometry import Mat
from vision.mat.pose import Pose
from vision.rig import Rig
from vision.taught.checks import fade_mm

Array = NDArray[Any]
CLIPPED = 250  # levels this high have lost what was in them
PARTS = 4  # of the mat across and down: each has its own brightness


def measured(frame: Array, mat: Mat, pose: Pose, edge: float) -> Rig:
    gray = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame)
    boxes = mat.zones.values()
    corners = np.array([(x, y) for b in boxes if b.x1 > b.x0 for x in (b.x0, b.x1) for y in (b.y0, b.y1)])
    camera, there = pose.camera, pose.pixels(corners, edge)
    far = np.hypot(*(corners - camera[:2]).T)
    spans = [np.linalg.norm(pose.pixels(corners + way, edge) - there, axis=1) for way in ((edge, 0.0), (0.0, edge))]
    size = np.minimum(*spans).min()
    paper, levels, clipped = _paper(gray, frame, mat, pose)
    middle = np.array([mat.width, mat.height]) / 2
    lamp = (paper[clipped].mean(0) - middle) / middle if clipped.any() else np.zeros(2)
    return Rig(
        size=float(size),
        sharp=fade_mm(gray, pose, mat),
        pixel=edge / float(size),
        aslant=math.degrees(math.atan(float(far.max()) / float(camera[2]))),
        bright=float(np.median(levels)),
        even=_evenness(paper, levels, mat),
        glare=float(clipped.mean()),
        height=float(camera[2]),
        beside=(float(camera[0] - middle[0]), float(camera[1] - middle[1])),
        where=(float(lamp[0]), float(lamp[1])),
    )


def _paper(gray: Array, frame: Array, mat: Mat, pose: Pose) -> tuple[Array, Array, Array]:
    """Places of bare paper in view, how bright each is, and whether the lamp is mirrored there."""
    places = mat.paper[0][~mat.paper[1]]
    x, y = np.rint(pose.pixels(places)).astype(int).T
    shown = (x >= 0) & (x < gray.shape[1]) & (y >= 0) & (y < gray.shape[0])
    places, x, y = places[shown], x[shown], y[shown]
    brightest = frame.max(2) if frame.ndim == 3 else frame
    return places, gray[y, x].astype(float), np.asarray(brightest[y, x] >= CLIPPED)


def _evenness(paper: Array, levels: Array, mat: Mat) -> float:
    """The middle brightness of each part of the mat, the darkest over the brightest: a die covers few places."""
    column, row = (np.clip((PARTS * paper.T) // np.array([[mat.width], [mat.height]]), 0, PARTS - 1)).astype(int)
    parts = [levels[(column == i) & (row == j)] for i in range(PARTS) for j in range(PARTS)]
    middles = [float(np.median(part)) for part in parts if len(part) > 2]
    return min(middles) / max(1.0, *middles) if middles else 1.0
