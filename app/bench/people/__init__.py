"""vigie bench people: whole games by people who know only what the screen offers, by touch, by console, by keys."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.bench.people.play import Played

SIZES = ((800, 480), (1280, 800))
LANGUAGES = ("fr", "en")


def run(arguments: argparse.Namespace) -> int:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    from app.bench.people.fingers import WAYS
    from app.bench.people.play import evening
    from ui.games.staged import STAGED

    folder = Path(tempfile.mkdtemp(prefix="vigie-people-"))
    rows: list[Played] = []
    if not arguments.json:
        print(HEAD)
    for game in STAGED:
        for way in WAYS:
            played = [
                evening(folder, game, way, seed) for seed in range(arguments.first, arguments.first + arguments.games)
            ]
            rows += played
            if not arguments.json:
                print(_row(game, way, played), flush=True)
    if not arguments.json:
        print(_row("all", "", rows))
    for each in rows:
        if each.trouble:
            print(f"{each.game} by {each.way}, seed {each.seed}: {each.trouble}", file=sys.stderr)
    if arguments.json:
        print(json.dumps([asdict(each) for each in rows], indent=2))
    return 0 if all(each.finished for each in rows) else 1


HEAD = (
    f"{'game':<7} {'by':<8} {'games':>5} {'finished':>8} {'dead ends':>9} {'first throw':>11} {'an entry':>8}  presses;"
    f" {'errands':>7} {'strolls':>7} {'kills':>5} {'robots':>6}"
)


def _row(game: str, way: str, played: list[Played]) -> str:
    whole = [each for each in played if each.finished]
    first = sum(each.to_first_throw for each in whole) / max(1, len(whole))
    entry = sum(each.presses for each in whole) / max(1, sum(each.turns for each in whole))
    errands, strolls = sum(each.errands for each in played), sum(each.strolls for each in played)
    kills, robots = sum(each.kills for each in played), sum(each.robots for each in played)
    ends = len(played) - len(whole)
    return (
        f"{game:<7} {way:<8} {len(played):>5} {len(whole):>8} {ends:>9} {first:>11.1f} {entry:>8.1f}"
        f"{'':>10} {errands:>7} {strolls:>7} {kills:>5} {robots:>6}"
    )
