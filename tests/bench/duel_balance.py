"""Is the shipped deck of Pirates en Duel fair? Bots play every level with every number of players.

    nice -n 10 python -m tests.bench.duel_balance                 2,000 games each: some minutes
    nice -n 10 python -m tests.bench.duel_balance --games 200 --levels 3 --players 5 6

Prints the share of wins of each seat relative to its fair share; no seat should have more than 1.30.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from dataclasses import dataclass

from rules.duel.rules import GAME
from rules.duel.state import Duel, Setup
from rules.game import SEA

ALLOWED = 1.3
NAMES = ("Anne", "Jack", "Mary", "Edward", "Grace", "Henry")
LONGEST = 1000  # turns: a game that takes longer counts as one that does not end


@dataclass(frozen=True)
class Tally:
    games: int
    wins: tuple[float, ...]  # for each seat; a shared win counts in parts
    turns: tuple[int, ...]  # of every game
    endless: int

    @property
    def shares(self) -> list[float]:
        """Wins of each seat, as a multiple of what would be fair."""
        return [won * len(self.wins) / self.games for won in self.wins]

    def unfair(self) -> bool:
        """Whether a seat wins more than it would if its share were the most that is allowed, beyond twice the spread
        of chance; for runs too short to take the shares at their word."""
        most = ALLOWED / len(self.wins)
        return max(self.wins) > self.games * most + 2 * math.sqrt(self.games * most * (1 - most))


def play(players: int, setup: Setup, seed: int) -> Duel:
    chance = random.Random(seed)
    state: Duel = GAME.start(NAMES[:players], setup)
    while (actor := GAME.actor(state)) is not None and state.turn.number <= LONGEST:
        state = GAME.apply(state, GAME.sea(state, chance) if actor is SEA else GAME.bot(state, chance))
    return state


def tally(players: int, setup: Setup, games: int, seed: int = 0) -> Tally:
    wins, turns, endless = [0.0] * players, [], 0
    for game in range(games):
        end = play(players, setup, seed + game)
        turns.append(end.turn.number)
        endless += not end.winners
        for seat in end.winners:
            wins[seat] += 1 / len(end.winners)
    return Tally(games, tuple(wins), tuple(turns), endless)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="for each level and number of players")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    parser.add_argument("--deck", default="duel")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    began = time.perf_counter()
    worst = 0.0
    print("level players  turns: median  5%..95%  longest   share of each seat (1.00 is fair)      endless  ms/game")
    for level in args.levels:
        for players in args.players:
            start = time.perf_counter()
            found = tally(players, Setup(level, args.deck), args.games, args.seed)
            turns = sorted(found.turns)
            low, middle, high = (turns[int(len(turns) * part)] for part in (0.05, 0.5, 0.95))
            shares = " ".join(f"{share:.2f}" for share in found.shares)
            worst = max(worst, *found.shares, ALLOWED * 2 * bool(found.endless))
            spent = (time.perf_counter() - start) * 1000 / args.games
            print(
                f"{level:5} {players:7} {middle:14} {low:5}..{high:<5} {turns[-1]:6}   {shares:<37} {found.endless:8}"
                f" {spent:8.1f}",
                flush=True,
            )
    print(f"highest share {worst:.2f}, allowed {ALLOWED:.2f}; {time.perf_counter() - began:.0f} s", file=sys.stderr)
    return 0 if worst <= ALLOWED else 1


if __name__ == "__main__":
    sys.exit(main())
