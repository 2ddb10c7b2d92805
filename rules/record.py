"""The record of a game: who played what, when, and everything that was done, one entry after the other.

Nothing is ever taken out of a record. Undo, the correction of a reading and a judge's word are entries like any
other; what they did is seen by replaying. As a file it reads like this:

    vigie-game 1
    game series
    players Anne Jack Marie
    date 2026-05-01 20:15
    setup squares=30

    1. throw palm.red
    2. throw skull.black turned=(0.palm.blue)
    3. undo 1
    4. throw skull.red
    5. correct 1 throw palm.green        what entry 1 really was
    6. claim Anne palm
    7. judge 6 Marie claim Jack palm     Marie decides who was first; `-` for someone who does not play
    8. judge 7 - nothing                 it never happened
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rules import text
from rules.files import short
from rules.game import Game, IllegalAction, Seat, seated
from rules.games import find
from rules.say import Message, Trouble

VERSION = 1
MOST = 10_000  # entries that are read from a file: the longest game known has a tenth of it


@dataclass(frozen=True, slots=True)
class Played:
    action: Any


@dataclass(frozen=True, slots=True)
class Undone:
    """The last `count` actions that still stand are taken back."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Corrected:
    """Entry number `entry` was really this action; None: it never happened (a shadow was read as a die)."""

    entry: int
    action: Any | None


@dataclass(frozen=True, slots=True)
class Judged:
    """The judge's word on entry number `entry`; None for a judge who does not play in this game."""

    entry: int
    judge: Seat | None
    action: Any | None


Entry = Played | Undone | Corrected | Judged


class Step(NamedTuple):
    """An action that stands: the number of the entry that played it, and the state it led to."""

    number: int
    action: Any
    state: Any


@dataclass(frozen=True, slots=True)
class Record:
    """A value: adding an entry gives a new record. The steps are kept, so nothing is replayed that need not be."""

    game: Game[Any, Any]
    players: tuple[str, ...]
    date: str
    setup: Any
    first: Any  # the state before the first action
    entries: tuple[Entry, ...] = ()  # entry number n is entries[n - 1]
    steps: tuple[Step, ...] = ()  # the course of the game as it stands now
    dropped: tuple[int, ...] = ()  # entries that became impossible by the last entry, a correction

    @property
    def state(self) -> Any:
        return self.steps[-1].state if self.steps else self.first


def begin(game: Game[Any, Any], players: Sequence[str], setup: Any = None, date: str = "") -> Record:
    setup = game.setup() if setup is None else setup
    first = game.start(players, setup)
    return Record(game, first.players, " ".join(date.split()), setup, first)


def add(record: Record, entry: Entry) -> Record:
    """The record with one more entry. Raises, and changes nothing, when the rules or the record do not allow it."""
    match entry:
        case Played(action):
            steps = (*record.steps, Step(len(record.entries) + 1, action, record.game.apply(record.state, action)))
        case Undone(count):
            steps = _taken_back(record, count)
        case Corrected(number, action):
            steps = _replaced(record, number, action)
        case Judged(number, judge, action):
            _check_judge(record, number, judge, action)
            steps = _replaced(record, number, action)
    dropped: tuple[int, ...] = ()
    if isinstance(entry, Corrected | Judged):
        kept = {step.number for step in steps}
        dropped = tuple(step.number for step in record.steps if step.number not in kept and step.number != entry.entry)
    return replace(record, entries=(*record.entries, entry), steps=steps, dropped=dropped)


def play(record: Record, action: Any) -> Record:
    return add(record, Played(action))


def undo(record: Record, count: int = 1) -> Record:
    return add(record, Undone(count))


def correct(record: Record, number: int, action: Any | None) -> Record:
    """The later actions are played again on what really happened, up to the first that has become impossible: that
    one and those after it are dropped (`dropped` names them), because they were answers to something that was not."""
    return add(record, Corrected(number, action))


def judge(record: Record, number: int, by: Seat | None, action: Any | None) -> Record:
    return add(record, Judged(number, by, action))


def _taken_back(record: Record, count: int) -> tuple[Step, ...]:
    standing = len(record.steps)
    if standing == 0:
        raise Trouble(Message("There is nothing to take back."))
    if not 1 <= count <= standing:
        raise Trouble(Message("1 to {standing} actions can be taken back, not {n}.", standing=standing, n=count))
    return record.steps[: standing - count]


def _place_of(record: Record, number: int) -> int:
    for place, step in enumerate(record.steps):
        if step.number == number:
            return place
    raise Trouble(Message("Entry {number} is no action that still stands, so it cannot be corrected.", number=number))


def _replaced(record: Record, number: int, action: Any | None) -> tuple[Step, ...]:
    place = _place_of(record, number)
    if record.steps[place].action == action:
        raise Trouble(Message("Entry {number} says that already.", number=number))
    apply = record.game.apply
    steps = list(record.steps[:place])
    state = steps[-1].state if steps else record.first
    if action is not None:
        state = apply(state, action)
        steps.append(Step(number, action, state))
    for later in record.steps[place + 1 :]:
        try:
            state = apply(state, later.action)
        except IllegalAction:
            break
        steps.append(Step(later.number, later.action, state))
    return tuple(steps)


