"""The plank as the table hosts it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from firmware.config import Config
from firmware.games.choices.hand import ChoiceHand
from firmware.games.choices.referee import ChoiceReferee
from firmware.games.choices.robot import ChoiceRobot
from firmware.play.hosting import Hosted, House
from rules.game import Chance, Seat
from tests.fifth_game.firmware.customs import CUSTOMS
from tests.fifth_game.rules import FALL, GAME, Action, Plank, Setup, Throw


def _referee(house: House, config: Config, chance: Chance) -> ChoiceReferee[Plank, Action]:
    return ChoiceReferee(CUSTOMS, chance)


def luck(state: Plank, action: Any) -> tuple[Seat, float] | None:
    """Falls that did not come: one throw in six."""
    return (state.turn, 1 / 6 - (action.pips == FALL)) if isinstance(action, Throw) else None


def thrown(action: Any) -> Iterable[str]:
    return (str(action.pips),) if isinstance(action, Throw) else ()


HOSTED = Hosted(
    game=GAME,
    dice="pips",
    referee=_referee,
    robot=ChoiceRobot,
    hand=ChoiceHand,
    luck=luck,
    thrown=thrown,
    demo=Setup(coins=3),
)
