"""vigie hardware: everything one prints, wires and cuts to build the table."""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from app.progress import progress
from firmware.config import Config, load, read
from hardware import board, cameras, circuits, dice, guide, labels, mat, parts, stand, views, wiring
from hardware.sheet import WHITE, Say, Sheet, pdf, svg
from rules.games import GAMES, find
from rules.say import Message, Trouble
from ui.words.language import LANGUAGES, Language, language
from vision.mat import geometry

if TYPE_CHECKING:
    from hardware.cards.card import Size
    from ui.parts.printed import PrintedDeck
    from ui.table.staging import Staged

EXAMPLES = """examples:
  vigie hardware OUT                       everything: mat, dice, cards, wiring, stand, parts, and the guide to it all
  vigie hardware OUT --only mat --paper a4 the mat on two A4 sheets
  vigie hardware OUT --only dice           stickers for 16 and 18 mm dice, and paper dice to fold
  vigie hardware OUT --only cards --card 56x87    the games' cards, pieces and boards, for these sleeves
  vigie hardware OUT --only cards --paper letter --deck duel=my-duel.toml
  vigie hardware OUT --only wiring --config table.toml
  vigie hardware OUT --lang fr             in French
Print the PDF files at 100 % (actual size); each has a ruler of 100 mm to check."""
KINDS = ("mat", "dice", "cards", "wiring", "stand", "parts")
CARD_SIZES = ("63x88", "56x87")

File = tuple[str, Callable[[], str | bytes | Path]]  # its name, and how to make it


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "out", metavar="OUT", type=Path, help="the folder to write into; it is made where it is missing"
    )
    parser.add_argument("--only", choices=KINDS, help="only these files")
    parser.add_argument(
        "--paper",
        choices=("a3", "a4", "letter"),
        help="mat and boards only on a3 or a4 (default: both); cards on a4 (default) or letter",
    )
    parser.add_argument("--card", choices=CARD_SIZES, default="63x88", help="the cards' size (default: 63x88)")
    parser.add_argument(
        "--deck", action="append", default=[], metavar="GAME=FILE", help="print your own deck's file for this game"
    )
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default="en", help="the language (default: en)")
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="settings to wire by (default: your own table.toml)"
    )


def run(arguments: argparse.Namespace) -> int:
    words = language(arguments.lang)
    say = words.say
    config = read(arguments.config) if arguments.config else _own(say)
    made = 0
    decks = _own_decks(arguments.deck)
    for name, make in files(config, words, arguments.only, arguments.paper, arguments.card, decks):
        path = arguments.out / name
        _write(path, make())
        print(path, flush=True)
        made += 1
    print(say(Message("{n} files in {folder}", n=made, folder=str(arguments.out))), file=sys.stderr)
    return 0


