"""Luck, measured: how far a player's dice fell above what was to be expected. 0 is neither good nor bad."""

from __future__ import annotations

from rules import mille, series
from rules.aux_state import Aux
from rules.aux_state import Throw as Pips
from rules.record import Record
from rules.series_dice import FACES, Face, Track, there

MEAN_PIPS = 3.5


def luck_at_series(record: Record) -> tuple[float | None, ...]:
    """Throws that laid a new series on the track, against the chance of each throw to do so."""
    luck = [0.0] * len(record.players)
    state: series.Race = record.first
    for step in record.steps:
        if isinstance(step.action, series.Throw):
            made = len(there(_with(state.track, step.action.face))) > len(there(state.track))
            luck[state.turn] += made - _chance_of_series(state.track)
        state = step.state
    return tuple(luck)


def _with(track: Track, face: Face) -> Track:
    place = track.index(None)
    return (*track[:place], face, *track[place + 1 :])


def _chance_of_series(track: Track) -> float:
    already = len(there(track))
    return sum(len(there(_with(track, face))) > already for face in FACES) / len(FACES)


def luck_at_mille(record: Record) -> tuple[float | None, ...]:
    """Skulls that did not come: a sixth of all dice thrown, less the skulls they showed."""
    luck = [0.0] * len(record.players)
    state: mille.Mille = record.first
    for step in record.steps:
        if isinstance(step.action, mille.Throw):
            faces = step.action.faces
            luck[state.turn.seat] += len(faces) / 6 - faces.count(mille.Face.SKULL)
        state = step.state
    return tuple(luck)


def luck_at_aux(record: Record) -> tuple[float | None, ...]:
    """Throws' worth of squares more than the die gives on average."""
    luck = [0.0] * len(record.players)
    state: Aux = record.first
    for step in record.steps:
        if isinstance(step.action, Pips):
            luck[state.ship.seat] += step.action.pips / MEAN_PIPS - 1
        state = step.state
    return tuple(luck)
