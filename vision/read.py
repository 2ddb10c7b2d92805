"""One frame, read: what lies where and what it shows. No memory: `vigie read` and Watcher both come through here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.say import Message
from vision import find, fit, judge, symbols
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
    tone: Array  # of the body
    blob: find.Blob
    stretch: tuple[float, float] = (1.0, 1.0)  # of the symbol, over what was taught
    spill: tuple[float, float] = (0.0, 0.0)  # body colour beyond a flat die's outline: worst eighth, mean
    lack: tuple[float, float] = (0.0, 0.0)  # bare mat within it


def read(frame: Array, profile: Profile, mat: Mat, pose: Pose | None = None, lens: Lens | None = None) -> Reading:
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8 or min(frame.shape[:2]) < 64:
        return Reading(False, False, (), Message("The picture is too small or not a colour picture."))
    pose = pose or find_pose(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), mat, lens=lens)
    if pose is None:
        return Reading(False, False, (), Message("The mat is not in view: its four corner markers must show."))
    seen = _seen(frame, pose, profile, mat)
    if seen is None:
        return Reading(True, True, (), Message("Too little of the mat shows, or it is too dark to read."))
    hand, looks = seen
    dice = judged(looks, profile, mat)
    return Reading(True, hand, tuple(dice))


def _seen(frame: Array, pose: Pose, profile: Profile, mat: Mat) -> tuple[bool, list[Look]] | None:
    views = find.look(frame, pose, mat, dark=profile.dark)
    if views is None:
        return None
    found, _ = find.blobs(views.strange, pose, mat, profile.edge_mm)
    return any(b.area > HAND_MM2 for b in found), look_around(views, found, profile)


def looks(frame: Array, profile: Profile, mat: Mat) -> list[Look]:
    """All candidates of a frame, measured but not judged: for training and for looking at."""
    pose = find_pose(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), mat)
    seen = _seen(frame, pose, profile, mat) if pose is not None else None
    return seen[1] if seen is not None else []


def evidence(looks: list[Look], profile: Profile) -> Array:
    at = np.array([[k.fit.x, k.fit.y] for k in looks]).reshape(-1, 2)
    gaps = np.linalg.norm(at[:, None] - at[None], axis=2) + np.eye(len(at)) * 1e6
    apart = gaps.min(1, initial=1e6) / profile.edge_mm
    rows = [judge.evidence(k, profile, *_body(k, profile), float(a)) for k, a in zip(looks, apart, strict=True)]
    return np.array(rows)


def look_around(views: find.Views, found: list[find.Blob], profile: Profile) -> list[Look]:
    """The squares of all blobs, measured; of those over one another the cleanest; each looked at."""
    edge = profile.edge_mm
    squares = find.squares(views, found, edge, profile.body_tones)
    measured = _measured(views, squares, edge)
    kept = _cleanest(measured, edge)
    for _ in range(2):  # a row of dice: beside one that was found, another of the same turn
        more = _beside(views, found, kept, edge)
        if not more:
            break
        measured += _measured(views, more, edge)
        kept = _cleanest(measured, edge)
    by_label = {b.label: b for b in found}
    looks = [_best_look(views, pair, measured, by_label[pair[0].blob], profile) for pair in kept]
    return _outlined(views, _unlike_places(looks, edge), profile)


def _unlike_places(looks: list[Look], edge: float) -> list[Look]:
    """Of looks that came to be of one place, the best known."""
    kept: list[Look] = []
    for k in sorted(looks, key=lambda k: -float(k.like.max()) - 0.3 * k.fit.clean):
        if all((k.fit.x - o.fit.x) ** 2 + (k.fit.y - o.fit.y) ** 2 > (0.75 * edge) ** 2 for o in kept):
            kept.append(k)
    return kept


def _outlined(views: find.Views, looks: list[Look], profile: Profile) -> list[Look]:
    """Looks with how well the outline of a flat die there agrees with what is not mat."""
    edge = profile.edge_mm
    h, w = views.strange.shape
    hulls = [silhouette(views, k.fit, edge) for k in looks]
    sure = [k.like.max() > 0.7 or k.fit.clean > CLEAN for k in looks]
    near = 2.2 * w / views.pose.size[0] / find.mm_per_px(views.pose, edge)  # pixels in 2.2 mm
    out = []
    for i, (look, hull) in enumerate(zip(looks, hulls, strict=True)):
        others = np.zeros((h, w), np.uint8)
        for j, other in enumerate(hulls):
            if j != i and sure[j]:
                cv2.fillConvexPoly(others, other, 1)
        beyond, within = _along(hull, near)
        px = np.clip(np.rint(beyond).astype(int), 0, (w - 1, h - 1))
        free = others[px[:, 1], px[:, 0]] == 0
        there = np.minimum(views.strange[px[:, 1], px[:, 0]], 1)
        body = views.tones[px[:, 1], px[:, 0]] - profile.body_tones[_body(look, profile)[0]]
        alike = np.abs(body - body.mean(1, keepdims=True)).max(1) < 0.5
        spill = np.where(free & alike, there, 0.0).reshape(8, -1).mean(1)
        px = np.clip(np.rint(within).astype(int), 0, (w - 1, h - 1))
        lack = 1 - np.minimum(views.strange[px[:, 1], px[:, 0]], 1).reshape(8, -1).mean(1)
        out.append(
            replace(look, spill=(float(spill.max()), float(spill.mean())), lack=(float(lack.max()), float(lack.mean())))
        )
    return out


def _along(hull: Array, offset: float) -> tuple[Array, Array]:
    """32 points just outside and just inside a convex outline, in order around it."""
    corners = hull.reshape(-1, 2).astype(np.float64)
    following = np.roll(corners, -1, axis=0)
    lengths = np.linalg.norm(following - corners, axis=1)
    at = (np.arange(32) + 0.5) / 32 * lengths.sum()
    ends = np.cumsum(lengths)
    side = np.minimum(np.searchsorted(ends, at), len(corners) - 1)
    share = ((at - (ends - lengths)[side]) / np.maximum(lengths[side], 1e-6))[:, None]
    points = corners[side] * (1 - share) + following[side] * share
    inward = corners.mean(0) - points
    inward /= np.linalg.norm(inward, axis=1, keepdims=True) + 1e-6
    return points - inward * offset, points + inward * offset * 0.7


def _best_look(views: find.Views, pair: Pair, measured: list[Pair], blob: find.Blob, profile: Profile) -> Look:
    """The look at a candidate; where it shows nothing known, the best look at its rivals."""
    best = look_at(views, *pair, blob, profile)
    if best.like.max() > KNOWN:
        return best
    near = (0.8 * profile.edge_mm) ** 2
    rivals = [p for p in measured if p is not pair and (p[1].x - pair[1].x) ** 2 + (p[1].y - pair[1].y) ** 2 < near]
    rivals.sort(key=lambda p: -p[1].clean)
    for rival in rivals[:10]:
        look = look_at(views, *rival, blob, profile)
        if look.like.max() + 0.3 * look.fit.clean > best.like.max() + 0.3 * best.fit.clean + 0.05:
            best = look
    return best


KNOWN = 0.85
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
        if not here or (blob.area < 30 * edge * edge and blob.area - _explained(views, here, edge) < 0.5 * edge * edge):
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
    best = int(like.argmax())
    turned, dy, dx = (int(v) for v in where[best])
    wide = symbols.stretch(ink.features, profile.templates[best, turned], dy, dx)
    if like[best] > KNOWN and profile.ink[best] > symbols.BLANK:  # the symbol says where the middle is
        step, a = edge * symbols.SPAN / symbols.VIEW, np.deg2rad(fitted.turn)
        mx, my = dx * step * np.cos(a) - dy * step * np.sin(a), dx * step * np.sin(a) + dy * step * np.cos(a)
        fitted = replace(fitted, x=float(fitted.x + mx), y=float(fitted.y + my))
    return Look(square, fitted, ink, like, where, covered, ring, 0.0, ink.body, blob, wide)


def judged(looks: list[Look], profile: Profile, mat: Mat) -> list[Die]:
    """What the candidates are: dice with their faces, dice that cannot be read and why; the rest is no die."""
    if not looks:
        return []
    chances = judge.chances(evidence(looks, profile))
    dice = []
    for look, (flat, _odd, nothing) in zip(looks, chances, strict=True):
        x, y = look.fit.x, look.fit.y
        body, _ = _body(look, profile)
        best = int(np.where(profile.template_body == body, look.like, -1).argmax())
        name, zone = profile.bodies[body], mat.zone_of(x, y)
        if flat > SURE:
            colour = _colour(look, profile, best)
            dice.append(Die(profile.faces[best], colour, name, x, y, zone, "flat", float(flat), look.fit.turn))
        elif nothing < 0.5:
            state, reason = _why(look, profile, best, float(flat))
            dice.append(Die(None, None, name, x, y, zone, state, float(1 - flat), look.fit.turn, reason))
    return dice


SURE = 0.5


def _why(look: Look, profile: Profile, best: int, flat: float) -> tuple[Lying, Message]:
    if look.like[best] > 0.6:
        return "cocked", Message("This die does not lie flat: straighten it or throw it again.")
    if min(look.fit.sides) < 0.15:
        return "unsure", Message("This die moves, or something hides a part of it.")
    return "unsure", Message("This die shows nothing that was taught: turn it, or teach it.")


def shown(look: Look, profile: Profile) -> tuple[str, str | None]:
    """The face and colour it is most like, whether or not that is to be believed."""
    body, _ = _body(look, profile)
    best = int(np.where(profile.template_body == body, look.like, -1).argmax())
    return profile.faces[best], _colour(look, profile, best)


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
