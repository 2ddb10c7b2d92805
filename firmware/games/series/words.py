"""Words for dice and series, for the series referee's sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.say import Message, listed
from rules.series.dice import NAMES, Series
from rules.series.rules import Race


def names_of(named: Sequence[Series]) -> Message:
    return listed(NAMES[series] for series in named)


def faces_of(state: Race, numbers: Iterable[int]) -> Message:
    """What these dice show, as the rules know it."""
    faces = [face for number in numbers if (face := state.track[number]) is not None]
    return listed(
        [Message("{symbol} in {colour}", symbol=NAMES[face.symbol], colour=NAMES[face.colour]) for face in faces]
    )
