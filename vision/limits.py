"""The limits that decide what the eyes say, from limits.toml: there each has its unit, what it decides, and how it was
chosen. Modules take theirs by name, so that none is hidden in the code."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("limits.toml")


@dataclass(frozen=True, slots=True)
class Limit:
    value: float | tuple[float, float]
    unit: str
    decides: str
    chosen: str


@cache
def limits() -> dict[str, Limit]:
    """All there are, by `module.name`."""
    told = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {f"{module}.{name}": _limit(row) for module, rows in told.items() for name, row in rows.items()}


def _limit(row: dict[str, object]) -> Limit:
    value = row["is"]
    if isinstance(value, list):
        low, high = (float(part) for part in value)
        return Limit((low, high), str(row["unit"]), str(row["decides"]), str(row["chosen"]))
    assert isinstance(value, int | float)
    return Limit(value, str(row["unit"]), str(row["decides"]), str(row["chosen"]))


def limit(name: str) -> float:
    value = limits()[name].value
    assert not isinstance(value, tuple), name
    return value


def count(name: str) -> int:
    value = limits()[name].value
    assert isinstance(value, int), name
    return value


def pair(name: str) -> tuple[float, float]:
    value = limits()[name].value
    assert isinstance(value, tuple), name
    return value
