"""The rooms: a game is the same name on three floors, and nobody outside its rooms asks which game it is.

What the rest of the house must know of a game is a field of its three records: GAME, HOSTED, STAGED. That is what makes
a further game a folder on each floor and a line in each register. The rooms of a floor have arrows of their own, too.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from firmware.games.hosted import HOSTED
from rules.dice import SETS
from rules.games import GAMES
from tests.test_floors import FLOORS, ROOT
from ui.games.staged import STAGED

# Of the modules below the first, none imports any below the second, and why. What stands in `EXCEPT` may.
ARROWS = [
    ("rules", "rules.GAME", "what all games share knows none of them"),
    ("vision.mat", "vision.dice", "where the mat lies is known before any die is looked at"),
    ("vision.picture", "vision.dice", "a picture's light and copies are the same, whatever lies on it"),
    ("firmware.play", "firmware.games", "a table plays any game there is a record of"),
    ("firmware.play", "firmware.practice", "a table does not know whether its dice are rendered"),
    ("firmware.panel", "firmware.play.table", "a button says that it was pressed, and not what for"),
    ("firmware.eyes", "firmware.games", "what a die shows is no matter of the game it is thrown in"),
    ("firmware.books", "firmware.games", "a book is kept of any game there is a record of"),
    ("firmware.practice", "firmware.games", "hands are the same in every game; what they do is in its room"),
    ("ui.look", "ui.parts", "paper, ink and letters are there before what is made of them"),
    ("ui.look", "ui.table", "paper, ink and letters are there before what is made of them"),
    ("ui.look", "ui.games", "what is drawn for one game stands in its room"),
    ("ui.words", "ui.look", "what is said does not depend on how it looks"),
    ("ui.parts", "ui.table", "a part is a value and a place, wherever it is shown"),
    ("ui.parts", "ui.games", "a part is a value and a place, whatever game shows it"),
    ("ui.parts", "ui.pages", "a part is a value and a place, whatever page shows it"),
    ("ui.table", "ui.games", "what all game screens share knows none of them"),
    ("ui.table", "ui.pages", "a game on the screen does not know which page led to it"),
    ("ui.games", "ui.workshop", "a game is not about the machine it is played on"),
    ("ui.pages", "ui.workshop", "what players see is not about the machine they play on"),
    ("ui", "ui.gallery", "pictures are taken of the screens, and the screens know nothing of it"),
]
REGISTERS = ("rules.games", "firmware.games.hosted", "ui.games.staged")  # for all that goes through every game
EXCEPT = {
    "ui.games.*.shots": "the pictures of a game, which the gallery shows",
    "ui.gallery": "the gallery itself",
    "rules.games": "the register",
    "firmware.play.hosting": "the record, which says of what kind its fields are",
}

ROOMS = ("series", "mille", "duel", "sabords")
# Words of a game that nobody else uses: its rooms and keys, and what its types are called after.
WORDS = {*ROOMS, *GAMES, "race"}
# Where a game may be named all the same, and why.
ALLOWED = {
    "rules/games.py": "the register",
    "firmware/games/hosted.py": "the register",
    "ui/games/staged.py": "the register",
    "app/commands/hand.py": "reads hands of Mille Sabords for its two commands",
    "app/commands/score.py": "a command of Mille Sabords",
    "app/commands/odds.py": "a command of Mille Sabords",
    "app/bench/": "a bench says what it measures",
    "ui/gallery/sheets.py": "shows the kit that was drawn, the cards of Mille Sabords among it",
    "hardware/": "prints the dice of each game",
}
TITLES = {game.title.template for game in GAMES.values()}
KINDS = set(SETS)  # one kind of dice is called like its game, and where dice are meant it is no name of a game
OF_DICE = ("rules/dice.py", "vision/", "firmware/practice/house_dice.py", "hardware/dice.py")


def in_a_room(path: str) -> bool:
    parts = path.split("/")
    return any(part in ROOMS for part in parts[:-1]) or parts[:3] == ["firmware", "games", "choices"]


def names_of_games(source: str, of_dice: bool = False) -> Iterator[tuple[int, str]]:
    """Imports of a game's room, names with a game's word in them, strings that are a game's title or have its key as a
    word (a sentence may have it, too). `of_dice`: a kind of dice is meant where a game of the same name could be."""
    wrong = WORDS - KINDS if of_dice else WORDS
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                for name in names:
                    if set(name.name.split(".")) & set(ROOMS):
                        yield node.lineno, f"imports {name.name}"
            case ast.ImportFrom(module=module, names=names):
                for name in names:
                    within = module in ("rules", "firmware.games", "ui.games")
                    if {*(module or "").split("."), *([name.name] if within else [])} & set(ROOMS):
                        yield node.lineno, f"imports {module}.{name.name}"
            case ast.Constant(value=str(text)) if text in TITLES or (" " not in text and words_in(text) & wrong):
                yield node.lineno, f"says '{text}'"
            case (
                ast.Name(id=str(name))
                | ast.Attribute(attr=str(name))
                | ast.FunctionDef(name=str(name))
                | ast.ClassDef(name=str(name))
                | ast.arg(arg=str(name))
                | ast.keyword(arg=str(name))
            ) if words_in(name) & (WORDS - KINDS):
                yield node.lineno, f"is called {name}"


def words_in(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_no_game_is_named_outside_its_rooms() -> None:
    found = []
    for floor in FLOORS:
        for path in sorted((ROOT / floor).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            if in_a_room(where) or any(where.startswith(allowed) for allowed in ALLOWED):
                continue
            names = names_of_games(path.read_text(encoding="utf-8"), where.startswith(OF_DICE))
            found += [f"{where}:{line} {what}" for line, what in names]
    assert found == []


@pytest.mark.parametrize("allowed", ALLOWED)
def test_every_exception_is_still_one(allowed: str) -> None:
    place = ROOT / allowed
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    assert any(list(names_of_games(path.read_text(encoding="utf-8"))) for path in files), "take it off the list"


@pytest.mark.parametrize(
    "naming",
    [
        "from rules import series",
        "from rules.mille.state import Turn",
        "import ui.games.duel.screen",
        "if game.key == 'aux': pass",
        "if game.key == 'duel': pass",
        "match game.key:\n    case 'series' | 'duel': pass",
        "if game.title == Message('Treasure race'): pass",
        "picture = 'mille-table'",
        "picture = f'duel-{number}'",
        "STAGED['mil' + 'le-card']['mille/deck']",
        "def play(mille): pass",
        "play(series=4)",
        "def play_mille(): pass",
        "class SeriesThing: pass",
        "isinstance(state, Race)",
    ],
)
def test_the_test_of_names_sees_a_game(naming: str) -> None:
    assert list(names_of_games(naming))


def test_the_test_of_names_lets_other_words_pass() -> None:
    other = "from rules.dice import SETS\n'A series of three, in a sentence.'\ntraced = game.key"
    assert not list(names_of_games(other))
    assert not list(names_of_games("kind = 'duel'", of_dice=True))


def test_every_game_has_its_record_on_every_floor() -> None:
    assert list(GAMES) == list(HOSTED) == list(STAGED)


# -- arrows between rooms ------------------------------------------------------------------------------------------


def modules() -> Iterator[tuple[str, Path]]:
    for floor in FLOORS:
        for path in sorted((ROOT / floor).rglob("*.py")):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), path


def imported(source: str) -> Iterator[str]:
    """Every module that may be meant: `from a.b import c` is a.b or a.b.c."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{name.name}" for name in names)


