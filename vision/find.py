"""Where dice lie: what is not mat, cut into squares of the taught size at the height of a die's top.

A die's top face is a horizontal square of known edge at a known height, so in a picture rectified at that height it
has one size wherever it lies; a candidate is (x, y, turn) only. Blobs come from a quarter-size picture; the square
is found in each from the gradients along its four sides, which also tells touching dice apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import LOG, Light, light_over, logs
from vision.mat import Mat
from vision.pose import Pose

Array = NDArray[Any]

PX = 2.0  # pixels per millimetre in the patches where squares are searched
SUM = np.ones((1, 3), np.float32)
RIM_MM = 5.0  # patch beyond the square on each side


@dataclass(frozen=True, slots=True)
class Square:
    """A candidate: the top face of a die, in millimetres, turned by `turn` degrees (0 to 90)."""

    x: float
    y: float
    turn: float
    score: float
    blob: int


@dataclass(frozen=True)
class Views:
    """One frame at three sizes, with what is needed to judge it."""

    frame: Array  # BGR
    half: Array
    quarter: Array  # BGR
    pose: Pose
    light: Light
    tones: Array  # quarter size: log colour minus the mat's there (float32)
    strange: Array  # quarter size: how unlike the mat (0 and up; 1 is surely not mat)


def look(frame: Array, pose: Pose, mat: Mat, dark: bool = False) -> Views | None:
    """A frame at its sizes, with its light; None where too little of the mat shows to judge it."""
    h, w = frame.shape[:2]
    half = cv2.resize(frame, (w // 2, h // 2), interpolation=cv2.INTER_AREA)
    quarter = cv2.resize(half, (w // 4, h // 4), interpolation=cv2.INTER_AREA)
    log_quarter = logs(quarter)
    light = light_over(log_quarter, pose, mat)
    if light is None:
        return None
    tones, strange = strangeness(log_quarter, light, pose, mat, dark)
    return Views(frame, half, quarter, pose, light, tones, strange)


@dataclass(frozen=True, slots=True)
class Blob:
    """A connected piece of what is not mat: bounding box on the mat (at half a die's height) and area, in mm."""

    x0: float
    y0: float
    x1: float
    y1: float
    area: float
    label: int


def strangeness(log_quarter: Array, light: Light, pose: Pose, mat: Mat, dark: bool) -> tuple[Array, Array]:
    """Tones over the quarter picture, and how unlike bare mat each pixel is. Shadows keep the mat's chroma and do not
    count, unless `dark` dice were taught."""
    h, w = log_quarter.shape[:2]
    tones = log_quarter - (light.over(w, h)[..., None] + light.tint.astype(np.float32))
    island = _polygon(mat.zones["island"], pose, w / pose.size[0])
    inside = np.zeros((h, w), np.uint8)
    cv2.fillConvexPoly(inside, island, 1)
    tones[inside > 0] -= light.island.astype(np.float32)
    mean = tones.mean(2)
    chroma = np.abs(tones - mean[..., None]).max(2)
    # in the dark, chroma is noise: what counts grows with the light left
    trust = np.clip((mean + 2.6) / 1.6, 0.25, 1.0)
    unlike = np.maximum(chroma * trust / max(0.13, 4.5 * light.spread), mean / 0.35)
    if dark:
        unlike = np.maximum(unlike, -mean / 0.8)
    return tones, unlike


def _polygon(box: Any, pose: Pose, scale: float, grow: float = 0.0, z: float = 0.0) -> Array:
    corners = np.array(
        [
            [box.x0 - grow, box.y0 - grow],
            [box.x1 + grow, box.y0 - grow],
            [box.x1 + grow, box.y1 + grow],
            [box.x0 - grow, box.y1 + grow],
        ]
    )
    return np.rint((pose.pixels(corners, z) + 0.5) * scale - 0.5).astype(np.int32)


def blobs(strange: Array, pose: Pose, mat: Mat, edge: float) -> tuple[list[Blob], Array]:
    """Connected pieces of what is not mat, in and around the zones, of at least a third of a die."""
    h, w = strange.shape
    scale = w / pose.size[0]
    field = np.zeros((h, w), np.uint8)
    for box in mat.zones.values():
        cv2.fillConvexPoly(field, _polygon(box, pose, scale, grow=edge * 0.55), 1)
        cv2.fillConvexPoly(field, _polygon(box, pose, scale, grow=edge * 0.55, z=edge), 1)
    marker = _marker_mask(pose, mat, scale, (h, w))
    there = ((strange > 1) & (field > 0) & (marker == 0)).astype(np.uint8)
    mm = _mm_per_px(pose, edge) / scale
    there = cv2.morphologyEx(there, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    slim = max(2, round(0.4 * edge / mm))  # what is slimmer than this is a line, a pencil, a strip of table
    there = cv2.morphologyEx(there, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (slim, slim)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(there, connectivity=4)
    found = []
    for i in range(1, count):
        x, y, bw, bh, area = (int(v) for v in stats[i])
        if area * mm * mm < 0.3 * edge * edge:
            continue
        corners = (np.array([[x, y], [x + bw, y], [x + bw, y + bh], [x, y + bh]], np.float64)) / scale - 0.5
        at = pose.mat_points(corners, edge)
        low, high = at.min(0), at.max(0)
        found.append(Blob(low[0], low[1], high[0], high[1], area * mm * mm, i))
    return found, labels


def _marker_mask(pose: Pose, mat: Mat, scale: float, shape: tuple[int, int]) -> Array:
    out = np.zeros(shape, np.uint8)
    q = mat.quiet + 1
    for marker in mat.markers:
        c = mat.corners(marker)
        grown = np.array([c[0] + (-q, -q), c[1] + (q, -q), c[2] + (q, q), c[3] + (-q, q)])
        cv2.fillConvexPoly(out, np.rint(pose.pixels(grown) * scale).astype(np.int32), 1)
    return out


def _mm_per_px(pose: Pose, z: float) -> float:
    return float((pose.camera[2] - z) / pose.matrix[0, 0])


def patch(picture: Array, pose: Pose, at: tuple[float, float], turn: float, size: float, px: int, z: float) -> Array:
    """The mat rectified at height z: a square of `size` millimetres around `at`, turned, px x px pixels."""
    a = np.deg2rad(turn)
    c, s = np.cos(a) * size / 2, np.sin(a) * size / 2
    u, v = np.array([c, s]), np.array([-s, c])
    middle = np.array(at)
    corners = np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v])
    scale = picture.shape[1] / pose.size[0]
    there = ((pose.pixels(corners, z) + 0.5) * scale - 0.5).astype(np.float32)
    here = np.array([[-0.5, -0.5], [px - 0.5, -0.5], [px - 0.5, px - 0.5], [-0.5, px - 0.5]], np.float32)
    warp = cv2.getPerspectiveTransform(here, there)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(picture, warp, (px, px), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def turns(pictures: list[Array], most: int) -> list[float]:
    """The likeliest turns (degrees, 0 to 90) of squares in a patch, from the directions of its gradients."""
    bins = 30
    votes = np.zeros(bins)
    for picture in pictures:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        gx = cv2.Sobel(soft, cv2.CV_32F, 1, 0)
        gy = cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        strength, angle = cv2.cartToPolar(gx, gy, angleInDegrees=True)
        here = np.bincount(((angle / 3.0).astype(np.int32) % bins).ravel(), strength.ravel(), bins)
        votes += here / max(here.sum(), 1e-6)
    votes = votes + np.roll(votes, 1) * 0.6 + np.roll(votes, -1) * 0.6
    peaks = [i for i in range(bins) if votes[i] >= votes[i - 1] and votes[i] > votes[(i + 1) % bins]]
    peaks.sort(key=lambda i: -votes[i])
    out = []
    for i in peaks[:most]:
        a, b, c = votes[i - 1], votes[i], votes[(i + 1) % bins]
        shift = 0.5 * (a - c) / (a - 2 * b + c) if a - 2 * b + c < 0 else 0.0
        out.append(((i + 0.5 + shift) * 3.0) % 90)
    return out


def likeness(view: Array, mat_log: Array, bodies: Array) -> Array:
    """How much each pixel looks like a taught body's top face, 0 to 1."""
    tones = cv2.LUT(view, LOG) - mat_log.astype(np.float32)
    best: Array | None = None
    for tone in bodies:
        off = tones - tone.astype(np.float32)
        mean = cv2.transform(off, SUM / 3)
        worst = np.abs(off - mean[..., None]).max(2) / 0.45 + np.abs(mean) / 0.9
        here = np.clip(1.3 - worst, 0, 1)
        best = here if best is None else cv2.max(best, here)
    assert best is not None
    return best


def band(like: Array, edge_px: float) -> Array:
    """Mean likeness along the inside of a square's rim, centred at each pixel: symbols seldom reach there."""
    big, small = int(edge_px * 0.94) | 1, int(edge_px * 0.74) | 1
    outer = cv2.blur(like, (big, big), borderType=cv2.BORDER_CONSTANT)
    inner = cv2.blur(like, (small, small), borderType=cv2.BORDER_CONSTANT)
    return (outer * (big * big) - inner * (small * small)) / (big * big - small * small)


def side_maps(view: Array, edge_px: float) -> tuple[Array, Array]:
    """For a patch aligned with a square: mean signed gradient along a side centred at each pixel, over channels.

    Returns (across, down): strength of a vertical side, and of a horizontal one, centred there."""
    soft = view.astype(np.float32)
    n = int(edge_px * 0.7) | 1
    gx = cv2.sepFilter2D(soft, -1, np.array([-1, -1, 0, 1, 1], np.float32), np.full(n, 1 / n, np.float32))
    gy = cv2.sepFilter2D(soft, -1, np.full(n, 1 / n, np.float32), np.array([-1, -1, 0, 1, 1], np.float32))
    return cv2.transform(np.abs(gx), SUM), cv2.transform(np.abs(gy), SUM)


def square_scores(view: Array, edge_px: float) -> Array:
    """How much each pixel of an aligned patch looks like the middle of a square: its weakest sides decide."""
    across, down = side_maps(view, edge_px)
    h, w = across.shape
    half = edge_px / 2
    left, right = _shifted(across, -half, 0), _shifted(across, half, 0)
    top, bottom = _shifted(down, 0, -half), _shifted(down, 0, half)
    weaker, other = cv2.min(left, right), cv2.min(top, bottom)
    return cv2.min(weaker, other) + 0.3 * (weaker + other)


def _shifted(image: Array, dx: float, dy: float) -> Array:
    """image at (x + dx, y + dy), linear between pixels."""
    move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    size = (image.shape[1], image.shape[0])
    return cv2.warpAffine(image, move, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=0)


def squares(views: Views, found: list[Blob], edge: float, bodies: Array) -> list[Square]:
    """Candidate top faces: the best squares of each blob, none over another."""
    out: list[Square] = []
    for blob in found:
        out += _squares_of(views, blob, edge, bodies)
    return out


def _squares_of(views: Views, blob: Blob, edge: float, bodies: Array) -> list[Square]:
    middle = ((blob.x0 + blob.x1) / 2, (blob.y0 + blob.y1) / 2)
    reach = max(blob.x1 - blob.x0, blob.y1 - blob.y0, edge) + 2 * RIM_MM
    if reach > 140:
        reach = 140.0
    single = blob.area < 1.9 * edge * edge
    size = reach * (1.25 if not single else 1.1)
    px = int(round(size * PX))
    upright = patch(views.half, views.pose, middle, 0.0, size, px, edge)
    outline = np.clip(patch(views.strange, views.pose, middle, 0.0, size, px, edge), 0, 1.5)
    mat_log = views.light.at(views.pose.pixels(np.array(middle)))
    candidates: list[Square] = []
    for turn in turns([cv2.cvtColor(upright, cv2.COLOR_BGR2GRAY), outline, outline], 3 if single else 5):
        view = patch(views.half, views.pose, middle, turn, size, px, edge)
        scores = square_scores(view, edge * PX) * (0.1 + band(likeness(view, mat_log, bodies), edge * PX)) ** 2
        a = np.deg2rad(turn)
        for row, column in _peaks(scores, int(edge * PX * 0.35), 1 if single else 12):
            dx, dy = (column + 0.5 - px / 2) / PX, (row + 0.5 - px / 2) / PX
            x = middle[0] + dx * np.cos(a) - dy * np.sin(a)
            y = middle[1] + dx * np.sin(a) + dy * np.cos(a)
            candidates.append(Square(float(x), float(y), turn, float(scores[row, column]), blob.label))
    return _apart(candidates, edge)


def _peaks(scores: Array, reach: int, most: int) -> list[tuple[int, int]]:
    top = cv2.dilate(scores, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    rows, columns = np.nonzero((scores >= top) & (scores > 0.3 * scores.max()))
    order = np.argsort(-scores[rows, columns])[:most]
    return [(int(rows[i]), int(columns[i])) for i in order]


def _apart(candidates: list[Square], edge: float) -> list[Square]:
    """The best first, leaving out what overlaps a better one."""
    kept: list[Square] = []
    for square in sorted(candidates, key=lambda s: -s.score):
        if all((square.x - k.x) ** 2 + (square.y - k.y) ** 2 > (0.7 * edge) ** 2 for k in kept):
            kept.append(square)
    return kept
