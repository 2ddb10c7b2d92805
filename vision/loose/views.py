"""A die on any ground: where its body shows, and the middle of it as a picture that knows neither light nor size.

The body is what the middles of all teaching photos have in common: a colour. Of a die seen from above the face that is
up lies in the middle of its outline, whatever its shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.limits import limit
from vision.picture.colour import LINEAR

Array = NDArray[Any]

LOOK_PX = 160  # pixels of a picture's shorter side at which dice are looked for
VIEW = 40  # pixels of a die's middle as it is compared
REACH = 0.36  # of the outline's width that the middle goes to each side
SOFT = 0.03  # of full light: below it colours are noise
NEAR = limit("loose_views.near")
PALE = limit("loose_views.pale")
WEAKEST = limit("loose_views.weakest")
DIM = limit("loose_views.dim")
SMALLEST = limit("loose_views.smallest")
BINS = 24


@dataclass(frozen=True, slots=True)
class Middle:
    """One die in a picture: its middle and width in the picture's pixels, and how strong ink is over its middle."""

    x: float
    y: float
    wide: float
    ink: Array  # (VIEW, VIEW), 0 where the body shows


def chroma(picture: Array) -> Array:
    """Two numbers of colour for each pixel, the same in brighter and dimmer light."""
    light = np.log(LINEAR[picture] + SOFT)
    return np.stack([light[..., 2] - light[..., 1], light[..., 0] - light[..., 1]], axis=-1)


def reduced(picture: Array) -> tuple[Array, float]:
    by = LOOK_PX / min(picture.shape[:2])
    way = cv2.INTER_AREA if by < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, None, fx=by, fy=by, interpolation=way)), by


def body_of(pictures: Sequence[Array]) -> Array:
    """The chroma that the middles have and the borders have not: a share of every picture, so that no ground wins."""
    shares = []
    for picture in pictures:
        small, _ = reduced(picture)
        h, w = small.shape[:2]
        colour = chroma(small)
        rim = np.ones((h, w), bool)
        rim[h // 10 : -h // 10, w // 10 : -w // 10] = False
        ground, here = (
            _share(part) for part in (colour[rim], colour[h // 5 : -h // 5, w // 5 : -w // 5].reshape(-1, 2))
        )
        shares.append(np.maximum(here - ground, 0))
    common = np.mean(np.sqrt(shares), axis=0) * np.median(shares, axis=0) ** 0.5
    at = np.array(np.unravel_index(int(common.argmax()), common.shape)) + 0.5
    middle = at * 6 / BINS - 3
    for _ in range(5):  # to the middle of what is near it
        near = [c[np.abs(c - middle).max(1) < NEAR] for c in (chroma(reduced(p)[0]).reshape(-1, 2) for p in pictures)]
        seen = [np.median(c, axis=0) for c in near if len(c) > 20]
        middle = np.mean(seen, axis=0) if seen else middle
    return np.asarray(middle)


def _share(colours: Array) -> Array:
    count = np.histogram2d(colours[:, 0], colours[:, 1], bins=BINS, range=[[-3, 3], [-3, 3]])[0]
    return np.asarray(cv2.GaussianBlur(count / len(colours), (0, 0), 1.0))


def middles(picture: Array, body: Array) -> list[Middle]:
    """The dice of that body in a picture, the largest first."""
    small, by = reduced(picture)
    colour = chroma(small)
    there: Array = (_like_body(colour, body) & (LINEAR[small].mean(2) > DIM)).astype(np.uint8)
    there = cv2.morphologyEx(there, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    there = cv2.morphologyEx(there, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    outlines, *_ = cv2.findContours(there, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True):
        hull = cv2.convexHull(outline)
        area = float(cv2.contourArea(hull))
        if area < SMALLEST * there.size or cv2.contourArea(outline) < 0.6 * area:
            continue
        moments = cv2.moments(hull)
        x, y = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
        wide = float(np.sqrt(4 * area / np.pi))
        found.append(Middle((x + 0.5) / by - 0.5, (y + 0.5) / by - 0.5, wide / by, _ink(small, hull, x, y, wide)))
    return found


def _like_body(colour: Array, body: Array) -> Array:
    """Which pixels may be body: of its hue, more or less strong, for gloss and shade change that; of a grey body those
    that are near it."""
    strong = float(np.linalg.norm(body))
    if strong < PALE:
        return np.asarray(np.linalg.norm(colour - body, axis=-1) < NEAR)
    along = colour @ (body / strong)
    across = np.abs(colour @ (np.array([-body[1], body[0]]) / strong))
    return np.asarray((along > WEAKEST * strong) & (across < NEAR * np.maximum(along, strong)))


def _ink(small: Array, hull: Array, x: float, y: float, wide: float) -> Array:
    """How far each place of the middle is from the body there, in tones; a facet's own shade is no ink."""
    scale = VIEW / (2 * REACH * wide)
    move = np.array([[scale, 0, VIEW / 2 - 0.5 - scale * x], [0, scale, VIEW / 2 - 0.5 - scale * y]])
    view = cv2.warpAffine(small, move, (VIEW, VIEW), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    outline = cv2.fillConvexPoly(np.zeros(small.shape[:2], np.uint8), hull, 255)
    inside = np.asarray(cv2.warpAffine(outline, move, (VIEW, VIEW)) > 127)
    tone = np.log(LINEAR[view] + SOFT)
    ground = np.median(tone[inside], axis=0) if inside.any() else np.median(tone.reshape(-1, 3), axis=0)
    off = tone - ground
    rise = off.mean(2, keepdims=True)
    strength = np.sqrt(((off - rise) ** 2).sum(2)) + 0.25 * np.abs(rise[..., 0])
    return np.where(inside, strength, 0.0).astype(np.float32)
