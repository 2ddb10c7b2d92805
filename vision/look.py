"""Looking around a frame: every candidate for a die, compared with what was taught, not yet judged.

Most dice lie alone: one square for each blob, all at once (`alone`). What that leaves in doubt (rows of dice, dice
under a hand or beside a coin) is looked at the longer way (`crowded`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import find, fit, level, symbols
from vision.alone import squares as squares_alone
from vision.colour import SOFT
from vision.find import Square
from vision.mat import Mat
from vision.pose import Pose
from vision.profile import Profile

Array = NDArray[Any]

HAND_MM2 = 6000.0  # more than any card: an arm over the mat
KNOWN = 0.85  # so like a taught face that nothing better need be looked for
SINGLE = 2.4  # faces: a larger blob than this is more than one die
CLEAN = 0.3  # a fit this clean is a die's top


@dataclass(frozen=True, slots=True)
class Look:
    """All that was measured of one candidate."""

    at: Square
    match: symbols.Match
    amount: float  # of ink
    tone: Array  # of the ink, less the body's
    body: Array  # its tone
    kin: int  # the taught body nearest to it in colour
    off: float  # and how far from it
    level: Array  # the net's scores, see vision.level

    @property
    def worth(self) -> float:
        return float(self.match.like.max()) + 0.3 * self.at.score


@dataclass(frozen=True)
class Scene:
    """One frame, cut into what is mat and what is not."""

    views: find.Views
    mat: Mat
    profile: Profile
    blobs: list[find.Blob]  # with something of a taught body's colour in them
    hand: bool


def scene(frame: Array, pose: Pose, profile: Profile, mat: Mat) -> Scene | None:
    """What there is to look at; None where too little of the mat shows."""
    views = find.look(frame, pose, mat, profile.dark)
    if views is None:
        return None
    found, labels = find.blobs(views.strange, pose, mat, profile.edge_mm)
    hand = any(b.area > HAND_MM2 for b in found)
    return Scene(views, mat, profile, _body_coloured(views, found, labels, profile), hand)


def _body_coloured(views: find.Views, found: list[find.Blob], labels: Array, profile: Profile) -> list[find.Blob]:
    """The blobs with something of a taught body's colour in them: at least a sixth of a face."""
    there = np.flatnonzero(labels)
    off = views.tones.reshape(-1, 3)[there][:, None] - profile.body_tones.astype(np.float32)
    mean = off.mean(2)
    alike = ((np.abs(off - mean[..., None]).max(2) < 0.5) & (mean > -1.3) & (mean < 0.9)).any(1)
    count = np.bincount(labels.ravel()[there][alike], minlength=max((b.label for b in found), default=0) + 1)
    mm = find.mm_per_px(views.pose, profile.edge_mm) * views.pose.size[0] / labels.shape[1]
    return [b for b in found if count[b.label] * mm * mm > profile.edge_mm**2 / 6]


def alone(seen: Scene) -> list[Look]:
    """One look at each blob that may be a single die."""
    edge = seen.profile.edge_mm
    small = [b for b in seen.blobs if b.area < SINGLE * edge**2]
    return look_at(seen, squares_alone(seen.views, small, edge, seen.profile.body_tones))


def crowded(seen: Scene, done: Collection[int]) -> list[Look]:
    """Looks at all blobs but those `done`: their squares measured; of those over one another the cleanest, and where
    it shows nothing known, its rivals too."""
    edge = seen.profile.edge_mm
    found = [b for b in seen.blobs if b.label not in done]
    measured = _measured(seen.views, find.squares(seen.views, found, edge, seen.profile.body_tones), edge)
    kept = _cleanest(measured, edge)
    for _ in range(2):  # a row of dice: beside one that was found, another of the same turn
        more = _beside(seen.views, found, kept, edge)
        if not more:
            break
        measured += _measured(seen.views, more, edge)
        kept = _cleanest(measured, edge)
    looks = look_at(seen, kept)
    return unlike_places(looks + look_at(seen, _rivals(looks, measured, kept, edge)), edge)


def explain(seen: Scene, looks: list[Look]) -> Array:
    """Whether each look, as a flat die, shows hardly less than its whole blob."""
    edge, views = seen.profile.edge_mm, seen.views
    areas = {blob.label: blob.area for blob in seen.blobs}
    mm2 = _mm2_per_px(views, edge)
    shown = [cv2.contourArea(hull) * mm2 for hull in _hulls(views, [k.at for k in looks], edge)]
    return np.array([areas[k.at.blob] - area < 0.5 * edge**2 for k, area in zip(looks, shown, strict=True)], bool)


