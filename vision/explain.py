"""What each stage said of every candidate in a frame, in lines to read: why a die was read so, or was not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rules.say import Message, Trouble
from vision.mat.geometry import Mat
from vision.mat.pose import Lens
from vision.picture.views import Square
from vision.read import Array, Weighed, looked_at, weighed
from vision.taught.profile import Profile

FACES = 3  # the likest ones are told


def explained(frame: Array, profile: Profile, mat: Mat, lens: Lens | None = None) -> list[str]:
    """A few lines for each candidate, those decided first at the top."""
    seen = looked_at(frame, profile, mat, lens=lens)
    if isinstance(seen, Message):
        raise Trouble(seen)
    pose = seen.views.pose
    found = ", ".join(map(str, pose.markers)) or "none"
    lines = [
        f"markers {found}; they fit within {pose.off * pose.size[0]:.2f} pixels; the camera is {pose.camera[2]:.0f} mm "
        f"over the mat; {len(seen.spots)} places to look at"
    ]
    for each in weighed(seen):
        lines += _of(each, profile)
    return lines


@dataclass(frozen=True, slots=True)
class Stages:
    """What each stage said of one die, as chances (flat, another die, no die), for a screen to show."""

    survey: tuple[float, float, float]
    level: tuple[float, float, float]
    judge: tuple[float, float, float]
    likest: tuple[tuple[str, float], ...]  # the faces it is most like, and how like
    wide: float  # over the taught edge
    mirrors: bool  # the lamp shows in its top


def stages(each: Weighed, profile: Profile) -> Stages:
    k = each.look
    return Stages(
        _chances(k.spot),
        _chances(k.level),
        (each.flat, each.odd, each.nothing),
        _likest(k.match.like, profile),
        k.at.wide,
        k.mirrors,
    )


def _of(each: Weighed, profile: Profile) -> list[str]:
    k = each.look
    best = k.match.best
    return [
        f"at {_where(k.at)}: {_outcome(each)}",
        f"    survey  {_scores(k.spot)}",
        f"    level   {_scores(k.level)}; {k.at.wide:.3f} of the edge wide",
        f"    symbol  {_faces(k.match.like, profile)}; ink {k.amount:.2f}, taught {profile.ink[best]:.2f}; "
        f"body {profile.bodies[k.kin]}, {k.off:.2f} off"
        + (f"; the lamp is mirrored and leaves {k.left:.0%} of the ink" if k.mirrors else ""),
        f"    judge   flat {each.flat:.2f}, other {each.odd:.2f}, no die {each.nothing:.2f}"
        + (f"; colour {each.shown.colour} {each.shown.sure:.2f}" if each.shown.colour else ""),
    ]


def _where(at: Square) -> str:
    return f"{at.x:.1f} {at.y:.1f} mm, turned {at.turn:.0f}"


def _outcome(each: Weighed) -> str:
    if each.again:
        return "a surer look at this die came before"
    if each.die is None:
        return "no die"
    if each.die.face is None:
        return f"{each.die.state}: {each.die.reason}"
    return " ".join(word for word in (each.die.colour, each.die.face) if word)


def _chances(scores: Array) -> tuple[float, float, float]:
    """Flat, other, no die."""
    odds = np.exp(scores - scores.max())
    flat, odd, nothing = (odds / odds.sum()).tolist()
    return flat, odd, nothing


def _scores(scores: Array) -> str:
    flat, odd, nothing = _chances(scores)
    return f"flat {flat:.2f}, other {odd:.2f}, no die {nothing:.2f}"


def _likest(like: Array, profile: Profile) -> tuple[tuple[str, float], ...]:
    best: dict[str, float] = {}
    for i in np.argsort(-like).tolist():
        best.setdefault(profile.faces[i], float(like[i]))
    return tuple(best.items())[:FACES]


def _faces(like: Array, profile: Profile) -> str:
    return ", ".join(f"{face} {value:.2f}" for face, value in _likest(like, profile))
