"""Aux Sabords: board, cards, rules, bot and words."""

from __future__ import annotations

from rules.sabords.rules import GAME, actor, apply, points
from rules.sabords.state import Setup

__all__ = ["GAME", "Setup", "actor", "apply", "points"]