def _measured(views: find.Views, squares: list[Square], edge: float) -> list[Square]:
    if not squares:
        return []
    at = np.array([[s.x, s.y, s.turn] for s in squares])
    covered = cover(views, at, 0.0, 0.4 * edge, edge)
    return fit.measure(views, [s for s, c in zip(squares, covered, strict=True) if c > 0.5], edge)


def _cleanest(measured: list[Square], edge: float) -> list[Square]:
    kept: list[Square] = []
    for square in sorted(measured, key=lambda s: -s.score):
        if all(square.far(k) > 0.75 * edge for k in kept):
            kept.append(square)
    return kept


def unlike_places(looks: list[Look], edge: float) -> list[Look]:
    """Of looks that came to be of one place, the best."""
    kept: list[Look] = []
    for look in sorted(looks, key=lambda k: -k.worth):
        if all(look.at.far(k.at) > 0.75 * edge for k in kept):
            kept.append(look)
    return kept


def _rivals(looks: list[Look], measured: list[Square], kept: list[Square], edge: float) -> list[Square]:
    """The cleanest squares that were left out beside looks that show nothing known."""
    wanted: list[Square] = []
    for look in looks:
        if look.match.like.max() <= KNOWN:
            near = [s for s in measured if s not in kept and s not in wanted and s.far(look.at) < 0.8 * edge]
            wanted += sorted(near, key=lambda s: -s.score)[:8]
    return wanted


def _beside(views: find.Views, found: list[find.Blob], kept: list[Square], edge: float) -> list[Square]:
    """Places for more dice in blobs larger than the clean dice found in them."""
    out = []
    for blob in found:
        here = [s for s in kept if s.blob == blob.label and s.score > CLEAN]
        if not here or (blob.area < 30 * edge**2 and blob.area - _covered(views, here, edge) < 0.5 * edge**2):
            continue
        for square in here:
            a = np.deg2rad(square.turn)
            u, v = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
            for n, t in ((u, v), (-u, v), (v, u), (-v, u)):
                for slide in (-0.5, -0.25, 0.0, 0.25, 0.5):
                    x, y = np.array([square.x, square.y]) + edge * (n + slide * t)
                    place = Square(float(x), float(y), square.turn, 0.0, blob.label)
                    if all(place.far(k) > 0.7 * edge for k in here):
                        out.append(place)
    return out


def look_at(seen: Scene, squares: list[Square]) -> list[Look]:
    """Squares, compared with what was taught and looked at by the net."""
    if not squares:
        return []
    profile, edge = seen.profile, seen.profile.edge_mm
    around = level.surroundings(seen.views, squares, edge)
    ink = symbols.ink_of(level.faces(around))
    apart = ink.body[:, None] - profile.body_tones
    rise = apart.mean(2, keepdims=True)
    apart = np.abs(apart - rise).max(2) + 0.3 * np.abs(rise[..., 0])
    kin = apart.argmin(1)
    flat = level.scores(*level.patches(seen.views, around, squares, ink.body, edge, seen.mat))
    return [
        Look(
            _centred(square, match, profile, edge), match, float(ink.amount[i]), ink.tone[i], ink.body[i], int(kin[i]),
            float(apart[i, kin[i]]), flat[i],
        )
        for i, (square, match) in enumerate(
            zip(squares, symbols.compare(ink.features, ink.amount, profile.moulds), strict=True)
        )
    ]  # fmt: skip


def _centred(square: Square, match: symbols.Match, profile: Profile, edge: float) -> Square:
    """The symbol, where it is known, says where the middle is."""
    if match.like[match.best] < KNOWN or profile.moulds.blank[match.best]:
        return square
    step, a = edge / symbols.VIEW, np.deg2rad(square.turn)
    dx, dy = match.dx * step, match.dy * step
    x, y = square.x + dx * np.cos(a) - dy * np.sin(a), square.y + dx * np.sin(a) + dy * np.cos(a)
    return replace(square, x=float(x), y=float(y))


