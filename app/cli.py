"""The vigie command. Each subcommand is a module of app/, imported only when it is called, so that help and the
first picture come at once."""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import importlib
import importlib.metadata
import os
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from rules.say import Trouble

# Our matrices are small: threads of the linear algebra would only fight with the game and the eyes for the cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# The eyes take and give back the same few megabytes with every frame: fetching them anew from the kernel costs as much
# as the arithmetic. (M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of the C library; where there is no such, no harm is done.)
with contextlib.suppress(AttributeError, OSError, TypeError):
    _libc = ctypes.CDLL(None)
    _libc.mallopt(-1, 256 << 20)
    _libc.mallopt(-3, 256 << 20)

# name: (module, one line of help). The module has add_arguments(parser) and run(arguments) -> exit code, and may
# have EXAMPLES, shown below its help.
COMMANDS = {
    "play": ("app.play", "play: on the table, or on a virtual one where there is no hardware"),
    "test": ("app.commands.test", "run the tests of this checkout"),
    "score": ("app.commands.score", "score a hand of Mille Sabords"),
    "odds": ("app.commands.odds", "exact odds and the best choice in a turn of Mille Sabords"),
    "simulate": ("app.commands.simulate", "let bots play many games and print who wins"),
    "replay": ("app.commands.replay", "print the course of a recorded game"),
    "history": ("app.commands.history", "finished games: list, show, export"),
    "save": ("app.commands.along", "save games, log book, dice, names and settings into one file"),
    "restore": ("app.commands.along", "bring them back from such a file"),
    "teach": ("app.commands.teach", "learn a dice set from one photo per face"),
    "read": ("app.commands.read", "read the dice in pictures"),
    "dice": ("app.commands.dice", "the dice that were taught: list, measure, forget"),
    "watch": ("app.commands.watch", "follow the dice through a clip"),
    "calibrate": ("app.commands.calibrate", "measure the camera's lens, or mark the corners of your own tray"),
    "doctor": ("app.commands.doctor", "check the machine, the camera, the buttons and the dice"),
    "bench": ("app.bench", "measure speed and accuracy"),
    "shots": ("app.commands.shots", "draw every screen into PNG files"),
    "hardware": ("app.commands.hardware", "make the printable mat and dice, the wiring and the drawings"),
    "install": ("app.install.installer", "set up a Raspberry Pi as a table (as root)"),
    "image": ("app.install.image", "make an image of a card that boots into the game (as root)"),
    "uninstall": ("app.install.installer", "remove what install set up; the games stay"),
}


def _overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {text}" for name, (_, text) in COMMANDS.items()]
    return "\n".join(
        [
            "Vigie: a tabletop companion for pirate dice games.",
            "",
            "usage: vigie COMMAND [options]        vigie COMMAND --help for each",
            "",
            *lines,
            "",
            "examples:",
            "  vigie play                                       open the table",
            '  vigie score --card pirate "4 coin diamond 2 skull sabre"',
            "  vigie simulate mille --players 3 --games 500 --seed 1",
        ]
    )


def main(argv: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except BrokenPipeError:  # the reader of our output has gone: nothing to tell anybody
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _run(arguments: list[str]) -> int:
    if not arguments or arguments[0] in {"-h", "--help", "help"}:
        print(_overview(), flush=True)
        return 0
    if arguments[0] == "--version":
        print(f"vigie {_version()}", flush=True)
        return 0
    name, rest = arguments[0], arguments[1:]
    if name not in COMMANDS:
        print(f"vigie: there is no command '{name}'. 'vigie --help' lists them.", file=sys.stderr)
        return 2
    module_name, text = COMMANDS[name]
    module = importlib.import_module(module_name)
    parser = argparse.ArgumentParser(
        prog=f"vigie {name}",
        description=text[0].upper() + text[1:] + ".",
        epilog=getattr(module, "EXAMPLES", None),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    parsed, more = parser.parse_known_args(rest)
    if more and not getattr(module, "TAKES_MORE", False):  # only `test` hands options on, to pytest
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    parsed.command, parsed.more = name, more
    try:
        code: int = module.run(parsed)
        return code
    except Trouble as trouble:
        print(f"vigie {name}: {trouble}", file=sys.stderr)
        return 2


def _version() -> str:
    """Of this checkout or of the table's own copy, which have their pyproject.toml; else of the installed package."""
    project = Path(__file__).resolve().parent.parent / "pyproject.toml"
    if project.is_file():
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    return importlib.metadata.version("vigie")


if __name__ == "__main__":
    sys.exit(main())
