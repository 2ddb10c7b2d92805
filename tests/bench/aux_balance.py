"""Is the shipped board of Aux Sabords fair? Bots play with two, three and four players.

    nice -n 10 python -m tests.bench.aux_balance                  2,000 games each: some minutes
    nice -n 10 python -m tests.bench.aux_balance --games 300 --players 2 --hands 1 --chests 2

Prints the share of wins of each seat relative to its fair share (no seat should have more than 1.30), how many turns
of a ship a game takes, and how many boardings there are.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass

from rules.game import SEA
from rules.sabords.actions import Attack
from rules.sabords.rules import GAME
from rules.sabords.state import Aux, Ends, Setup

ALLOWED = 1.3
NAMES = ("Anne", "Jack", "Mary", "Read")
LONGEST = 2000  # turns: a game that takes longer counts as one that does not end


@dataclass(frozen=True)
class Played:
    end: Aux
    turns: int
    boardings: int


@dataclass(frozen=True)
class Tally:
    wins: tuple[float, ...]  # for each seat; a shared win counts in parts
    turns: tuple[int, ...]  # of every game, from the shortest
    boardings: int
    endless: int

    @property
    def shares(self) -> list[float]:
        """Wins of each seat, as a multiple of what would be fair."""
        return [won * len(self.wins) / len(self.turns) for won in self.wins]


def play(players: int, setup: Setup, seed: int) -> Played:
    chance = random.Random(f"{players} {seed}")
    state: Aux = GAME.start(NAMES[:players], setup)
    turns, boardings = 1, 0
    while (actor := GAME.actor(state)) is not None and turns <= LONGEST:
        action = GAME.sea(state, chance) if actor is SEA else GAME.bot(state, chance)
        after = GAME.apply(state, action)
        turns += after.turn != state.turn
        boardings += isinstance(action, Attack)
        state = after
    return Played(state, turns, boardings)


def tally(players: int, setup: Setup, games: int, seed: int = 0) -> Tally:
    wins, turns, boardings, endless = [0.0] * players, [], 0, 0
    for number in range(games):
        played = play(players, setup, seed + number)
        turns.append(played.turns)
        boardings += played.boardings
        outcome = GAME.outcome(played.end)
        if outcome is None:
            endless += 1
            continue
        for seat in outcome.winners:
            wins[seat] += 1 / len(outcome.winners)
    return Tally(tuple(wins), tuple(sorted(turns)), boardings, endless)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="for each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--chests", type=int, default=4)
    parser.add_argument("--hands", type=int, default=2, help="of each of two players")
    parser.add_argument("--ends", type=Ends, default=Ends.ALL_CHESTS, choices=list(Ends))
    parser.add_argument("--board", default="aux_board")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    setup = Setup(chests=args.chests, ends=args.ends, hands=args.hands, board=args.board)
    worst = 0.0
    print("players  turns: median  5%..95%  longest   boardings   share of each seat (1.00 is fair)  endless  ms/game")
    for players in args.players:
        began = time.perf_counter()
        found = tally(players, setup, args.games, args.seed)
        low, middle, high = (found.turns[int(args.games * part)] for part in (0.05, 0.5, 0.95))
        shares = " ".join(f"{share:.2f}" for share in found.shares)
        worst = max(worst, *found.shares, ALLOWED * 2 * bool(found.endless))
        spent = (time.perf_counter() - began) * 1000 / args.games
        print(
            f"{players:7} {middle:14} {low:5}..{high:<5} {found.turns[-1]:6} {found.boardings / args.games:11.1f}"
            f"   {shares:<33} {found.endless:8} {spent:8.1f}",
            flush=True,
        )
    print(f"highest share {worst:.2f}, allowed {ALLOWED:.2f}", file=sys.stderr)
    return 0 if worst <= ALLOWED else 1


if __name__ == "__main__":
    sys.exit(main())
