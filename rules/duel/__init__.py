"""Pirates en Duel: rules, cards, fights, bot and words."""

from __future__ import annotations

from rules.duel.rules import GAME, actor, apply, legal, outcome, start
from rules.duel.state import Setup

__all__ = ["GAME", "Setup", "actor", "apply", "legal", "outcome", "start"]
