"""A player who takes the best choice for the points of the turn, by the exact odds."""

from __future__ import annotations

from functools import cache

from rules.mille.odds import odds
from rules.mille.score import FACES, Card, Counts, Face, counted
from rules.mille.state import Lay, Rethrow, Stop, Turn


def choose(turn: Turn) -> Rethrow | Lay | Stop:
    keep = _keep(turn.card or Card.NONE, counted(turn.dice), turn.guarded)
    if keep is None:
        return Stop()
    left = dict(zip(FACES, keep, strict=True))
    thrown, kept = [], []
    for die, face in enumerate(turn.dice):
        if left[face]:
            left[face] -= 1
            kept.append(die)
        else:
            thrown.append(die)
    if turn.card is Card.TREASURE_ISLAND:
        safe = [die for die in kept if turn.dice[die] != Face.SKULL and die not in turn.laid]
        if safe:  # laid dice score whatever the throw brings
            return Lay(tuple(safe))
    return Rethrow(tuple(thrown))


@cache
def _keep(card: Card, dice: Counts, guarded: bool) -> Counts | None:
    return odds().keep(card, dice, guarded)
