"""How quick the claims of a game were: notes among its lines, each before the entry of the claim it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.game import Seat
from rules.record import Record

_NOTE = re.compile(r"# claim (\d+) ([\d.]+)")
_ENTRY = re.compile(r"(\d+)\. ")


@dataclass(frozen=True, slots=True)
class Quick:
    """`entry`: of the claim, or of what came in its place; `after`: seconds from the die's rest to the press."""

    entry: int
    seat: Seat
    after: float

    def __str__(self) -> str:
        return f"# claim {self.seat} {self.after:.3f}"


def noted(lines: Iterable[str]) -> tuple[Quick, ...]:
    found, entry = [], 0
    for line in lines:
        if match := _ENTRY.match(line):
            entry = int(match[1])
        elif match := _NOTE.fullmatch(line):
            found.append(Quick(entry + 1, int(match[1]), float(match[2])))
    return tuple(found)


def standing(claims: Iterable[Quick], record: Record) -> tuple[Quick, ...]:
    """Without those that were taken back, or never got as far as a name."""
    steps = {step.number for step in record.steps}
    return tuple(claim for claim in claims if claim.entry in steps)
