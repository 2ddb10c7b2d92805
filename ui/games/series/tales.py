"""What is worth telling of a treasure race at its end: the series that nobody saw."""

from __future__ import annotations

from rules import series
from rules.record import Record
from rules.say import Message
from rules.series.dice import Series


def tales(record: Record) -> list[tuple[str, Message]]:
    """A picture and a sentence each."""
    unseen = overlooked(record)
    nobody = Message("One series lay there and nobody saw it.",
                     plural="{n} series lay there and nobody saw them.", n=unseen)  # fmt: skip
    return [("spyglass", nobody if unseen else Message("Nobody missed a single series."))]


def overlooked(record: Record) -> int:
    """Series that could have been claimed and were not, each counted once for as long as it lay there."""
    count, state = 0, record.first
    lying: frozenset[Series] = frozenset()
    for step in record.steps:
        missed = frozenset(series.missed(state, step.action))
        count += len(missed - lying)
        lying = missed
        state = step.state
    return count
