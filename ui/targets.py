"""What can be done on a screen, as one list: a touch, the console (left, right, choose) and the key that a chip shows
all go through it, so that nothing on the screen is out of reach of one of them.

A screen lays its targets anew with each picture, in the order in which the console comes to them; what is laid later
lies on top, and hides what it covers from all three.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect

Act = Callable[[float], None]  # what is done, at the time of the touch or the press


@dataclass(frozen=True, slots=True)
class Target:
    """One thing that can be done: what it is called, where it is, what it does, and the key that does it too."""

    name: str
    area: Rect
    act: Act
    key: str = ""  # as a chip shows it: "Space", "U"; empty: no key of its own
    focus: bool = True  # the console comes to it
    rank: int = 0  # to lower ones first: 0 what is asked for, 1 dice, 2 signs
    hold: Act | None = None  # what a long touch does, or the wheel of a mouse


class NamedTwice(ValueError):
    """Two things on one picture bear one name: each would stand for the other."""


class Targets:
    """Those of one picture."""

    def __init__(self) -> None:
        self._laid: list[Target | None] = []  # None: something that only covers
        self._areas: list[Rect] = []  # where each lies
        self._veils: list[tuple[Rect, int]] = []  # and how much lies below each
        self._names: set[str] = set()
        self._visible: tuple[Target, ...] | None = None

    def lay(self, target: Target) -> None:
        if target.name in self._names:
            raise NamedTwice(f"target {target.name!r}")
        self._names.add(target.name)
        self._put(target, target.area)

    def cover(self, area: Rect) -> None:
        """A sheet lies there: what is below it cannot be reached."""
        self._put(None, area)

    def _put(self, what: Target | None, area: Rect) -> None:
        self._laid.append(what)
        self._areas.append(area)
        self._visible = None

    def veil(self, area: Rect) -> None:
        """A picture hides what lies there for a moment: a finger that cannot see it does not mean it. Buttons and keys
        do, for what is asked stands on the ribbon."""
        self._veils.append((area, len(self._laid)))

    def veiled(self, target: Target) -> bool:
        """Nobody sees it now."""
        return self._top(target.area.center) is target and self.at(*target.area.center) is None

    @property
    def visible(self) -> tuple[Target, ...]:
        """All that can be reached, in the console's order: nothing lies over the middle of it."""
        if self._visible is None:
            found = [each for each in self._laid if each is not None and self._top(each.area.center) is each]
            self._visible = tuple(sorted(found, key=lambda each: each.rank))
        return self._visible

    def at(self, x: int, y: int) -> Target | None:
        """What a touch there means."""
        above = max((below for area, below in self._veils if area.collidepoint(x, y)), default=0)
        return self._top((x, y), above)

    def _top(self, point: tuple[int, int], above: int = 0) -> Target | None:
        """What lies there over everything else, if it was laid after so many others."""
        there = Rect(point, (1, 1)).collidelistall(self._areas)
        return self._laid[there[-1]] if there and there[-1] >= above else None

    def hidden(self) -> tuple[tuple[Target, Target], ...]:
        """What lies under something else that can be done, and no sheet covers it: nobody can reach it."""
        found = []
        for place, each in enumerate(self._laid):
            there = Rect(each.area.center, (1, 1)).collidelistall(self._areas) if each is not None else []
            over = [self._laid[other] for other in there if other > place]
            if each is not None and over and over[-1] is not None and None not in over:
                found.append((each, over[-1]))
        return tuple(found)

    def all(self) -> tuple[Target, ...]:
        """Also what is covered."""
        return tuple(each for each in self._laid if each is not None)

    def named(self, name: str) -> Target | None:
        if name not in self._names:
            return None
        return next(each for each in self.all() if each.name == name)

    def keyed(self, key: str) -> Target | None:
        """What a key does, as its chip says."""
        return next((each for each in self.visible if each.key == key), None)


def stepped(targets: Sequence[Target], name: str | None, way: str) -> str | None:
    """The name of what the console points at after a press. Left and right go along the list and around its ends; up
    and down to what lies above or below, or around to the other edge."""
    reached = [each for each in targets if each.focus]
    if not reached:
        return None
    now = next((place for place, each in enumerate(reached) if each.name == name), None)
    if now is None:
        return reached[-1 if way == "left" else 0].name
    if way in ("left", "right"):
        return reached[(now + (1 if way == "right" else -1)) % len(reached)].name
    here, sign = reached[now].area, 1 if way == "down" else -1

    def ahead(each: Target) -> float:
        return sign * (each.area.centery - here.centery)

    def astray(each: Target) -> tuple[float, float]:
        return ahead(each) + 2.0 * abs(each.area.centerx - here.centerx), ahead(each)

    beyond = [each for each in reached if ahead(each) > min(here.height, each.area.height) / 2]
    if not beyond:  # around: the farthest on the other side, in the same column if it can be
        beyond = [each for each in reached if ahead(each) < -min(here.height, each.area.height) / 2]
    return min(beyond, key=astray).name if beyond else name
