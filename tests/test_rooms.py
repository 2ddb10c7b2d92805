"""The rooms: a game is the same name on three floors, and nobody outside its rooms asks which game it is.

What the rest of the house must know of a game is a field of its three records: GAME, HOSTED, STAGED. That is what makes a
further game a folder on each floor and a line in each register.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.games.hosted import HOSTED
from rules.dice import SETS
from rules.games import GAMES
from tests.test_floors import FLOORS, ROOT
from ui.games.staged import STAGED

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
KINDS = set(SETS)  # one kind of dice is called like its game: where a kind is meant, it is no name of a game


def in_a_room(path: str) -> bool:
    parts = path.split("/")
    return any(part in ROOMS for part in parts[:-1]) or parts[:3] == ["firmware", "games", "choices"]


def names_of_games(source: str) -> Iterator[tuple[int, str]]:
    """Imports of a game's room, names with a game's word in them, strings that are a game's key."""
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
            case ast.Constant(value=str(text)) if text in WORDS - KINDS:
                yield node.lineno, f"says '{text}'"
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                if words_in(name) & (WORDS - KINDS):
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
            found += [f"{where}:{line} {what}" for line, what in names_of_games(path.read_text(encoding="utf-8"))]
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
        "def play_mille(): pass",
        "class SeriesThing: pass",
        "isinstance(state, Race)",
    ],
)
def test_the_test_of_names_sees_a_game(naming: str) -> None:
    assert list(names_of_games(naming))


def test_the_test_of_names_lets_other_words_pass() -> None:
    other = "from rules.dice import SETS\nkind = 'duel'\n'A series of three, in a sentence.'\ntraced = game.key"
    assert not list(names_of_games(other))


def test_every_game_has_its_record_on_every_floor() -> None:
    assert list(GAMES) == list(HOSTED) == list(STAGED)
