"""The players' word against the camera's: what they say of a die holds as long as that die lies there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot

from vision.seen import Die, Seen

STAYED_MM = 8.0  # a die that moved less lies where it lay
PUSHED_MM = 30.0  # read the same and this near, it was only pushed


def distance(one: Die, other: Die) -> float:
    return hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


@dataclass(frozen=True, slots=True)
class Word:
    """What the players say of a die, and the die as the camera saw it then."""

    lay: Die
    face: str
    colour: str | None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A die that the players corrected, or that they named because nobody could read it: the eyes may learn from it."""

    lay: Die
    face: str
    colour: str | None


def holding(words: Mapping[int, Word], seen: Seen) -> dict[int, Word]:
    """The words, by Watcher id, that still hold: their die lies where it lay, or was pushed or laid aside as it was."""
    if seen.phase != "settled":
        return dict(words)
    there = {die.id: die for die in seen.dice}
    return {number: word for number, word in words.items() if number in there and _holds(word, there[number])}


def _holds(word: Word, now: Die) -> bool:
    far = distance(now, word.lay)
    read_alike = (now.face, now.colour) == (word.lay.face, word.lay.colour)
    return far < STAYED_MM or (read_alike and (far < PUSHED_MM or now.zone != "track"))


def told(seen: Seen, words: Mapping[int, Word]) -> Seen:
    """What was seen, with the players' word in place of the camera's."""
    if not words:
        return seen
    return replace(seen, dice=tuple(_told(die, words.get(die.id)) for die in seen.dice))


def _told(die: Die, word: Word | None) -> Die:
    return die if word is None else replace(die, state="flat", face=word.face, colour=word.colour, reason=None)
