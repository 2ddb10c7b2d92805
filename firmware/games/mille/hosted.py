"""Mille Sabords as the table hosts it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from firmware.config import Config
from firmware.games.mille.hand import MilleHand
from firmware.games.mille.marks import NUMBERS, THINGS
from firmware.games.mille.referee import MilleReferee
from firmware.games.mille.robot import MilleRobot
from firmware.play.hosting import Hosted, House
from rules import mille
from rules.game import Chance, Seat
from rules.mille.rules import read_deck
from rules.mille.score import CARD_NAMES, CARDS
from rules.say import Message


def _referee(house: House, config: Config, chance: Chance) -> MilleReferee:
    return MilleReferee(chance, "read" if house.reads_cards else "physical" if house.real_cards else "virtual")


def _settled(setup: mille.Setup, house: House, config: Config) -> mille.Setup:
    """Real cards of which nothing else was said are as many as the deck has."""
    if not house.real_cards or setup.box:
        return setup
    return replace(setup, box=sum(read_deck(setup.deck)))


def luck(state: mille.Mille, action: mille.Action) -> tuple[Seat, float] | None:
    """Skulls that did not come: a sixth of all dice thrown, less the skulls they showed."""
    if not isinstance(action, mille.Throw):
        return None
    return state.turn.seat, len(action.faces) / 6 - action.faces.count(mille.Face.SKULL)


def thrown(action: mille.Action) -> Iterable[str]:
    return [face.value for face in action.faces] if isinstance(action, mille.Throw) else ()


def _cards(deck: str | None) -> dict[str, Message]:
    copies = zip(CARDS, read_deck(deck or "mille"), strict=True)
    return {card.value: CARD_NAMES[card] for card, many in copies if many and card in NUMBERS}


HOSTED = Hosted(
    game=mille.GAME,
    dice="corsair",
    referee=_referee,
    robot=MilleRobot,
    hand=MilleHand,
    luck=luck,
    thrown=thrown,
    settled=_settled,
    things=THINGS,
    cards=_cards,
)
