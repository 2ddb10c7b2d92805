"""Measuring the camera: its lens from a few shots of the mat, or a tray of one's own from four picked corners.

The mat is the calibration target: four markers, sixteen corners whose millimetres are known. Shots from straight
above all say the same, so the camera (or the mat) has to be tilted between them; where that was not done, or the
numbers come out too uncertain, it is said instead of writing a lens that would make things worse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules import files
from rules.say import Message, Trouble
from vision.mat.geometry import Mat
from vision.mat.pose import USUAL_FOCAL, Lens
from vision.places import data_dir

Array = NDArray[Any]
LENS_FILE, TRAY_FILE = "lens.toml", "tray.toml"  # in the user's folder, unless said otherwise
FEWEST_SHOTS = 3
FEWEST_DEGREES = 12.0  # between the two shots that differ most
WORST_FOCAL = 0.03  # uncertainty of the focal length that is still worth having
WORST_PX = 1.5
BLEED_MM = (-0.4, 0.6)
K2_SHOTS = 6  # with fewer the second radial term only fits the noise


@dataclass(frozen=True)
class Calibration:
    """A measured lens, how well it explains the shots (pixels), and the shots that could not be used."""

    lens: Lens
    error_px: float
    focal_uncertainty: float  # share of the focal length, one sigma
    degrees: float  # between the two shots that differ most
    left_out: tuple[str, ...]


def measure(shots: Mapping[str, Array], mat: Mat) -> Calibration:
    """The lens behind grey pictures of the mat, taken by one camera from various angles."""
    sizes = {(shot.shape[1], shot.shape[0]) for shot in shots.values()}
    if len(sizes) != 1:
        listed = ", ".join(f"{w}x{h}" for w, h in sorted(sizes)) or "-"
        raise Trouble(Message("The shots must all have one size; these have {sizes}.", sizes=listed))
    width, height = sizes.pop()
    seen = {name: corners for name, shot in shots.items() if (corners := _corners(shot, mat)) is not None}
    left_out = tuple(name for name in shots if name not in seen)
    if len(seen) < FEWEST_SHOTS:
        raise Trouble(
            Message(
                "The mat with at least three of its markers was found in {n} of {all} shots; {least} are needed.",
                n=len(seen),
                all=len(shots),
                least=FEWEST_SHOTS,
            )
        )
    there, pixels = zip(*seen.values(), strict=True)
    error, matrix, distortion, turns, spread = _best(there, pixels, (width, height), second=len(seen) >= K2_SHOTS)
    degrees = _widest(turns)
    if degrees < FEWEST_DEGREES:
        raise Trouble(
            Message(
                "The shots are too alike: they differ by {degrees} degrees at most. Tilt the camera or prop up one "
                "side of the mat between shots, by {least} degrees or more.",
                degrees=round(degrees),
                least=round(FEWEST_DEGREES),
            )
        )
    uncertainty = float(spread / matrix[0, 0])
    if error > WORST_PX or uncertainty > WORST_FOCAL or not np.isfinite(error):
        raise Trouble(
            Message(
                "These shots do not agree on one lens ({error} pixels off, focal length uncertain by {share} %). Hold "
                "the camera still, keep the mat flat, and take more shots from other angles.",
                error=round(error, 2),
                share=round(100 * uncertainty, 1),
            )
        )
    bends = tuple(float(value) for value in np.ravel(distortion)[:4])
    lens = Lens(width, height, float(matrix[0, 0]), float(matrix[0, 2]), float(matrix[1, 2]), bends)
    return Calibration(lens, float(error), uncertainty, degrees, left_out)


def _corners(shot: Array, mat: Mat) -> tuple[Array, Array] | None:
    """The corners of the markers: where they are on the mat, and in the picture; three markers at least."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = 0.3
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    quads, ids, _ = cv2.aruco.ArucoDetector(mat.aruco, parameters).detectMarkers(shot)
    found = [] if ids is None else [int(marker) for marker in np.ravel(ids)]
    known = {marker: quad for marker, quad in zip(found, quads, strict=True) if marker in mat.markers}
    if len(known) < 3:
        return None
    there = np.concatenate([mat.outlines[marker] for marker in known])
    return there.astype(np.float32), np.concatenate([q.reshape(4, 2) for q in known.values()]).astype(np.float32)


