"""Aux Sabords as the table hosts it."""

from __future__ import annotations

from collections.abc import Iterable

from firmware.config import Config
from firmware.games.choices.referee import ChoiceReferee
from firmware.games.sabords.customs import CUSTOMS
from firmware.games.sabords.hands import SabordsHand, SabordsRobot
from firmware.games.sabords.laying import THINGS
from firmware.play.hosting import Hosted, House
from rules import sabords
from rules.game import Chance, Seat
from rules.sabords.actions import Action, Throw
from rules.sabords.cards import KINDS, NAMES, count, read_deck
from rules.sabords.state import Aux, Deal, Ends, Setup
from rules.say import Message

MEAN_PIPS = 3.5


def _referee(house: House, config: Config, chance: Chance) -> ChoiceReferee[Aux, Action]:
    return ChoiceReferee(CUSTOMS, chance, reads=house.reads_cards)


def luck(state: Aux, action: Action) -> tuple[Seat, float] | None:
    """Throws' worth of squares more than the die gives on average."""
    return (state.ship.seat, action.pips / MEAN_PIPS - 1) if isinstance(action, Throw) else None


def thrown(action: Action) -> Iterable[str]:
    return (str(action.pips),) if isinstance(action, Throw) else ()


def _cards(deck: str | None) -> dict[str, Message]:
    whole = read_deck(deck or "aux_deck")
    return {kind.value: NAMES[kind] for kind in KINDS if count(whole, kind)}


HOSTED = Hosted(
    game=sabords.GAME,
    dice="pips",
    referee=_referee,
    robot=SabordsRobot,
    hand=SabordsHand,
    luck=luck,
    thrown=thrown,
    things=THINGS,
    cards=_cards,
    setup=Setup(cards=Deal.PHYSICAL),  # hands are secret: no screen shows them
    demo=Setup(chests=2, ends=Ends.ONE_COLOUR, cards=Deal.PHYSICAL),
)
