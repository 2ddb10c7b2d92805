"""Are the dice fair? How often each face fell in the games that were played, and how likely fair dice do that."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from firmware.games.hosted import HOSTED
from rules.dice import SETS
from rules.record import Record
from rules.say import Message

EACH = 5  # the test needs to expect each face this often, or its number means nothing
ODD, UNFAIR = 0.05, 0.001
Judgement = Literal["too few", "fair", "odd", "unfair"]


@dataclass(frozen=True, slots=True)
class Fairness:
    """How often each face fell, and the share of fair dice that would differ at least as much (`p`)."""

    kind: str
    faces: tuple[str, ...]
    counts: tuple[int, ...]

    @property
    def thrown(self) -> int:
        return sum(self.counts)

    @property
    def expected(self) -> float:
        return self.thrown / len(self.faces)

    @property
    def p(self) -> float:
        return p_value(chi_square(self.counts), len(self.faces) - 1)

    @property
    def judgement(self) -> Judgement:
        if self.expected < EACH:
            return "too few"
        return "fair" if self.p >= ODD else "odd" if self.p >= UNFAIR else "unfair"

    @property
    def verdict(self) -> Message:
        match self.judgement:
            case "too few":
                left = EACH * len(self.faces) - self.thrown
                return Message(
                    "One throw more, and there is something to say.",
                    plural="{n} throws more, and there is something to say.",
                    n=left,
                )
            case "fair":
                return Message("These dice are fair, as far as {thrown} throws can tell.", thrown=self.thrown)
            case "odd":
                return Message("A little odd: one set of fair dice in {often} does this.", often=round(1 / self.p))
            case _:
                return Message(
                    "Hardly fair: only one set of fair dice in {often} does this.",
                    often=round(1 / max(self.p, 1e-6)),
                )


def chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def p_value(chi2: float, freedom: int) -> float:
    """The chance of a chi-square as large as this or larger: the upper incomplete gamma function, by its recurrence
    Q(a+1, x) = Q(a, x) + x^a e^-x / Γ(a+1), from Q(1, x) = e^-x or Q(1/2, x) = erfc √x."""
    if chi2 <= 0:
        return 1.0
    x = chi2 / 2
    a, q = (1.0, math.exp(-x)) if freedom % 2 == 0 else (0.5, math.erfc(math.sqrt(x)))
    while a < freedom / 2:
        q += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(1.0, q)


def fallen(record: Record) -> tuple[str, Counter[str]]:
    """The kind of dice a game was played with, and how often each face fell."""
    hosted = HOSTED[record.game.key]
    return hosted.dice, Counter(face for step in record.steps for face in hosted.thrown(step.action))


def judged(counts: Mapping[str, Mapping[str, int]]) -> tuple[Fairness, ...]:
    """One judgement for each kind of dice that was thrown at all, by how often each face fell."""
    return tuple(
        Fairness(kind, SETS[kind].faces, tuple(fell.get(face, 0) for face in SETS[kind].faces))
        for kind, fell in counts.items()
        if kind in SETS and any(fell.values())
    )


def fairness(records: Sequence[Record]) -> tuple[Fairness, ...]:
    """Of all these games together."""
    counts: dict[str, Counter[str]] = {}
    for kind, fell in map(fallen, records):
        counts.setdefault(kind, Counter()).update(fell)
    return judged(counts)