def files(
    config: Config,
    words: Language,
    only: str | None = None,
    paper: str | None = None,
    card: str = CARD_SIZES[0],
    decks: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[File]:
    """What there is to write, in order; nothing is drawn before it is asked for."""
    say = words.say
    by_kind = {
        "mat": _mat(say, paper),
        "dice": _dice(say),
        "cards": _cards(words, paper, card, decks),
        "wiring": _wiring(config, say),
        "stand": _stand(say),
        "parts": _parts(config, words),
    }
    for kind in KINDS:
        if only in (None, kind):
            yield from by_kind[kind]
    if only is None:
        yield "sockets.svg", lambda: svg(views.sockets_drawing(say))
        yield "table.svg", lambda: svg(guide.table_drawing(config, geometry.load(), say))
        yield "first-game.png", lambda: _first_game(words)
        yield "ASSEMBLY.md", lambda: guide.markdown(config, say)


def _mat(say: Say, paper: str | None) -> Iterator[File]:
    if paper in (None, "a3"):
        yield "mat-a3.pdf", lambda: _pdf([mat.a3(say)])
    if paper in (None, "a4"):
        yield "mat-2xa4.pdf", lambda: _pdf(mat.two_a4(say))
    yield "mat.svg", lambda: svg(mat.a3(say), None)


def _dice(say: Say) -> Iterator[File]:
    yield "dice.svg", lambda: svg(dice.picture(say), WHITE)
    for kind in dice.SETS:
        for edge in dice.EDGES:
            yield f"dice-{kind}-stickers-{edge}mm.pdf", partial(_printed, dice.stickers, kind, edge, say)
        yield f"dice-{kind}-paper.pdf", partial(_printed, dice.paper, kind, say)


def _own_decks(given: list[str]) -> dict[str, str]:
    decks = dict(each.partition("=")[::2] for each in given)
    for game, file in decks.items():
        if not file:
            raise Trouble(Message("--deck takes a game and a file, like duel=my-duel.toml, not '{text}'.", text=game))
        find(game)
    return decks


def _cards(words: Language, paper: str | None, card: str, decks: Mapping[str, str]) -> Iterator[File]:
    """Every game's cards and board. Their art is the screen's."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from hardware.cards import boards  # pygame comes with it: after the driver is chosen
    from hardware.cards.card import SIZES
    from ui.games.staged import STAGED
    from ui.screen import Window

    window = Window((800, 480))
    on = paper if paper == "letter" else "a4"
    for key, staged in STAGED.items():
        if staged.printed is not None:
            deck = staged.printed(decks[key]) if key in decks else staged.printed()
            title = staged.game.title
            yield f"cards-{key}.pdf", partial(_deck, deck, title, on, SIZES[card], words)
        yield f"summary-{key}.pdf", partial(_summary, staged, on, SIZES[card], words)
        if staged.pieces is not None:
            yield f"pieces-{key}.pdf", partial(_pieces, staged, on, words)
        if staged.board is not None:
            name = words.say(staged.game.title)
            board = cache(partial(staged.board, boards.size(), words))
            if paper in (None, "a3"):
                yield f"board-{key}-a3.pdf", lambda board=board, name=name: _pdf(boards.a3(board(), name))  # type: ignore[misc]
            if paper in (None, "a4"):
                yield f"board-{key}-2xa4.pdf", lambda board=board, name=name: _pdf(boards.two_a4(board(), name))  # type: ignore[misc]
    window.close()


def _deck(deck: PrintedDeck, title: Message, on: str, size: Size, words: Language) -> bytes:
    from hardware.cards import sheets

    pages = sheets.pages(deck, title, on, size, words)
    return _pdf(list(progress(pages, sheets.count(deck, on, size), words.say(Message("pages")))))


def _summary(staged: Staged, on: str, size: Size, words: Language) -> bytes:
    from hardware.cards import summary

    return _pdf(summary.pages(staged, on, size, words))


def _pieces(staged: Staged, on: str, words: Language) -> bytes:
    from hardware.cards import pieces

    assert staged.pieces is not None
    return _pdf(pieces.pages(staged.pieces(), staged.game.title, on, words))


def _wiring(config: Config, say: Say) -> Iterator[File]:
    yield "wiring.svg", lambda: svg(wiring.drawing(config, say))
    yield "circuits.svg", lambda: svg(circuits.drawing(config, say), circuits.GROUND)
    yield "board.svg", lambda: svg(board.drawing(config, say))
    yield (
        "wiring.md",
        lambda: "\n".join(
            (
                f"# {say(Message('Wiring'))}\n",
                wiring.table(config, say),
                f"{say(wiring.WAKE)}\n",
                f"## {say(Message('Current'))}\n",
                circuits.rail_table(config, say),
            )
        ),
    )


def _stand(say: Say) -> Iterator[File]:
    yield "stand.svg", lambda: svg(stand.stand_drawing(say))
    yield "button_box.svg", lambda: svg(stand.box_drawing(say))
    yield stand.STAND.name, lambda: stand.STAND
    yield stand.BOX.name, lambda: stand.BOX
    yield "labels.pdf", lambda: _pdf([labels.page(say)])
    yield "cameras.md", lambda: cameras.page(geometry.load(), say)
    yield "light.svg", lambda: svg(views.light_drawing(say, geometry.load()))


def _parts(config: Config, words: Language) -> Iterator[File]:
    say = words.say
    yield "parts.md", lambda: f"# {say(Message('Parts'))}\n\n{parts.table(config, say, french=words.code == 'fr')}"


def _first_game(words: Language) -> bytes:
    """Its screen, as `vigie shots` draws it."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from ui.gallery.exhibits import exhibits  # pygame comes with it: after the driver is chosen
    from ui.screen import Window

    import pygame  # isort: skip  # after ui, which hushes its greeting

    window = Window((1024, 600))
    shot = next(exhibit for exhibit in exhibits() if exhibit.name == f"{next(iter(GAMES))}-throw")
    shown = shot.make(window.layout, words)
    shown.screen.draw(window.surface, shown.at)
    picture = io.BytesIO()
    pygame.image.save(window.surface, picture, "first-game.png")
    window.close()
    return picture.getvalue()


def _own(say: Say) -> Config:
    config, troubles = load()
    for trouble in troubles:
        print(say(trouble), file=sys.stderr)
    return config


def _printed(lay_out: Callable[..., dice.Print], *what: Any) -> bytes:
    return _pdf(lay_out(*what)[0])


def _pdf(pages: list[Sheet]) -> bytes:
    return pdf(pages, pages[0].title)


def _write(path: Path, content: str | bytes | Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, path)
        elif isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
    except OSError as error:
        why = error.strerror or str(error)
        raise Trouble(Message("{file} cannot be written: {error}.", file=str(path), error=why)) from None
