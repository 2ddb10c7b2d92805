"""Finished games: who played, who won, how long, how lucky, how fast. Each is its journal, kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from firmware.books.journal import Pages, history_files, read_pages
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

    def as_dict(self) -> dict[str, Any]:
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
                duration_s=float(written["duration_s"]),
                luck=tuple(written.get("luck") or ()),
                fastest_claim_s=tuple(written.get("fastest_claim_s") or ()),
            )
        except (KeyError, TypeError, ValueError):
            return None


@dataclass(frozen=True, slots=True)
class Played:
    """One game of the history. `summary` is None for a game that was never finished."""

    number: int
    date: str
    lines: tuple[str, ...]
    summary: Summary | None
    whole: bool  # False: the file is damaged, and `lines` are those that could be read


def games(folder: Path) -> list[Played]:
    """All games, oldest first. A damaged file is one of them, and never an error."""
    return [_played(int(file.stem), _pages(file)) for file in history_files(folder)]


def game(folder: Path, number: int) -> Played:
    for file in history_files(folder):
        if int(file.stem) == number:
            return _played(number, _pages(file))
    raise Trouble(Message("There is no game {number} in the history; 'vigie history' lists them.", number=number))


def _played(number: int, pages: Pages) -> Played:
    return Played(number, pages.date, pages.lines, Summary.of(pages.summary or {}), pages.whole)


def _pages(file: Path) -> Pages:
    try:
        return read_pages(file.read_bytes())
    except OSError:
        return Pages("", (), None, False)
