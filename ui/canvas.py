"""A screen as a list of parts on a ground: what did not change is not drawn again.

Each frame a screen says what there is, in the order it lies: images that may move, and parts that are painted anew only
when they are others. `flush` then redraws just the places where something differs from the last frame.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import pygame
from pygame import Rect, Surface

from ui.breath import breathe
from ui.targets import NamedTwice

Thing = TypeVar("Thing")


class Part(Hashable, Protocol):
    """What is shown, as a value: a frozen dataclass of all that its painting depends on. Two that are equal look the
    same, and are painted once."""

    def paint(self, surface: Surface, box: Rect, /) -> None:
        """Onto a clear surface, of which the box is the whole area."""


@dataclass(frozen=True, slots=True)
class Laid:
    surface: Surface
    area: Rect
    alpha: int

    @property
    def solid(self) -> bool:
        return self.alpha == 255 and not self.surface.get_flags() & pygame.SRCALPHA

    def hides(self, area: Rect) -> bool:
        """Nothing that lies below it shows there."""
        return self.solid and self.area.contains(area)


class Same(Generic[Thing]):
    """Stands for one thing in what a part shows: equal to itself alone. It keeps the thing alive, so that no other can
    take its place in memory and pass for it."""

    __slots__ = ("thing",)

    def __init__(self, thing: Thing) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.thing is self.thing

    def __hash__(self) -> int:
        return id(self.thing)


class Canvas:
    def __init__(self, ground: Surface) -> None:
        self._ground = ground
        self._painted: dict[str, tuple[tuple[object, Part], Surface]] = {}
        self._now: dict[str, Laid] = {}
        self._last: dict[str, Laid] = {}
        self._all = True

    def image(self, name: str, surface: Surface, place: tuple[float, float] | Rect, *, alpha: int = 255) -> Rect:
        """A picture at its upper left corner; a rectangle centres it."""
        if isinstance(place, Rect):
            area = surface.get_rect(center=place.center)
        else:
            area = surface.get_rect(topleft=(round(place[0]), round(place[1])))
        if alpha > 0:
            self._lay(name, Laid(surface, area, alpha))
        return area

    def part(self, name: str, area: Rect, part: Part, *, alpha: int = 255) -> Rect:
        key = (area.size, part)
        known = self._painted.get(name)
        if known is None or known[0] != key:
            breathe()
            surface = Surface(area.size, pygame.SRCALPHA)
            part.paint(surface, surface.get_rect())
            known = self._painted[name] = (key, surface)
        if alpha > 0:
            self._lay(name, Laid(known[1], area.copy(), alpha))
        return area

    def _lay(self, name: str, part: Laid) -> None:
        if name in self._now:  # the second would stand in the first one's place, or in nobody's
            raise NamedTwice(f"part {name!r}")
        self._now[name] = part

    def ground(self, ground: Surface) -> None:
        """Another ground: all is drawn again."""
        if ground is not self._ground:
            self._ground, self._all = ground, True

    def flush(self, target: Surface) -> list[Rect]:
        """Draws what changed, and says where."""
        changed = [target.get_rect()] if self._all else self._changes(target.get_rect())
        for area in changed:
            breathe()
            target.set_clip(area)
            shown = [part for part in self._now.values() if part.area.colliderect(area)]
            lowest = next((place for place in reversed(range(len(shown))) if shown[place].hides(area)), None)
            if lowest is None:
                target.blit(self._ground, area, area)
            for part in shown[lowest or 0 :]:
                part.surface.set_alpha(None if part.solid else part.alpha)  # None is copied, forty times as fast
                target.blit(part.surface, part.area)
        target.set_clip(None)
        self._last, self._now, self._all = self._now, {}, False
        return changed

    def _changes(self, whole: Rect) -> list[Rect]:
        areas: list[Rect] = []
        moved = self._reordered()
        for name in self._last.keys() | self._now.keys():
            before, after = self._last.get(name), self._now.get(name)
            if before == after and name not in moved:  # surfaces are equal only to themselves
                continue
            areas += [part.area.clip(whole) for part in (before, after) if part is not None]
        return _merged([area for area in areas if area.width and area.height])

    def _reordered(self) -> set[str]:
        """Parts that may lie above now what lay above them before: all between the first and the last that stands in
        another place of the order."""
        before = [name for name in self._last if name in self._now]
        after = [name for name in self._now if name in self._last]
        if before == after:
            return set()
        differ = [place for place, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
        return set(after[differ[0] : differ[-1] + 1])


def _merged(areas: list[Rect]) -> list[Rect]:
    """Areas that touch become one, so that nothing is drawn twice."""
    merged: list[Rect] = []
    for area in areas:
        while (hit := area.collidelist(merged)) >= 0:
            area = area.union(merged.pop(hit))
        merged.append(area)
    return merged
