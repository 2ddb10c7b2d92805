"""What stands on a card: compared with every face that was taught, upright and upside down, as far as it shows.

Cards of one box are often near kin, the same frame, the same picture in another colour. So what matters is not only how
like a face is, but whether what lies there is on its side of the middle between it and every other one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import hypot
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.plane import PER_MM

Array = NDArray[Any]
WIDE, HIGH = 32, 44  # samples of a face
ACROSS, DOWN = 4, 4  # parts of it, each seen or hidden by itself
RIM_MM = 1.5  # left out all around: the edge itself, and round corners
ROUNDS = 2  # of setting the place right
FEW = 12  # faces that are looked at closely
SHOWS = 0.45  # likeness of a part from which it is taken for seen
LIKE, APART, ENOUGH = 0.9, 0.33, 0.38  # a face is named where it is so like, so far from all others, and so much shows
SMALL = 4  # samples: squares that show or do not
OFF = 14.0, 0.7  # a square shows where it is off by no more than so many grey levels, or so much of its contrast
ROOM = 0.55  # of the smaller side: no two cards lie so close that their middles are nearer
AROUND_MM, AGREES = 5.0, 0.75  # what is the card's own print is so for so far about, but for so much of it
STRIDE = -2.5, 2.5  # millimetres and degrees of one step
_PART = HIGH * WIDE * 3 / (ACROSS * DOWN)  # samples
NOISE = 6.0**2 * _PART  # a part with less contrast than so many grey levels has nothing to say
MUCH = 40 * _PART**0.5  # and one with more says no more than this

_U, _V = np.meshgrid((np.arange(WIDE) + 0.5) / WIDE - 0.5, (np.arange(HIGH) + 0.5) / HIGH - 0.5)


@dataclass(frozen=True)
class Faces:
    """Every face that was taught, as samples (n, HIGH, WIDE, 3) of BGR levels in daylight; and its card's size."""

    pictures: Array
    names: tuple[str, ...]
    width: float
    height: float

    @cached_property
    def turned(self) -> Array:
        """Upright, then upside down: (2n, HIGH, WIDE, 3)."""
        both = np.concatenate([self.pictures, self.pictures[:, ::-1, ::-1]])
        return np.asarray(both, np.float32)

    @cached_property
    def flat(self) -> Array:
        return self.turned.reshape(len(self.turned), -1)

    @cached_property
    def parts(self) -> tuple[Array, Array]:
        """Each part's samples without their mean, and their length: (parts, 2n, samples), (parts, 2n)."""
        return _parts(self.turned)

    @cached_property
    def slopes(self) -> Array:
        """How each face changes when it is looked at a millimetre to the right, lower, and turned by a degree more."""
        step_x, step_y = (self.width - 2 * RIM_MM) / WIDE, (self.height - 2 * RIM_MM) / HIGH
        down, right = np.gradient(self.turned, axis=(1, 2))
        right, down = right / step_x, down / step_y
        x = (_U * (self.width - 2 * RIM_MM))[..., None]
        y = (_V * (self.height - 2 * RIM_MM))[..., None]
        turn = np.radians(1.0) * (x * down - y * right)
        return np.stack([right, down, turn], axis=1).reshape(len(self.turned), 3, -1)

    @cached_property
    def kinds(self) -> Array:
        """Which are of one name."""
        each = np.array([self.names.index(name) for name in self.names])
        return np.concatenate([each, each])


