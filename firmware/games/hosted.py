"""The games this table hosts. A further one is its room and its line here; nothing else knows the list."""

from __future__ import annotations

from typing import Any

from firmware.games.duel import hosted as duel
from firmware.games.mille import hosted as mille
from firmware.games.sabords import hosted as sabords
from firmware.games.series import hosted as series
from firmware.play.hosting import Hosted

# Where a game is chosen by its name, nobody knows its types any more.
HOSTED: dict[str, Hosted[Any, Any]] = {
    hosted.game.key: hosted
    for hosted in (
        series.HOSTED,
        mille.HOSTED,
        duel.HOSTED,
        sabords.HOSTED,
    )
}
