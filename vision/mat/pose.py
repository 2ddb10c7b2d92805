"""From the mat's markers to the camera's pose: millimetres to pixels and back, at any height over the mat.

Four markers of known size give 16 corners, enough for the pose and for the lens's first radial term. The focal
length shows in them only when the camera looks at the mat aslant, so it leans on a prior (the Raspberry Pi Camera
Module 3) until `vigie calibrate` has measured it; height parallax changes by a tenth of a millimetre per percent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.limits import limit
from vision.mat.geometry import Mat, Tray

Array = NDArray[Any]

USUAL_FOCAL = 0.77  # of the picture's width: 66 degrees across
FOCAL_SPREAD = 0.10  # one sigma of the logarithm
OTHER_FOCALS = (0.42, 0.52, 0.64, 0.87)  # lenses of 100, 88, 76 and 60 degrees, tried where the usual one
FITS_WELL = 1.2e-4  # does not fit so well: mean corner error, of the picture's width
K1_SPREAD = 0.10
BLEED_SPREAD = 0.3  # millimetres: white paper glares over a marker's black border, so that it looks smaller
CORNER_PX = 0.35  # how exactly a corner is found, one sigma
ASIDE_PX = 3.0  # a corner farther off counts ever less (Cauchy): one bad corner must not bend the rest
KNOCKED_MM = limit("pose.knocked_mm")
BLACK = limit("pose.black")
SMALL = 360  # pixels across: markers are looked for in a picture of this size first
ENOUGH = 5e-3  # a step that betters the corners' misfit by less than this share is the last
FIRST = (
    720  # pixels across: the smallest copy of a picture that a pose is looked for in; mostly corners are exact there
)
WORST_PX = limit("pose.worst_px")
FITS = limit("pose.fits")
FITS_TWO = limit("pose.fits_two")
FITS_PX = limit("pose.fits_px")
FITS_ONE_PX = limit("pose.fits_one_px")
_PRIOR = (CORNER_PX / np.array([np.inf] * 6 + [FOCAL_SPREAD, K1_SPREAD, BLEED_SPREAD])) ** 2
_OUTWARD = np.array([[-1.0, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])  # from a marker's middle to its corners
CELLS = 6  # of a marker's side, its border with them
CELL_SHARE, NEAREST = 0.9, 2  # how far from a corner its outlines are looked at: of a cell; pixels at least
SLACK = limit("pose.slack")
ALIKE = limit("pose.alike")


@dataclass(frozen=True, slots=True)
class Lens:
    """A measured lens, for pictures of `width` pixels (and others of the same shape)."""

    width: int
    height: int
    focal: float
    cx: float
    cy: float
    distortion: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)

    def matrix(self, width: int) -> Array:
        s = width / self.width
        return np.array([[self.focal * s, 0, self.cx * s], [0, self.focal * s, self.cy * s], [0, 0, 1.0]])


@dataclass(frozen=True)
class Pose:
    """Where the camera is over the mat. z is up from the mat's surface, in millimetres."""

    rotation: Array  # Rodrigues vector, mat (x right, y down, z down) to camera
    shift: Array
    matrix: Array  # 3x3
    distortion: Array
    size: tuple[int, int]  # width, height of the picture
    markers: tuple[int, ...]  # those that were used
    error_px: float
    off: float = 0.0  # how far the marker that fits worst is off, by the middle one of its corners: of the width
    worst: float = 0.0  # and the corner that fits worst
    bleed: float = 0.0  # millimetres by which markers seem larger than they are

    @cached_property
    def _turn(self) -> Array:
        return np.asarray(cv2.Rodrigues(self.rotation)[0], np.float64)

    @cached_property
    def camera(self) -> Array:
        """The camera's place: x, y and its height over the mat."""
        place: Array = -self._turn.T @ self.shift.ravel()
        return place * (1, 1, -1)

    def pixels(self, points: Array, z: float = 0.0) -> Array:
        """Mat points (..., 2) at height z to pixels (..., 2)."""
        xy = np.asarray(points, np.float64)
        turn, shift = self._turn, self.shift.ravel()
        spot = xy @ turn[:, :2].T
        spot += shift - z * turn[:, 2]
        flat = spot[..., :2] / spot[..., 2:]
        k = self._bends
        square = flat * flat
        r2 = square[..., :1] + square[..., 1:]
        bent = flat * (1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]) if k[1] or k[4] else k[0]))
        if k[2] or k[3]:
            tangential = np.array([k[2], k[3]])
            bent = bent + 2 * tangential * flat[..., :1] * flat[..., 1:] + tangential[::-1] * (r2 + 2 * square)
        out: Array = bent * self._focal
        out += self.matrix[:2, 2]
        return out

    @cached_property
    def _bends(self) -> tuple[float, ...]:
        return (*(float(v) for v in self.distortion.ravel()[:5]), 0.0, 0.0, 0.0, 0.0, 0.0)[:5]

    @cached_property
    def _focal(self) -> Array:
        return self.matrix[[0, 1], [0, 1]]

    def mat_points(self, pixels: Array, z: float = 0.0) -> Array:
        """Pixels (N, 2) to the mat points at height z that show there."""
        px = np.ascontiguousarray(pixels, np.float64).reshape(-1, 1, 2)
        rays = cv2.undistortPoints(px, self.matrix, self.distortion).reshape(-1, 2)
        turn, shift = self._turn, self.shift.ravel()
        plane = np.column_stack([turn[:, 0], turn[:, 1], shift - z * turn[:, 2]])
        spot = np.column_stack([rays, np.ones(len(rays))]) @ np.linalg.inv(plane).T
        out: Array = spot[:, :2] / spot[:, 2:]
        return out

    @property
    def fits(self) -> bool:
        """Whether every marker that was found lies where this pose says: a pose that does not fit is not to be used."""
        return self.off < FITS and (len(self.markers) != 2 or self.worst < FITS_TWO)

    def resized(self, size: tuple[int, int]) -> Pose:
        """The same camera's place for a larger or smaller copy of its picture."""
        by = size[0] / self.size[0]
        matrix = self.matrix * by
        matrix[:2, 2] = (self.matrix[:2, 2] + 0.5) * by - 0.5
        matrix[2] = 0.0, 0.0, 1.0
        return replace(self, matrix=matrix, size=size, error_px=self.error_px * by)

    def moved_mm(self, since: Pose) -> float:
        """How far the mat seems to have slid under the camera since another pose."""
        if self.size != since.size:
            return float("inf")
        w, h = self.size
        spots = np.array([[x * w, y * h] for x in (0.25, 0.75) for y in (0.25, 0.75)])
        return float(np.linalg.norm(self.mat_points(spots) - since.mat_points(spots), axis=1).max())

    def knocked(self, since: Pose) -> bool:
        return self.moved_mm(since) > KNOCKED_MM


