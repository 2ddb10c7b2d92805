"""The cards that robots hold at a table where the cards are real and secret: the table knows none of them.

They keep a deck of their own beside the game. It follows what is played: what is laid leaves a hand, what is drawn
comes from its pile. Where it cannot follow (an undo, a correction, a game that was resumed) it is dealt anew.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.games.choices.hand import ChoiceHand
from firmware.games.choices.robot import ChoiceRobot
from firmware.games.sabords.customs import label, picture
from firmware.games.sabords.laying import laid_by
from firmware.practice.hand import Deed
from rules import sabords
from rules.game import Chance, IllegalAction
from rules.record import Record
from rules.sabords.actions import Action
from rules.sabords.cards import KINDS, NO_CARDS, Card, added
from rules.sabords.state import HAND, Aux, Deal, Due, Phase, fighter


class Hands:
    def __init__(self, record: Record, chance: Chance) -> None:
        self._chance = chance
        self._known = len(record.entries)
        self._game = self._dealt(record.state)

    def choice(self, record: Record) -> Action:
        """What the robot whose move it is does, with the cards in its own hand."""
        return sabords.GAME.bot(self.game(record), self._chance)

    def game(self, record: Record) -> Aux:
        """The game with the cards that are held here."""
        self._follow(record)
        return self._game

    def _follow(self, record: Record) -> None:
        steps = [step for step in record.steps if step.number > self._known]
        self._known = len(record.entries)
        try:
            for step in steps:
                self._game = self._drawn(sabords.apply(self._game, step.action))
        except IllegalAction:
            pass  # said by people, with cards they do not have here
        if _open(self._game) != _open(record.state):
            self._game = self._dealt(record.state)

    def _dealt(self, state: Aux) -> Aux:
        """Five cards to every hand, from a deck without the ship cards that lie by the ports."""
        setup = replace(state.setup, cards=Deal.VIRTUAL)
        hands = tuple(NO_CARDS for _ in state.hands)
        pile = added(state.deck, Card.SHIP, -sum(ship.card for ship in state.ships))
        due = tuple(Due(hand, HAND) for hand in range(len(hands)))
        return self._drawn(replace(state, setup=setup, hands=hands, pile=pile, discard=NO_CARDS, due=due))

    def _drawn(self, state: Aux) -> Aux:
        """Cards are drawn, and too many discarded, without anybody at the table being told."""
        while state.due or state.phase is Phase.DISCARD:
            action = sabords.GAME.sea(state, self._chance) if state.due else sabords.GAME.bot(state, self._chance)
            state = sabords.apply(state, action)
        return state


def _open(state: Aux) -> tuple[object, ...]:
    """What everybody can see."""
    return state.ships, state.turn, state.phase, state.steps, state.defence


class SabordsHand(ChoiceHand):
    """The players' secret hands at the virtual table: a screen shows them to whoever is asked, and to nobody else."""

    _held: Hands | None = None

    def laying(self) -> dict[Deed, tuple[str, ...]]:
        game = self._game
        found = {}
        for action in sabords.GAME.legal(game):
            if names := laid_by(game, action):
                key = f"cards:{','.join(names)}"
                found[Deed(key, label(game, action), picture(game, action) or "hand")] = names
        return found

    def names(self, deed: Deed) -> tuple[str, ...]:
        """The cards that this lays."""
        return self.laying().get(deed, ())

    def held(self) -> tuple[Card, ...]:
        """What whoever is asked holds."""
        game = self._game
        hand = game.hands[fighter(game).hand] or NO_CARDS
        return tuple(card for card, many in zip(KINDS, hand, strict=True) for _ in range(many))

    @property
    def _game(self) -> Aux:
        self._held = self._held or Hands(self.table.record, self.chance)
        return self._held.game(self.table.record)


class SabordsRobot(ChoiceRobot):
    _held: Hands | None = None

    def decide(self, record: Record) -> Action:
        if record.state.setup.cards is Deal.VIRTUAL:  # the table has dealt, and a bot looks at its own hand only
            action: Action = super().decide(record)
            return action
        self._held = self._held or Hands(record, self.chance)
        return self._held.choice(record)
