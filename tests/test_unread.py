"""What stands in the house is read by somebody: constants, fields, functions, classes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.test_floors import FLOORS, ROOT

# What nobody in the house reads by its name, and why it stands there.
ALLOWED = {
    "rules/text.py: read_state": "a position is read back by whoever kept it; tests hold that it can be",
    "firmware/config.py: player2": "players' buttons are asked for by their number",
    "firmware/config.py: player3": "players' buttons are asked for by their number",
    "firmware/config.py: player5": "players' buttons are asked for by their number",
    "firmware/faults.py: emit": "logging calls it",
    "ui/look/theme.py: TEXT_ON": "what may be written on what: a test measures it",
    "hardware/views.py: mirrored_at": "where the lamp may stand: a test measures the drawing by it",
}


def read_in(tree: ast.AST) -> Iterator[str]:
    """Names that are read, also in strings: `__all__`, a type in quotes, the name of a field."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
                yield name
            case ast.MatchClass(kwd_attrs=names):
                yield from names
            case ast.Constant(value=str(text)):
                yield from re.findall(r"\w+", text)


def defined_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if not hangs_in_the_gallery(node):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))


def hangs_in_the_gallery(node: ast.FunctionDef | ast.ClassDef) -> bool:
    return any(ast.unparse(each).startswith("exhibit(") for each in node.decorator_list)


def unread(sources: Iterable[tuple[str, str]]) -> list[str]:
    trees = [(where, ast.parse(source)) for where, source in sources]
    read = {name for _, tree in trees for name in read_in(tree)}
    return [
        f"{where}: {name}"
        for where, tree in trees
        for name in sorted(set(defined_in(tree)) - read)
        if not name.startswith("__")
    ]


def production() -> Iterator[tuple[str, str]]:
    for floor in FLOORS:
        for path in sorted((ROOT / floor).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            if not where.startswith("vision/training/"):  # what trains a net is run by hand
                yield where, Path(path).read_text(encoding="utf-8")


def test_whatever_is_defined_is_read_by_somebody() -> None:
    found = unread(production())
    assert [each for each in found if each not in ALLOWED] == []
    assert [each for each in ALLOWED if each not in found] == [], "take it off the list"


def test_a_constant_a_field_and_a_method_that_nobody_reads_are_seen() -> None:
    source = """
SKILL_NAMES = {}

@dataclass
class Profile:
    own: float
    own_spread: float

    def renamed(self): ...

print(Profile(1, 2).own)
"""
    assert unread([("a.py", source)]) == ["a.py: SKILL_NAMES", "a.py: own_spread", "a.py: renamed"]
