"""Luck, measured: how far each player's dice fell above what was to be expected. 0 is neither good nor bad."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.game import Seat
from rules.record import Record

OfAction = Callable[[Any, Any], tuple[Seat, float] | None]  # Hosted.luck


def luck(record: Record, of: OfAction) -> tuple[float, ...]:
    """All that the game's throws add up to, for each seat."""
    much = [0.0] * len(record.players)
    state = record.first
    for step in record.steps:
        if (thrown := of(state, step.action)) is not None:
            much[thrown[0]] += thrown[1]
        state = step.state
    return tuple(much)
