"""Disputes (SR-11, and any other): what was decided last, put to a judge whose word is recorded and played on from."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.games.hosted import HOSTED
from firmware.play.events import JudgeSays
from rules import record as records
from rules import text
from rules.game import Seat
from rules.record import Record, Step
from rules.say import Message, Trouble

MOST = 3  # decisions that are offered: the last, and those before it


@dataclass(frozen=True, slots=True)
class Verdict:
    """One thing the judge may say. `first`: this seat was first, and claims now."""

    label: Message
    picture: str
    first: Seat | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """A decision that can be put to a judge."""

    entry: int
    about: Message  # what was decided, told as in the story
    verdicts: tuple[Verdict, ...]
    judges: tuple[Seat | None, ...]  # who may judge it: those it is not about; the last, None: somebody who watches
    dropped: int  # how many later actions would no longer stand


def disputes(record: Record) -> tuple[Dispute, ...]:
    """What can be put to a judge now, the last decision first: a claim and who was first in it, a throw, a card, a
    choice. Empty while nothing has been decided. For a menu: let somebody pick a dispute (`about`), then who judges
    (`judges`; None is somebody who does not play), then a verdict (`label`, `picture`; there is always "it does not
    count"), and put `ruling(dispute, verdict, judge, at)` to the table as an event. What follows is the table's
    business: the word is in the record, and the game goes on from there or asks for what has to be put right."""
    found = []
    for place in range(len(record.steps) - 1, max(-1, len(record.steps) - 1 - MOST), -1):
        dropped = _dropped(record, record.steps[place])
        if dropped is not None:
            found.append(_dispute(record, place, dropped))
    return tuple(found)


def ruling(dispute: Dispute, verdict: Verdict, judge: Seat | None, at: float) -> JudgeSays:
    """The event that tells the table the judge's word."""
    return JudgeSays(dispute.entry, judge, None, at, verdict.first)


def _dropped(record: Record, step: Step) -> int | None:
    try:
        return len(records.judge(record, step.number, None, None).dropped)
    except Trouble:
        return None


def _dispute(record: Record, place: int, dropped: int) -> Dispute:
    step, game = record.steps[place], record.game
    before = record.steps[place - 1].state if place else record.first
    about = game.tell(before, step.action, step.state) if game.tell else Message("{n}", n=step.number)
    concerned = text.seats_in(step.action)
    actor = game.turn_of(before) if game.turn_of else game.actor(before)
    if not concerned and isinstance(actor, int):
        concerned = {actor}
    verdicts = [Verdict(Message("It does not count"), "undo")]
    if place == len(record.steps) - 1 and isinstance(step.action, HOSTED[game.key].raced):
        alone = concerned if len(concerned) == 1 else set()  # they were first already
        verdicts += [
            Verdict(Message("{player} was first", player=record.players[seat]), "hand", seat)
            for seat in range(len(record.players))
            if seat not in alone
        ]
    judges = tuple(seat for seat in range(len(record.players)) if seat not in concerned)
    return Dispute(step.number, about, tuple(verdicts), (*judges, None), dropped)