def _check_judge(record: Record, number: int, judge: Seat | None, action: Any | None) -> None:
    """SR-11: another player, so nobody judges a claim of their own."""
    if judge is None:
        return
    if judge not in range(len(record.players)):
        raise Trouble(Message("Nobody sits on seat {seat}.", seat=judge + 1))
    judged = record.steps[_place_of(record, number)].action
    if judge in text.seats_in(judged) or (action is not None and judge in text.seats_in(action)):
        raise Trouble(Message("{player} cannot judge a claim of their own.", player=record.players[judge]))


# -- as text -------------------------------------------------------------------------------------------------------


class FileFault(Trouble, ValueError):
    """A game file that cannot be read: the line, and what is wrong with it."""

    def __init__(self, line: int, fault: Message) -> None:
        super().__init__(Message("line {line}: {fault}", line=line, fault=fault))
        self.line, self.fault = line, fault


_ENTRY = re.compile(r"(\d{1,9})\.(?:\s+(.*))?", re.ASCII)
_HEADERS = ("game", "players", "date", "setup")


def write(record: Record) -> str:
    header = {
        "game": record.game.key,
        "players": " ".join(text.write_name(name) for name in record.players),
        "date": record.date,
        "setup": text.write_setup(record.setup, record.players),
    }
    lines = [f"vigie-game {VERSION}", *(f"{key} {header[key]}" for key in _HEADERS if header[key]), ""]
    lines += [f"{number}. {write_entry(record, entry)}" for number, entry in enumerate(record.entries, start=1)]
    return "\n".join(lines) + "\n"


def write_entry(record: Record, entry: Entry) -> str:
    """One entry as one line, for the file and for the journal."""

    def said(action: Any | None) -> str:
        return "nothing" if action is None else text.write_action(action, record.players)

    match entry:
        case Played(action):
            return said(action)
        case Undone(count):
            return f"undo {count}"
        case Corrected(number, action):
            return f"correct {number} {said(action)}"
        case Judged(number, judge, action):
            by = "-" if judge is None else text.write_name(record.players[judge])
            return f"judge {number} {by} {said(action)}"


def read_entry(record: Record, line: str) -> Entry:
    reader = text.Reader(line, record.players)

    def action() -> Any | None:
        if reader.next != "nothing":
            return text.read_action(record.game, reader, record.players)
        reader.take()
        reader.end()
        return None

    match reader.next:
        case "undo":
            reader.take()
            count = text.form_of(int).read(reader)
            reader.end()
            return Undone(count)
        case "correct":
            reader.take()
            return Corrected(text.form_of(int).read(reader), action())
        case "judge":
            reader.take()
            return Judged(text.form_of(int).read(reader), text.form_of(Seat | None).read(reader), action())
    return Played(text.read_action(record.game, reader, record.players))


def read(file: str) -> Record:
    """The record a game file holds; raises FileFault with the line that is wrong."""
    lines = [line.strip() for line in file.lstrip("\ufeff").split("\n")]
    if not lines[0].startswith("vigie-game"):
        raise FileFault(1, Message("a game file begins with 'vigie-game {version}'", version=VERSION))
    if lines[0].split() != ["vigie-game", str(VERSION)]:
        raise FileFault(1, Message("only version {version} of game files can be read here", version=VERSION))
    header: dict[str, tuple[int, str]] = {}
    record: Record | None = None
    for number, line in enumerate(lines[1:], start=2):
        if not line or line.startswith("#"):
            continue
        match = _ENTRY.fullmatch(line)
        try:
            if match is None:
                if record is not None:
                    raise Trouble(Message("an entry begins with its number and a dot, as in '{n}.'", n=_next(record)))
                _read_header(header, number, line)
                continue
            record = record or _begun(header, number)
            if len(record.entries) >= MOST:
                raise Trouble(Message("a game has at most {most} entries", most=MOST))
            if int(match[1]) != _next(record):
                fault = Message("entry {n} should follow here: a line is missing, or twice there", n=_next(record))
                raise Trouble(fault)
            record = add(record, read_entry(record, match[2] or ""))
        except FileFault:
            raise
        except Trouble as trouble:
            raise FileFault(number, trouble.message) from None
    return record or _begun(header, len(lines))


def _next(record: Record) -> int:
    return len(record.entries) + 1


def _read_header(header: dict[str, tuple[int, str]], number: int, line: str) -> None:
    key, _, value = line.partition(" ")
    if key not in _HEADERS:
        raise Trouble(Message("'{key}' is none of: {known}", key=short(key), known=", ".join(_HEADERS)))
    if key in header:
        raise Trouble(Message("'{key}' is there twice", key=short(key)))
    header[key] = (number, value.strip())


def _begun(header: dict[str, tuple[int, str]], number: int) -> Record:
    for key in ("game", "players"):
        if key not in header:
            raise FileFault(number, Message("the line '{key} ...' is missing above", key=key))
    at = 0
    try:
        at, key = header["game"]
        game = find(key)
        at, line = header["players"]
        players = seated(text.read_names(line), game.seats)
        at, line = header.get("setup", (at, ""))
        setup = text.read_setup(game, line, players)
        return begin(game, players, setup, header.get("date", (0, ""))[1])
    except Trouble as trouble:
        raise FileFault(at, trouble.message) from None
