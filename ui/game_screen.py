"""Which screen shows which game. A further game is a line here."""

from __future__ import annotations

from collections.abc import Callable

from ui.aux_screen import AuxScreen
from ui.duel_screen import DuelScreen
from ui.game_base import GameScreen
from ui.mille_screen import MilleScreen
from ui.series_screen import SeriesScreen

SCREENS: dict[str, Callable[..., GameScreen]] = {
    "series": SeriesScreen,
    "mille": MilleScreen,
    "duel": DuelScreen,
    "aux": AuxScreen,
}
