"""Cards followed through the frames: said when what lies there has changed, and two looks agree on it."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from vision.cards.faces import Faces
from vision.cards.sight import Sight
from vision.mat.geometry import Mat
from vision.mat.pose import Pose
from vision.seen import Card

LOOKS = 4  # after something has come to rest
MOVED_MM = 12.0  # a card farther than this from where one lay was moved or laid anew


class CardWatcher:
    """It is told when all is still (the dice's Watcher knows), for a hand in the picture hides and blurs."""

    def __init__(self, mat: Mat, faces: Faces | None = None) -> None:
        self._sight = Sight(mat, faces)
        self._left = 0  # looks to go
        self._last: tuple[Card, ...] | None = None
        self._told: tuple[Card, ...] | None = None  # the first look is told, too

    def look(self, frame: NDArray[Any], pose: Pose | None, *, settled: bool) -> tuple[Card, ...] | None:
        """All cards that lie in view, where they are others than before, or elsewhere; else None."""
        if settled:
            self._left, self._last = LOOKS, None
        if not self._left or pose is None:
            return None
        self._left -= 1
        seen, before = self._sight.cards(frame, pose), self._last
        self._last = seen
        if before is None or not alike(seen, before):
            return None
        self._left = 0
        if self._told is not None and alike(seen, self._told):
            return None
        self._told = seen
        return seen


def alike(some: tuple[Card, ...], others: tuple[Card, ...]) -> bool:
    """The same cards, where they were."""
    return len(some) == len(others) and all(
        (one.number, one.name, one.back, one.likely[:1]) == (other.number, other.name, other.back, other.likely[:1])
        and abs(one.x_mm - other.x_mm) < MOVED_MM
        and abs(one.y_mm - other.y_mm) < MOVED_MM
        for one, other in zip(some, others, strict=True)
    )
