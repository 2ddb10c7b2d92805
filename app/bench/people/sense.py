"""What people who know a game, but not this program, would like to do now: names that a target may have, best first."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from firmware.games.choices.referee import ChoiceReferee
from firmware.games.sabords.hands import Hands
from firmware.play.table import Table
from rules import series
from rules.game import SEA
from rules.mille.score import Face
from rules.mille.state import Mille
from rules.sabords.state import Aux, Deal
from rules.series.dice import there

SEEN = 0.5  # of the series that lie there, somebody sees so many before the next die is thrown
ENOUGH = 400  # points of Mille Sabords


class Sense:
    """One game's worth of wishes; it keeps what nobody at the table is told (their own cards)."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._hands: tuple[Any, Hands] | None = None
        self._looked: Any = None

    def claims(self, table: Table) -> int | None:
        """The seat of somebody who sees a series now."""
        state = table.state
        if not isinstance(state, series.Race) or table.expects.task not in ("throw", "claim", "enter"):
            return None
        if not state.fresh or self._looked is state or not there(state.track):
            return None
        self._looked = state
        return self._chance.randrange(len(state.players)) if self._chance.random() < SEEN else None

    def wishes(self, table: Table, marked: frozenset[int]) -> Iterator[str]:
        state, task = table.state, table.expects.task
        if isinstance(state, series.Race) and task == "name":
            yield from self._named(table, state)
        elif isinstance(state, Mille) and task in ("choose", "guardian"):
            yield from self._again(state, marked)
        elif isinstance(table.referee, ChoiceReferee) and task == "choose":
            yield from self._path(table, table.referee)
        yield from {
            "throw": ("hand:throw", "counts"), "take": ("hand:take", "taken"), "fix": ("counts", "thrown"),
            "jiggle": ("hand:jiggle",), "enter": ("tell",), "ask": ("tell",), "card": ("reveal", "card"),
        }.get(task, ())  # fmt: skip

    def _named(self, table: Table, state: series.Race) -> Iterator[str]:
        best = {f"series:{named.value}" for named in series.best_of(there(state.track))}
        ticked = {option.key for option in table.expects.options if option.chosen}
        wrong = sorted(ticked - best)
        yield from wrong
        yield from sorted(best - ticked)
        yield "claim"
        yield "series:skull"

    def _again(self, state: Mille, marked: frozenset[int]) -> Iterator[str]:
        """What brings little is thrown again, as long as two skulls do not lie there."""
        turn = state.turn
        worthless = frozenset(
            number
            for number, face in enumerate(turn.dice)
            if face not in (Face.SKULL, Face.COIN, Face.DIAMOND) and turn.dice.count(face) < 3
        )
        if turn.guardian_waits:
            worthless = frozenset((turn.dice.index(Face.SKULL),))
        elif turn.worth.points >= ENOUGH or turn.skulls > 1 or len(worthless) < 2:
            yield "stop"
        yield from (f"die {number}" for number in sorted(worthless ^ marked))
        yield "hand:throw"
        yield "stop"

    def _path(self, table: Table, referee: ChoiceReferee[Any, Any]) -> Iterator[str]:
        record = table.record
        if record.game.actor(record.state) is SEA:
            return
        if isinstance(record.state, Aux) and record.state.setup.cards is Deal.PHYSICAL:
            if self._hands is None or self._hands[0] is not table:
                self._hands = table, Hands(record, self._chance)
            action = self._hands[1].choice(record)
        else:
            action = record.game.bot(record.state, self._chance)
        yield from reversed(referee.customs.steps.path(record.state, action))
