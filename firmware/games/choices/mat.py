"""The dice of a game of choices on the mat: which were thrown since they were asked for, and what is wrong with them.

A throw is what is new, has moved or has turned on the track since the game asked for it. Dice that lay there before are
no throw; dice in the reserve, on the island or beside the mat take no part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from firmware.play.referee import Pending
from firmware.play.spoken import STAYED_MM, distance
from rules.say import Message
from vision.seen import Die


@dataclass(frozen=True, slots=True)
class Wanted:
    """Dice to be thrown now. `kept`: what the dice of that body that lie still should show, where it matters. `along`:
    the body and number of those that the other side may throw at the same time."""

    count: int
    body: str | None = None
    kept: tuple[str, ...] | None = None
    along: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Memory(Pending):
    before: tuple[Die, ...] = ()  # what lay there when dice were asked for: none of it is a throw
    spoken: tuple[tuple[int, str], ...] = ()  # Watcher id -> what the players say it shows
    entered: tuple[str, ...] = ()  # without a camera: the faces put in so far
    took: tuple[int, ...] = ()  # Watcher ids of the dice that were counted: those that may be thrown again
    wrong: bool = False  # dice were thrown that should not have been: they may be put back as they were
    early: tuple[int, ...] = ()  # and of those thrown along with them, to be counted next
    path: tuple[str, ...] = ()  # what was chosen of an action so far
    last: object = None  # the last action
    by_hand: bool = False  # cards are picked, although the eyes could read them
    taken: str | None = None  # the open card that is gone, for which the path was begun


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the dice that were thrown: the sentence, the dice."""

    said: Message
    dice: tuple[Die, ...]


def on_track(memory: Memory) -> tuple[Die, ...]:
    spoken = dict(memory.spoken)
    return tuple(
        replace(die, state="flat", face=spoken[die.id]) if die.id in spoken else die for die in memory.dice("track")
    )


def fresh(memory: Memory) -> tuple[Die, ...]:
    """Thrown since the dice were asked for: new, moved, or turned."""
    old = {die.id: die for die in memory.before}

    def lay_there(die: Die) -> bool:
        was = old.get(die.id)
        return was is not None and was.face == die.face and distance(was, die) < STAYED_MM

    return tuple(die for die in on_track(memory) if not lay_there(die))


def thrown(wanted: Wanted, memory: Memory) -> tuple[Die, ...]:
    """Of the body that is wanted; where that is more than enough, those that were only pushed do not count."""
    mine = counted(wanted, fresh(memory))
    if len(mine) <= wanted.count:
        return mine
    old = {die.id: die.face for die in memory.before}
    return tuple(die for die in mine if die.id not in old or old[die.id] != die.face)


def counted(wanted: Wanted, dice: Iterable[Die]) -> tuple[Die, ...]:
    """Those of the body that is wanted."""
    return tuple(die for die in dice if wanted.body is None or die.body == wanted.body)


def thrown_along(wanted: Wanted, memory: Memory) -> tuple[Die, ...]:
    """The other side's dice, thrown at the same time; dice of theirs that were only pushed are none."""
    if wanted.along is None:
        return ()
    known = {die.id for die in memory.before}
    return tuple(die for die in fresh(memory) if die.body == wanted.along[0] and die.id not in known)


def lying_still(wanted: Wanted, memory: Memory) -> list[Die]:
    """Of the dice of that body that took part before, those that were not thrown again."""
    again = {die.id for die in thrown(wanted, memory)}
    still = [die for die in counted(wanted, on_track(memory)) if die.id not in again]
    known = [die for die in still if die.id in memory.took]
    return known or still  # after a power cut nobody knows which took part


def as_they_lie(wanted: Wanted, memory: Memory) -> tuple[str, ...] | None:
    """What all dice of that body show, less those kept: for a throw that fell just as the dice had lain before."""
    faces = [die.face for die in counted(wanted, on_track(memory))]
    for face in wanted.kept or ():
        if face not in faces:
            return None
        faces.remove(face)
    if len(faces) != wanted.count or None in faces:
        return None
    return tuple(face for face in faces if face is not None)


def restored(wanted: Wanted, memory: Memory) -> bool:
    """Whether all lies there again as it did before a wrong throw; those to be thrown may be in the hand already."""
    if not memory.wrong or not memory.resting:
        return False
    now = Counter(die.face for die in counted(wanted, on_track(memory)))
    before = Counter(die.face for die in counted(wanted, memory.before) if die.zone == "track")
    return now == before or (wanted.kept is not None and now == Counter(wanted.kept))


def unread(memory: Memory) -> tuple[Die, ...]:
    return tuple(die for die in fresh(memory) if die.face is None)


def fault(wanted: Wanted, memory: Memory, ask: Message) -> Fault | None:
    """What is wrong with the dice that were thrown, if any were; `ask` is what the players should do instead."""
    dice = fresh(memory)
    along = thrown_along(wanted, memory)
    mine = thrown(wanted, memory)
    known = {die.id for die in memory.before}
    strange = tuple(die for die in dice if die not in counted(wanted, dice) and die.id not in known)
    if mine and wanted.along is not None and len(along) == len(strange) and len(along) <= wanted.along[1]:
        strange = ()
    if strange:
        return Fault(Message("These are the wrong dice. {ask}", ask=ask), strange)
    if len(mine) > wanted.count:
        return Fault(Message("Too many dice were thrown. {ask}", ask=ask), mine)
    if len(mine) == wanted.count and wanted.kept is not None:
        still = Counter(str(die.face) for die in lying_still(wanted, memory))
        if Counter(wanted.kept) - still:
            said = Message("The wrong die was thrown again: put the dice back as they were. {ask}", ask=ask)
            return Fault(said, mine)
    return None
