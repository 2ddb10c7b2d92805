"""What is being agreed before a game: who plays, who starts and by which of its rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from firmware.play.hosting import House
from rules.say import Message
from ui.pages.people import Person
from ui.table.staging import Staged


@dataclass(frozen=True, slots=True)
class Agreement:
    """Who plays, who starts and by which rules, while it is being agreed."""

    staged: Staged
    people: tuple[Person, ...]  # all that are known; the first of them play
    count: int
    first: int = 0
    chosen: tuple[int, ...] = ()  # which value of each rule

    @property
    def players(self) -> tuple[Person, ...]:
        return self.people[: self.count]

    def turned(self, rule: int) -> Agreement:
        """The next value of one rule."""
        chosen = list(self.chosen or (0,) * len(self.staged.rules))
        chosen[rule] = (chosen[rule] + 1) % len(self.staged.rules[rule].values)
        return replace(self, chosen=tuple(chosen))

    def value(self, rule: int) -> tuple[Any, Message]:
        values = self.staged.rules[rule].values
        place = self.chosen[rule] if self.chosen else 0
        return values[place] if place < len(values) else values[0]  # a file of one's own that is gone

    def says(self, rule: int) -> Message | None:
        """What is wrong with the value chosen, or to be done for it."""
        return self.staged.rules[rule].says(self.value(rule)[0])

    def agreed(self) -> tuple[Any, House]:
        chosen = {rule.key: self.value(place)[0] for place, rule in enumerate(self.staged.rules)}
        chosen["players"] = self.count
        chosen["liveries"] = tuple(person.livery for person in self.players)
        return self.staged.agreed(chosen, self.first % self.count)
