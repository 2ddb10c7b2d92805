"""What the camera sees, taken apart for whoever sets up a table: markers, zones, dice, light, all as plain values.

Screens draw these over the live picture; they need neither OpenCV nor the mat for it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.checks import Check, level, light, mat_in_view
from rules.say import Message, Trouble
from vision import explain, rig
from vision.mat.geometry import Box, Mat
from vision.mat.pose import Lens, Pose, find_pose
from vision.measure import measured
from vision.read import explained
from vision.rig import Rig
from vision.seen import Die
from vision.taught import find
from vision.taught.profile import Profile

Image = NDArray[np.uint8]
Points = tuple[tuple[float, float], ...]  # pixels of the picture
Kind = Literal["marker", "zone", "patch", "die"]
CLIPPED = 250  # levels this high have lost what was in them


@dataclass(frozen=True, slots=True)
class Outline:
    kind: Kind
    name: str
    points: Points


@dataclass(frozen=True, slots=True)
class Light:
    """The mat's grey patches as they are seen; shares are from 0 to 1."""

    white: int  # 0 to 255
    contrast: int  # white less black
    even: float  # the darkest part of the track against its brightest
    clipped: float  # share of the mat that is so bright that nothing shows there
    verdict: Check


@dataclass(frozen=True, slots=True)
class View:
    """One picture, looked at. `trouble` says why nothing can be made out in it."""

    image: Image
    outlines: tuple[Outline, ...] = ()
    dice: tuple[tuple[Die, Points], ...] = ()
    light: Light | None = None
    trouble: Message | None = None
    stages: tuple[explain.Stages, ...] = ()  # what each stage of reading said of each of the dice
    rig: Rig | None = None  # none while a hand is over the mat

    @property
    def markers(self) -> int:
        return sum(outline.kind == "marker" for outline in self.outlines)


def inspect(image: Image, mat: Mat, profile: Profile | None = None, lens: Lens | None = None) -> View:
    """Takes some hundred milliseconds: not for the thread that owns the game."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    pose = find_pose(grey, mat, lens=lens)
    if pose is None:
        return View(image, trouble=mat_in_view("", image)[0].said)
    reading, candidates = explained(image, profile, mat, pose, lens) if profile is not None else (None, [])
    dice = reading.dice if reading is not None else ()
    edge = profile.edge_mm if profile is not None else rig.DIE_MM
    weighed = {id(each.die): each for each in candidates}
    hand = reading is not None and reading.hand
    return View(
        image,
        tuple(_outlines(mat, pose)),
        tuple((die, _square(pose, die, edge)) for die in dice),
        _light(image, grey, mat, pose),
        reading.trouble if reading is not None else None,
        tuple(explain.stages(weighed[id(die)], profile) for die in dice) if profile is not None else (),
        None if hand else measured(image, mat, pose, edge),
    )


def _outlines(mat: Mat, pose: Pose) -> Iterable[Outline]:
    for name, zone in mat.zones.items():
        if zone.x1 > zone.x0:
            yield Outline("zone", name, _pixels(pose, _corners(zone)))
    for box, grey in mat.patches:
        yield Outline("patch", str(grey), _pixels(pose, _corners(box)))
    for marker in pose.markers:
        if marker in mat.markers:
            yield Outline("marker", str(marker), _pixels(pose, mat.corners(marker)))


def _corners(box: Box) -> NDArray[np.float64]:
    return np.array([[box.x0, box.y0], [box.x1, box.y0], [box.x1, box.y1], [box.x0, box.y1]])


def _square(pose: Pose, die: Die, edge: float) -> Points:
    """The top of a die, at its height over the mat."""
    turn, half = np.radians(die.rot_deg), edge / 2
    around = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    rotated = around @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return _pixels(pose, rotated + np.array([die.x_mm, die.y_mm]), edge)


def _pixels(pose: Pose, points: NDArray[np.float64], z: float = 0.0) -> Points:
    return tuple((float(x), float(y)) for x, y in pose.pixels(points, z))


def _light(image: Image, grey: cv2.typing.MatLike, mat: Mat, pose: Pose) -> Light | None:
    if not mat.patches:
        return None
    levels = [level(grey, pose, (box.x0, box.y0, box.x1, box.y1)) for box, _ in mat.patches]
    track = mat.zones["track"]
    across, down = np.linspace(track.x0, track.x1, 4), np.linspace(track.y0, track.y1, 4)
    parts = [
        level(grey, pose, (x0, y0, x1, y1))
        for x0, x1 in itertools.pairwise(across)
        for y0, y1 in itertools.pairwise(down)
    ]
    inside = np.zeros(grey.shape, np.uint8)
    whole = pose.pixels(_corners(Box(0, 0, mat.width, mat.height)))
    cv2.fillConvexPoly(inside, np.rint(whole).astype(np.int32), 255)
    clipped = float(np.mean(image.max(axis=2)[inside > 0] >= CLIPPED)) if inside.any() else 0.0
    white, black = max(levels), min(levels)
    even = min(parts) / max(1, *parts)
    return Light(white, white - black, even, clipped, light(image, mat, pose))


def dice_in(photo: Image, mat: Mat, lens: Lens | None = None) -> int:
    """How many dice lie apart in a photo to teach from; a photo of no use at all is a Trouble."""
    pose = find_pose(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), mat, lens=lens)
    if pose is None:
        raise Trouble(mat_in_view("", photo)[0].said)
    views = find.look(photo, pose, mat)
    if views is None:
        raise Trouble(Message("The picture is too dark to learn from."))
    found, _ = find.blobs(views.strange, pose, mat, 16.0)
    return sum(0.6 * 14**2 < blob.area < 2.4 * 20**2 for blob in found)


def markers_in(photo: Image, mat: Mat) -> int:
    """How many of the mat's markers show: a shot for calibration needs three."""
    pose = find_pose(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), mat)
    return 0 if pose is None else len(pose.markers)
