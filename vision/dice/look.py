"""Looking around a frame: every candidate for a die, compared with what was taught, not yet judged."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import glare, level, survey, symbols
from vision.dice.level import NOTHING
from vision.limits import limit
from vision.mat.geometry import Mat
from vision.mat.pose import Pose
from vision.picture.colour import SOFT
from vision.picture.views import Square, Views, views_of
from vision.taught.profile import Profile

Array = NDArray[Any]

HAND_MM2 = limit("look.hand_mm2")
SURELY = limit("look.surely")
FAR, FAR_DEG = limit("look.far"), limit("look.far_deg")
UNKNOWN, WELL_KNOWN = limit("look.unknown"), limit("look.well_known")
KNOWN = limit("look.known")


@dataclass(frozen=True, slots=True)
class Look:
    """All that was measured of one candidate."""

    at: Square
    match: symbols.Match
    amount: float  # of ink
    body: Array  # its tone
    kin: int  # the taught body nearest to it in colour
    off: float  # and how far from it
    spot: Array  # the scores of its cell, see vision.dice.survey
    level: Array  # the scores of its patch, see vision.dice.level
    hue: Array = field(default_factory=lambda: np.zeros(3))  # of the ink, less the body's; where colours tell anything
    left: float = 1.0  # the share of its strength that a mirrored lamp leaves to the ink

    @property
    def mirrors(self) -> bool:
        """Whether the lamp is mirrored in its top."""
        return self.left < glare.GLARED


@dataclass(frozen=True)
class Scene:
    """One frame and where dice may lie in it."""

    views: Views
    mat: Mat
    profile: Profile
    hand: bool  # something lies over the mat that is larger than any card
    spots: list[survey.Candidate]
    among_fingers: Callable[[Square], bool]


def scene(copies: list[Array], pose: Pose, profile: Profile, mat: Mat, least: float = survey.LEAST) -> Scene | None:
    """What there is to look at in a frame, given with smaller copies; None where too little of the mat shows."""
    views = views_of(copies, pose, mat, profile.edge_mm)
    if views is None:
        return None
    ground = survey.field_of(views, profile.edge_mm, profile.body_tones, mat)
    hand = _hand(ground)

    def among_fingers(square: Square) -> bool:
        at = np.array([square.y - ground.y0, square.x - ground.x0]) / ground.mm
        row, column = np.rint((at - survey.RIM) / 2).astype(int)
        inside = 0 <= row < hand.shape[0] and 0 <= column < hand.shape[1]
        return inside and bool(hand[row, column])

    spots = survey.squares(ground, survey.said(ground), least)
    return Scene(views, mat, profile, bool(hand.any()), spots, among_fingers)


def _hand(ground: survey.Field) -> Array:
    """Where in the field, within its rim (every second pixel), something larger than any card lies over the mat."""
    inner = slice(survey.RIM, -survey.RIM, 2)  # beyond it there may be table
    strange: Array = (ground.planes[1, inner, inner] < 0.3).astype(np.uint8)
    pixels = HAND_MM2 / (2 * ground.mm) ** 2
    if cv2.countNonZero(strange) < pixels:
        return np.zeros(strange.shape, bool)
    strange = cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(strange, connectivity=4)
    large = stats[:, 4] > pixels
    large[0] = False  # the mat
    return np.asarray(large[labels])


def looks(seen: Scene) -> list[Look]:
    """Each place where a die may lie, looked at by the net and compared with what was taught. Where the first look was
    from too far beside the die, a second one follows."""
    if not seen.spots:
        return []
    spots = [spot.square for spot in seen.spots]
    flat, squares = level.judged(seen.views, spots, seen.profile.edge_mm, seen.mat)
    something = np.flatnonzero(flat[:, NOTHING] - flat[:, :NOTHING].max(1) < SURELY).tolist()
    far = [i for i in something if _apart(spots[i], squares[i], seen.profile.edge_mm)]
    if far:
        flat[far], nearer = level.judged(seen.views, [squares[i] for i in far], seen.profile.edge_mm, seen.mat)
        for i, square in zip(far, nearer, strict=True):
            squares[i] = square
    if not something:
        return []
    squares, scores = [squares[i] for i in something], [(seen.spots[i].scores, flat[i]) for i in something]
    found = _compared(seen, squares, scores)
    aside = [
        i for i, k in enumerate(found)
        if max(abs(k.match.dx), abs(k.match.dy)) >= symbols.SHIFT and UNKNOWN < k.match.like.max() < WELL_KNOWN
    ]  # fmt: skip
    if aside:
        moved = [_moved(found[i].at, found[i].match, seen.profile.edge_mm) for i in aside]
        for i, again in zip(aside, _compared(seen, moved, [scores[i] for i in aside]), strict=True):
            if again.match.like.max() > found[i].match.like.max():
                found[i] = again
    hues = np.zeros((len(found), 3))
    if seen.profile.colours:
        hues = symbols.hues(seen.views, [k.at for k in found], seen.profile.edge_mm, np.array([k.body for k in found]))
    return [replace(k, at=_centred(k, seen.profile), hue=hue) for k, hue in zip(found, hues, strict=True)]


def _apart(one: Square, other: Square, edge: float) -> bool:
    """Whether a look at one place says too little of the other."""
    return one.far(other) > FAR * edge or abs((one.turn - other.turn + 45) % 90 - 45) > FAR_DEG


def _compared(seen: Scene, squares: list[Square], scores: list[tuple[Array, Array]]) -> list[Look]:
    profile = seen.profile
    tops = symbols.faces(seen.views, squares, profile.edge_mm)
    ink = symbols.ink_of(tops, profile.body_tones)
    kin, off = _kin(ink.body, profile)
    glaring = np.flatnonzero(_left(ink.body, kin, profile) < glare.GLARED)
    if len(glaring):
        kin[glaring] = _kin(glare.rims(tops[:, glaring]), profile)[0]  # how far off stays what the judge learned from
    left = _left(ink.body, kin, profile)
    matches = symbols.compare(ink.features, ink.amount, profile.moulds, left)
    drawn = ~profile.moulds.blank
    glaring = np.array([i for i in glaring if matches[i].like[drawn].max() < KNOWN], int)
    for i, match in zip(glaring.tolist(), _in_glare(tops[:, glaring], profile), strict=True):
        if match.like.max() > max(glare.BROUGHT_OUT, matches[i].like[drawn].max()):
            matches[i], ink.amount[i] = match, profile.ink[match.best]  # how strong it was says nothing any more
    return [
        Look(
            square, match, float(ink.amount[i]), ink.body[i], int(kin[i]), float(off[i]),
            *scores[i], left=float(left[i]),
        )
        for i, (square, match) in enumerate(zip(squares, matches, strict=True))
    ]  # fmt: skip


def _kin(body: Array, profile: Profile) -> tuple[Array, Array]:
    """The taught body nearest to each tone in colour (k,), and how far it is."""
    apart = body[:, None] - profile.body_tones
    rise = apart.mean(2, keepdims=True)
    far = np.abs(apart - rise).max(2) + 0.3 * np.abs(rise[..., 0])
    return far.argmin(1), far.min(1)


def _left(body: Array, kin: Array, profile: Profile) -> Array:
    """The share of its strength that glare leaves to the ink of dice of those tones (k,)."""
    return np.asarray(np.exp(-0.5 * np.maximum(body - profile.body_tones[kin], 0).mean(1)))


def _in_glare(tops: Array, profile: Profile) -> list[symbols.Match]:
    count = tops.shape[1]
    if not count:
        return []
    features = symbols.ink_of(glare.lifted(tops)).features * glare.INNER
    much = np.full(count, np.inf)  # no face passes for a blank here
    return symbols.compare(features, much, profile.moulds_in_glare)


def _centred(k: Look, profile: Profile) -> Square:
    """The symbol, where it is known, says where the middle is."""
    known = k.match.like[k.match.best] >= KNOWN and not profile.moulds.blank[k.match.best]
    return _moved(k.at, k.match, profile.edge_mm) if known else k.at


def _moved(square: Square, match: symbols.Match, edge: float) -> Square:
    step, a = edge / symbols.VIEW, math.radians(square.turn)
    dx, dy = match.dx * step, match.dy * step
    x, y = square.x + dx * math.cos(a) - dy * math.sin(a), square.y + dx * math.sin(a) + dy * math.cos(a)
    return Square(float(x), float(y), square.turn, square.wide)


@dataclass(frozen=True, slots=True)
class Shown:
    """The face and colour that a look is most like, whether or not that is to be believed; how sure the colour is."""

    face: str
    colour: str | None = None
    sure: float = 1.0


def shown(looks: list[Look], profile: Profile) -> list[Shown]:
    if not looks:
        return []
    kin = np.array([k.kin for k in looks])
    like = np.array([k.match.like for k in looks])
    best = np.where(profile.template_body == kin[:, None], like, -1).argmax(1)
    faces = [profile.faces[i] for i in best]
    if not profile.colours:
        return [Shown(face) for face in faces]
    body = np.array([k.body for k in looks])
    tone = body + np.array([k.hue for k in looks])
    chances = colour_chances(tone, body, profile.colour_tones[best], profile.body_tones[kin])
    drowned = (np.linalg.norm(tone - body, axis=1) < FAINT) & ((body - profile.body_tones[kin]).mean(1) > SHINING)
    chances[drowned] = np.minimum(chances[drowned], GUESSED)
    which = chances.argmax(1)
    return [Shown(face, profile.colours[i], float(row[i])) for face, i, row in zip(faces, which, chances, strict=True)]


MIXED = np.linspace(0.2, 1.15, 14)  # thin lines mix with the body around them
FAINT, SHINING = limit("look.faint"), limit("look.shining")
GUESSED = limit("look.guessed")
DARK = limit("look.dark")
HUE = limit("look.hue")
PALEST = limit("look.palest")
BRIGHTNESS = limit("look.brightness")


def colour_chances(tone: Array, seen_body: Array, inks: Array, body: Array) -> Array:
    """Chances (k, c) of each taught ink (k, c, 3) for tones that may be mixed with the body's. Ink is judged against
    the body around it, half as it was taught and half as it is seen: a tinted light changes both, glare only one."""
    paper, seen = np.maximum(np.exp(body) - SOFT, DARK), np.exp(tone) - SOFT
    own = np.sqrt(paper * np.maximum(np.exp(seen_body) - SOFT, DARK))
    share = np.log(np.maximum(seen / own, 0.0) + DARK)
    pure = (np.exp(inks) - SOFT) / paper[:, None]
    mixed = MIXED[:, None] * pure[:, :, None] + (1 - MIXED[:, None])  # (k, c, m, 3)
    off = np.log(np.maximum(mixed, 0.0) + DARK) - share[:, None, None]
    rise = off.mean(3, keepdims=True)
    far = np.sqrt(((off - rise) ** 2).sum(3) + 3 * BRIGHTNESS * rise[..., 0] ** 2)
    far = (far / (PALEST + (1 - PALEST) * np.minimum(MIXED, 1))).min(2)  # pale inks differ less, and stray less
    nearest = far.min(1, keepdims=True)
    chance = np.exp(-(0.5 * (far - nearest) ** 2 + (far - nearest) * nearest) / HUE**2)
    out: Array = chance / chance.sum(1, keepdims=True)
    return out
