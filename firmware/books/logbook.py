"""The log book: what the games that were played tell when they are looked at together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from firmware.books import history
from firmware.books.claims import noted, standing
from firmware.books.fairness import Fairness, fallen, judged
from firmware.books.history import Listed, Played
from rules import record as records
from rules.record import Record
from rules.say import Trouble

LATEST = 40  # games that are looked at: an evening is a handful, and fewer tell too little of dice


@dataclass(frozen=True, slots=True)
class Book:
    games: tuple[Listed, ...]  # the newest, newest first
    total: int  # in the history
    last: Record | None  # the newest game that can be read, whole or not
    scores: tuple[tuple[int, ...], ...]  # of that game: for each turn, of each player
    claims: tuple[float, ...]  # seconds from a die's rest to the press
    fairness: tuple[Fairness, ...]


def read(folder: Path) -> Book:
    """Takes as long for ten thousand games as for forty, and little for each: what is drawn of them stands in their
    summaries. One that has none, or an old one, is played again. A file that cannot be read is left out."""
    listed, total = history.page(folder, LATEST)
    claims: list[float] = []
    dice: dict[str, Counter[str]] = {}
    last: Record | None = None
    for game in listed:
        quick = game.summary.claims_s if game.summary is not None else None
        fell = game.summary.dice if game.summary is not None else None
        if last is None or quick is None or fell is None:
            played = history.game(folder, game.number)
            record = _record(played)
            if record is None:
                continue
            last = last if last is not None or not record.steps else record
            quick = quick if quick is not None else tuple(after for _, after in standing(noted(played.lines), record))
            fell = fell or fallen(record)
        claims += quick
        dice.setdefault(fell[0], Counter()).update(fell[1])
    return Book(tuple(listed), total, last, turns(last) if last is not None else (), tuple(claims), judged(dice))


def story(folder: Path, number: int) -> Record:
    """A game of the history, to be told turn by turn; Trouble says why one cannot be."""
    return records.read("\n".join(history.game(folder, number).lines))


def _record(game: Played) -> Record | None:
    try:
        return records.read("\n".join(game.lines))
    except Trouble:
        return None


def turns(record: Record) -> tuple[tuple[int, ...], ...]:
    """The scores at the start and after each turn."""
    points, whose = record.game.points, record.game.turn_of or record.game.actor
    if points is None:
        return ()
    out, seat = [points(record.first)], whose(record.first)
    for step in record.steps:
        if whose(step.state) != seat:
            seat = whose(step.state)
            out.append(points(step.state))
    final = points(record.state)
    return tuple(out if out[-1] == final else [*out, final])
