"""What of an evening is acknowledged, and whether it is there on a card that was put together again."""

from __future__ import annotations

import json
import shutil
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from firmware.books.history import Summary
from firmware.books.journal import Journal
from firmware.books.pages import history_files, read_bytes, read_pages
from firmware.clock import RealClock
from rules import record
from rules.say import Trouble

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """At this place in the log of writes a game was seen to stand so: in a picture that came after it."""

    position: int
    what: str  # what had been done
    lines: Lines


@dataclass(slots=True)
class Kept:
    """What lies on one card, as Vigie reads it."""

    games: list[Lines] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # what does not open
    said: list[str] = field(default_factory=list)  # what Vigie itself said while it opened them


def plays(line: str) -> bool:
    """Not of the notes (times, claims that are being named): they are told later, and are nobody's action."""
    return not line.startswith("#")


def played(lines: Sequence[str]) -> Lines:
    return tuple(line for line in lines if line and plays(line))


def read(data: Path) -> Kept:
    """Opens all of it with Vigie's own readers, on a copy: they put things right where they may."""
    kept = Kept()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "data"
        shutil.copytree(data, copy, symlinks=True)
        for file in sorted(copy.rglob("*")):
            if file.is_file() and not file.name.endswith((".new", ".vigie-new")):
                _opens(file, kept)
        games = copy / "games"
        if not games.is_dir():
            return kept
        try:
            journal = Journal.open(games, RealClock())
        except Trouble as trouble:
            kept.wrong.append(str(trouble))
            return kept
        kept.said += [str(message) for message in journal.troubles]
        found = [each.lines for each in journal.waiting()]
        journal.close()
        for file in history_files(games):
            pages = read_pages(read_bytes(file))
            if not pages.whole or (pages.summary is not None and Summary.of(pages.summary) is None):
                kept.wrong.append(f"{file.name} of the history is not whole")
            found.append(pages.lines)
        for lines in found:
            try:
                record.read("\n".join(lines))
                kept.games.append(played(lines))
            except Trouble as trouble:
                kept.wrong.append(f"a game that cannot be read: {trouble}")
    return kept


def merged(several: Sequence[Kept]) -> Kept:
    every = Kept()
    for one in several:
        every.games += one.games
        every.wrong += one.wrong
        every.said += one.said
    return every


def _opens(file: Path, kept: Kept) -> None:
    try:
        if file.suffix == ".json":
            json.loads(file.read_bytes())
        elif file.suffix == ".toml":
            tomllib.loads(file.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        kept.wrong.append(f"{file.name}: {error}")


def missing(shown: Sequence[Shown], kept: Kept, position: int) -> list[str]:
    """What was shown before this place in the log and is not there. A game may stand further on than it was shown: its
    next action was on its way."""
    lost = []
    latest: dict[Lines, int] = {}
    for number, one in enumerate(shown):
        if one.position <= position:
            latest[head(one.lines)] = number
    for header, number in latest.items():
        ways = [one.lines for one in shown[number:] if head(one.lines) == header]
        if not any(between(game, ways) for game in kept.games if head(game) == header):
            there = [len(game) for game in kept.games if head(game) == header]
            lost.append(
                f"'{shown[number].what}' was shown, {len(ways[0])} lines; on the card: {there or 'no such game'}"
            )
    return lost


def head(lines: Sequence[str]) -> Lines:
    """What tells a game from others: its header, with when it began."""
    return tuple(line for line in lines if line and not line[0].isdigit() and plays(line))


def between(game: Lines, ways: Sequence[Lines]) -> bool:
    """Is it one of these, or on the way from one to the next? Something taken back makes a game shorter."""
    if game in ways:
        return True
    short = [(a, b) for a, b in pairwise(ways) if min(len(a), len(b)) <= len(game) <= max(len(a), len(b))]
    after = ways and game[: len(ways[-1])] == ways[-1]
    return bool(after) or any(_along(game, a) and _along(game, b) for a, b in short)


def _along(game: Lines, other: Lines) -> bool:
    least = min(len(game), len(other))
    return game[:least] == other[:least]
