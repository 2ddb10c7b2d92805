"""How well somebody sees a series: in the treasure race skill is nothing else. For robots that sit at the table."""

from __future__ import annotations

from dataclasses import dataclass

from rules.game import Chance
from rules.series.dice import Series
from rules.series.rules import best_of


@dataclass(frozen=True, slots=True)
class Eyes:
    sees: float  # how often a series is seen at all
    quick: float  # seconds from the die's rest to the press: at best
    slow: float  # and at worst
    thorough: float  # how often each further series of the same claim is seen


EYES = {
    "easy": Eyes(0.55, 4.0, 9.0, 0.3),
    "fair": Eyes(0.8, 2.5, 6.0, 0.7),
    "keen": Eyes(0.97, 1.2, 3.0, 1.0),
}


def glimpse(eyes: Eyes, chance: Chance) -> float | None:
    """After how many seconds the series is seen that the last die made; None: not at all."""
    return eyes.quick + (eyes.slow - eyes.quick) * chance.random() if chance.random() < eyes.sees else None


def named(eyes: Eyes, seen: tuple[Series, ...], chance: Chance) -> tuple[Series, ...]:
    """Of the series that are there, those that are named; always one."""
    if not seen:
        return ()
    best = best_of(seen)
    return (best[0], *(series for series in best[1:] if chance.random() < eyes.thorough))
