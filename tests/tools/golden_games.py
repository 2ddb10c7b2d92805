"""Makes recorded games for tests/data/games: played by seeded bots and by chance, with undos, corrections and the
judge's word, as today's version writes them, and the position each ends at.

    python -m tests.tools.golden_games [--count 24] [--game KEY]

Files that are there are kept: they say how earlier versions wrote, and must be read for ever.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from typing import Any

from rules import record as records
from rules.game import Game
from rules.games import GAMES
from rules.record import Record
from rules.text import seats_in, write_state
from tests.rules.any_game import NAMES, random_action, setup_for, some_legal

FOLDER = Path(__file__).parent.parent / "data" / "games"
POSITION = "# position "  # with which the last line begins
MOST = 400  # entries: the files are to be read by people, too


def made(game: Game[Any, Any], seed: int) -> Record:
    """A game to its end, or as far as it comes; now and then something is taken back or put right."""
    chance = Random(f"{game.key} {seed}")
    players = NAMES[: chance.choice(game.seats)]
    record = records.begin(game, players, setup_for(game, chance), f"2026-01-{seed + 1:02d} 20:15")
    while game.actor(record.state) is not None and len(record.entries) < MOST:
        record = records.play(record, random_action(game, record.state, chance, wild=0.03))
        if chance.random() < 0.03:
            record = put_right(record, chance)
    return record


def put_right(record: Record, chance: Random) -> Record:
    """An undo, a correction, an entry that never happened, or the judge's word on one of the last few."""
    what = chance.choice(["undo", "correct", "nothing", "judge"])
    if what == "undo" or len(record.steps) < 3:
        return records.undo(record, min(len(record.steps), chance.randrange(1, 3)))
    place = chance.randrange(max(0, len(record.steps) - 4), len(record.steps))
    step, before = record.steps[place], record.steps[place - 1].state if place else record.first
    if what == "nothing":
        return records.correct(record, step.number, None)
    others = [action for action in some_legal(record.game, before, chance) if action != step.action]
    if not others:
        return record
    better = chance.choice(others)
    if what == "judge":
        involved = {*seats_in(step.action), *seats_in(better)}
        free = [seat for seat in range(len(record.players)) if seat not in involved]
        return records.judge(record, step.number, chance.choice([None, *free]), better)
    return records.correct(record, step.number, better)


def written(record: Record) -> str:
    return f"{records.write(record).rstrip()}\n{POSITION}{write_state(record.game, record.state)}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=24, help="games of each")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this one")
    arguments = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in GAMES.values():
        for seed in range(arguments.count):
            file = FOLDER / f"{game.key}-{seed:02d}.txt"
            if arguments.game in (None, game.key) and not file.exists():
                file.write_text(written(made(game, seed)), encoding="utf-8")


if __name__ == "__main__":
    main()
