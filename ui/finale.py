"""The end of a game: who won, how the evening went, and once more?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.game_base import GameScreen


class Finale:
    def __init__(self, at: GameScreen) -> None:
        self._at = at
        self._cursor = 0

    def draw(self, now: float) -> None:
        pass

    def pressed(self, button: str) -> None:
        if button == "choose":
            self._at.want("again")
