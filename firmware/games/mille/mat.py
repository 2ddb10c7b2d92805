"""What the Mille Sabords referee remembers, and what it makes of eight dice on the mat.

Kept dice are those that stayed, or that lie in the reserve or on the island as they were; thrown dice are those that
left and came back. The dice keep their numbers, 0 to 7, as long as they can be followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from firmware.games.mille.marks import NAMES
from firmware.play.cards import named
from firmware.play.referee import Pending
from firmware.play.spoken import PUSHED_MM, STAYED_MM, distance
from rules.game import IllegalAction
from rules.mille.rules import apply
from rules.mille.score import DICE, Card, Face
from rules.mille.state import Action, Ended, Mille, Turn
from rules.say import Message
from vision import seen
from vision.seen import Die, covers


@dataclass(frozen=True, slots=True)
class Memory(Pending):
    lying: tuple[Die, ...] = ()  # die 0 to 7 as it lay when mat and rules last agreed
    before: tuple[Die, ...] = ()  # what lay there when the dice were to be taken up: none of it is a throw
    spoken: tuple[tuple[int, Face], ...] = ()  # without a camera: die -> what the players say it shows
    picked: tuple[int, ...] = ()  # without a camera: the dice chosen to be thrown again
    lifted: bool = False  # some were seen to be in the hand
    maybe: tuple[int, ...] = ()  # dice moved to lie with the same faces: put there by hand, or thrown again?
    rolled: tuple[int, ...] = ()  # dice that came to lie on the island by themselves: not laid yet (MS-14)
    ended: tuple[Die, ...] = ()  # die 0 to 7 as it lay when the last turn ended, for a correction
    islands: tuple[seen.Card, ...] = ()  # in a turn of the treasure island: where its card lies
    by_hand: bool = False  # the card is picked, although the eyes could read it


def on_mat(memory: Memory) -> tuple[Die, ...]:
    """MS-14: dice on the treasure island's card lie on the island, wherever the card is; else those beside the mat do
    not count."""
    if not memory.islands:
        return memory.dice("track", "reserve", "island")
    dice = memory.dice("track", "reserve", "island", "off")
    laid = (replace(die, zone="island") if _on_card(die, memory.islands) else die for die in dice)
    return tuple(die for die in laid if die.zone != "off")


def _on_card(die: Die, islands: tuple[seen.Card, ...]) -> bool:
    return any(covers(card, die.x_mm, die.y_mm) for card in islands)


def islands(state: Mille, memory: Memory) -> tuple[seen.Card, ...]:
    """Where the treasure island's card lies, also where dice hide it from the eyes."""
    if state.turn.card is not Card.TREASURE_ISLAND:
        return ()
    return tuple(card for card in memory.old_cards or () if named(card, NAMES) == Card.TREASURE_ISLAND)


def awkward(memory: Memory) -> tuple[Die, ...]:
    return tuple(die for die in on_mat(memory) if die.face is None)


def is_fresh(die: Die, before: Iterable[Die]) -> bool:
    """It was thrown since: it does not just lie where a die lay with the same face."""
    return not any(distance(die, old) < STAYED_MM and die.face == old.face for old in before)


@dataclass(frozen=True, slots=True)
class Sorted:
    """The eight dice, told apart: kept with their numbers, numbers whose die is away, and dice that are new."""

    kept: Mapping[int, Die]
    away: tuple[int, ...]
    new: tuple[Die, ...]


def sort_out(lying: tuple[Die, ...], dice: tuple[Die, ...]) -> Sorted:
    """By id where the die was only pushed or laid aside; then by its face, where it was lifted and put back aside."""
    kept: dict[int, Die] = {}
    left = list(dice)
    for number, old in enumerate(lying):
        now = next((die for die in left if die.id == old.id), None)
        if now is not None and now.face == old.face and (now.zone != "track" or distance(now, old) < PUSHED_MM):
            kept[number] = now
            left.remove(now)
    for number, old in enumerate(lying):
        if number in kept:
            continue
        back = next((die for die in left if die.face == old.face and _put_back(die, old)), None)
        if back is not None:
            kept[number] = back
            left.remove(back)
    return Sorted(kept, tuple(number for number in range(len(lying)) if number not in kept), tuple(left))


def _put_back(die: Die, old: Die) -> bool:
    return die.zone != "track" or distance(die, old) < STAYED_MM


def stayed(state: Mille, memory: Memory) -> dict[int, Die]:
    """The dice that were not to be thrown, found again: by their way over the mat, or by what they show."""
    turn, dice = state.turn, on_mat(memory)
    numbers = [number for number in range(DICE) if number not in turn.thrown]
    kept = sort_out(memory.lying, dice).kept if memory.lying else {}
    found = {number: kept[number] for number in numbers if number in kept}
    for number in numbers:
        taken = {die.id for die in found.values()}
        same = next((die for die in dice if die.id not in taken and die.face == turn.dice[number]), None)
        if number not in found and same is not None:
            found[number] = same
    return found


def as_before(turn: Turn | Ended, dice: tuple[Die, ...]) -> tuple[Die, ...] | None:
    """All eight dice show what the rules know: each number gets one of them, those laid on the treasure island one that
    lies there, if it can be. None if they do not."""
    left = list(dice)
    found: dict[int, Die] = {}
    for number in sorted(range(len(turn.dice)), key=lambda number: number not in turn.laid):
        alike = [die for die in left if die.face == turn.dice[number]]
        if not alike:
            return None
        found[number] = min(alike, key=lambda die: (die.zone == "island") != (number in turn.laid))
        left.remove(found[number])
    return tuple(found[number] for number in range(len(turn.dice))) if not left else None


def to_lay(state: Mille, lying: Mapping[int, Die]) -> tuple[int, ...]:
    """MS-14: the dice that lie on the treasure island and are not laid yet."""
    turn = state.turn
    if turn.card is not Card.TREASURE_ISLAND or turn.rolling:
        return ()
    return tuple(
        number
        for number, die in sorted(lying.items())
        if die.zone == "island" and number not in turn.laid and turn.dice[number] is not Face.SKULL
    )


def in_order(dice: Iterable[Die]) -> tuple[Die, ...]:
    """Numbers are given as one reads: by rows, then from left to right."""
    return tuple(sorted(dice, key=lambda die: (die.y_mm // 25, die.x_mm)))


def not_allowed(state: Mille, action: Action) -> Message | None:
    """Why the rules do not allow it; None if they do."""
    try:
        apply(state, action)
    except IllegalAction as illegal:
        return illegal.message
    return None