def _best(
    there: Sequence[Array], pixels: Sequence[Array], size: tuple[int, int], second: bool
) -> tuple[float, Array, Array, list[Array], float]:
    """White paper glares over a marker's black border, so that its corners are found a little inside. Left alone that
    looks like a bent lens: the amount that explains the shots best is searched along with it."""
    outward = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)

    def solved(bleed: float) -> tuple[float, Array, Array, list[Array], float]:
        shrunk = [points - bleed * np.tile(outward, (len(points) // 4, 1)) for points in there]
        return _solved(shrunk, pixels, size, second)

    tried = {float(bleed): solved(float(bleed)) for bleed in np.linspace(*BLEED_MM, 9)}
    middle = min(tried, key=lambda bleed: tried[bleed][0])
    for step in (0.06, 0.03, 0.015):
        tried |= {bleed: solved(bleed) for bleed in (middle - step, middle + step)}
        middle = min(tried, key=lambda bleed: tried[bleed][0])
    return tried[middle]


def _solved(
    there: Sequence[Array], pixels: Sequence[Array], size: tuple[int, int], second: bool
) -> tuple[float, Array, Array, list[Array], float]:
    focal = USUAL_FOCAL * max(size)
    start = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
    if not second:
        flags |= cv2.CALIB_FIX_K2
    answer = cv2.calibrateCameraExtended(list(there), list(pixels), size, start, np.zeros(5), flags=flags)
    error, matrix, distortion, turns, _, spreads = answer[:6]
    uncertain = float(np.ravel(spreads)[:2].max())  # of the focal length
    return float(error), matrix, distortion, [cv2.Rodrigues(turn)[0] for turn in turns], uncertain


def _widest(turns: Sequence[Array]) -> float:
    """The largest angle between the directions from which two shots look at the mat."""
    ways = np.array([turn[2] for turn in turns])  # of the camera's axis, on the mat
    return float(np.degrees(np.arccos(np.clip(ways @ ways.T, -1, 1)).max()))


def save_lens(lens: Lens, path: Path) -> None:
    bends = ", ".join(f"{value:.6f}" for value in lens.distortion)
    text = (
        "# the camera's lens, measured by vigie calibrate\n[lens]\n"
        f"width = {lens.width}\nheight = {lens.height}\n"
        f"focal = {lens.focal:.3f}\ncx = {lens.cx:.3f}\ncy = {lens.cy:.3f}\n"
        f"distortion = [{bends}]  # k1, k2, p1, p2\n"
    )
    write(path, text)


def own_lens() -> Lens | None:
    """The lens measured on this machine, where there is one."""
    path = data_dir() / LENS_FILE
    return load_lens(path) if path.is_file() else None


def load_lens(path: Path) -> Lens:
    """A lens that was measured before; a file that is none is a Trouble that names it."""
    try:
        data = files.toml(path)
    except files.Unreadable as error:
        why = error.message
        raise Trouble(Message("The lens's file {file} cannot be read: {why}.", file=path, why=why)) from None
    try:
        return _lens(files.section(data, "lens"))
    except files.Unreadable as error:
        why = error.message
        raise Trouble(
            Message("{file} does not describe a lens: {why}. Measure it again: vigie calibrate.", file=path, why=why)
        ) from None


def _lens(data: Mapping[str, Any]) -> Lens:
    width, height = (files.whole(data.get(key), f"lens.{key}", 16, 20_000) for key in ("width", "height"))
    longer = max(width, height)
    return Lens(
        width,
        height,
        files.number(data.get("focal"), "lens.focal", longer / 10, longer * 50),
        files.number(data.get("cx"), "lens.cx", -longer, 2 * longer),
        files.number(data.get("cy"), "lens.cy", -longer, 2 * longer),
        files.numbers(data.get("distortion"), "lens.distortion", 4, -100, 100),
    )


def tray_text(picture: Array, corners: Sequence[tuple[float, float]], width: float, height: float) -> str:
    """A mat's file for a tray without markers: its corners in the picture (any order), its size in millimetres."""
    points = _clockwise(corners)
    rows, columns = picture.shape[:2]
    if any(not (0 <= x < columns and 0 <= y < rows) for x, y in points):
        raise Trouble(Message("The corners must lie in the picture, which is {w}x{h}.", w=columns, h=rows))
    area = abs(cv2.contourArea(np.array(points, np.float32)))
    if not cv2.isContourConvex(np.array(points, np.float32)) or area < 0.02 * rows * columns:
        raise Trouble(Message("These four points are not the corners of a tray: they must span a four-sided shape."))
    if not (60 <= width <= 2000 and 60 <= height <= 2000):
        raise Trouble(Message("A tray is between 60 and 2000 mm long and wide, not {w}x{h}.", w=width, h=height))
    inside = np.zeros((rows, columns), np.uint8)
    cv2.fillConvexPoly(inside, np.rint(points).astype(np.int32), 255)
    blue, green, red = (int(v) for v in np.median(picture[inside > 0], axis=0))
    listed = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in points)
    return f"""# a tray of one's own, marked by vigie calibrate --corners; the camera must not move any more
[mat]
width = {width:g}
height = {height:g}
base = "#{red:02x}{green:02x}{blue:02x}"

[tray]
picture = [{columns}, {rows}]
corners = [{listed}]

[markers]
dictionary = "DICT_4X4_50"
size = 30.0
quiet = 5.0
marker = []

[zones.track]
x0 = 0.0
y0 = 0.0
x1 = {width:g}
y1 = {height:g}
[zones.reserve] # a tray has none
x0 = -1.0
y0 = -1.0
x1 = -1.0
y1 = -1.0
[zones.island]
x0 = -1.0
y0 = -1.0
x1 = -1.0
y1 = -1.0

[patches]
size = 14.0
x = 0.0
y = []
grey = []
"""


def _clockwise(corners: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """From the upper left, clockwise, in whatever order they were picked."""
    points = np.array(corners, float)
    away = points - points.mean(axis=0)
    around = points[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]
    first = int(around.sum(axis=1).argmin())
    return [(float(x), float(y)) for x, y in np.roll(around, -first, axis=0)]


def write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Trouble(Message("{file} cannot be written: {why}.", file=path, why=error.strerror)) from None