@dataclass(frozen=True, slots=True)
class Look:
    """What one place looks like: the face it is likest, and how surely it is that and none other."""

    x: float  # in pixels of the plane, set right
    y: float
    turn: float  # degrees; of a card upside down half a turn more
    name: str
    like: float  # -1..1, of what shows
    apart: float  # 0: in the middle between two faces; 0.5: nothing but this one
    shows: float  # share of the card
    border: float  # share of its border that is an edge
    others: tuple[str, ...]  # the likeliest names, this one first
    shown: Array = field(compare=False, repr=False)  # where it is as that face is: (HIGH, WIDE), the card upright

    def bears(self, pixels: Array, faces: Faces) -> Array:
        """Which of these points of the plane (n, 2) lie on the card where it is as its face is, for AROUND_MM about."""
        ahead = np.radians(self.turn)
        off = (pixels - (self.x, self.y)) / PER_MM
        u = off[:, 0] * np.cos(ahead) + off[:, 1] * np.sin(ahead)
        v = off[:, 1] * np.cos(ahead) - off[:, 0] * np.sin(ahead)
        wide, high = faces.width - 2 * RIM_MM, faces.height - 2 * RIM_MM
        column, row = (u / wide + 0.5) * WIDE, (v / high + 0.5) * HIGH
        on = (column >= 0) & (column < WIDE) & (row >= 0) & (row < HIGH)
        reach_x, reach_y = AROUND_MM / wide * WIDE, AROUND_MM / high * HIGH
        shares = [
            self.shown[max(0, int(r - reach_y)) : int(r + reach_y) + 1, max(0, int(c - reach_x)) : int(c + reach_x) + 1]
            for r, c in zip(row, column, strict=True)
        ]
        return np.array(
            [
                inside and share.size > 0 and bool(share.mean() > AGREES)
                for inside, share in zip(on, shares, strict=True)
            ],
            bool,
        )

    @property
    def sure(self) -> bool:
        return self.like > LIKE and self.apart > APART and self.shows > ENOUGH


def sampled(above: Array, places: Array, width: float, height: float) -> Array:
    """Faces at these places (n, 3: x, y in pixels, turn): (n, HIGH, WIDE, 3)."""
    turn = np.radians(places[:, 2])[:, None, None]
    u, v = _U * ((width - 2 * RIM_MM) * PER_MM), _V * ((height - 2 * RIM_MM) * PER_MM)
    x = places[:, 0, None, None] + u * np.cos(turn) - v * np.sin(turn)
    y = places[:, 1, None, None] + u * np.sin(turn) + v * np.cos(turn)
    seen = cv2.remap(
        above,
        x.reshape(-1, WIDE).astype(np.float32),
        y.reshape(-1, WIDE).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen, np.float32).reshape(-1, HIGH, WIDE, 3)


