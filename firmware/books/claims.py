"""How quick the claims of a game were: notes among its lines, each before the entry of the claim it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.game import Seat
from rules.record import Record

_NOTE = re.compile(r"# claim (\d+) ([\d.]+|-)")
_ENTRY = re.compile(r"(\d+)\. ")


@dataclass(frozen=True, slots=True)
class Quick:
    """`entry`: of the claim, or of what came in its place; `after`: seconds from the die's rest to the press, if they
    are known."""

    entry: int
    seat: Seat
    after: float | None

    def __str__(self) -> str:
        return f"# claim {self.seat} " + ("-" if self.after is None else f"{self.after:.3f}")


def noted(lines: Iterable[str]) -> tuple[Quick, ...]:
    found, entry = [], 0
    for line in lines:
        if match := _ENTRY.match(line):
            entry = int(match[1])
        elif match := _NOTE.fullmatch(line):
            found.append(Quick(entry + 1, int(match[1]), None if match[2] == "-" else float(match[2])))
    return tuple(found)


def standing(claims: Iterable[Quick], record: Record) -> tuple[tuple[Seat, float], ...]:
    """Seat and seconds, without those that were taken back, or never got as far as a name."""
    steps = {step.number for step in record.steps}
    return tuple((each.seat, each.after) for each in claims if each.entry in steps and each.after is not None)


def pending(claims: Iterable[Quick], record: Record) -> Seat | None:
    """Who was naming a series when the power was cut."""
    return next((each.seat for each in claims if each.entry > len(record.entries)), None)
