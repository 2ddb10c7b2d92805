"""vigie play: the game on the table, on a laptop's virtual table, or as a demonstration in words."""

from __future__ import annotations

import argparse
import faulthandler
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from app.sizes import pixels_of
from rules.games import GAMES, find
from rules.say import Message, Trouble

EXAMPLES = """examples:
  vigie play                        open the table; with no screen, a demonstration in words
  vigie play --demo                 robots play an evening by themselves
  vigie play --demo --text          the same in words, on any terminal
  vigie play --window --lang fr     in a window, in French

keys in the game:  1 to 6 the players' buttons, arrows and Enter the console, F1 to F12 the series pad,
                   Space throws, takes dice, turns cards over (virtual table), U takes back, P pauses, V shows the mat,
                   L the language, Escape the menu; whatever has a key wears it on the screen"""

NAMES = ("Anne", "Jack", "Mary", "Edward")
FIRST = next(iter(GAMES))
# What the rules tell of each action, and what no action tells; the other moments are pictures of the same.
STORY = frozenset({"played", "tie", "hint", "last_round", "sudden_death", "won"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--demo", action="store_true", help="robots play on the virtual table")
    parser.add_argument("--text", action="store_true", help="tell the demonstration in words, without a screen")
    parser.add_argument("--game", choices=sorted(GAMES), default=FIRST, help=f"the demonstration's game ({FIRST})")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="how many play in the demonstration (2)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same demonstration (1)")
    parser.add_argument("--window", action="store_true", help="in a window instead of full screen")
    parser.add_argument("--kiosk", action="store_true", help="the table's own screen, whatever drives it (systemd)")
    parser.add_argument("--size", metavar="WxH", help="the size of the window, like 1280x800")
    parser.add_argument("--lang", choices=["en", "fr"], help="the language, whatever the settings say")


def run(arguments: argparse.Namespace) -> int:
    if arguments.text or not (arguments.kiosk or has_screen()):
        if not arguments.text:
            print("vigie: there is no screen here, so a demonstration is played and told in words.")
        return tell(arguments.game, arguments.players, arguments.seed, arguments.lang)
    return show(arguments)


def show(arguments: argparse.Namespace) -> int:
    """The window and its first picture come before everything that takes its time to load."""
    faulthandler.enable()  # a library that dies says at least where
    from app import startup

    starts = startup.begin(language_of(arguments.lang))
    with startup.stoppable(starts):
        from ui.pages.first import opened

    try:
        window = opened(size_of(arguments), language_of(arguments.lang))
    except Trouble:  # said in a sentence, and a screen that is switched on later is no reason for a safe mode
        starts.forget()
        raise
    first_picture_s = startup.since_start() if arguments.kiosk else None
    from app.table import open_table

    return open_table(arguments, window, starts, first_picture_s)


def size_of(arguments: argparse.Namespace) -> tuple[int, int] | None:
    """The window's size; None is the whole screen."""
    if arguments.size is None:
        return (1280, 800) if arguments.window else None
    return pixels_of(arguments.size)


def language_of(wanted: str | None, setting: str = "auto") -> str:
    """The language that was asked for, the settings', or the machine's."""
    if wanted is not None:
        return wanted
    if setting != "auto":
        return setting
    return "fr" if os.environ.get("LANG", "").lower().startswith("fr") else "en"


def has_screen() -> bool:
    """A desktop, or a screen of its own on the Pi's console; SDL's dummy driver counts as none."""
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver:
        return driver != "dummy"
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or list(Path("/dev").glob("dri/card*")))


def tell(game: str, players: int, seed: int, lang: str | None) -> int:
    """The demonstration in words: what happens, and the dice as the camera read them."""
    from ui.words.language import language

    words = language(language_of(lang))
    for message in demonstration(game, players, seed):
        print(words.say(message), flush=True)
    return 0


def demonstration(game: str, players: int, seed: int) -> Iterator[Message]:
    from firmware.books.journal import Journal
    from firmware.clock import FakeClock
    from firmware.config import load
    from firmware.games.hosted import HOSTED
    from firmware.play.evening import Evening
    from firmware.practice.session import Practice
    from vision.mat import geometry

    if players not in find(game).seats or players > len(NAMES):
        title = find(game).title
        raise Trouble(Message("the demonstration of {game} is for 2 to {n} players.", game=title, n=len(NAMES)))
    clock, chance = FakeClock(), random.Random(seed)
    config, _ = load()
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(config, clock, Journal.open(Path(folder), clock), chance)
        table = evening.begin(game, NAMES[:players], HOSTED[game].demo)
        practice, told = Practice(evening, clock, geometry.load(), chance), 0
        while not practice.over:
            practice.step()
            yield from (moment.message for moment in table.moments[told:] if moment.name in STORY)
            told = len(table.moments)
