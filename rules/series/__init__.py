"""The treasure race: rules, dice, bot and words. What the room offers stands in `rules`."""

from __future__ import annotations

from rules.series.rules import (
    GAME,
    Action,
    Claim,
    Race,
    Setup,
    Throw,
    Tied,
    apply,
    best_of,
    bot,
    is_right,
    missed,
    next_die,
    outcome,
    start,
    tied_told,
)

__all__ = [
    "GAME",
    "Action",
    "Claim",
    "Race",
    "Setup",
    "Throw",
    "Tied",
    "apply",
    "best_of",
    "bot",
    "is_right",
    "missed",
    "next_die",
    "outcome",
    "start",
    "tied_told",
]