def below(module: str, room: str) -> bool:
    """`rules.GAME` stands for each game's room there."""
    if room.endswith(".GAME"):
        return any(below(module, room.replace("GAME", game)) for game in ROOMS)
    return fnmatch(module, room) or fnmatch(module, f"{room}.*")


def wrong_arrows(module: str, source: str) -> list[str]:
    if any(below(module, exception) for exception in EXCEPT):
        return []
    names = [name for name in imported(source) if not any(below(name, register) for register in REGISTERS)]
    wrong = [
        f"{module} imports {name}: {why}"
        for room, far, why in ARROWS
        if below(module, room) and not below(module, far)
        for name in names
        if below(name, far)
    ]
    own = next((part for part in module.split(".") if part in ROOMS), None)
    for name in names:
        other = next((part for part in name.split(".")[:3] if part in ROOMS), None)
        if own is not None and other not in (None, own) and not name.startswith("vision."):
            wrong.append(f"{module} imports {name}: a game never needs another one")
    return wrong


def test_the_arrows_between_rooms() -> None:
    assert [arrow for module, path in modules() for arrow in wrong_arrows(module, path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("firmware.games.duel.customs", "from rules import mille"),
        ("firmware.games.duel.customs", "from firmware.games.mille.mat import distance"),
        ("ui.look.ground", "from ui.games.series import screen"),
        ("ui.parts.tray", "from ui.table.screen import GameScreen"),
        ("rules.record", "from rules.mille.state import Turn"),
        ("firmware.play.evening", "import firmware.games.series.referee"),
        ("ui.director", "from ui.gallery import rehearsal"),
    ],
)
def test_the_test_of_arrows_sees_a_wrong_one(module: str, source: str) -> None:
    assert wrong_arrows(module, source)


# -- folders -------------------------------------------------------------------------------------------------------


def test_no_folder_is_a_hall() -> None:
    """About twenty modules are what one looks through."""
    folders = Counter(path.parent for _, path in modules() if path.name != "__init__.py")
    assert {str(folder.relative_to(ROOT)): count for folder, count in folders.items() if count > 20} == {}


def test_no_module_repeats_the_name_of_its_folder() -> None:
    repeated = [
        module
        for module, path in modules()
        for folder in (path.parent.name, path.parent.name.removesuffix("s"))
        if path.stem.startswith(f"{folder}_")
    ]
    assert repeated == []


def test_no_class_is_renamed_where_it_is_imported() -> None:
    """Two that clash are named by their rooms (`duel.Setup`), so that a name means one thing wherever it is read."""
    renamed = []
    for module, path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                for name in node.names:
                    if name.asname and re.fullmatch(r"[A-Z][a-z]\w*", name.name):
                        renamed.append(f"{module}: {name.name} as {name.asname}")
    assert renamed == []
