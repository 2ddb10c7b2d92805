"""What can be wrong with teaching photos, each said with the photo's name: blurred, mixed faces, faces too alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.say import Message, Trouble
from vision.dice import symbols
from vision.limits import limit
from vision.mat.geometry import Mat
from vision.mat.pose import Pose
from vision.taught.profile import blank

Array = NDArray[Any]

BLURRED_MM = limit("checks.blurred_mm")
OTHER = limit("checks.other")
LIFTED = limit("checks.lifted")
MIRRORS = limit("checks.mirrors")
ALIKE = limit("checks.alike")


def check_sharp(face: str, gray: Array, pose: Pose, mat: Mat) -> None:
    if mat.markers and fade_mm(gray, pose, mat) > BLURRED_MM:
        raise Trouble(Message("The photo of '{face}' is blurred: hold the camera still and take it again.", face=face))


def fade_mm(gray: Array, pose: Pose, mat: Mat) -> float:
    """Over how many millimetres the markers' outlines go from black to white."""
    t = np.arange(-4, 4, 0.1)
    along = np.linspace(0.2, 0.8, 9)
    s = mat.marker_size
    widths = []
    for marker in pose.markers:
        x, y = mat.markers[marker]
        for points in (
            np.stack(np.broadcast_arrays(x + t, (y + s * along)[:, None]), -1),
            np.stack(np.broadcast_arrays(x + s + t[::-1], (y + s * along)[:, None]), -1),
            np.stack(np.broadcast_arrays((x + s * along)[:, None], y + t), -1),
            np.stack(np.broadcast_arrays((x + s * along)[:, None], y + s + t[::-1]), -1),
        ):
            px = pose.pixels(points).astype(np.float32)
            seen = cv2.remap(gray, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            fall = np.asarray(seen, np.float64).mean(0)
            white, black = fall[:8].mean(), fall[-8:].mean()
            if white - black > 30:
                share = (fall - black) / (white - black)
                widths.append(float(((share > 0.2) & (share < 0.8)).sum()))
    return 0.1 * float(np.percentile(widths, 75)) if widths else 0.0  # moved: only two sides of four fade


def other_faces(features: Array, amounts: Array, empty: bool) -> list[int]:
    """The dice of one photo that show something else than most of them; `empty` where the photo is said to show blank
    faces."""
    n = len(features)
    if n < 3:
        return []
    usual = float(np.median(amounts))
    if empty or usual < symbols.BLANK:  # a blank face has nothing to compare but that it is blank
        return [i for i in range(n) if amounts[i] > usual + symbols.PALE]
    matches = symbols.compare(features, amounts, symbols.Moulds(features, np.full(n, usual)))
    like = np.array([m.like for m in matches])
    np.fill_diagonal(like, np.nan)
    return [i for i in range(n) if np.nanmedian(like[i]) < OTHER]


def drowned(features: Array) -> list[int]:
    """The dice of one photo whose symbol, brought out of glare, is not that of the others: nothing is left of it."""
    matches = symbols.compare(features, np.ones(len(features)), symbols.Moulds(features, np.ones(len(features))))
    like = np.array([m.like for m in matches])
    np.fill_diagonal(like, np.nan)
    return [i for i, row in enumerate(like) if not np.nanmedian(row) > LIFTED]


def mirrored(bodies: Array, all_alike: Array) -> Array:
    """Which of some tops mirror the lamp, by the tones of their bodies (n, 3) and of all that have the same body: what
    the darker half of these show is the body, for a mirrored lamp can only brighten it."""
    bright = np.sort(all_alike.mean(1))
    usual = float(np.median(bright[: max(1, (len(bright) + 1) // 2)]))
    return np.asarray(bodies.mean(1) - usual > MIRRORS)


def without_glare(tones: Mapping[str, Array], alike: Mapping[str, str]) -> dict[str, Array]:
    """The commonest colour of each photo's dice, or, where that is far brighter than in the other photos of the same
    body, theirs: then most of its dice mirror the lamp."""
    out = {}
    for face, tone in tones.items():
        others = np.array([t for f, t in tones.items() if alike[f] == alike[face]])
        usual = np.median(others, axis=0)
        steady = (np.abs(others - usual).mean(1) < MIRRORS).mean() > 0.5
        out[face] = usual if steady and (tone - usual).mean() > MIRRORS else tone
    return out


def lamp_in(face: str) -> Trouble:
    return Trouble(
        Message(
            "The lamp is mirrored in the dice of the photo of '{face}': move the lamp or the dice, and take it again.",
            face=face,
        )
    )


def mixed(face: str, other: str) -> Trouble:
    return Trouble(
        Message(
            "The photo of '{face}' also shows '{other}': all dice in it must show the same face.",
            face=face,
            other=other,
        )
    )


def check_apart(faces: Sequence[str], bodies: Sequence[int], features: Array, amounts: Array) -> None:
    """No two faces of one body may look alike."""
    moulds = symbols.Moulds(features, amounts, blank(faces))
    for i, match in enumerate(symbols.compare(features, amounts, moulds)):
        for j in range(i):
            empty = moulds.blank[i], moulds.blank[j]
            alike = all(empty) or (not any(empty) and match.like[j] > ALIKE)
            if alike and bodies[i] == bodies[j]:
                raise Trouble(
                    Message(
                        "The photos of '{one}' and '{other}' look alike: is one of them of the wrong face?",
                        one=faces[j],
                        other=faces[i],
                    )
                )
