"""One frame, read: what lies where and what it shows. No memory: `vigie read` and Watcher both come through here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.say import Message
from vision import find, fit, symbols
from vision.mat import Mat
from vision.pose import Lens, Pose, find_pose
from vision.profile import Profile
from vision.seen import Die, Lying, Reading
from vision.teach import direction, face_view

Array = NDArray[Any]

HAND_MM2 = 6000.0  # more than any card: an arm over the mat


@dataclass(frozen=True)
class Look:
    """All that was measured of one candidate, before it is judged."""

    square: find.Square
    fit: fit.Fit
    ink: symbols.Ink
    like: Array  # to each template
    where: Array  # best rotation and shift for each
    cover: float  # share of the square that is not mat
    ring: float  # share of a ring around the square that is not mat
    band: float  # likeness of the rim to the body
    tone: Array  # of the body, less the mat's
    blob: find.Blob


def read(
    frame: Array, profile: Profile, mat: Mat, pose: Pose | None = None, lens: Lens | None = None
) -> Reading:
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8 or min(frame.shape[:2]) < 64:
        return Reading(False, False, (), Message("The picture is too small or not a colour picture."))
    pose = pose or find_pose(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), mat, lens=lens)
    if pose is None:
        return Reading(False, False, (), Message("The mat is not in view: its four corner markers must show."))
    views = find.look(frame, pose, mat, dark=bool((profile.body_tones.mean(1) < -0.8).any()))
    if views is None:
        return Reading(True, True, (), Message("Too little of the mat shows, or it is too dark to read."))
    found, _ = find.blobs(views.strange, pose, mat, profile.edge_mm)
    hand = any(b.area > HAND_MM2 for b in found)
    looks = look_around(views, found, profile)
    dice = [die for look in looks if (die := judge(look, profile, mat)) is not None]
    return Reading(True, hand, tuple(dice))


def look_around(views: find.Views, found: list[find.Blob], profile: Profile) -> list[Look]:
    """The squares of all blobs, measured; of those over one another the cleanest; each looked at."""
    edge = profile.edge_mm
    squares = find.squares(views, found, edge, profile.body_tones)
    kept = _cleanest(_measured(views, squares, edge), edge)
    for _ in range(2):  # a row of dice: beside one that was found, another of the same turn
        more = _beside(views, found, kept, edge)
        if not more:
            break
        kept = _cleanest(kept + _measured(views, more, edge), edge)
    by_label = {b.label: b for b in found}
    return [look_at(views, s, f, by_label[s.blob], profile) for s, f in kept]


Pair = tuple[find.Square, fit.Fit]
CLEAN = 0.3  # a fit this clean is a die's top


def _measured(views: find.Views, squares: list[find.Square], edge: float) -> list[Pair]:
    squares = [s for s in squares if cover(views, s.x, s.y, s.turn, 0.0, 0.4 * edge) > 0.5]
    return list(zip(squares, fit.measure(views, squares, edge), strict=True))


def _cleanest(pairs: list[Pair], edge: float) -> list[Pair]:
    kept: list[Pair] = []
    for square, fitted in sorted(pairs, key=lambda p: -p[1].clean):
        if all((fitted.x - f.x) ** 2 + (fitted.y - f.y) ** 2 > (0.75 * edge) ** 2 for _, f in kept):
            kept.append((square, fitted))
    return kept


def _beside(views: find.Views, found: list[find.Blob], kept: list[Pair], edge: float) -> list[find.Square]:
    """Places for more dice in blobs larger than the clean dice found in them."""
    out = []
    for blob in found:
        here = [p for p in kept if p[0].blob == blob.label and p[1].clean > CLEAN]
        if not here or blob.area < 30 * edge * edge and blob.area - _explained(views, here, edge) < 0.5 * edge * edge:
            continue
        for square, f in here:
            a = np.deg2rad(f.turn)
            u, v = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
            for n, t in ((u, v), (-u, v), (v, u), (-v, u)):
                for slide in (-0.5, -0.25, 0.0, 0.25, 0.5):
                    x, y = np.array([f.x, f.y]) + edge * (n + slide * t)
                    if all((x - k.x) ** 2 + (y - k.y) ** 2 > (0.7 * edge) ** 2 for _, k in here):
                        out.append(find.Square(float(x), float(y), f.turn, 0.0, square.blob))
    return out


def silhouette(views: find.Views, f: fit.Fit, edge: float) -> Array:
    """A flat die's outline in the quarter picture: its top, and its foot on the mat."""
    a = np.deg2rad(f.turn)
    u = np.array([np.cos(a), np.sin(a)]) * edge / 2
    v = np.array([-u[1], u[0]])
    c = np.array([f.x, f.y])
    square = np.array([c - u - v, c + u - v, c + u + v, c - u + v])
    px = np.concatenate([views.pose.pixels(square, edge), views.pose.pixels(square, 0.0)])
    scale = views.strange.shape[1] / views.pose.size[0]
    return cv2.convexHull(np.rint((px + 0.5) * scale - 0.5).astype(np.int32))


