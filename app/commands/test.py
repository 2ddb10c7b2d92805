"""vigie test: the tests of this checkout, with pytest's own options."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from rules.say import Message, Trouble

EXAMPLES = """examples:
  vigie test                    everything
  vigie test tests/rules        one floor
  vigie test -k skull           tests whose name has 'skull'"""

TAKES_MORE = True
ALL_CORES = ("-n", "auto", "--dist", "loadfile")  # everything: on every core, a file's tests together


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "vigie test [options and paths for pytest]"


def run(arguments: argparse.Namespace) -> int:
    root = Path(__file__).resolve().parents[2]
    if not (root / "tests").is_dir():
        raise Trouble(Message("the tests come with a checkout, not with the installed package: clone the project."))
    return subprocess.call([sys.executable, "-m", "pytest", *(arguments.more or ALL_CORES)], cwd=root)
