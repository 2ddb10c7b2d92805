"""What the table needs to host a game: its dice, its referee, and how to tell luck. A further game is a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from firmware.books.luck import luck_at_aux, luck_at_duel, luck_at_mille, luck_at_series
from firmware.config import Config
from firmware.games.choices.referee import ChoiceReferee
from firmware.games.duel.customs import CUSTOMS as DUEL
from firmware.games.mille.referee import MilleReferee
from firmware.games.sabords.customs import CUSTOMS as AUX
from firmware.games.series.referee import SeriesReferee
from firmware.play.referee import Referee
from rules.game import Chance
from rules.record import Record
from rules.sabords.state import Deal
from rules.sabords.state import Setup as AuxSetup


@dataclass(frozen=True, slots=True)
class House:
    """How this table plays, beyond a game's rules: series named at the console or aloud, cards on screen or real."""

    naming: str = "console"  # or "aloud"
    cards: str = "virtual"  # or "physical"


@dataclass(frozen=True, slots=True)
class Hosted:
    dice: str  # the kind of dice set it is played with
    referee: Callable[[House, Config, Chance], Referee[Any]]
    luck: Callable[[Record], tuple[float | None, ...]]
    setup: Any = None  # what is played where nothing was agreed; None: the rules' own


def _series(house: House, config: Config, chance: Chance) -> Referee[Any]:
    return SeriesReferee(config.play.tie_window_ms, aloud=house.naming == "aloud")


def _mille(house: House, config: Config, chance: Chance) -> Referee[Any]:
    return MilleReferee(chance, "physical" if house.cards == "physical" else "virtual")


def _aux(house: House, config: Config, chance: Chance) -> Referee[Any]:
    return ChoiceReferee(AUX, chance)


def _duel(house: House, config: Config, chance: Chance) -> Referee[Any]:
    return ChoiceReferee(DUEL, chance, physical_cards=house.cards == "physical")


HOSTED = {
    "series": Hosted("twelve", _series, luck_at_series),
    "mille": Hosted("corsair", _mille, luck_at_mille),
    "duel": Hosted("duel", _duel, luck_at_duel),
    "aux": Hosted("pips", _aux, luck_at_aux, AuxSetup(cards=Deal.PHYSICAL)),  # hands are secret: no screen shows them
}
