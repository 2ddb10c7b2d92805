"""One frame, read: what lies where and what it shows. No memory: `vigie read` and Watcher both come through here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.say import Message
from vision.cards.marks import near_marks
from vision.cards.sight import Sight
from vision.dice import judge, level, look
from vision.dice.look import Look, Scene, Shown
from vision.limits import limit
from vision.mat.geometry import Mat
from vision.mat.pose import Lens, Pose, find_pose
from vision.picture.views import copies_of
from vision.seen import Die, Lying, Reading
from vision.taught.profile import Profile

Array = NDArray[Any]

SURE = limit("read.sure")
SURE_COLOUR = limit("read.sure_colour")
DOUBT = limit("read.doubt")
NO_MAT = Message("The mat is not in view: its four corner markers must show.")
HARDLY = Message("Too little of the mat shows, or it is too dark to read.")
APART = limit("read.apart")
LIKE = limit("read.like")
DOUBTFUL = 0.9  # a mark may be taken for a face with up to this chance


def read(
    frame: Array,
    profile: Profile,
    mat: Mat,
    pose: Pose | None = None,
    lens: Lens | None = None,
    sight: Sight | None = None,
) -> Reading:
    """What lies on the mat. With `pose`, the camera's known place, the markers are not looked for again. `sight` knows
    the faces of cards that were taught: what is printed on them is no die."""
    return explained(frame, profile, mat, pose, lens, sight)[0]


def explained(
    frame: Array,
    profile: Profile,
    mat: Mat,
    pose: Pose | None = None,
    lens: Lens | None = None,
    sight: Sight | None = None,
) -> tuple[Reading, list[Weighed]]:
    """The same, with every candidate as it was decided."""
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8 or min(frame.shape[:2]) < 64:
        return Reading(False, False, (), Message("The picture is too small or not a colour picture.")), []
    seen = looked_at(frame, profile, mat, pose, lens)
    if isinstance(seen, Message):
        return Reading(seen is HARDLY, seen is HARDLY, (), seen), []
    all_of_them = weighed(seen)
    dice = [each.die for each in all_of_them if each.die is not None]
    return Reading(True, seen.hand, tuple(_but_print(dice, frame, seen.views.pose, sight))), all_of_them


def _but_print(dice: list[Die], frame: Array, pose: Pose, sight: Sight | None) -> list[Die]:
    """Without unread or doubtful ones that are a printed card's marks, or what is on the face of a taught card."""
    odd = [die for die in dice if die.face is None or die.confidence < DOUBTFUL]
    if not odd:
        return dice
    at = np.array([(die.x_mm, die.y_mm) for die in odd])
    print_ = near_marks(frame, pose, at)
    if sight is not None:
        print_ |= sight.printed(frame, pose, at)
    none = [die for die, each in zip(odd, print_.tolist(), strict=True) if each]
    return [die for die in dice if die not in none]


def looked_at(
    frame: Array, profile: Profile, mat: Mat, pose: Pose | None = None, lens: Lens | None = None
) -> Scene | Message:
    """The frame made ready to be read, or why it cannot be."""
    pose = pose or find_pose(frame, mat, lens=lens)
    if pose is None:
        return NO_MAT
    return look.scene(copies_of(frame), pose, profile, mat) or HARDLY


@dataclass(frozen=True)
class Weighed:
    """One candidate with what every stage said of it, and what came of it."""

    look: Look
    flat: float  # the judge's chances
    odd: float
    nothing: float
    shown: Shown
    die: Die | None  # none where it is no die, or one that was found already
    again: bool = False  # a surer look at the same place came before


def weighed(seen: Scene) -> list[Weighed]:
    """Every candidate of a frame, in the order in which they are decided."""
    looks = look.looks(seen)
    if not looks:
        return []
    chances = judge.chances(judge.evidence(looks, seen.profile))
    faces = look.shown(looks, seen.profile)
    flat, _, nothing = chances.T
    at = np.array([(k.at.x, k.at.y) for k in looks])
    apart = np.hypot(*(at[:, None] - at).T) > APART * seen.profile.edge_mm
    free = np.ones(len(looks), bool)
    out = []
    for i in np.lexsort((nothing, np.where(flat > SURE, -flat, 0))).tolist():  # of looks at one place the surest
        again = not free[i]
        die = None if again else _die(looks[i], float(flat[i]), float(nothing[i]), faces[i], seen)
        if die is not None:
            free &= apart[i]
        flatly, oddly, none = (float(chance) for chance in chances[i])
        out.append(Weighed(looks[i], flatly, oddly, none, faces[i], die, again))
    return out


def _die(k: Look, flat: float, nothing: float, face: Shown, seen: Scene) -> Die | None:
    at = k.at
    zone, name = seen.mat.zone_of(at.x, at.y), seen.profile.bodies[k.kin]
    if flat * face.sure > SURE and face.sure > SURE_COLOUR:
        return Die(face.face, face.colour, name, at.x, at.y, zone, "flat", flat * face.sure, at.turn)
    if nothing > DOUBT or seen.among_fingers(at):  # nothing is said of what may be a finger
        return None
    state, reason = _why(k, face.sure if flat > SURE else 1.0)
    return Die(None, None, name, at.x, at.y, zone, state, 1 - flat, at.turn, reason)


def _why(k: Look, hue: float) -> tuple[Lying, Message]:
    if hue < 1.0:
        return "unsure", Message("The colour of this die's symbol is not to be told in this light.")
    if k.mirrors and k.level.argmax() == level.FLAT:
        return "unsure", Message("The lamp is mirrored in this die: turn it a little, or move the lamp.")
    if k.match.like.max() > LIKE:
        return "cocked", Message("This die does not lie flat: straighten it or throw it again.")
    if k.level.argmax() != level.FLAT:
        return "unsure", Message("This die moves, or something hides a part of it.")
    return "unsure", Message("This die shows nothing that was taught: turn it, or teach it.")
