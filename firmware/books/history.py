"""Finished games: who played, who won, how long, how lucky, how fast. Each is its journal, kept."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from firmware.books import index
from firmware.books.index import Row
from firmware.books.pages import UNREADABLE, Pages, history_files, path_of, read_bytes, read_pages
from rules.game import Seat
from rules.say import Message, Trouble


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What the table gives to Journal.finish. Per-seat values stand in the order of `players`; None: not measured."""

    game: str
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    duration_s: float
    luck: tuple[float | None, ...] = ()  # how far above the odds a player's dice fell; 0 is what was to be expected
    fastest_claim_s: tuple[float | None, ...] = ()
    # What the log book draws, kept here so that it need not play them again. None: this version was not there.
    claims_s: tuple[float, ...] | None = None  # from a die's rest to each press
    dice: tuple[str, Mapping[str, int]] | None = None  # the kind of dice, and how often each face fell

    def as_dict(self) -> dict[str, object]:
        return asdict(self)

    @staticmethod
    def of(written: Mapping[str, Any]) -> Summary | None:
        """A summary as it was written, by this version or another; None where the main things are missing."""
        try:
            return Summary(
                game=str(written["game"]),
                players=tuple(map(str, written["players"])),
                scores=tuple(map(int, written["scores"])),
                winners=tuple(map(int, written["winners"])),
                duration_s=_measured(written["duration_s"]) or 0.0,
                luck=tuple(map(_measured, written.get("luck") or ())),
                fastest_claim_s=tuple(map(_measured, written.get("fastest_claim_s") or ())),
                claims_s=_claims(written.get("claims_s")),
                dice=_dice(written.get("dice")),
            )
        except (KeyError, TypeError, ValueError, OverflowError):
            return None


def _claims(written: Any) -> tuple[float, ...] | None:
    return None if written is None else tuple(number for one in written if (number := _measured(one)) is not None)


def _dice(written: Any) -> tuple[str, Mapping[str, int]] | None:
    if written is None:
        return None
    kind, counts = written
    if not isinstance(counts, dict):
        raise TypeError("no counts of faces")
    return str(kind), {str(face): int(count) for face, count in counts.items()}


def _measured(value: Any) -> float | None:
    if value is None:
        return None
    number = float(value)
    return number if math.isfinite(number) else None


@dataclass(frozen=True, slots=True)
class Listed:
    """One game of the history, as it stands in a list. `summary` is None for a game that was never finished."""

    number: int
    date: str
    game: str  # its key; empty where not even that can be read
    players: tuple[str, ...]
    summary: Summary | None
    readable: bool
    whole: bool  # False: the file is damaged

    @staticmethod
    def of(row: Row) -> Listed:
        summary = Summary.of(row.summary or {})
        return Listed(row.number, row.date, row.game, row.players, summary, row.readable, row.whole)


@dataclass(frozen=True, slots=True)
class Played(Listed):
    """A game that was opened: with its lines, or those that could be read."""

    lines: tuple[str, ...]


def page(folder: Path, count: int, before: int | None = None) -> tuple[list[Listed], int]:
    """So many games, the newest first, with numbers below `before`; and how many there are in all. Takes as long for
    ten thousand games as for ten."""
    rows, total = index.newest(folder, count, before)
    return [Listed.of(row) for row in rows], total


def games(folder: Path) -> list[Played]:
    """All games, oldest first, each opened. A damaged file is one of them, and never an error."""
    return [_played(int(file.stem), _pages(file)) for file in history_files(folder)]


def game(folder: Path, number: int) -> Played:
    file = path_of(folder, number)
    if not file.is_file():
        raise Trouble(Message("There is no game {number} in the history; 'vigie history' lists them.", number=number))
    return _played(number, _pages(file))


def _played(number: int, pages: Pages) -> Played:
    row = index.row_of(number, pages)
    summary = Summary.of(row.summary or {})
    return Played(number, row.date, row.game, row.players, summary, row.readable, row.whole, pages.lines)


def _pages(file: Path) -> Pages:
    try:
        return read_pages(read_bytes(file))
    except OSError:
        return UNREADABLE
