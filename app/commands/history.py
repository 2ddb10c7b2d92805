"""vigie history: finished games, listed, shown and exported."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from firmware.books import history
from firmware.books.history import Played, Summary
from vision.places import data_dir

EXAMPLES = """examples:
  vigie history                                  the games, oldest first
  vigie history show 12                          one game: the result, and its text
  vigie history export --format csv > games.csv  one line per player and game, for a spreadsheet
  vigie history export --format json             everything, the games' text included
  vigie history export --format text 12          the game text of one game, for vigie replay
"""


def games_dir() -> Path:
    return data_dir() / "games"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", type=Path, help="where the games are, if not in your own data folder")
    what = parser.add_subparsers(dest="what", metavar="{list,show,export}")
    what.add_parser("list", help="the games, oldest first (also when nothing is said)")
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
            _list(history.games(folder), folder)
    return 0


def _list(played: Sequence[Played], folder: Path) -> None:
    if not played:
        print(f"No games yet in {folder}.")
        return
    for game in played:
        print(f"{game.number:>5}  {_when(game)}  {_result(game)}")


def _when(game: Played) -> str:
    return f"{game.date[:10]} {game.date[11:16]}" if game.date else "(date unknown)  "


def _result(game: Played) -> str:
    if game.summary is None:
        return "damaged: it cannot be read" if not game.lines else "not finished" + _damage(game)
    summary = game.summary
    names = ", ".join(f"{name} {score}" for name, score in zip(summary.players, summary.scores, strict=False))
    return f"{summary.game:<8} {_duration(summary.duration_s):>7}  {names}  ({_winners(summary)}){_damage(game)}"


def _damage(game: Played) -> str:
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
            out.write("\n".join("".join(f"{line}\n" for line in game.lines) for game in played))
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