def _explained(views: find.Views, here: list[Pair], edge: float) -> float:
    mask = np.zeros(views.strange.shape, np.uint8)
    for _, f in here:
        cv2.fillConvexPoly(mask, silhouette(views, f, edge), 1)
    mm = find.mm_per_px(views.pose, edge) * views.pose.size[0] / mask.shape[1]
    return float(mask.sum()) * mm * mm


def cover(views: find.Views, x: float, y: float, turn: float, low: float, high: float) -> float:
    """Share of not-mat between two concentric squares (half widths in millimetres) at the top's height."""
    a = np.deg2rad(turn)
    t = np.linspace(-high, high, 9)
    gx, gy = np.meshgrid(t, t)
    keep = np.maximum(np.abs(gx), np.abs(gy)) >= low
    gx, gy = gx[keep], gy[keep]
    points = np.column_stack([x + gx * np.cos(a) - gy * np.sin(a), y + gx * np.sin(a) + gy * np.cos(a)])
    h, w = views.strange.shape
    px = np.rint((views.pose.pixels(points, high) + 0.5) * w / views.pose.size[0] - 0.5).astype(int)
    px = np.clip(px, 0, (w - 1, h - 1))
    return float((views.strange[px[:, 1], px[:, 0]] > 1).mean())


def look_at(views: find.Views, square: find.Square, fitted: fit.Fit, blob: find.Blob, profile: Profile) -> Look:
    edge = profile.edge_mm
    covered = cover(views, fitted.x, fitted.y, fitted.turn, 0.0, 0.4 * edge)
    ring = cover(views, fitted.x, fitted.y, fitted.turn, 0.6 * edge, 0.7 * edge)
    view = face_view(views, fitted, edge)
    ink = symbols.ink_of(view)
    like, where = symbols.compare(ink.features, profile.templates)
    return Look(square, fitted, ink, like, where, covered, ring, 0.0, ink.body, blob)


def judge(look: Look, profile: Profile, mat: Mat) -> Die | None:
    """What a candidate is: a die with its face, a die that cannot be read and why, or no die at all."""
    x, y = look.fit.x, look.fit.y
    zone = mat.zone_of(x, y)
    body, off = _body(look, profile)
    same = profile.template_body == body
    best = int(np.where(same, look.like, -1).argmax())
    face = profile.faces[best]
    like = float(look.like[best])
    others = [float(v) for v, f, s in zip(look.like, profile.faces, same, strict=True) if s and f != face]
    margin = like - max(others, default=0.0)
    level = abs(look.fit.across - 1) < 0.06 and abs(look.fit.down - 1) < 0.06 and look.fit.askew < 0.25
    if off > 1.0 or min(look.fit.sides) < 0.15 * profile.sharpness or look.cover < 0.7:
        return None
    name = profile.bodies[body]

    def unread(state: Lying, reason: Message) -> Die:
        return Die(None, None, name, x, y, zone, state, like, look.fit.turn, reason)

    if like < 0.8:
        if like > 0.4:
            return unread("cocked", Message("This die does not lie flat."))
        return None
    if not level:
        return unread("cocked", Message("This die does not lie flat."))
    if margin < 0.05:
        return unread("unsure", Message("This die could be one of two faces."))
    return Die(face, _colour(look, profile, best), name, x, y, zone, "flat", like, look.fit.turn)


def _body(look: Look, profile: Profile) -> tuple[int, float]:
    """The taught body nearest in colour, and how far from it."""
    off = look.tone - profile.body_tones
    chroma = np.abs(off - off.mean(1, keepdims=True)).max(1) + 0.3 * np.abs(off.mean(1))
    i = int(chroma.argmin())
    return i, float(chroma[i])


def _colour(look: Look, profile: Profile, best: int) -> str | None:
    if not profile.colours:
        return None
    off = ((direction(profile.colour_tones[best]) - direction(look.ink.tone)) ** 2).sum(1)
    return profile.colours[int(off.argmin())]