def _parts(pictures: Array) -> tuple[Array, Array]:
    many = len(pictures)
    cut = pictures.reshape(many, DOWN, HIGH // DOWN, ACROSS, WIDE // ACROSS, 3)
    cut = cut.transpose(1, 3, 0, 2, 4, 5).reshape(DOWN * ACROSS, many, -1, 3)
    cut = cut - cut.mean(axis=2, keepdims=True)
    flat = np.ascontiguousarray(cut.reshape(DOWN * ACROSS, many, -1), np.float32)
    return flat, np.linalg.norm(flat, axis=2)


def looked_at(above: Array, places: Array, faces: Faces) -> list[Look]:
    """What lies at these places (n, 4: as rectangles.places finds them), each thing once, the surest first."""
    if not len(places):
        return []
    pictures = sampled(above, places, faces.width, faces.height)
    likeness, part = _likeness(pictures, faces)
    room = min(faces.width, faces.height) * PER_MM * ROOM
    found: list[Look] = []
    looks: list[Look] = []
    for i in np.argsort(-likeness.max(axis=1)).tolist():
        order = np.argsort(-likeness[i])[:FEW]
        if any(hypot(places[i, 0] - look.x, places[i, 1] - look.y) < room for look in found):
            continue
        look = _closely(above, places[i], order, part[:, i, order[0]], faces)
        looks.append(look)
        if look.sure:
            found.append(look)
    return looks


def _likeness(pictures: Array, faces: Faces, which: Array | None = None) -> tuple[Array, Array]:
    """Of each picture to each of these faces, by the parts that show; and of each part: (n, k), (parts, n, k)."""
    mine, strong = _parts(pictures)
    theirs, taught = faces.parts
    if which is not None:
        theirs, taught = theirs[:, which], taught[:, which]
    part = np.matmul(mine, theirs.transpose(0, 2, 1))
    part *= 2 / (strong[:, :, None] ** 2 + taught[:, None, :] ** 2 + NOISE)
    weight = np.minimum(taught, MUCH)
    whole = np.einsum("pnk,pk->nk", np.maximum(part, 0), weight) / np.maximum(weight.sum(axis=0), 1e-3)
    return np.asarray(whole), part


def _closely(above: Array, place: Array, which: Array, part: Array, faces: Faces) -> Look:
    """The place set right by the likest face, and that face weighed against the other likely ones by what shows of it.
    `which`: the likeliest faces, `part`: how like each part is to the first of them."""
    at, best = place[:3].astype(np.float64), 0
    picture = sampled(above, at[None], faces.width, faces.height)
    for _ in range(ROUNDS):
        at = _set_right(at, picture[0], int(which[best]), part > SHOWS, faces)
        picture = sampled(above, at[None], faces.width, faces.height)
        likeness, parts = _likeness(picture, faces, which)
        best = int(likeness[0].argmax())
        part = parts[:, 0, best]
    shown = _seen(picture[0], faces.turned[which[best]], part > SHOWS)
    mask = shown.reshape(-1).repeat(3) if shown.any() else np.ones(picture[0].size, bool)
    seen = alike(picture.reshape(1, -1)[:, mask])[0]
    taught = alike(faces.flat[which][:, mask])
    like, kinds = taught @ seen, faces.kinds[which]
    best = int(like.argmax())
    others = kinds != kinds[best]
    between = 2 * (1 - taught[others] @ taught[best])
    apart = float(((like[best] - like[others]) / np.maximum(between, 1e-2)).min()) if others.any() else 0.5
    names = dict.fromkeys(faces.names[kinds[k]] for k in np.argsort(-like).tolist())
    return Look(
        x=float(at[0]),
        y=float(at[1]),
        turn=float(at[2] + 180 * (which[best] >= len(faces.names))) % 360,
        name=faces.names[kinds[best]],
        like=float(like[best]),
        apart=apart,
        shows=float(shown.mean()),
        border=float(place[3]),
        others=tuple(names),
        shown=shown[::-1, ::-1] if which[best] >= len(faces.names) else shown,
    )


def _seen(picture: Array, face: Array, shown: Array) -> Array:
    """Where the card shows, in small squares: where the picture is as the face says, its light made even by the parts
    that show for sure: (HIGH, WIDE)."""
    sure = _mask(shown if shown.any() else np.ones_like(shown))[::3].reshape(HIGH, WIDE)
    mine, theirs = picture[sure], face[sure]
    middle, aim = mine.mean(axis=0), theirs.mean(axis=0)
    gain = ((mine - middle) * (theirs - aim)).sum() / max(float(((mine - middle) ** 2).sum()), 1.0)
    off = (picture - middle) * np.clip(gain, 0.5, 2.0) + aim - face
    small = (HIGH // SMALL, SMALL, WIDE // SMALL, SMALL)
    wrong = (off * off).mean(axis=2).reshape(small).mean(axis=(1, 3))
    contrast = face.reshape(*small, 3).var(axis=(1, 3)).mean(axis=2)
    return np.asarray(wrong < np.maximum(OFF[0] ** 2, OFF[1] ** 2 * contrast)).repeat(SMALL, 0).repeat(SMALL, 1)


def _mask(shown: Array) -> Array:
    """Of each sample, three times: (HIGH * WIDE * 3,)."""
    grid = shown.reshape(DOWN, ACROSS).repeat(HIGH // DOWN, axis=0).repeat(WIDE // ACROSS, axis=1)
    return grid.reshape(-1).repeat(3)


def _set_right(at: Array, picture: Array, best: int, shown: Array, faces: Faces) -> Array:
    """One step of least squares to where the face fits best: seen through a gain and an offset, as far as it shows."""
    if shown.sum() < 3:
        return at
    mask = _mask(shown)
    seen = picture.reshape(-1)[mask]
    columns = np.vstack([faces.slopes[best][:, mask], seen, np.ones_like(seen)])
    gram = (columns @ columns.T).astype(np.float64)
    gram[np.diag_indices(5)] *= 1.001
    right, down, turn = np.clip(np.linalg.solve(gram + np.eye(5) * 1e-6, columns @ faces.flat[best][mask])[:3], *STRIDE)
    ahead = np.radians(at[2])
    across, below = right * np.cos(ahead) - down * np.sin(ahead), right * np.sin(ahead) + down * np.cos(ahead)
    return np.asarray(at + np.array([PER_MM * across, PER_MM * below, turn]))


def alike(samples: Array) -> Array:
    """Without the mean of each colour, of length one."""
    cut = samples.reshape(len(samples), -1, 3)
    cut = (cut - cut.mean(axis=1, keepdims=True)).reshape(len(samples), -1)
    return np.asarray(cut / np.maximum(np.linalg.norm(cut, axis=1, keepdims=True), 1e-3))
