"""The course of a recorded game, entry by entry, as sentences: for `vigie replay` and for the end of an evening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules import record as records
from rules import text
from rules.record import Corrected, Entry, Judged, Played, Record, Undone
from rules.say import Message


@dataclass(frozen=True, slots=True)
class Line:
    """What one entry did."""

    number: int
    entry: Entry
    turn: int  # counted from 1; a new one whenever it comes to another player
    says: Message
    state: Any  # after it
    stands: bool  # it has been neither taken back nor corrected nor dropped since
    dropped: tuple[int, ...]  # entries that became impossible by this one


def course(record: Record) -> Iterator[Line]:
    """Every entry in the order it was made, those that no longer stand as well."""
    standing = {step.number: step.action for step in record.steps}
    now = records.begin(record.game, record.players, record.setup, record.date)
    turn_of = record.game.turn_of or record.game.actor
    turn, last = 0, None
    for number, entry in enumerate(record.entries, start=1):
        before, now = now, records.add(now, entry)
        seat = turn_of(before.state)
        if isinstance(seat, int) and seat != last:
            turn, last = turn + 1, seat
        stands = not isinstance(entry, Played) or standing.get(number) == entry.action
        yield Line(number, entry, max(turn, 1), _says(before, entry, now), now.state, stands, now.dropped)


def _says(before: Record, entry: Entry, after: Record) -> Message:
    match entry:
        case Played(action):
            return _tell(before, before.state, action, after.state)
        case Undone(count):
            return Message("The last action is taken back.", plural="The last {n} actions are taken back.", n=count)
        case Corrected(number, action):
            return Message("Entry {number} is corrected. {what}", number=number, what=_really(after, number, action))
        case Judged(number, judge, action):
            what = _really(after, number, action)
            if judge is None:
                return Message("A judge decides on entry {number}. {what}", number=number, what=what)
            by = before.players[judge]
            return Message("{judge} decides on entry {number}. {what}", judge=by, number=number, what=what)


def _really(after: Record, number: int, action: Any | None) -> Message:
    """What an entry says now that it is corrected."""
    state = after.first
    for step in after.steps:
        if step.number == number:
            return _tell(after, state, action, step.state)
        state = step.state
    return Message("It never happened.")


def _tell(record: Record, before: Any, action: Any, after: Any) -> Message:
    if record.game.tell is not None:
        return record.game.tell(before, action, after)
    return Message("{action}", action=text.write_action(action, record.players))
