"""Pirates en Duel as the table hosts it."""

from __future__ import annotations

from dataclasses import replace

from firmware.config import Config
from firmware.games.choices.referee import ChoiceReferee
from firmware.games.choices.robot import ChoiceRobot
from firmware.games.duel.customs import CUSTOMS
from firmware.games.duel.hand import DuelHand
from firmware.games.duel.laying import THINGS
from firmware.games.duel.words import combat_label
from firmware.play.hosting import Hosted, House
from rules import duel
from rules.duel.actions import Action, Throw
from rules.duel.cards import deck as read_deck
from rules.duel.fight import side_of
from rules.duel.state import FACES, Duel, Face, Setup, Stage
from rules.game import Chance, Seat
from rules.say import Message

NEEDED = {Stage.TAVERN_DIE: Face.SKULL, Stage.HELM_DIE: Face.SHIP, Stage.SHOT_DIE: Face.SKULL,
          Stage.RED_CROSS_DIE: Face.SHIP}  # fmt: skip


def _referee(house: House, config: Config, chance: Chance) -> ChoiceReferee[Duel, Action]:
    return ChoiceReferee(CUSTOMS, chance, physical_cards=house.real_cards, reads=house.reads_cards)


def _settled(setup: Setup, house: House, config: Config) -> Setup:
    return replace(setup, box=True) if house.real_cards else setup


def luck(state: Duel, action: Action) -> tuple[Seat, float] | None:
    """Combat dice that were not blank, against the five of six that are not; a skill's die that showed what it had to,
    against its chance to."""
    if not isinstance(action, Throw):
        return None
    thrown = {Face.SKULL: action.skulls, Face.SHIP: action.ships, Face.BLANK: action.blanks}
    seat = side_of(state).seat if state.fight is not None else state.turn.asked[-1]
    if state.stage in NEEDED:
        face = NEEDED[state.stage]
        return seat, thrown[face] - FACES[action.die].count(face) / 6
    return seat, sum(thrown.values()) / 6 - thrown[Face.BLANK]


def _cards(deck: str | None) -> dict[str, Message]:
    """Pirates by their names; combat cards by what they do."""
    whole = read_deck(deck or "duel", 3)
    combat = {name: combat_label(card) for name, card in whole.combat.items()}
    return {**{name: Message("{card}", card=name) for name in whole.members}, **combat}


HOSTED = Hosted(
    game=duel.GAME,
    dice="duel",
    referee=_referee,
    robot=ChoiceRobot,
    hand=DuelHand,
    luck=luck,
    settled=_settled,
    things=THINGS,
    cards=_cards,
)
