"""The log book: what the games that were played tell when they are looked at together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from firmware.books import history
from firmware.books.fairness import Fairness, fairness
from firmware.books.history import Played
from rules import record as records
from rules.record import Record
from rules.say import Trouble

LATEST = 60  # games that are looked at: an evening is a handful
_CLAIM = re.compile(r"# claim \d+ ([\d.]+)")


@dataclass(frozen=True, slots=True)
class Book:
    games: tuple[Played, ...]  # newest first
    last: Record | None  # the newest game that can be read, whole or not
    scores: tuple[tuple[int, ...], ...]  # of that game: for each turn, of each player
    claims: tuple[float, ...]  # seconds from a die's rest to the press
    fairness: tuple[Fairness, ...]


def read(folder: Path) -> Book:
    """Takes some milliseconds per game. A file that cannot be read is left out of the figures."""
    games = tuple(reversed(history.games(folder)))
    told = [(game, record) for game in games[:LATEST] if (record := _record(game)) is not None]
    last = next((record for _, record in told if record.steps), None)
    claims = tuple(
        float(found[1]) for game, _ in told for line in game.lines if (found := _CLAIM.fullmatch(line)) is not None
    )
    return Book(games, last, turns(last) if last is not None else (), claims, fairness([one for _, one in told]))


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
