"""Luck, measured: how far a player's dice fell above what was to be expected. 0 is neither good nor bad."""

from __future__ import annotations

from rules import mille, series
from rules.duel.fight import side_of
from rules.duel.state import FACES as DUEL_FACES
from rules.duel.state import Die, Duel, Stage
from rules.duel.state import Face as Combat
from rules.duel.state import Throw as CombatThrow
from rules.record import Record
from rules.sabords.state import Aux
from rules.sabords.state import Throw as Pips
from rules.series.dice import FACES, Face, Track, there

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


NEEDED = {Stage.TAVERN_DIE: Combat.SKULL, Stage.HELM_DIE: Combat.SHIP, Stage.SHOT_DIE: Combat.SKULL,
          Stage.RED_CROSS_DIE: Combat.SHIP}  # fmt: skip


def luck_at_duel(record: Record) -> tuple[float | None, ...]:
    """Combat dice that were not blank, against the five of six that are not; a skill's die that showed what it had to,
    against its chance to."""
    luck = [0.0] * len(record.players)
    state: Duel = record.first
    for step in record.steps:
        if isinstance(step.action, CombatThrow):
            shown = (step.action.skulls, step.action.ships, step.action.blanks)
            thrown = dict(zip((Combat.SKULL, Combat.SHIP, Combat.BLANK), shown, strict=True))
            seat = side_of(state).seat if state.fight is not None else state.turn.asked[-1]
            if state.stage in NEEDED:
                face = NEEDED[state.stage]
                luck[seat] += thrown[face] - _chance_of_face(step.action.die, face)
            else:
                luck[seat] += sum(thrown.values()) / 6 - thrown[Combat.BLANK]
        state = step.state
    return tuple(luck)


def _chance_of_face(die: Die, face: Combat) -> float:
    return DUEL_FACES[die].count(face) / 6
