"""What lies on the mat, whatever it is: pieces of the picture that are not mat. Teaching begins with them, before
anything is known of the dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.geometry import Box, Mat
from vision.mat.pose import Pose
from vision.picture.colour import BARE, SHADE, Light, planes
from vision.picture.views import Views, copies_of, mm_per_px, views_of

Array = NDArray[Any]


@dataclass(frozen=True)
class Strange(Views):
    """A frame of which it is known what is not mat; in its coarse copy."""

    tones: Array  # log colour minus the mat's there (float32)
    strange: Array  # how unlike the mat (0 and up; 1 is surely not mat)


def look(frame: Array, pose: Pose, mat: Mat, dark: bool = False, edge: float = 16.0) -> Strange | None:
    """A frame with what is not mat in it; None where too little of the mat shows to judge it."""
    views = views_of(copies_of(frame), pose, mat, edge)
    if views is None:
        return None
    seen, strange = strangeness(views.coarse, views.light, pose, mat, dark)
    return Strange(views.full, views.fine, views.coarse, pose, views.light, seen, strange)


@dataclass(frozen=True, slots=True)
class Blob:
    """A connected piece of what is not mat: bounding box on the mat (at half a die's height) and area, in mm."""

    x0: float
    y0: float
    x1: float
    y1: float
    area: float
    label: int


def strangeness(quarter: Array, light: Light, pose: Pose, mat: Mat, dark: bool) -> tuple[Array, Array]:
    """Tones over the quarter picture, and how unlike bare mat each pixel is. Shadows keep the mat's chroma and do not
    count, unless `dark` dice were taught."""
    h, w = quarter.shape[:2]
    table, ground = light.over(w, h)
    seen = cv2.LUT(quarter[..., :3].copy(), table[None]) - ground
    mean, chroma = planes(*cv2.split(seen))
    inside = np.zeros((h, w), np.uint8)
    quad = pose.pixels(np.array(_corners(mat.zones["island"], 0.0))) * (w / pose.size[0])
    cv2.fillConvexPoly(inside, np.rint(quad).astype(np.int32), 1)
    x, y, bw, bh = cv2.boundingRect(inside)
    if bw and bh:
        box = np.s_[y : y + bh, x : x + bw]
        here = inside[box] > 0
        for whole, part in zip((mean, chroma), planes(*cv2.split(seen[box] - light.sand)), strict=True):
            whole[box][here] = part[here]
    limit = max(0.13, 4.5 * light.spread) + 0.5 * SHADE * np.maximum(BARE - mean, 0)
    unlike = cv2.max(chroma / limit, (mean - BARE) / 0.35)
    if dark:
        unlike = cv2.max(unlike, (BARE - mean) / 0.8)
    return seen, unlike


def _corners(box: Box, grow: float) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = box.x0 - grow, box.y0 - grow, box.x1 + grow, box.y1 + grow
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def blobs(strange: Array, pose: Pose, mat: Mat, edge: float) -> tuple[list[Blob], Array]:
    """Connected pieces of what is not mat, in and around the zones, of at least a third of a die."""
    h, w = strange.shape
    scale = w / pose.size[0]
    field = np.zeros((h, w), np.uint8)
    grow = edge * 0.55
    boxes = np.array([_corners(b, grow) for b in mat.zones.values()])
    for z in (0.0, edge):
        for quad in np.rint((pose.pixels(boxes, z) + 0.5) * scale - 0.5).astype(np.int32):
            cv2.fillConvexPoly(field, quad, 1)
    q = mat.quiet + 1
    rim = np.array([[-q, -q], [q, -q], [q, q], [-q, q]])
    for quad in np.rint(pose.pixels(np.array([mat.corners(m) for m in mat.markers]) + rim) * scale).astype(np.int32):
        cv2.fillConvexPoly(field, quad, 0)
    there: Array = (strange > 1).astype(np.uint8) & field
    mm = mm_per_px(pose, edge) / scale
    there = cv2.morphologyEx(there, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    outlines, nested, *_ = cv2.findContours(there, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    for i, contour in enumerate(outlines):  # a symbol of the mat's colour is a hole in its die
        if nested[0][i][3] >= 0 and cv2.contourArea(contour) * mm * mm < edge * edge:
            cv2.drawContours(there, outlines, i, 1, cv2.FILLED)
    slim = max(2, round(0.4 * edge / mm))  # what is slimmer than this is a line, a pencil, a strip of table
    there = cv2.morphologyEx(there, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (slim, slim)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(there, connectivity=4)
    keep = [i for i in range(1, count) if stats[i][4] * mm * mm > 0.3 * edge * edge]
    if not keep:
        return [], labels
    x, y, bw, bh = (stats[keep, c].astype(np.float64) for c in range(4))
    across, down = np.stack([x, x + bw, x + bw, x], 1), np.stack([y, y, y + bh, y + bh], 1)
    corners = np.stack([across, down], 2)
    at = pose.mat_points(corners.reshape(-1, 2) / scale - 0.5, edge).reshape(-1, 4, 2)
    low, high = at.min(1), at.max(1)
    return [
        Blob(float(low[j, 0]), float(low[j, 1]), float(high[j, 0]), float(high[j, 1]), float(stats[i][4] * mm * mm), i)
        for j, i in enumerate(keep)
        if (high[j] - low[j]).min() > 0.6 * edge  # a strip of table beyond the mat is no die
    ], labels
