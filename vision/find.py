"""Where dice lie: what is not mat, cut into squares of the taught size at the height of a die's top.

A die's top face is a horizontal square of known edge at a known height, so in a picture rectified at that height it
has one size wherever it lies; a candidate is (x, y, turn) only. Blobs come from a quarter-size picture; the square
is found in each from the gradients along its four sides, which also tells touching dice apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import LINEAR, SHADE, SOFT, Light, light_over, planes
from vision.mat import Box, Mat
from vision.pose import Pose

Array = NDArray[Any]

PX = 1.6  # pixels per millimetre in the patches where squares are searched
STRIP = 1.1  # millimetres compared on either side of a side
RIVALS = 5  # candidates over one another that are measured
WINDOW_MM, STRIDE_MM = 130.0, 100.0  # of a large blob, searched at a time
RIM_MM = 5.0  # patch beyond the square on each side


@dataclass(frozen=True, slots=True)
class Square:
    """A candidate: the top face of a die, in millimetres, turned by `turn` degrees (0 to 90)."""

    x: float
    y: float
    turn: float
    score: float  # how much it looks like a level square
    blob: int
    wide: float = 1.0  # its width over the edge, once measured

    def far(self, other: Square) -> float:
        return math.hypot(self.x - other.x, self.y - other.y)


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
    light = light_over(quarter, pose, mat)
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
    table, ground = light.over(w, h)
    seen = cv2.LUT(quarter, table[None]) - ground
    bare = math.log(1 + SOFT)
    mean, chroma = planes(seen)
    inside = np.zeros((h, w), np.uint8)
    quad = pose.pixels(np.array(_corners(mat.zones["island"], 0.0))) * (w / pose.size[0])
    cv2.fillConvexPoly(inside, np.rint(quad).astype(np.int32), 1)
    x, y, bw, bh = cv2.boundingRect(inside)
    if bw and bh:
        box = np.s_[y : y + bh, x : x + bw]
        sand = (np.log((np.exp(light.island) + SOFT) / (1 + SOFT))).astype(np.float32)
        here = inside[box] > 0
        for whole, part in zip((mean, chroma), planes(seen[box] - sand), strict=True):
            whole[box][here] = part[here]
    limit = max(0.13, 4.5 * light.spread) + 0.5 * SHADE * np.maximum(bare - mean, 0)
    unlike = cv2.max(chroma / limit, (mean - bare) / 0.35)
    if dark:
        unlike = cv2.max(unlike, (bare - mean) / 0.8)
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


def mm_per_px(pose: Pose, z: float) -> float:
    return float((pose.camera[2] - z) / pose.matrix[0, 0])


def warp(
    picture: Array, pose: Pose, x: Array, y: Array, turn: Array, size: float, px: int, z: float
) -> Array:
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
    gain = np.exp(-views.light.at(views.pose.pixels(np.stack([x, y], -1), z))).astype(np.float32)
    tables = np.log(LINEAR[:, None] * gain[:, None] + np.float32(SOFT))  # (k, 256, 3): one table for each die's light
    return np.stack([cv2.LUT(one, table[None]) for one, table in zip(seen, tables, strict=True)])


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
    mean, chroma = planes(seen - body.astype(np.float32))
    return np.clip(1.3 - chroma / 0.45 - np.abs(mean) / 0.7, 0, 1)


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


def squares(views: Views, found: list[Blob], edge: float, bodies: Array) -> list[Square]:
    """Candidate top faces: the best squares of each blob, none over another."""
    out: list[Square] = []
    for blob in found:
        for part in _parts(blob):
            out += _squares_of(views, part, edge, bodies)
    return out


def _parts(blob: Blob) -> list[Blob]:
    """A blob in windows that overlap by more than a die: an arm over a row of dice is long."""
    return [
        replace(blob, x0=x, y0=y, x1=min(blob.x1, x + WINDOW_MM), y1=min(blob.y1, y + WINDOW_MM))
        for x in _starts(blob.x0, blob.x1)
        for y in _starts(blob.y0, blob.y1)
    ]


def _starts(low: float, high: float) -> list[float]:
    count = max(1, math.ceil((high - low - WINDOW_MM) / STRIDE_MM) + 1)
    return [float(v) for v in np.linspace(low, max(low, high - WINDOW_MM), count)]


def _squares_of(views: Views, blob: Blob, edge: float, bodies: Array) -> list[Square]:
    middle = ((blob.x0 + blob.x1) / 2, (blob.y0 + blob.y1) / 2)
    reach = max(blob.x1 - blob.x0, blob.y1 - blob.y0, edge) + 2 * RIM_MM
    single = blob.area < 1.9 * edge * edge
    size = reach * (1.25 if not single else 1.1)
    px = round(size * PX)
    upright = patch(views.half if single else views.frame, views.pose, middle, 0.0, size, px, edge)
    outline = np.clip(patch(views.strange, views.pose, middle, 0.0, size, px, edge), 0, 1.2)
    paper = views.light.at(views.pose.pixels(np.array(middle)))
    seen = cv2.LUT(upright, np.log(LINEAR[:, None] * np.exp(-paper) + SOFT).astype(np.float32)[None])
    # where glare hides the body's colour, that it is not mat still counts for something
    likes = [cv2.max(likeness(seen, body), 0.4 * np.minimum(outline, 1)) for body in bodies]
    most = max(likes, key=lambda k: float(k.sum()))
    if single:  # glare may leave nothing of the body's colour
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
