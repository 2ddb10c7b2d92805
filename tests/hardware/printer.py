"""A printer and a scanner: PDF bytes to pictures in pixels per millimetre, and what the real detector measures there."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from vision.mat import Mat

Array = NDArray[Any]


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Of the pages, in millimetres."""
    return [(page.get_width() / 72 * 25.4, page.get_height() / 72 * 25.4) for page in pypdfium2.PdfDocument(pdf)]


def scanned(pdf: bytes, per_mm: float, page: int = 0) -> Array:
    """One page, BGR."""
    picture = pypdfium2.PdfDocument(pdf)[page].render(scale=per_mm * 25.4 / 72).to_numpy()
    return np.ascontiguousarray(picture[..., :3])


def markers(picture: Array, mat: Mat, per_mm: float) -> dict[int, Array]:
    """Marker -> its four corners in millimetres of the page."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(mat.aruco, settings)
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    if ids is None:
        return {}
    return {int(i): (quad[0] + 0.5) / per_mm for i, quad in zip(ids.ravel(), corners, strict=True)}


def colour(picture: Array, per_mm: float, x: float, y: float) -> tuple[int, ...]:
    """RGB at a place in millimetres."""
    blue, green, red = picture[int(y * per_mm), int(x * per_mm)]
    return int(red), int(green), int(blue)