def find_pose(picture: Array, mat: Mat, last: Pose | None = None, lens: Lens | None = None) -> Pose | None:
    """The pose from the markers in a picture, grey or not, or None where the mat is not in view. The one way to find
    the mat: reading, watching, teaching and checking all come through here.

    A pose is believed only when all markers that were found fit it; where they do not, it is looked for in the next
    larger copy of the picture, up to the picture itself. With `last`, the pose of an earlier frame, markers that a hand
    covers are made up for: one marker still at its place is enough to know that the camera has not moved, and then the
    last pose holds. One that no longer fits is dropped.
    """
    if picture.ndim not in (2, 3) or picture.dtype != np.uint8 or min(picture.shape[:2]) < 64:
        return None
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    h, w = gray.shape
    if lens is not None and abs(lens.width * h / (lens.height * w) - 1) > 0.02:
        lens = None  # a picture of another shape is of another camera
    if mat.tray is not None:
        return _over_tray(mat, mat.tray, w, h, lens)
    if last is not None and last.size == (w, h) and _holds(gray, mat, last):
        return last
    copies = [gray]
    while copies[-1].shape[1] >= 2 * SMALL:
        copies.append(cv2.resize(copies[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    begin = max((i for i, copy in enumerate(copies) if copy.shape[1] >= FIRST), default=0)
    for i in range(begin, -1, -1):
        pose = _seen_in(copies[i:], mat, lens)
        if pose is not None and pose.fits:
            return pose.resized((w, h)) if i else pose
    return None


def _holds(gray: Array, mat: Mat, last: Pose) -> bool:
    """Whether the markers that show where the last pose says lie exactly there."""
    still = _at_their_places(gray, mat, last, mat.markers)
    if not still:
        return False
    shown = {m: last.pixels(mat.corners(m) + last.bleed * _OUTWARD[:, :2]) for m in still}
    off = [_middle_off(still[m] - shown[m]) for m in still]
    return all(part < SLACK * FITS * gray.shape[1] for part in off)


def _middle_off(off: Array) -> float:
    """How far a marker lies off, by the middle one of its corners that are seen."""
    far = np.sort(np.linalg.norm(off[np.isfinite(off).all(axis=1)], axis=1))
    return float(far[len(far) // 2]) if len(far) else 0.0


def _seen_in(copies: list[Array], mat: Mat, lens: Lens | None) -> Pose | None:
    """The pose from the first of these copies, the others being smaller ones of it; whether it fits is not said."""
    gray = copies[0]
    h, w = gray.shape
    seen: dict[int, Array] = {}
    pose: Pose | None = None
    # Fainter outlines, and a larger picture, only where they do not show plainly in a reduced one.
    for small, black in ((copies[-1], BLACK), *((copy, 0.0) for copy in reversed(copies))):
        seen |= _detect(gray, small, mat, black)
        pose = _solve(seen, mat, w, h, lens) if seen else None
        if pose is not None and len(seen) > 1:
            break
    tried = set(seen)
    while pose is not None and (missing := [m for m in mat.markers if m not in tried]):
        # Those that the detector missed, cut by the picture's border or half hidden, are looked for where they must be,
        # the nearest first: each that is found says better where the next one is.
        marker = min(missing, key=lambda m: min(_between(mat, m, known) for known in seen))
        tried.add(marker)
        more = seen | _near_its_place(gray, copies[-1], mat, pose, marker)
        better = _solve(more, mat, w, h, lens, pose) if len(more) > len(seen) else None
        if better is not None and better.error_px > FITS_PX and lens is None and len(more) > 2:
            better = _refocused(more, mat, w, h)
        if better is not None and better.error_px < (FITS_PX if len(seen) > 1 else FITS_ONE_PX):
            pose, seen = better, more
    if lens is None and len(seen) > 2 and not (pose is not None and pose.fits and pose.error_px < FITS_WELL * w):
        return _refocused(seen, mat, w, h)
    return pose if len(seen) > 1 else None


def _between(mat: Mat, one: int, other: int) -> float:
    return math.dist(mat.markers[one], mat.markers[other])


def _near_its_place(gray: Array, small: Array, mat: Mat, pose: Pose, marker: int) -> dict[int, Array]:
    """A marker found by its pattern, in a reduced picture, not too far from where the pose says; corners refined."""
    scale = small.shape[1] / gray.shape[1]
    there = (pose.pixels(mat.corners(marker)) + 0.5) * scale - 0.5
    side = round(float(np.linalg.norm(there - np.roll(there, 1, axis=0), axis=1).mean()))
    if not 8 <= side <= 200 or not np.isfinite(there).all():
        return {}
    middle = np.rint(there.mean(0)).astype(int)
    pattern = mat.patterns[marker]
    onto = cv2.getPerspectiveTransform(
        np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * len(pattern) - np.float32(0.5),
        (there - middle + side // 2).astype(np.float32),
    )
    template = cv2.warpPerspective(pattern, onto, (side, side), borderValue=1.0)
    reach = side + side // 2  # of the middle: the marker may lie a side away from its place
    rim = cv2.copyMakeBorder(small, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    x, y = middle
    around = rim[max(0, y) : y + 2 * reach, max(0, x) : x + 2 * reach]
    if min(around.shape) < side:
        return {}
    likeness = cv2.matchTemplate(around.astype(np.float32), template, cv2.TM_CCOEFF_NORMED)
    _, best, _, at = cv2.minMaxLoc(likeness)
    if best < ALIKE:
        return {}
    moved = np.array(at) - side - np.minimum(middle, 0)
    return _refined(gray, {marker: (there + moved + 0.5) / scale - 0.5}, 6)


def _optics(w: int, h: int, lens: Lens | None) -> tuple[Array, Array]:
    """Its matrix and how its lens bends straight lines: as measured, or as cameras usually are."""
    distortion = np.zeros(5)
    if lens is not None:
        distortion[: len(lens.distortion[:5])] = lens.distortion[:5]
        return lens.matrix(w), distortion
    focal = USUAL_FOCAL * max(w, h)
    return np.array([[focal, 0, (w - 1) / 2], [0, focal, (h - 1) / 2], [0, 0, 1.0]]), distortion


def _over_tray(mat: Mat, tray: Tray, w: int, h: int, lens: Lens | None) -> Pose | None:
    """The pose from four corners picked by hand: nothing is looked for, so the camera must stand still."""
    if abs(w / tray.picture[0] - h / tray.picture[1]) > 0.01:
        return None
    there = np.array([[0, 0, 0], [mat.width, 0, 0], [mat.width, mat.height, 0], [0, mat.height, 0]], np.float64)
    pixels = (np.array(tray.corners) + 0.5) * (w / tray.picture[0]) - 0.5
    matrix, distortion = _optics(w, h, lens)
    ok, rotation, shift = cv2.solvePnP(there, pixels, matrix, distortion, flags=cv2.SOLVEPNP_IPPE)
    return Pose(rotation.ravel(), shift.ravel(), matrix, distortion, (w, h), (), 0.0) if ok else None


def _mapped(seen: dict[int, Array], mat: Mat, last: Pose, limit: float) -> list[int]:
    """The markers that no longer lie where the last pose says."""
    return [
        m for m, px in seen.items() if np.nanmax(np.linalg.norm(last.mat_points(px) - mat.corners(m), axis=1)) > limit
    ]


def _detect(gray: Array, small: Array, mat: Mat, black: float) -> dict[int, Array]:
    """The markers that are darker than what is around them by at least that share of the picture's brightness."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = 0.3
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = max(9, small.shape[1] // 15 | 1)
    parameters.minMarkerPerimeterRate = 0.1
    parameters.adaptiveThreshConstant = max(7.0, black * cv2.mean(small)[0])
    corners, ids, _ = cv2.aruco.ArucoDetector(mat.aruco, parameters).detectMarkers(small)
    if ids is None:
        return {}
    scale = np.array([gray.shape[1] / small.shape[1], gray.shape[0] / small.shape[0]])
    found: dict[int, Array] = {}
    for quad, marker in zip(corners, np.ravel(ids), strict=True):
        if int(marker) in mat.markers and int(marker) not in found:
            found[int(marker)] = (quad.reshape(4, 2) + 0.5) * scale - 0.5
    return _refined(gray, found, 6)


def _refined(gray: Array, found: dict[int, Array], reach: int) -> dict[int, Array]:
    """Corners to a fraction of a pixel; NaN for those too near the picture's edge. They are looked for at most `reach`
    pixels away and among no more than a cell of the marker: farther in, its pattern would draw them aside."""
    if not found:
        return found
    h, w = gray.shape
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 12, 0.02)
    out: dict[int, Array] = {}
    for marker, quad in found.items():
        points = quad.astype(np.float32)
        side = float(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1).mean())
        near = int(np.clip(CELL_SHARE * side / CELLS, NEAREST, reach))
        inside = ((points > reach + 3) & (points < (w - reach - 4, h - reach - 4))).all(axis=1)
        refined = np.full_like(points, np.nan)
        if inside.any():
            spots = points[inside].reshape(-1, 1, 2).copy()
            better = cv2.cornerSubPix(gray, spots, (near, near), (-1, -1), stop).reshape(-1, 2)
            close = np.linalg.norm(better - points[inside], axis=1) < 5
            refined[np.flatnonzero(inside)[close]] = better[close]
        out[marker] = refined.astype(np.float64)
    return out


def _at_their_places(gray: Array, mat: Mat, pose: Pose, which: Iterable[int]) -> dict[int, Array]:
    """The markers whose black and white cells show where the pose expects them, corners refined."""
    found: dict[int, Array] = {}
    h, w = gray.shape
    names = list(which)
    n = len(mat.patterns[names[0]])
    steps = (np.arange(n) + 0.5) * mat.marker_size / n
    cells = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    px = np.rint(pose.pixels(np.array([mat.markers[m] for m in names])[:, None] + cells)).astype(int)
    inside = np.all((px >= 0) & (px < (w, h)), axis=-1)
    px = np.clip(px, 0, (w - 1, h - 1))
    seen = gray[px[..., 1], px[..., 0]].astype(np.float32)
    for i, marker in enumerate(names):
        if inside[i].mean() < 0.6:
            continue
        here, pattern = seen[i, inside[i]], mat.patterns[marker].ravel()[inside[i]]
        here, pattern = here - here.mean(), pattern - pattern.mean()
        size = float(np.sqrt((here @ here) * (pattern @ pattern)))
        if here.std() > 10 and float(here @ pattern) > 0.75 * size:
            found[marker] = pose.pixels(mat.corners(marker))
    return _refined(gray, found, 4)


def _solve(
    seen: dict[int, Array], mat: Mat, w: int, h: int, lens: Lens | None, near: Pose | None = None
) -> Pose | None:
    """Least squares over pose, focal length and k1, each with what is known of it beforehand; from a pose that is
    nearly right where there is one."""
    solved = _solved_from(1.0, seen, mat, w, h, lens, near)
    return solved[1] if solved is not None else None


def _refocused(seen: dict[int, Array], mat: Mat, w: int, h: int) -> Pose | None:
    """The pose from all markers that were found, begun with other lenses too: from the usual one the least squares do
    not come as far as a wide one."""
    found: list[tuple[bool, float, Pose]] = []
    for focal in (USUAL_FOCAL, *OTHER_FOCALS):
        solved = _solved_from(focal / USUAL_FOCAL, seen, mat, w, h)
        if solved is not None:
            cost, other = solved
            found.append((not other.fits, cost, other))
    return min(found, key=lambda one: one[:2])[2] if found else None


def _solved_from(
    zoom: float, seen: dict[int, Array], mat: Mat, w: int, h: int, lens: Lens | None = None, near: Pose | None = None
) -> tuple[float, Pose] | None:
    """The same, begun with a lens so many times as long as usual; and how ill it fits, for comparing."""
    ids = tuple(seen)
    there = np.concatenate([mat.outlines[m] for m in ids])
    outward = np.concatenate([_OUTWARD] * len(ids))
    pixels = np.concatenate([seen[m] for m in ids])
    usable = np.asarray(np.isfinite(pixels).all(axis=1))
    if usable.sum() < 4:
        return None
    there, outward, pixels = there[usable], outward[usable], pixels[usable]
    all_there, all_outward, all_pixels = there, outward, pixels
    matrix, distortion = _optics(w, h, lens)
    start = np.zeros(9)  # rotation, shift, log of f over f0, k1, bleed
    if near is not None:
        start[:3], start[3:6] = near.rotation, near.shift
        start[6:8] = np.log(near.matrix[0, 0] / matrix[0, 0]), near.distortion[0] - distortion[0]
    else:
        start[6] = math.log(zoom) if lens is None else 0.0
        begun = _camera(start, matrix, distortion)
        ok, rotation, shift = cv2.solvePnP(there, pixels, *begun, flags=cv2.SOLVEPNP_IPPE)
        if not ok:
            return None
        start[:3], start[3:6] = rotation.ravel(), shift.ravel()
    free = np.array([0, 1, 2, 3, 4, 5, 8] if lens is not None else range(9))
    answer, wrong = _least_squares(start, free, there, outward, pixels, matrix, distortion)
    far = (wrong * wrong).sum(axis=1) / ASIDE_PX**2
    cost = float(ASIDE_PX**2 * np.log1p(far).sum() + _PRIOR[free] @ (answer[free] * answer[free]))
    off = np.sqrt((wrong * wrong).sum(axis=1))
    good = off < max(1.0, 4 * median(off.tolist()))
    if not good.all() and good.sum() >= 8:  # a corner under a finger or in glare: without it
        answer, wrong = _least_squares(answer, free, there[good], outward[good], pixels[good], matrix, distortion)
    error = float(np.sqrt((wrong**2).sum(axis=1).mean()))
    if not np.isfinite(answer).all() or error > WORST_PX:
        return None
    matrix, distortion = _camera(answer, matrix, distortion)
    shown = cv2.projectPoints(all_there + answer[8] * all_outward, answer[:3], answer[3:6], matrix, distortion)[0]
    apart = np.full((len(usable), 2), np.nan)
    apart[usable] = shown.reshape(-1, 2) - all_pixels
    each = max(_middle_off(marker) for marker in apart.reshape(-1, 4, 2)) / w
    one = float(np.nanmax(np.linalg.norm(apart, axis=1))) / w
    pose = Pose(answer[:3], answer[3:6], matrix, distortion, (w, h), ids, error, each, one, float(answer[8]))
    return (cost, pose) if 50 < pose.camera[2] < 5000 else None


def _camera(answer: Array, matrix: Array, distortion: Array) -> tuple[Array, Array]:
    k, d = matrix.copy(), distortion.copy()
    k[0, 0] *= np.exp(answer[6])
    k[1, 1] *= np.exp(answer[6])
    d[0] += answer[7]
    return k, d


def _least_squares(
    start: Array, free: Array, there: Array, outward: Array, pixels: Array, matrix: Array, distortion: Array
) -> tuple[Array, Array]:
    answer, best, damp, found = start, math.inf, 1e-3, (start, np.full_like(pixels, np.inf))
    prior = _PRIOR[free]
    parts = np.zeros((11, 9))  # what each part of the answer is of the projection's own slopes
    parts[range(6), range(6)] = parts[10, 7] = 1.0
    for _ in range(12):
        k, d = _camera(answer, matrix, distortion)
        shown, jac = cv2.projectPoints(there + answer[8] * outward, answer[:3], answer[3:6], k, d)
        now, freely = shown.reshape(-1, 2) - pixels, answer[free]
        far = (now * now).sum(axis=1) * (1 / ASIDE_PX**2)
        cost = float(ASIDE_PX**2 * np.log1p(far).sum() + prior @ (freely * freely))
        if not math.isfinite(cost):
            break
        if cost < best:
            gain, best, found = best - cost, cost, (answer, now)
            if gain < ENOUGH * cost:
                break
            parts[6, 6], parts[7, 6] = k[0, 0], k[1, 1]
            slope = jac[:, :11] @ parts
            # a step on the mat moves the pixel as a step of the camera's shift, turned
            turned = outward @ cv2.Rodrigues(answer[:3])[0].T
            slope[:, 8] = (jac[:, 3:6].reshape(-1, 2, 3) @ turned[..., None]).ravel()
            slope = slope[:, free]
            heavy = (slope.reshape(-1, 2 * len(free)) / (1 + far)[:, None]).reshape(slope.shape)
            left, right = heavy.T @ slope, heavy.T @ now.ravel() + prior * freely
            steep = left.diagonal() + prior
            damp *= 0.1
        elif damp > 1:
            break
        else:  # too far: a shorter step from where it was
            damp *= 1000
        left.flat[:: len(free) + 1] = steep * (1 + damp)
        step = cv2.solve(left, right[:, None], flags=cv2.DECOMP_CHOLESKY)[1].ravel()
        answer = found[0].copy()
        answer[free] -= step
        if damp < 1e-3 and right @ step < ENOUGH * best:  # hardly anything left to gain: it need not be looked at again
            return answer, found[1] - (slope @ step).reshape(-1, 2)
    return found
