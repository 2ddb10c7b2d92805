"""The race's moments on the stage: a claim that is right, wrong or tied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.game_base import Show

if TYPE_CHECKING:
    from ui.series_screen import SeriesScreen

LASTS = {"right": 1.8, "wrong": 1.4, "tie": 1.8}
VOICES = {"claim": "claim", "right": "right", "wrong": "wrong", "tie": "bell", "won": "win", "hint": "tick"}


def play(at: SeriesScreen, show: Show, t: float) -> None:
    pass
