"""Cards seen: printed ones by their marks, those from a box by their faces."""

from __future__ import annotations

from math import hypot
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import marks
from vision.cards.faces import Faces, Look, looked_at
from vision.cards.lying import cards
from vision.cards.names import BACK
from vision.cards.plane import Plane
from vision.cards.rectangles import places
from vision.mat.geometry import Mat
from vision.mat.pose import Pose
from vision.seen import Card

LIKELY = 4  # names a card may have that is not known for sure
MAYBE, SHOWS = 0.75, 0.25  # a card that is less like any of these, and shows less, is said only where
BORDER = 0.92  # so much of its border is seen that it must be a card of some kind
APART = 0.55  # of a card's width: nearer to a known card nothing else lies


class Sight:
    """Looks for cards in one frame after the other. `faces`: those that were taught by sight, where some were."""

    def __init__(self, mat: Mat, faces: Faces | None = None) -> None:
        self.mat, self.faces = mat, faces
        self._plane = Plane(mat)

    def cards(self, frame: NDArray[Any], pose: Pose) -> tuple[Card, ...]:
        """All that lie in view."""
        gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        half = cv2.resize(gray, (gray.shape[1] // 2, gray.shape[0] // 2), interpolation=cv2.INTER_AREA)
        printed = cards(marks.find(gray, half, pose), self.mat)
        return (*printed, *self._by_sight(frame, pose, printed)) if self.faces else printed

    def printed(self, frame: NDArray[Any], pose: Pose, at: NDArray[Any]) -> NDArray[Any]:
        """Which of these places (n, 2) on the mat are a known card's own print, and nothing that lies upon it: to the
        eyes for dice symbols on cards look like odd dice."""
        there = np.zeros(len(at), bool)
        if self.faces is None:
            return there
        above = self._plane.seen(frame, pose)
        spots = places(self._plane.edges(above), self.faces.width, self.faces.height)
        pixels = self._plane.pixels(at)
        for look in looked_at(above, spots, self.faces):
            if look.sure:
                there |= look.bears(pixels, self.faces)
        return there

    def _by_sight(self, frame: NDArray[Any], pose: Pose, printed: tuple[Card, ...]) -> list[Card]:
        assert self.faces is not None
        above = self._plane.seen(frame, pose)
        spots = places(self._plane.edges(above), self.faces.width, self.faces.height)
        found: list[Card] = []
        for look in sorted(looked_at(above, spots, self.faces), key=lambda look: -look.sure):
            card = self._card(look)
            if card is not None and not any(_one(card, other) for other in (*printed, *found)):
                found.append(card)
        return sorted(found, key=lambda card: (card.name or "~", card.x_mm, card.y_mm))

    def _card(self, look: Look) -> Card | None:
        assert self.faces is not None
        like = look.like > MAYBE and look.shows > SHOWS
        if not (look.sure or like or look.border > BORDER):
            return None
        x, y = (float(v) for v in self._plane.places(np.array([look.x, look.y])))
        back = look.sure and look.name.startswith(BACK)
        return Card(
            number=None,
            x_mm=x,
            y_mm=y,
            zone=self.mat.zone_of(x, y),
            turn_deg=look.turn,
            width_mm=self.faces.width,
            height_mm=self.faces.height,
            name=look.name if look.sure and not back else None,
            likely=() if look.sure else tuple(n for n in look.others if not n.startswith(BACK))[:LIKELY],
            back=back,
        )


def _one(card: Card, other: Card) -> bool:
    return hypot(card.x_mm - other.x_mm, card.y_mm - other.y_mm) < APART * min(card.width_mm, other.width_mm)
