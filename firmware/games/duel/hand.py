"""The hand at the virtual table in Pirates en Duel: dice, and the cards that come off its piles."""

from __future__ import annotations

from firmware.games.choices.hand import ChoiceHand, turned_up
from firmware.games.choices.referee import ChoiceReferee
from firmware.games.duel.laying import TURNING, missing
from firmware.practice.hand import Deed
from rules.duel.state import Duel, Stage
from rules.say import Message

DRAW = Deed("draw card", Message("Draw a combat card"), "card")


class DuelHand(ChoiceHand):
    _next: tuple[int, tuple[str, ...]] | None = None  # what lies on top of the pile, at which entry of the record

    def laying(self) -> dict[Deed, tuple[str, ...]]:
        state: Duel = self.table.state
        if state.stage is Stage.DRAW:
            return {DRAW: self._top()}
        if state.stage not in TURNING:
            return {}
        label = Message("Turn up one pirate", plural="Turn up {n} pirates", n=missing(state))
        return {Deed("turn up", label, "card"): self._top()}

    def _top(self) -> tuple[str, ...]:
        """However often it is asked what can be done, the pile stays as it is."""
        entries = len(self.table.record.entries)
        if self._next is None or self._next[0] != entries:
            assert isinstance(self.table.referee, ChoiceReferee)
            self._next = entries, turned_up(self.table.referee, self.table.state, self.chance)
        return self._next[1]
