"""vigie history: the games that were played, listed page by page, shown and exported."""

from __future__ import annotations

import argparse
import csv
import json
import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from firmware.books import history
from firmware.books.history import Listed, Played, Summary
from rules.say import Message, Trouble
from vision.places import data_dir

PAGE = 20

EXAMPLES = """examples:
  vigie history                                  the newest games, the newest at the end
  vigie history list --page 2                    those before them
  vigie history list --all                       all of them, oldest first
  vigie history show 12                          one game: the result, and its text
  vigie history export --format csv > games.csv  one line per player and game, for a spreadsheet
  vigie history export --format json             everything, the games' text included
  vigie history export 12 --format text > a.vigie  the game's text
  vigie replay a.vigie                           and its course; vigie replay reads the JSON as well
"""


def games_dir() -> Path:
    return data_dir() / "games"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", type=Path, help="where the games are, if not in your own data folder")
    what = parser.add_subparsers(dest="what", metavar="{list,show,export}")
    listed = what.add_parser("list", help="a page of games (also when nothing is said)")
    listed.add_argument("--page", type=int, default=1, metavar="N", help=f"1: the newest {PAGE}, 2: those before (1)")
    listed.add_argument("--all", action="store_true", help="all of them")
    show = what.add_parser("show", help="one game: its result and its text")
    show.add_argument("number", type=int, help="the game's number in the list")
    export = what.add_parser("export", help="some games or all of them, for other programs")
    export.add_argument("number", nargs="*", type=int, help="which games (default: all)")
    export.add_argument("--format", choices=["json", "csv", "text"], default="json", help="default: json")


def run(arguments: argparse.Namespace) -> int:
    folder: Path = arguments.folder or games_dir()
    match arguments.what:
        case "show":
            _show(history.game(folder, arguments.number))
        case "export":
            numbers: list[int] = arguments.number
            played = [history.game(folder, number) for number in numbers] if numbers else history.games(folder)
            _export(played, arguments.format, sys.stdout)
        case _:
            everything = getattr(arguments, "all", False)
            _list(folder, 1 if everything else getattr(arguments, "page", 1), 1 << 62 if everything else PAGE)
    return 0


def _list(folder: Path, page: int, size: int) -> None:
    if page < 1:
        raise Trouble(Message("Pages are counted from 1, the newest; there is no page {n}.", n=page))
    before, played, total = None, list[Listed](), 0
    for _ in range(page):
        played, total = history.page(folder, size, before)
        if not played:
            break
        before = played[-1].number
    if not total:
        print(f"No games yet in {folder}.")
        return
    if not played:
        raise Trouble(Message("There are {n} pages, and no page {page}.", n=math.ceil(total / size), page=page))
    for game in reversed(played):
        print(f"{game.number:>5}  {_when(game)}  {_result(game)}")
    if total > page * size:
        print(f"       {total} games in all; those before: vigie history list --page {page + 1}")


def _when(game: Listed) -> str:
    return f"{game.date[:10]} {game.date[11:16]}" if game.date else "(date unknown)  "


def _result(game: Listed) -> str:
    if game.summary is None:
        if not game.readable:
            return "damaged: it cannot be read"
        return f"{game.game:<8} {'':>7}  {', '.join(game.players)}  (not finished){_damage(game)}"
    summary = game.summary
    names = ", ".join(f"{name} {score}" for name, score in zip(summary.players, summary.scores, strict=False))
    return f"{summary.game:<8} {_duration(summary.duration_s):>7}  {names}  ({_winners(summary)}){_damage(game)}"


def _damage(game: Listed) -> str:
    return "" if game.whole else " (the file's end is damaged)"


def _winners(summary: Summary) -> str:
    names = [summary.players[seat] for seat in summary.winners if seat < len(summary.players)]
    return "won by " + " and ".join(names) if names else "nobody won"


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02}" if minutes >= 60 else f"{minutes} min"


def _show(game: Played) -> None:
    print(f"Game {game.number}, {_when(game).strip()}")
    print(_result(game))
    if (summary := game.summary) is not None:
        for seat, name in enumerate(summary.players):
            more = [
                f"luck {luck:+.2f}" if (luck := _at(summary.luck, seat)) is not None else "",
                f"fastest claim {fastest:.2f} s" if (fastest := _at(summary.fastest_claim_s, seat)) is not None else "",
            ]
            if said := ", ".join(filter(None, more)):
                print(f"  {name}: {said}")
    print()
    print("\n".join(game.lines))


def _at(values: Sequence[float | None], seat: int) -> float | None:
    return values[seat] if seat < len(values) else None


def _export(played: Iterable[Played], form: str, out: TextIO) -> None:
    match form:
        case "json":
            json.dump([asdict(game) for game in played], out, ensure_ascii=False, indent=2)
            out.write("\n")
        case "text":
            for place, game in enumerate(played):
                if not game.lines:
                    print(f"vigie: game {game.number} is damaged and has no text.", file=sys.stderr)
                    continue
                out.write(("\n" if place else "") + "".join(f"{line}\n" for line in game.lines))
        case "csv":
            _csv(played, out)


def _csv(played: Iterable[Played], out: TextIO) -> None:
    table = csv.writer(out, lineterminator="\n")
    table.writerow(
        ["number", "date", "game", "seat", "player", "score", "won", "duration_s", "luck", "fastest_claim_s"]
    )
    for game in played:
        if (summary := game.summary) is None:
            continue
        for seat, (name, score) in enumerate(zip(summary.players, summary.scores, strict=False)):
            table.writerow(
                [
                    game.number, game.date, summary.game, seat + 1, name, score, int(seat in summary.winners),
                    summary.duration_s, _at(summary.luck, seat), _at(summary.fastest_claim_s, seat),
                ]
            )  # fmt: skip
