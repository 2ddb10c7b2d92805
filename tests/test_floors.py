"""The floors: imports point down only, and each floor keeps to the libraries that are its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ["rules", "vision", "firmware", "ui", "hardware", "app"]
FORBIDDEN = {
    "vision": {"pygame", "gpiozero", "picamera2"},
    "firmware": {"pygame"},
    "ui": {"cv2", "gpiozero", "picamera2"},
}


def imports(path: Path) -> Iterator[tuple[str, int]]:
    yield from imports_of(ast.parse(path.read_text(encoding="utf-8")))


def imports_of(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name.split(".")[0], node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom):  # a relative import says less of where it points: not used here
            yield node.module.split(".")[0] if node.module and node.level == 0 else "." * node.level, node.lineno


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_point_down_only(floor: str) -> None:
    above = set(FLOORS[FLOORS.index(floor) + 1 :])
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sorted((ROOT / floor).rglob("*.py"))
        for name, line in imports(path)
        if name in above | FORBIDDEN.get(floor, set())
    ]
    assert wrong == []


# Everything rules/ may use. Where decks and boards lie is the shelf's to know, reading a file is files.py's, numpy the
# odds'.
PURE = {
    *("__future__", "abc", "collections", "dataclasses", "enum", "functools", "itertools", "json", "math", "operator"),
    *("re", "types", "typing", "rules"),
}
ALSO = {"shelf.py": {"pathlib"}, "files.py": {"pathlib", "tomllib"}, "mille/odds.py": {"numpy"}}
IMPURE_CALLS = {"open", "input", "print", "exec", "eval", "__import__", "breakpoint"}
IMPURE_METHODS = {"read_text", "read_bytes", "write_text", "write_bytes", "open", "now", "today"}


def impurities(source: str, name: str) -> list[str]:
    """What a module of rules/ does that a pure one does not: line and reason."""
    tree, also = ast.parse(source), ALSO.get(name, set())
    found = [
        f"{name}:{line} imports {module}" for module, line in imports_of(tree) if module not in PURE | also
    ]  # every import, inside functions as well
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=called)) if called in IMPURE_CALLS:
                found.append(f"{name}:{node.lineno} calls {called}()")
            case ast.Call(func=ast.Attribute(attr=called)) if called in IMPURE_METHODS and name != "files.py":
                found.append(f"{name}:{node.lineno} calls .{called}()")
            case ast.Attribute(value=ast.Name(id="chance"), attr="random"):
                pass  # chance that was passed in
            case ast.Attribute(attr="random"):
                found.append(f"{name}:{node.lineno} uses chance of its own")
            case ast.Global():
                found.append(f"{name}:{node.lineno} changes what is outside its function")
    return found


def test_rules_are_pure_no_clock_no_chance_no_files() -> None:
    modules = sorted((ROOT / "rules").rglob("*.py"))
    assert modules
    assert [
        found
        for path in modules
        for found in impurities(path.read_text(encoding="utf-8"), path.relative_to(ROOT / "rules").as_posix())
    ] == []


@pytest.mark.parametrize(
    "impure",
    [
        "import random",
        "from random import Random",
        "import os.path",
        "from time import monotonic",
        "def roll():\n    import secrets",
        "import numpy",
        "from firmware import clock",
        "from . import sibling",
        "print('hello')",
        "text = open('deck.toml').read()",
        "path.read_text()",
        "numpy.random.default_rng()",
        "random.random()",
        "__import__('time')",
        "def f():\n    global state",
    ],
)
def test_the_test_of_purity_sees_what_is_impure(impure: str) -> None:
    assert len(impurities(impure, "some_game.py")) >= 1


def test_the_test_of_purity_lets_pure_code_pass() -> None:
    assert impurities("from rules import say\nimport re\nchance.random()", "some_game.py") == []
    assert impurities("import numpy", "mille/odds.py") == [] != impurities("import tomllib", "mille/odds.py")
