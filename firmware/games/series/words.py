"""Words for dice and series, for the series referee's sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.say import Message, listed
from rules.series.dice import NAMES, Series
from rules.series.rules import Race

MOST = 4  # dice that are named in one sentence


def names_of(named: Sequence[Series]) -> Message:
    return listed(NAMES[series] for series in named)


def faces_of(state: Race, numbers: Iterable[int]) -> Message:
    """What these dice show, as the rules know it. of many only the first few are named."""
    faces = [face for number in numbers if (face := state.track[number]) is not None]
    named = faces if len(faces) <= MOST else faces[: MOST - 1]
    words = [Message("{symbol} in {colour}", symbol=NAMES[face.symbol], colour=NAMES[face.colour]) for face in named]
    if len(named) < len(faces):
        words.append(Message("{n} other", plural="{n} others", n=len(faces) - len(named)))
    return listed(words)
