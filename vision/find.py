"""Where dice lie: what is not mat, cut into squares of the taught size at the height of a die's top.

A die's top face is a horizontal square of known edge at a known height, so in a picture rectified at that height it
has one size wherever it lies; a candidate is (x, y, turn) only. Blobs come from a quarter-size picture; the square
is found in each from the gradients along its four sides, which also tells touching dice apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import LINEAR, SOFT, Light, light_over, logs, tones
from vision.mat import Mat
from vision.pose import Pose

Array = NDArray[Any]

PX = 1.6  # pixels per millimetre in the patches where squares are searched
STRIP = 1.1  # millimetres compared on either side of a side
MEAN = np.full((1, 3), 1 / 3, np.float32)
RIVALS = 5  # candidates over one another that are measured
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
    light = light_over(logs(quarter), pose, mat)
    if light is None:
        return None
    seen, strange = strangeness(quarter, light, pose, mat, dark)
    return Views(frame, half, quarter, pose, light, seen, strange)


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
    paper = light.over(w, h)[..., None] + light.tint.astype(np.float32)
    seen = tones(quarter, paper)
    inside = np.zeros((h, w), np.uint8)
    cv2.fillConvexPoly(inside, _polygon(mat.zones["island"], pose, w / pose.size[0]), 1)
    x, y, bw, bh = cv2.boundingRect(inside)
    box = np.s_[y : y + bh, x : x + bw]
    ground = seen.copy()
    here = inside[box] > 0
    ground[box][here] = tones(quarter[box], paper[box] + light.island.astype(np.float32))[here]
    mean = cv2.transform(ground, MEAN)
    chroma = np.abs(ground - (mean[..., None])).max(2)
    bare = math.log(1 + SOFT)
    unlike = cv2.max(chroma / max(0.13, 4.5 * light.spread), (mean - bare) / 0.35)
    if dark:
        unlike = cv2.max(unlike, (bare - mean) / 0.8)
    return seen, unlike


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
    mm = mm_per_px(pose, edge) / scale
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


def mm_per_px(pose: Pose, z: float) -> float:
    return float((pose.camera[2] - z) / pose.matrix[0, 0])


def warp(picture: Array, pose: Pose, x: Array, y: Array, turn: Array, size: float, px: int, z: float) -> Array:
    """The mat rectified at height z: squares of `size` millimetres around the points, turned: (k, px, px, ...)."""
    a = np.deg2rad(turn)
    u = np.stack([np.cos(a), np.sin(a)], -1) * (size / 2)
    v = np.stack([-u[:, 1], u[:, 0]], -1)
    middle = np.stack([x, y], -1)
    corners = np.stack([middle - u - v, middle + u - v, middle + u + v, middle - u + v], axis=1)
    scale = picture.shape[1] / pose.size[0]
    there = ((pose.pixels(corners, z) + 0.5) * scale - 0.5).astype(np.float32)
    here = np.array([[-0.5, -0.5], [px - 0.5, -0.5], [px - 0.5, px - 0.5], [-0.5, px - 0.5]], np.float32)
    out = np.empty((len(x), px, px, *picture.shape[2:]), picture.dtype)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for i, quad in enumerate(there):
        turn_back = cv2.getPerspectiveTransform(here, quad)
        cv2.warpPerspective(picture, turn_back, (px, px), out[i], flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return out


def patch(picture: Array, pose: Pose, at: tuple[float, float], turn: float, size: float, px: int, z: float) -> Array:
    """One such square."""
    x, y, t = (np.array([float(n)]) for n in (*at, turn))
    return np.asarray(warp(picture, pose, x, y, t, size, px, z)[0])


def tones_at(views: Views, x: Array, y: Array, turn: Array, size: float, px: int, z: float) -> Array:
    """The same squares as tones: (k, px, px, 3)."""
    seen = warp(views.frame, views.pose, x, y, turn, size, px, z)
    paper = views.light.at(views.pose.pixels(np.stack([x, y], -1), z))
    gain = np.exp(-paper).astype(np.float32)
    out = cv2.LUT(seen.reshape(-1, px, 3), LINEAR).reshape(seen.shape) * gain[:, None, None]
    return np.asarray(cv2.log((out + np.float32(SOFT)).reshape(-1, px, 3))).reshape(seen.shape)


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


def likeness(seen: Array, body: Array) -> Array:
    """How much each pixel of a patch of tones looks like a taught body's top face, 0 to 1."""
    off = seen - body.astype(np.float32)
    mean = cv2.transform(off, MEAN)
    worst = np.abs(off - mean[..., None]).max(2) / 0.45 + np.abs(mean) / 0.7
    return np.clip(1.3 - worst, 0, 1)


def band(like: Array, edge_px: float) -> Array:
    """Mean likeness along the inside of a square's rim, centred at each pixel: symbols seldom reach there."""
    big, small = int(edge_px * 0.94) | 1, int(edge_px * 0.74) | 1
    outer = cv2.blur(like, (big, big), borderType=cv2.BORDER_CONSTANT)
    inner = cv2.blur(like, (small, small), borderType=cv2.BORDER_CONSTANT)
    return (outer * (big * big) - inner * (small * small)) / (big * big - small * small)


