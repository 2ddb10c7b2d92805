"""Cards learned from photos: each shows one card or several, apart from each other on the mat, the right way up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.say import Message, Trouble
from vision.cards import rectangles
from vision.cards.deck import MOST_FACES
from vision.cards.faces import Faces, alike, sampled
from vision.cards.plane import PER_MM, Plane
from vision.cards.rectangles import OUT_PX
from vision.mat.pose import Lens, find_pose

Array = NDArray[Any]
NARROW_MM, LONG_MM = (35.0, 95.0), (55.0, 130.0)  # what cards measure
SHAPE = 1.15, 2.0  # height over width
FULL = 0.9  # of the rectangle around it, that an outline fills: a card, and not a hand
GAPS_PX = 11, 7, 3  # an edge that fades runs on, over so many pixels, where nothing else is so near
UNLIKE_MM = 3.5  # so much two cards of one box may seem to differ in size
BORDER = 0.72  # of a card's border, that is seen where it runs into something else
ONE = 0.993  # faces more alike than this cannot be told from one another


def lying(above: Array, edges: Array) -> Array:
    """The cards that lie apart from all else: middle (in pixels), turn, width and height in millimetres: (n, 5). In the
    order in which one reads; upright, as far as the picture says."""
    found: list[tuple[float, ...]] = []
    for gap in GAPS_PX:
        whole = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
        for outline in cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            card = _card(outline)
            if card is not None and all(np.hypot(card[0] - x, card[1] - y) > card[3] / 2 for x, y, *_ in found):
                found.append(card)
    return _in_order(np.array(found).reshape(-1, 5))


def _card(outline: Array) -> tuple[float, ...] | None:
    (x, y), (wide, high), turn = cv2.minAreaRect(outline)
    if wide > high:
        wide, high, turn = high, wide, turn + 90
    width, height = ((side - 2 * OUT_PX) / PER_MM for side in (wide, high))
    if not (NARROW_MM[0] < width < NARROW_MM[1] and LONG_MM[0] < height < LONG_MM[1]):
        return None
    if not SHAPE[0] < height / width < SHAPE[1] or cv2.contourArea(cv2.convexHull(outline)) < FULL * wide * high:
        return None
    return x, y, (turn + 90) % 180 - 90, width, height


def _in_order(found: Array) -> Array:
    """Row by row: a card is in the row of the one before it if it lies less than half a card lower."""
    if not len(found):
        return found
    by_height = found[np.argsort(found[:, 1])]
    half = by_height[:, 4].mean() / 2 * PER_MM
    breaks = [0, *(k + 1 for k, (one, other) in enumerate(pairwise(by_height[:, 1])) if other - one > half)]
    rows = np.split(by_height, breaks[1:])
    return np.concatenate([row[np.argsort(row[:, 0])] for row in rows])


def taught(photos: Mapping[str, tuple[Array, tuple[str, ...]]], plane: Plane, lens: Lens | None = None) -> Faces:
    """Of each photo, by its file's name: the picture, and the names of its cards row by row."""
    seen = []
    for file, (photo, names) in photos.items():
        pose = find_pose(photo, plane.mat, lens=lens)
        if pose is None:
            raise Trouble(Message("{file}: the mat is not in view: its four corner markers must show.", file=file))
        above = plane.seen(photo, pose)
        edges = plane.edges(above)
        seen.append((file, names, above, edges, lying(above, edges)))
    if not seen:
        raise Trouble(Message("No photos to learn from."))
    sizes = np.concatenate([cards[:, 3:] for *_, cards in seen])
    if not len(sizes):
        raise Trouble(Message("No cards are seen in these photos: lay them two fingers apart on the track."))
    width, height = (float(side) for side in np.median(sizes, axis=0))
    pictures = []
    for file, names, above, edges, cards in seen:
        alone = cards[np.abs(cards[:, 3:] - (width, height)).max(axis=1) < UNLIKE_MM]
        cards = alone if len(alone) == len(names) else _of_size(edges, width, height, alone)
        if len(cards) != len(names):
            raise Trouble(
                Message(
                    "{file}: one card is seen apart from all else, but its name says {named}. Lay cards two fingers"
                    " apart on the track, and not on its markers.",
                    plural="{file}: {n} cards are seen apart from all else, but its name says {named}. Lay cards two"
                    " fingers apart on the track, and not on its markers.",
                    n=len(cards),
                    file=file,
                    named=len(names),
                )
            )
        pictures.append(sampled(above, cards, width, height))
    names = tuple(name for _, those, *_ in seen for name in those)
    return checked(Faces(np.concatenate(pictures), names, width, height))


def _of_size(edges: Array, width: float, height: float, alone: Array) -> Array:
    """Cards of a known size, whatever their outlines run into: beside those that lie alone, all whose borders are seen,
    none upon another."""
    found: list[Array] = [*alone]
    for place in rectangles.places(edges, width, height):
        if place[3] < BORDER:
            break
        if all(np.hypot(*(place[:2] - other[:2])) > 0.8 * width * PER_MM for other in found):
            found.append(np.array([*place[:2], (place[2] + 90) % 180 - 90, width, height]))
    return _in_order(np.array(found).reshape(-1, 5))


def joined(some: Faces | None, more: Faces) -> Faces:
    """Learned one after the other: a name that comes again has one more face."""
    if some is None:
        return checked(more)
    both = replace(
        some,
        pictures=np.concatenate([some.pictures, more.pictures]),
        names=(*some.names, *more.names),
        width=(some.width * len(some.names) + more.width * len(more.names)) / (len(some.names) + len(more.names)),
        height=(some.height * len(some.names) + more.height * len(more.names)) / (len(some.names) + len(more.names)),
    )
    return checked(both)


def checked(faces: Faces) -> Faces:
    """A Trouble where two of them cannot be told from one another."""
    if len(faces.names) > MOST_FACES:
        raise Trouble(Message("More than {n} cards are too many for one set.", n=MOST_FACES))
    flat = alike(faces.flat)
    many = len(faces.names)
    like = flat[:many] @ flat.T
    kinds = faces.kinds
    like[kinds[:many, None] == kinds[None]] = -1
    if like.size and like.max() > ONE:
        one, other = np.unravel_index(like.argmax(), like.shape)
        raise Trouble(
            Message(
                "'{one}' and '{other}' look the same: give both the same name, or photograph them nearer.",
                one=faces.names[int(one)],
                other=faces.names[int(other) % many],
            )
        )
    return faces
