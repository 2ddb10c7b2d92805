"""How well a robot plays: keen is the game's bot as it is, fair errs now and then, easy so often that a child wins.

A slip is any action that the rules allow. It is pure: chance is handed in.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from rules.game import Chance, Game

SKILLS = ("easy", "fair", "keen")
SLIPS = {"easy": 0.5, "fair": 0.2, "keen": 0.0}  # how often; found by letting them play each other (rules/README)
LOOKED_AT = 300  # actions among which a slip is chosen


def skilled(game: Game[Any, Any], state: Any, chance: Chance, skill: str) -> Any:
    """What a player of this skill does, where the actor is a seat."""
    if chance.random() < SLIPS.get(skill, 0.0):
        actions = list(islice(iter(game.legal(state)), LOOKED_AT))
        if actions:
            return actions[chance.randrange(0, len(actions))]
    return game.bot(state, chance)
