"""vigie bench rules: the solver, the scorer and whole games, on one core of this machine.

Times are those of the processor for this process alone, so that a busy machine does not count against the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from random import Random
from time import process_time

HANDS = 20_000
LEAST_SECONDS = 1.0  # a measure runs at least so long


@dataclass(frozen=True, slots=True)
class Figure:
    what: str
    value: float
    unit: str
    wanted: float
    at_most: bool  # wanted is a limit; otherwise it is the least

    @property
    def reached(self) -> bool:
        return self.value <= self.wanted if self.at_most else self.value >= self.wanted


def run(arguments: argparse.Namespace) -> int:
    figures = []
    for figure in measure():
        figures.append(figure)
        if not arguments.json:
            _print(figure, head=len(figures) == 1)
    if arguments.json:
        print(json.dumps([asdict(figure) | {"reached": figure.reached} for figure in figures]))
    return 0


def _print(figure: Figure, head: bool) -> None:
    if head:
        print(f"  {'measure':<44}{'here':>12}  {'unit':<12}{'wanted':>12}")
    wanted = f"{'<=' if figure.at_most else '>='} {figure.wanted:,.10g}"
    missed = "" if figure.reached else "   not reached"
    print(f"  {figure.what:<44}{figure.value:>12,.5g}  {figure.unit:<12}{wanted:>12}{missed}", flush=True)


def measure() -> Iterator[Figure]:
    """One figure after the other; the first one loads and solves everything from nothing."""
    if "numpy" not in sys.modules:
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
    start = process_time()
    from rules.mille.odds import odds

    odds()
    yield Figure("all twelve cards solved from nothing", process_time() - start, "s", 5, at_most=True)
    yield Figure("one advice, mean over all cards", 1000 / _per_second(_advice), "ms", 1, at_most=True)
    yield Figure("hands scored, JSON in and out", _per_second(_score), "hands/s", 100_000, at_most=False)
    yield Figure("Mille Sabords, 2 bots, whole games", _per_second(_games("mille", 2)), "games/s", 200, at_most=False)
    yield Figure("series, 4 bots, whole games", _per_second(_games("series", 4)), "games/s", 200, at_most=False)


def _per_second(prepare: Callable[[], Callable[[], int]]) -> float:
    """How many in a second: `prepare` gives a piece of work that says how many it has done. The best of three, since
    what slows a run down is the rest of the machine."""
    work = prepare()
    work()
    best = 0.0
    for _ in range(3):
        done, start = 0, process_time()
        while (elapsed := process_time() - start) < LEAST_SECONDS:
            done += work()
        best = max(best, done / elapsed)
    return best


def _advice() -> Callable[[], int]:
    from rules.mille.odds import odds
    from rules.mille.score import CARDS, FACES, counted

    chance, solved = Random(1), odds()
    asked = [(card, counted(chance.choices(FACES, k=8))) for card in CARDS for _ in range(100)]

    def work() -> int:
        for card, dice in asked:
            solved.advice(card, dice)
        return len(asked)

    return work


def _score() -> Callable[[], int]:
    from app.commands.score import answer
    from rules.mille.score import CARDS, FACES

    chance = Random(1)
    lines = [
        json.dumps({"card": chance.choice(CARDS), "dice": chance.choices(FACES, k=8), "first_throw": False}).encode()
        for _ in range(HANDS)
    ]

    def work() -> int:
        for line in lines:
            answer(line)
        return len(lines)

    return work


def _games(key: str, players: int) -> Callable[[], Callable[[], int]]:
    def prepare() -> Callable[[], int]:
        from rules.games import find
        from rules.simulate import play_out

        game, chance = find(key), Random(1)
        names = ("Anne", "Jack", "Mary", "Edward")[:players]
        setup = game.setup()

        def work() -> int:
            for _ in range(20):
                play_out(game, names, setup, chance)
            return 20

        return work

    return prepare
