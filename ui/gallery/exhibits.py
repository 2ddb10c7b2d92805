"""Every picture the program can show, by a speaking name: for `vigie shots`, for the bench, and for tests of overflow.

A module that has screens hangs them here:

    @exhibit("series-claim", lively=True)
    def claim(layout: Layout, language: Language) -> Shown:
        return Shown(ClaimScreen(...), at=1.2)
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass

from ui.look.theme import Layout
from ui.screen import Screen
from ui.words.language import Language


@dataclass(frozen=True, slots=True)
class Shown:
    """A screen, and the time on its clock at which its picture is taken."""

    screen: Screen
    at: float = 0.0


Make = Callable[[Layout, Language], Shown]


@dataclass(frozen=True, slots=True)
class Exhibit:
    name: str
    make: Make
    lively: bool  # something moves: the bench measures it


_exhibits: dict[str, Exhibit] = {}


def exhibit(name: str, *, lively: bool = False) -> Callable[[Make], Make]:
    def hang(make: Make) -> Make:
        _exhibits[name] = Exhibit(name, make, lively)
        return make

    return hang


def exhibits() -> tuple[Exhibit, ...]:
    from ui.games.staged import STAGED

    games = (staged.shots for staged in STAGED.values())
    for module in ("ui.gallery.sheets", *games, "ui.gallery.start", "ui.gallery.workshop"):
        importlib.import_module(module)
    return tuple(_exhibits.values())
