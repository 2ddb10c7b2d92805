"""vigie replay: the course of a recorded game, and how it stands at the end. It reads game files, and what `vigie
history export` writes: the text of several games, or JSON."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from rules import files, text
from rules.course import Line, course
from rules.game import SEA
from rules.record import FileFault, Played, Record, read, write_entry
from rules.say import Message, Trouble
from ui.words.language import LANGUAGES, Language, language

LONGEST = 64 << 20  # bytes: whole histories are exported

EXAMPLES = """examples:
  vigie replay evening.vigie
  vigie replay evening.vigie --lang fr
  vigie replay evening.vigie --json
  vigie history export > all.json; vigie replay all.json"""


CSV = "number,date,game,"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a game file, or an export of the history (text, JSON)")
    parser.add_argument("--json", action="store_true", help="print it for machines, one JSON object")
    parser.add_argument(
        "--lang", choices=tuple(LANGUAGES), default="en", help="the language of the story (default: en)"
    )


def run(arguments: argparse.Namespace) -> int:
    speech = language(arguments.lang)
    for place, record in enumerate(_load(arguments.file)):
        if arguments.json:
            print(json.dumps(as_json(record, speech), ensure_ascii=False))
            continue
        if place:
            print("\n" + "-" * 60 + "\n")
        print("\n".join([*_head(record, speech), "", *_story(record, speech), "", *_end(record, speech)]))
    return 0


def _load(path: Path) -> list[Record]:
    try:
        content = files.text(path, LONGEST)
    except files.Unreadable as error:
        raise Trouble(Message("{file} cannot be read: {error}.", file=path, error=error.message)) from None
    try:
        told = content
        if told.lstrip()[:1] in ("[", "{"):
            return _exported(told)
        if told.startswith(CSV):
            raise Trouble(
                Message("this is a table of results, without the games; export them with --format text or json")
            )
        return _several(told)
    except Trouble as trouble:
        raise Trouble(Message("{file}: {fault}", file=path, fault=trouble.message)) from None


def _several(told: str) -> list[Record]:
    """One game file, or one after the other; a fault is told with its line in the whole file."""
    lines = told.split("\n")
    begins = [place for place, line in enumerate(lines) if line.startswith("vigie-game")]
    if begins[:1] != [0] or len(begins) == 1:
        return [read(told)]
    found = []
    for start, end in pairwise([*begins, len(lines)]):
        try:
            found.append(read("\n".join(lines[start:end])))
        except FileFault as fault:
            raise FileFault(start + fault.line, fault.fault) from None
    return found


def _exported(told: str) -> list[Record]:
    """The JSON of `vigie history export`."""
    try:
        games = files.as_json(told)
        texts = [(game.get("number"), "\n".join(game["lines"])) for game in games]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise Trouble(Message("this is no game file, and no JSON of 'vigie history export'")) from None
    found = []
    for number, lines in texts:
        try:
            found.append(read(lines))
        except Trouble as trouble:
            if len(texts) == 1:
                raise Trouble(Message("game {number}: {fault}", number=number, fault=trouble.message)) from None
            print(f"vigie: game {number} is left out: {trouble}", file=sys.stderr)
    return found


def _head(record: Record, speech: Language) -> list[str]:
    head = [speech.say(record.game.title), ", ".join(record.players), record.date]
    setup = text.write_setup(record.setup, record.players)
    return [" - ".join(filter(None, head)), *([setup] if setup else [])]


def _story(record: Record, speech: Language) -> list[str]:
    """One line for each entry: turn, number, what happened, and the points that changed."""
    lines, turn, points, struck = [], 0, _points(record, record.first), False
    for line in course(record):
        number = f"{line.number}." if line.stands else f"({line.number}.)"
        said = [speech.say(line.says)]
        if line.dropped:
            said.append(speech.say(Message("No longer possible, so dropped: {entries}.", entries=_list(line.dropped))))
        now = _points(record, line.state)
        changed = [f"{name} {new}" for name, old, new in zip(record.players, points, now, strict=False) if new != old]
        if changed:
            said.append(f"[{', '.join(changed)}]")
        lines.append(f"{line.turn if line.turn != turn else '':>5}  {number:>6}  {' '.join(said)}")
        turn, points = line.turn, now
        struck = struck or not line.stands
    if struck:
        lines += ["", speech.say(Message("In brackets: taken back or corrected later."))]
    return lines


def _end(record: Record, speech: Language) -> list[str]:
    lines = []
    points = _points(record, record.state)
    if points:
        lines.append(", ".join(f"{name} {score}" for name, score in zip(record.players, points, strict=True)))
    outcome, actor = record.game.outcome(record.state), record.game.actor(record.state)
    if outcome is not None:
        lines.append(speech.say(outcome.reason))
    elif isinstance(actor, int):
        lines.append(speech.say(Message("The game is not over; it is {player}'s turn.", player=record.players[actor])))
    else:
        lines.append(speech.say(Message("The game is not over; dice or a card come next.")))
    return [*lines, text.write_state(record.game, record.state)]


def as_json(record: Record, speech: Language) -> dict[str, Any]:
    outcome, actor = record.game.outcome(record.state), record.game.actor(record.state)
    return {
        "game": record.game.key,
        "players": record.players,
        "date": record.date,
        "setup": text.write_setup(record.setup, record.players),
        "entries": [_entry(record, line, speech) for line in course(record)],
        "position": text.write_state(record.game, record.state),
        "points": _points(record, record.state) or None,
        "actor": "sea" if actor is SEA else record.players[actor] if isinstance(actor, int) else None,
        "outcome": outcome
        and {"winners": [record.players[seat] for seat in outcome.winners], "reason": speech.say(outcome.reason)},
    }


def _entry(record: Record, line: Line, speech: Language) -> dict[str, Any]:
    return {
        "number": line.number,
        "kind": "action" if isinstance(line.entry, Played) else type(line.entry).__name__.lower(),
        "text": write_entry(record, line.entry),
        "turn": line.turn,
        "says": speech.say(line.says),
        "stands": line.stands,
        "dropped": line.dropped,
        "points": _points(record, line.state) or None,
    }


def _points(record: Record, state: Any) -> tuple[int, ...]:
    return record.game.points(state) if record.game.points else ()


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
