"""One frame, read: what lies where and what it shows. No memory: `vigie read` and Watcher both come through here."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.say import Message
from vision import judge, look
from vision.look import Look, Scene, Shown
from vision.mat import Mat
from vision.pose import Lens, Pose, find_pose
from vision.profile import Profile
from vision.seen import Die, Lying, Reading

Array = NDArray[Any]
Judged = tuple[Look, Array]  # with its chances: flat, not flat, no die

SURE = 0.5  # a face is named from this chance on
THERE = 0.5  # a die that lies oddly: from this chance on
DOUBT = 0.35  # with this chance that it is no die at all, nothing is said of it
SQUARE = 0.1  # a longer look that found at least something like four sides
PLAIN = 0.8  # a look at a blob that leaves this little doubt needs no second one


def read(frame: Array, profile: Profile, mat: Mat, pose: Pose | None = None, lens: Lens | None = None) -> Reading:
    """What lies on the mat. With `pose`, the camera's known place, the markers are not looked for again."""
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8 or min(frame.shape[:2]) < 64:
        return Reading(False, False, (), Message("The picture is too small or not a colour picture."))
    pose = pose or find_pose(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), mat, lens=lens)
    if pose is None:
        return Reading(False, False, (), Message("The mat is not in view: its four corner markers must show."))
    seen = look.scene(frame, pose, profile, mat)
    if seen is None:
        return Reading(True, True, (), Message("Too little of the mat shows, or it is too dark to read."))
    return Reading(True, seen.hand, tuple(_dice(seen)))


def _dice(seen: Scene) -> list[Die]:
    """Dice with their faces, dice that cannot be read and why; what is neither is no die."""
    quick = _judged(look.alone(seen), seen)
    plain = [pair for pair in quick if pair[1][judge.FLAT] > PLAIN]
    sure = [pair for pair, clear in zip(plain, look.explain(seen, [k for k, _ in plain]), strict=True) if clear]
    done = {k.at.blob for k, _ in sure}
    longer = _judged(look.crowded(seen, done), seen)
    settled = _apart(sure + _best(longer, [pair for pair in quick if pair[0].at.blob not in done]), seen)
    faces = look.shown([k for k, _ in settled], seen.profile)
    areas = {blob.label: blob.area for blob in seen.blobs}
    dice = []
    for (k, chance), face in zip(settled, faces, strict=True):
        die = _die(k, chance, face, seen)
        if die is not None and (die.state == "flat" or areas[k.at.blob] < look.HAND_MM2):  # no dice among fingers
            dice.append(die)
    return dice


def _best(longer: list[Judged], quick: list[Judged]) -> list[Judged]:
    """The longer looks at doubtful blobs; but a blob in which they find no square, and that the quick look takes for a
    die that lies oddly, is that: a die that moves has no sides to measure, and the quick look is at its middle."""
    square = {k.at.blob for k, chance in longer if chance[judge.FLAT] > SURE or k.at.score > SQUARE}
    odd = [(k, chance) for k, chance in quick if chance[judge.ODD] > THERE and k.at.blob not in square]
    blobs = {k.at.blob for k, _ in odd}
    return [pair for pair in longer if pair[0].at.blob not in blobs] + odd


def _apart(looks: list[Judged], seen: Scene) -> list[Judged]:
    """Of looks at one place the first."""
    kept: list[Judged] = []
    for k, chance in looks:
        if all(k.at.far(other.at) > 0.75 * seen.profile.edge_mm for other, _ in kept):
            kept.append((k, chance))
    return kept


def _judged(looks: list[Look], seen: Scene) -> list[Judged]:
    if not looks:
        return []
    return list(zip(looks, judge.chances(judge.evidence(looks, seen.profile)), strict=True))


def _die(k: Look, chance: Array, face: Shown, seen: Scene) -> Die | None:
    flat, _, nothing = (float(c) for c in chance)
    at = k.at
    zone, name = seen.mat.zone_of(at.x, at.y), seen.profile.bodies[k.kin]
    if flat * face.sure > SURE:
        return Die(face.face, face.colour, name, at.x, at.y, zone, "flat", flat * face.sure, at.turn)
    if nothing > DOUBT:
        return None
    state, reason = _why(k, face.sure if flat > SURE else 1.0)
    return Die(None, None, name, at.x, at.y, zone, state, 1 - flat, at.turn, reason)


def _why(k: Look, hue: float) -> tuple[Lying, Message]:
    if hue < 1.0:
        return "unsure", Message("The colour of this die's symbol is not to be told in this light.")
    if k.match.like.max() > 0.6:
        return "cocked", Message("This die does not lie flat: straighten it or throw it again.")
    if k.at.score < 0:
        return "unsure", Message("This die moves, or something hides a part of it.")
    return "unsure", Message("This die shows nothing that was taught: turn it, or teach it.")
