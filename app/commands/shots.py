"""vigie shots: every screen and every moment as a picture, drawn headless."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from app.sizes import pixels_of
from rules.say import Message, Trouble

EXAMPLES = """examples:
  vigie shots OUT                          all four sizes, both languages
  vigie shots OUT --lang fr --size 800x480
  vigie shots OUT --only map               pictures whose name has 'map'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", metavar="OUT", help="the folder to draw into; it is made where it is missing")
    parser.add_argument("--lang", choices=("fr", "en"), help="only this language")
    parser.add_argument("--size", metavar="WxH", help="only this size, for example 1280x800")
    parser.add_argument("--only", metavar="WORD", default="", help="only pictures whose name has this word")


def run(arguments: argparse.Namespace) -> int:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from ui.gallery.exhibits import exhibits  # all that loads pygame comes after the driver is chosen
    from ui.screen import SIZES, Window
    from ui.words.language import language

    import pygame  # isort: skip  # after ui, which hushes its greeting

    sizes = (pixels_of(arguments.size),) if arguments.size else SIZES
    codes = (arguments.lang,) if arguments.lang else ("fr", "en")
    out = Path(arguments.out)
    wanted = [exhibit for exhibit in exhibits() if arguments.only in exhibit.name]
    if not wanted:
        known = ", ".join(exhibit.name for exhibit in exhibits())
        raise Trouble(Message("No picture's name has '{word}'; there are: {known}.", word=arguments.only, known=known))
    total = len(sizes) * len(codes) * len(wanted)
    drawn = 0
    for size in sizes:
        window = Window(size)
        for code in codes:
            folder = out / f"{size[0]}x{size[1]}-{code}"
            _make(folder)
            for exhibit in wanted:
                shown = exhibit.make(window.layout, language(code))
                shown.screen.draw(window.surface, shown.at)
                pygame.image.save(window.surface, str(folder / f"{exhibit.name}.png"))
                drawn += 1
                if sys.stderr.isatty():
                    print(f"\r{drawn}/{total} {exhibit.name:<40}", end="", file=sys.stderr)
        window.close()
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(f"{drawn} pictures in {out}")
    return 0


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(
            Message(
                "The folder {folder} cannot be made: {error}.", folder=str(folder), error=error.strerror or str(error)
            )
        ) from None
