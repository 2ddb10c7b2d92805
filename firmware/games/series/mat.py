"""What the series referee remembers, and what lies on the track, held against what the rules know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from firmware.play.reconcile import Matched, Shows, match
from rules.game import Seat
from rules.series.dice import Colour, Face, Series, Symbol, Turned
from rules.series.rules import Race
from vision.seen import Die, Seen


@dataclass(frozen=True, slots=True)
class Memory:
    """What is pending on the mat and at the buttons."""

    since: float
    seen: Seen | None = None
    camera: bool = True
    ids: tuple[tuple[int, int], ...] = ()  # the game's number of a die -> the Watcher's
    agreed: bool = False  # the mat has shown what the rules know, so that one die more is a throw
    presses: tuple[tuple[Seat, float], ...] = ()
    rested: float = 0.0  # when the last die came to rest, for the quickest claim
    claimer: Seat | None = None
    named: tuple[Series, ...] = ()
    heard: bool = False  # aloud: the series were spoken, the others put in what they heard
    taking: tuple[int, ...] = ()  # Watcher ids of the dice that were won and still lie there
    tied: tuple[Seat, ...] = ()  # they claimed at the same moment: until the next throw a judge may say who was first
    dealing: bool = False  # they are taken to be dealt out again, not by one who won them
    until: float | None = None


def on_track(memory: Memory) -> tuple[Die, ...]:
    return tuple(die for die in (memory.seen.dice if memory.seen else ()) if die.zone == "track")


def awkward(memory: Memory) -> tuple[Die, ...]:
    """Dice on the track that do not lie flat or cannot be read, and that nobody has spoken for."""
    return tuple(die for die in on_track(memory) if die.face is None)


def count(state: Race, memory: Memory) -> Matched | None:
    """The dice on the track against those the rules know; None while there is nothing to go by."""
    if memory.seen is None or memory.seen.phase != "settled" or not memory.camera:
        return None
    expected = {
        number: Shows(face.symbol.value, face.colour.value)
        for number, face in enumerate(state.track)
        if face is not None
    }
    return match(expected, dict(memory.ids), on_track(memory))


def face_of(die: Die) -> Face | None:
    return None if die.face is None else Face(Symbol(die.face), Colour(die.colour))


def turned_over(state: Race, dice: Iterable[tuple[int, Die]]) -> tuple[Turned, ...]:
    """Of the dice the rules know, those that show something else now."""
    return tuple(
        Turned(number, face)
        for number, die in dice
        if (face := face_of(die)) is not None and face != state.track[number]
    )
