"""Pirates en Duel: rules, cards, fights, bot and words."""

from __future__ import annotations

from rules.duel.rules import GAME, actor, apply, legal, outcome, start

__all__ = ["GAME", "actor", "apply", "legal", "outcome", "start"]
