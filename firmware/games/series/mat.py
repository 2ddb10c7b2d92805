"""What the series referee remembers, and what lies on the track, held against what the rules know."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from firmware.play.reconcile import Matched, Shows, match
from firmware.play.referee import Pending
from rules.game import Seat
from rules.series.dice import Colour, Face, Series, Symbol, Turned
from rules.series.rules import Race
from vision.seen import Die

Presses = tuple[tuple[Seat, float], ...]
RACED_S = 0.5  # who presses so soon after a claim wanted to claim, too
EYES_LATE_S = 0.3  # from when a die touches the track until the eyes have told of it
FRAMES_S = 0.1  # what they first saw of it may have begun so much earlier
LATE_MS = 5.0  # the order in which edges are told must not matter: one that came earlier may be told so much later


@dataclass(frozen=True, slots=True)
class Memory(Pending):
    """What is pending on the mat and at the buttons."""

    ids: tuple[tuple[int, int], ...] = ()  # the game's number of a die -> the Watcher's
    agreed: bool = False  # the mat has shown what the rules know, so that one die more is a throw
    presses: Presses = ()  # for the dice that lie there
    early: Presses = ()  # before the eyes have told of the die they may be for
    stirred: float | None = None  # since when the eyes see motion or a hand
    rested: float | None = None  # when the last die came to rest, for the quickest claim
    claimer: Seat | None = None
    order: Presses = ()  # who pressed for the claim that is being named, the first first; none: it is settled who was
    named: tuple[Series, ...] = ()
    heard: bool = False  # aloud: the series were spoken, the others put in what they heard
    won: tuple[Face, ...] = ()  # dice that were won before a power cut or an undo, and may still lie there
    taking: tuple[int, ...] = ()  # Watcher ids of the dice that were won and still lie there
    tied: tuple[Seat, ...] = ()  # they claimed at the same moment: until the next throw a judge may say who was first
    thrower: Seat | None = None  # of the last die
    dealing: bool = False  # they are taken to be dealt out again, not by one who won them
    until: float | None = None


def on_track(memory: Memory) -> tuple[Die, ...]:
    return memory.dice("track")


def awkward(memory: Memory) -> tuple[Die, ...]:
    """Dice on the track that do not lie flat or cannot be read, and that nobody has spoken for."""
    return tuple(die for die in on_track(memory) if die.face is None)


def resting(memory: Memory) -> bool:
    """Nothing moves, as far as anybody can tell."""
    return not memory.camera or memory.resting


def decides_at(state: Race, memory: Memory, window_ms: float) -> float | None:
    """When those who pressed are judged: once the dice rest, and nobody can tie any more."""
    waits = memory.claimer is not None or not memory.presses or not resting(memory)
    if waits or not state.fresh or (memory.camera and awkward(memory)):
        return None
    return min(at for _, at in memory.presses) + max(window_ms, LATE_MS) / 1000


def for_new_die(memory: Memory) -> Presses:
    """SR-10: of the presses before the eyes told of a new die, those made since it came; the first of each seat."""
    since = -math.inf if memory.stirred is None else memory.stirred - FRAMES_S
    first: dict[Seat, float] = {}
    for seat, at in memory.early:
        if at >= since:
            first.setdefault(seat, at)
    return tuple(first.items())


def may_come(state: Race, memory: Memory) -> bool:
    """A new die may be on its way: something moves, or lies there that is no throw yet."""
    if not memory.camera or memory.seen is None:
        return False
    counted = count(state, memory)
    return counted is None or bool(awkward(memory)) or any(die.id not in memory.taking for die in counted.extra)


def in_vain(state: Race, memory: Memory, now: float) -> Presses:
    """Nothing new lies there, and the eyes would have told of it by now: there was none when they pressed."""
    if may_come(state, memory):
        return ()
    return tuple((seat, at) for seat, at in memory.early if not memory.camera or now >= at + EYES_LATE_S)


def wakes_at(state: Race, memory: Memory, window_ms: float) -> float | None:
    """When something is decided, if nothing happens before."""
    times = [decides_at(state, memory, window_ms), None if memory.presses else memory.until]
    if memory.early and not may_come(state, memory):
        times.append(min(at for _, at in memory.early) + EYES_LATE_S)
    return min((at for at in times if at is not None), default=None)


def count(state: Race, memory: Memory) -> Matched | None:
    """The dice on the track against those the rules know; None while there is nothing to go by."""
    if not memory.resting:
        return None
    expected = {
        number: Shows(face.symbol.value, face.colour.value)
        for number, face in enumerate(state.track)
        if face is not None
    }
    return match(expected, dict(memory.ids), on_track(memory))


def face_of(die: Die) -> Face | None:
    return None if die.face is None else Face(Symbol(die.face), Colour(die.colour))


def still_there(won: Iterable[Face], dice: Iterable[Die]) -> tuple[int, ...]:
    """Of these dice those that were won, by what they show."""
    left, found = list(won), []
    for die in dice:
        if (face := face_of(die)) in left and face is not None:
            left.remove(face)
            found.append(die.id)
    return tuple(found)


def turned_over(state: Race, dice: Iterable[tuple[int, Die]]) -> tuple[Turned, ...]:
    """Of the dice the rules know, those that show something else now."""
    return tuple(
        Turned(number, face)
        for number, die in dice
        if (face := face_of(die)) is not None and face != state.track[number]
    )
