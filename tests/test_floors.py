"""The floors: imports point down only, and each floor keeps to the libraries that are its own."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ["rules", "vision", "firmware", "ui", "hardware", "app"]
FORBIDDEN = {
    "rules": {"random", "time", "datetime", "os", "socket", "subprocess", "threading"},
    "vision": {"pygame", "gpiozero", "picamera2"},
    "firmware": {"pygame"},
    "ui": {"cv2", "gpiozero", "picamera2"},
}


def imports(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((name.name.split(".")[0], node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module.split(".")[0], node.lineno


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


def test_rules_need_nothing_but_the_standard_library_and_numpy_for_odds() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sorted((ROOT / "rules").rglob("*.py"))
        for name, line in imports(path)
        if name not in sys.stdlib_module_names | {"rules"} and not (name == "numpy" and "odds" in path.name)
    ]
    assert wrong == []
