"""A printer and a scanner: PDF bytes to pictures, and what the real detector measures in them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from vision.mat.geometry import Mat

Array = NDArray[Any]


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Of the pages, in millimetres."""
    return [(page.get_width() / 72 * 25.4, page.get_height() / 72 * 25.4) for page in pypdfium2.PdfDocument(pdf)]


def scanned(pdf: bytes, per_mm: float, page: int = 0) -> Array:
    """One page, BGR."""
    width, height = (round(side * per_mm) for side in sizes(pdf)[page])  # pdfium rounds up
    picture = pypdfium2.PdfDocument(pdf)[page].render(scale=per_mm * 25.4 / 72).to_numpy()
    return np.ascontiguousarray(picture[:height, :width, :3])


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


def photographed(print_: Array, per_mm: float) -> tuple[Array, Array]:
    """A printed mat on a brown table, from 44 cm and a little askew; and how its millimetres become pixels."""
    mm = np.array([[0, 0], [420, 0], [420, 297], [0, 297]], np.float32)
    # Any four corners would be a picture that no camera takes: one of 66 degrees, a little askew, says where they are.
    matrix = np.array([[985.0, 0, 639.5], [0, 985.0, 359.5], [0, 0, 1]])
    askew, shift = np.array([0.05, -0.03, 0.012]), np.array([-204.0, -144.0, 440.0])
    corners = cv2.projectPoints(np.c_[mm, np.zeros(4)], askew, shift, matrix, np.zeros(5))[0]
    px = corners.reshape(4, 2).astype(np.float32)
    small = cv2.resize(print_, None, fx=3 / per_mm, fy=3 / per_mm, interpolation=cv2.INTER_AREA)
    turn = cv2.getPerspectiveTransform(mm * 3, px)
    photo = cv2.warpPerspective(small, turn, (1280, 720), borderValue=(60, 90, 120))
    return photo, cv2.getPerspectiveTransform(mm, px)