def cover(views: find.Views, at: Array, low: float, high: float, z: float) -> Array:
    """Share (k,) of not-mat between two concentric squares (half widths in mm) around each (x, y, turn)."""
    t = np.linspace(-high, high, 9)
    gx, gy = np.meshgrid(t, t)
    keep = np.maximum(np.abs(gx), np.abs(gy)) >= low
    gx, gy = gx[keep], gy[keep]
    a = np.deg2rad(at[:, 2:3])
    points = np.stack(
        [at[:, :1] + gx * np.cos(a) - gy * np.sin(a), at[:, 1:2] + gx * np.sin(a) + gy * np.cos(a)], axis=-1
    )
    h, w = views.strange.shape
    px = np.rint((views.pose.pixels(points, z) + 0.5) * w / views.pose.size[0] - 0.5).astype(int)
    px = np.clip(px, 0, (w - 1, h - 1))
    return np.asarray((views.strange[px[..., 1], px[..., 0]] > 1).mean(1))


def _hulls(views: find.Views, squares: list[Square], edge: float) -> list[Array]:
    """Flat dice's outlines in the quarter picture: their tops, and their feet on the mat."""
    if not squares:
        return []
    a = np.deg2rad([s.turn for s in squares])
    u = np.stack([np.cos(a), np.sin(a)], -1) * edge / 2
    v = np.stack([-u[:, 1], u[:, 0]], -1)
    c = np.array([[s.x, s.y] for s in squares])
    square = np.stack([c - u - v, c + u - v, c + u + v, c - u + v], axis=1)
    px = np.concatenate([views.pose.pixels(square, edge), views.pose.pixels(square, 0.0)], axis=1)
    px = (px + 0.5) * (views.strange.shape[1] / views.pose.size[0]) - 0.5
    return [np.asarray(cv2.convexHull(p)) for p in np.rint(px).astype(np.int32)]


def _mm2_per_px(views: find.Views, edge: float) -> float:
    return float((find.mm_per_px(views.pose, edge) * views.pose.size[0] / views.strange.shape[1]) ** 2)


def _covered(views: find.Views, squares: list[Square], edge: float) -> float:
    """The area of flat dice's outlines together, in mm2 of the picture."""
    mask = np.zeros(views.strange.shape, np.uint8)
    for hull in _hulls(views, squares, edge):
        cv2.fillConvexPoly(mask, hull, 1)
    return float(mask.sum()) * _mm2_per_px(views, edge)


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
    tone = body + np.array([k.tone for k in looks])
    chances = _colours(tone, body, profile.colour_tones[best], profile.body_tones[kin])
    which = chances.argmax(1)
    return [
        Shown(face, profile.colours[i], float(row[i])) for face, i, row in zip(faces, which, chances, strict=True)
    ]


MIXED = np.linspace(0.3, 1.15, 12)  # thin lines mix with the body around them
DARK = 0.05  # of the body's brightness: below it there is only noise
HUE = 0.16  # how far one colour strays from itself, one sigma
BRIGHTNESS = 0.2  # how much brightness counts beside hue: light and glare change it first


def _colours(tone: Array, seen_body: Array, inks: Array, body: Array) -> Array:
    """Chances (k, c) of each taught ink (k, c, 3) for tones that may be mixed with the body's. Ink is judged against
    the body around it, half as it was taught and half as it is seen: a tinted light changes both, glare only one."""
    paper, seen = np.maximum(np.exp(body) - SOFT, DARK), np.exp(tone) - SOFT
    own = np.sqrt(paper * np.maximum(np.exp(seen_body) - SOFT, DARK))
    share = np.log(np.maximum(seen / own, 0.0) + DARK)
    pure = (np.exp(inks) - SOFT) / paper[:, None]
    mixed = MIXED[:, None] * pure[:, :, None] + (1 - MIXED[:, None])  # (k, c, m, 3)
    off = np.log(np.maximum(mixed, 0.0) + DARK) - share[:, None, None]
    rise = off.mean(3, keepdims=True)
    far = np.sqrt(((off - rise) ** 2).sum(3) + 3 * BRIGHTNESS * rise[..., 0] ** 2).min(2)
    nearest = far.min(1, keepdims=True)
    chance = np.exp(-(0.5 * (far - nearest) ** 2 + (far - nearest) * nearest) / HUE**2)
    out: Array = chance / chance.sum(1, keepdims=True)
    return out