def square_scores(like: Array, edge_px: float) -> Array:
    """How much each pixel of an aligned patch looks like the middle of a square: its weakest sides decide.

    A side is a step from body to something else, going outward; the outlines of a symbol mostly step the other way.
    """
    n = int(edge_px * 0.7) | 1
    w = max(2, round(STRIP * PX))
    along = np.full(n, 1 / n, np.float32)
    step = np.concatenate([np.full(w, 1 / w), [0], np.full(w, -1 / w)]).astype(np.float32)
    across = cv2.sepFilter2D(like, -1, step, along)
    down = cv2.sepFilter2D(like, -1, along, step)
    half = edge_px / 2
    left, right = _shifted(-across, -half, 0), _shifted(across, half, 0)
    top, bottom = _shifted(-down, 0, -half), _shifted(down, 0, half)
    weaker, other = cv2.min(left, right), cv2.min(top, bottom)
    return cv2.min(weaker, other) + 0.3 * (weaker + other)


def _shifted(image: Array, dx: float, dy: float) -> Array:
    """image at (x + dx, y + dy), linear between pixels."""
    move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    size = (image.shape[1], image.shape[0])
    return cv2.warpAffine(image, move, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=-1.0)


def squares(views: Views, found: list[Blob], edge: float, bodies: Array, outlines: bool = True) -> list[Square]:
    """Candidate top faces: the best squares of each blob, none over another."""
    out: list[Square] = []
    for blob in found:
        out += _squares_of(views, blob, edge, bodies, outlines)
    return out


def _squares_of(views: Views, blob: Blob, edge: float, bodies: Array, outlines: bool) -> list[Square]:
    middle = ((blob.x0 + blob.x1) / 2, (blob.y0 + blob.y1) / 2)
    reach = max(blob.x1 - blob.x0, blob.y1 - blob.y0, edge) + 2 * RIM_MM
    if reach > 140:
        reach = 140.0
    single = blob.area < 1.9 * edge * edge
    size = reach * (1.25 if not single else 1.1)
    px = round(size * PX)
    upright = patch(views.half if single else views.frame, views.pose, middle, 0.0, size, px, edge)
    outline = np.clip(patch(views.strange, views.pose, middle, 0.0, size, px, edge), 0, 1.2)
    seen = tones(upright, views.light.at(views.pose.pixels(np.array(middle))))
    # where glare hides the body's colour, that it is not mat still counts for something
    likes = [cv2.max(likeness(seen, body), 0.4 * np.minimum(outline, 1)) for body in bodies]
    most = max(likes, key=lambda k: float(k.sum()))
    if single and outlines:  # glare may leave nothing of the body's colour
        likes.append(np.minimum(outline, 1))
    candidates: list[Square] = []
    for turn in turns([most, outline, cv2.cvtColor(upright, cv2.COLOR_BGR2GRAY)], 4 if single else 6):
        spin = cv2.getRotationMatrix2D((px / 2 - 0.5, px / 2 - 0.5), turn, 1.0)
        a = np.deg2rad(turn)
        for like in likes:
            view = cv2.warpAffine(like, spin, (px, px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            scores = square_scores(view, edge * PX) * (0.2 + band(view, edge * PX))
            for row, column in _peaks(scores, int(edge * PX * 0.35), 1 if single else 12):
                dx, dy = (column + 0.5 - px / 2) / PX, (row + 0.5 - px / 2) / PX
                x = middle[0] + dx * np.cos(a) - dy * np.sin(a)
                y = middle[1] + dx * np.sin(a) + dy * np.cos(a)
                candidates.append(Square(float(x), float(y), turn, float(scores[row, column]), blob.label))
    return _apart(candidates, edge)


def _peaks(scores: Array, reach: int, most: int) -> list[tuple[int, int]]:
    top = cv2.dilate(scores, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    rows, columns = np.nonzero((scores >= top) & (scores > 0.15 * scores.max()) & (scores > 0.03))
    order = np.argsort(-scores[rows, columns])[:most]
    return [(int(rows[i]), int(columns[i])) for i in order]


def _apart(candidates: list[Square], edge: float) -> list[Square]:
    """The best first; of several over one another only a few, and none twice. Which it is shows when measured."""
    kept: list[Square] = []
    for square in sorted(candidates, key=lambda s: -s.score):
        near = [k for k in kept if (square.x - k.x) ** 2 + (square.y - k.y) ** 2 < (0.7 * edge) ** 2]
        twice = any(
            (square.x - k.x) ** 2 + (square.y - k.y) ** 2 < (0.2 * edge) ** 2
            and abs((square.turn - k.turn + 45) % 90 - 45) < 8
            for k in near
        )
        if not twice and len(near) < RIVALS:
            kept.append(square)
    return kept
