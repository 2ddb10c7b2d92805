"""The games there are. A new one is its module and its line here; nothing else knows the list."""

from __future__ import annotations

from typing import Any

from rules import duel, mille, sabords, series
from rules.files import short
from rules.game import Game
from rules.say import Message, Trouble

GAMES: dict[str, Game[Any, Any]] = {
    game.key: game
    for game in (
        series.GAME,
        mille.GAME,
        duel.GAME,
        sabords.GAME,
    )
}


def find(key: str) -> Game[Any, Any]:
    """The game of that key; a clear word when there is none."""
    if key not in GAMES:
        raise Trouble(
            Message("there is no game '{key}'; the games are: {games}.", key=short(key), games=", ".join(GAMES))
        )
    return GAMES[key]
