"""vigie test: the tests of this checkout, with pytest's own options."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rules.say import Message, Trouble

EXAMPLES = """examples:
  vigie test                    everything
  vigie test rules              one floor, or one room: vigie test firmware/play
  vigie test -k skull           tests whose name has 'skull'
  vigie test ui --long          with thousands of random games in place of hundreds"""

TAKES_MORE = True
ALL_CORES = ("-n", "auto", "--dist", "loadfile")  # everything: on every core, a file's tests together
SLOWEST = ("--durations=5", "--durations-min=0.5")  # said at the end


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "vigie test [options and paths for pytest]"


def run(arguments: argparse.Namespace) -> int:
    root = Path(__file__).resolve().parents[2]
    if not (root / "tests").is_dir():
        raise Trouble(Message("the tests come with a checkout, not with the installed package: clone the project."))
    return subprocess.call([sys.executable, "-m", "pytest", *asked(arguments.more, root)], cwd=root)


def asked(more: Sequence[str], root: Path) -> list[str]:
    """The words for pytest: `rules` stands for tests/rules, everything else is passed on as it is."""
    words = [f"tests/{word}" if _is_room(word, root) else word for word in more]
    return [*(words or ALL_CORES), *SLOWEST]


def _is_room(word: str, root: Path) -> bool:
    """Of a floor's name and its tests', the tests are meant."""
    return not word.startswith(("-", "tests")) and (root / "tests" / word).exists()
