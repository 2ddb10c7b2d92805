"""The games that have a screen, in the order of the menu. A further one is its room and its line here; nothing else
knows the list."""

from __future__ import annotations

from ui.games.duel import staged as duel
from ui.games.mille import staged as mille
from ui.games.sabords import staged as sabords
from ui.games.series import staged as series
from ui.table.staging import Staged

STAGED: dict[str, Staged] = {
    staged.game.key: staged
    for staged in (
        series.STAGED,
        mille.STAGED,
        duel.STAGED,
        sabords.STAGED,
    )
}
