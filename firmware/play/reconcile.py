"""The dice the rules know of against the dice the camera sees: which is which, what is too many, what is missing.

Dice are told apart by the Watcher's ids as long as these hold; where an id was lost (a hand covered the die, the
camera was away), by what they show and by where they lay. Which of two dice alike is which never matters to a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from vision.seen import Die


class Shows(NamedTuple):
    """What a die shows, as far as a game cares."""

    face: str
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Matched:
    """`known`: the game's number of each die and the die seen. `extra`: seen, but the game knows no such die.
    `missing`: numbers the game knows and the camera does not see."""

    known: tuple[tuple[int, Die], ...]
    extra: tuple[Die, ...]
    missing: tuple[int, ...]

    @property
    def ids(self) -> dict[int, int]:
        """The game's number -> Watcher id, to be handed in next time."""
        return {number: die.id for number, die in self.known}


def shown(die: Die) -> Shows | None:
    return None if die.face is None else Shows(die.face, die.colour)


def match(expected: Mapping[int, Shows], ids: Mapping[int, int], seen: Sequence[Die]) -> Matched:
    """Pair what is expected with what is seen: by id first, then by what it shows."""
    left = {die.id: die for die in seen}
    known: dict[int, Die] = {}
    for number in expected:
        if ids.get(number) in left:
            known[number] = left.pop(ids[number])
    rest = list(left.values())
    for number, shows in expected.items():
        if number in known:
            continue
        for die in rest:
            if shown(die) == shows:
                known[number] = die
                rest.remove(die)
                break
    missing = tuple(number for number in expected if number not in known)
    return Matched(tuple(sorted(known.items(), key=lambda pair: pair[0])), tuple(rest), missing)
