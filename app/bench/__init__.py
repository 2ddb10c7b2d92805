"""vigie bench: speed and accuracy, measured on this machine, as ratios within one run."""

from __future__ import annotations

import argparse
import importlib

EXAMPLES = """examples:
  vigie bench rules                     solver, scorer and whole games
  vigie bench vision ../shared/dice     accuracy and speed on labelled pictures
  vigie bench vision SETS --sets        one line a set, whole pictures among them
  vigie bench cards                     printed cards and cards taught by sight, in rendered pictures
  vigie bench device                    from a press to the lamp and the claim: some ten minutes
  vigie bench ui                        frames per second of every screen
  vigie bench people --games 20         whole games by touch, console and keys: dead ends and presses
  vigie bench evenings                  ten thousand games kept against ten"""

PARTS = {
    "rules": "the solver, the scorer and whole games through the engine",
    "vision": "labelled pictures: dice right, wrong, missed; milliseconds a frame",
    "cards": "printed cards and cards taught by sight: right, wrong, asked about; what looking for them costs",
    "device": "from a press to the lamp and to the claim's picture, in a race that is played",
    "evenings": "how much longer pages take with ten thousand games kept than with ten",
    "ui": "frames per second of every screen in its liveliest moment",
    "people": "whole games by people who know only what the screen offers",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    for name, text in PARTS.items():
        part = parts.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        part.add_argument("--json", action="store_true", help="print the figures as JSON")
        if name == "vision":
            part.add_argument("data", help="a folder of dice sets in the shared format (enrol/ and scenes/)")
            part.add_argument("--sets", action="store_true", help="one line a set, with whole pictures; no speed")
            part.add_argument("--worst", metavar="OUT", help="write contact sheets of the worst cases to this folder")
        if name == "cards":
            part.add_argument("--decks", type=int, default=6, metavar="N", help="made-up boxes of 60 cards each (6)")
            part.add_argument("--pictures", type=int, default=32, metavar="N", help="of each, three cards in each (32)")
            part.add_argument(
                "--tuning", action="store_true", help="decks that limits were chosen with, not blind ones"
            )
            part.add_argument("--faults", action="store_true", help="print what was not right, picture by picture")
        if name == "device":
            part.add_argument("--presses", type=int, default=200, metavar="N", help="that the tie window decides (200)")
        if name == "people":
            part.add_argument("--games", type=int, default=2, metavar="N", help="of each game in each way (2)")
            part.add_argument("--first", type=int, default=0, metavar="SEED", help="the first of their seeds (0)")


def run(arguments: argparse.Namespace) -> int:
    module = importlib.import_module(f"app.bench.{arguments.part}")
    code: int = module.run(arguments)
    return code
