"""Dice in doubt: looked at in several still frames, and against what is known of the set, before anybody is asked.

Noise, flicker and fingers differ from frame to frame. What the set is known to hold says which dice to look at again
and what to ask, never what a die shows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from rules.dice import SETS
from rules.say import Message
from vision.limits import count, limit
from vision.seen import Die
from vision.time.follow import SAME_PLACE_MM, apart

LOOKS = count("doubt.looks")
SURE = limit("doubt.sure")
SIDES = 6

TOO_MANY = Message("There are more dice on the mat than the set has: is this one of them?")
ONE_TOO_MANY = Message("More dice seem to show this than the set has: turn this die a little.")
CHANGING = Message("This die looks different from one moment to the next: turn it a little.")


def in_doubt(dice: Sequence[Die]) -> bool:
    """Whether one of the dice in the zones is not read."""
    return any(die.state != "flat" and die.zone != "off" for die in dice)


def fused(looks: Sequence[Sequence[Die]]) -> tuple[Die, ...]:
    """The dice over several looks at one still table, each as it is on the whole."""
    if len(looks) == 1:
        return tuple(looks[0])
    out = []
    for views in _places(looks):
        if 2 * len(views) > len(looks):  # what shows in one look of three is no die
            out.append(_on_the_whole(views))
    return tuple(out)


def _places(looks: Sequence[Sequence[Die]]) -> list[list[Die]]:
    """What the looks say of each place, the surest dice first finding theirs."""
    places: list[list[Die]] = []
    for look in reversed(looks):
        free = [list(place) for place in places]
        for die in sorted(look, key=lambda d: -d.confidence):
            near = [i for i, place in enumerate(free) if place and apart(place[0], die) <= SAME_PLACE_MM]
            if near:
                best = min(near, key=lambda i: apart(places[i][0], die))
                places[best].append(die)
                free[best] = []
            else:
                places.append([die])
                free.append([])
    return places


def _on_the_whole(views: list[Die]) -> Die:
    flat = [die for die in views if die.state == "flat"]
    if not flat:
        return views[0]
    names = {(die.face, die.colour, die.body) for die in flat}
    surest = max(flat, key=lambda die: die.confidence)
    if len(names) > 1:
        return _asked(surest, CHANGING)
    chance = sum(die.confidence if die.state == "flat" else 1 - die.confidence for die in views) / len(views)
    if chance > SURE:
        return replace(surest, confidence=chance)
    return next(die for die in views if die.state != "flat")


def _asked(die: Die, why: Message) -> Die:
    return replace(die, face=None, colour=None, state="unsure", confidence=1 - die.confidence, reason=why)


def against_the_set(dice: Sequence[Die], kind: str) -> tuple[Die, ...]:
    """The same dice, except that those which the set cannot hold are asked about: of three dice that show what only two
    dice of the set have the least sure one, and what lies there beyond the number of its dice."""
    known = SETS.get(kind)
    if known is None or known.count <= 1:
        return tuple(dice)
    out = list(dice)
    if known.colours:
        own = known.count * SIDES // (len(known.faces) * len(known.colours))
        alike: dict[tuple[str | None, str | None], list[int]] = defaultdict(list)
        for i, die in enumerate(out):
            if die.state == "flat":
                alike[die.face, die.colour].append(i)
        for which in alike.values():
            for i in sorted(which, key=lambda i: -out[i].confidence)[own:]:
                out[i] = _asked(out[i], ONE_TOO_MANY)
    flat = sorted((i for i, die in enumerate(out) if die.state == "flat"), key=lambda i: -out[i].confidence)
    for i in flat[known.count :]:
        out[i] = _asked(out[i], TOO_MANY)
    return tuple(out)
