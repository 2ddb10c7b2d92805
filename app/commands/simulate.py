"""vigie simulate: bots play many games, and this is how they went."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict
from random import Random
from typing import Any

from app.progress import progress
from rules.game import Game, SetupError
from rules.games import GAMES, find
from rules.say import Message
from rules.simulate import Report, play_out, report
from rules.text import read_setup

EXAMPLES = """examples:
  vigie simulate series --players 4 --games 500 --seed 1
  vigie simulate series --setup "squares=40 first=Jack"
  vigie simulate mille --players 3 --games 200 --json

The same seed gives the same games, and the same figures. A turn is counted whenever it comes to another player. The
seats, in the order they sit, are called Anne, Jack, Mary, Edward, Grace and Bart, for setups that name one."""

NAMES = ("Anne", "Jack", "Mary", "Edward", "Grace", "Bart")


def at_least(least: int) -> Callable[[str], int]:
    def whole_number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} on")
        return int(text)

    return whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--players", type=at_least(1), metavar="N", help="how many play (default: as many as may)")
    parser.add_argument("--games", type=at_least(1), default=100, metavar="M", help="how many games (default: 100)")
    parser.add_argument("--seed", type=at_least(0), default=1, metavar="S", help="where chance begins (default: 1)")
    parser.add_argument("--setup", default="", metavar="OPTIONS", help="the game's options, as in a game file")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    count = arguments.players or game.seats[-1]
    if count not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise SetupError(
            Message("This game is for {least} to {most} players, not {n}.", least=least, most=most, n=count)
        )
    players = NAMES[:count]
    setup = read_setup(game, arguments.setup, players)
    chance = Random(arguments.seed)
    games = (play_out(game, players, setup, chance) for _ in range(arguments.games))
    result = report(progress(games, arguments.games, "games"))
    if arguments.json:
        head = {"game": game.key, "players": count, "seed": arguments.seed, "setup": arguments.setup}
        print(json.dumps(head | asdict(result)))
    else:
        _print(game, players, arguments.seed, result)
    return 0


def _print(game: Game[Any, Any], players: tuple[str, ...], seed: int, result: Report) -> None:
    print(f"{game.title}: {result.games} games of {len(players)} bots, seed {seed}\n")
    print(f"  {'seat':<12}{'wins':>8}{'win rate':>10}{'points':>10}{'per turn':>10}")
    for name, seat in zip(players, result.seats, strict=True):
        points = "-" if seat.points is None else f"{seat.points:.1f}"
        per_turn = "-" if seat.points_per_turn is None else f"{seat.points_per_turn:.2f}"
        print(f"  {name:<12}{round(seat.wins, 1):>8g}{seat.win_rate:>10.1%}{points:>10}{per_turn:>10}")
    if result.shared_wins:
        print(f"\n  games with a shared win, of which each winner has a part: {result.shared_wins}")
    print(f"\n  actions a game: {result.actions.mean:.1f} ({result.actions.least} to {result.actions.most})")
    print(f"  turns a game:   {result.turns.mean:.1f} ({result.turns.least} to {result.turns.most})")
