"""Which screen shows which game. A further game is a line here."""

from __future__ import annotations

from collections.abc import Callable

from ui.games.duel.screen import DuelScreen
from ui.games.mille.screen import MilleScreen
from ui.games.sabords.screen import AuxScreen
from ui.games.series.screen import SeriesScreen
from ui.table.screen import GameScreen

SCREENS: dict[str, Callable[..., GameScreen]] = {
    "series": SeriesScreen,
    "mille": MilleScreen,
    "duel": DuelScreen,
    "aux": AuxScreen,
}
