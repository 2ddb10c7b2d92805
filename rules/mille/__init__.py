"""Mille Sabords: rules, score, exact odds, bot and words."""

from __future__ import annotations

from rules.mille.rules import GAME, actor, apply, legal, outcome, sea, start
from rules.mille.score import Face
from rules.mille.state import Action, Lay, Mille, Rethrow, Reveal, Setup, Stop, Throw, Turn, Won

__all__ = [
    "GAME",
    "Action",
    "Face",
    "Lay",
    "Mille",
    "Rethrow",
    "Reveal",
    "Setup",
    "Stop",
    "Throw",
    "Turn",
    "Won",
    "actor",
    "apply",
    "legal",
    "outcome",
    "sea",
    "start",
]
