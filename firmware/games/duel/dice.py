"""The dice of a fight as they lie on the table: each with the entry of the record that it came from.

The rules only count faces. For a picture, and to correct a single die, it matters which throw showed it.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.play.events import READING
from rules.duel.actions import Action, Draw, Rethrow, Throw
from rules.duel.state import Duel, Face, Stage
from rules.record import Record

ALONE = (Stage.TAVERN_DIE, Stage.HELM_DIE, Stage.SHOT_DIE, Stage.RED_CROSS_DIE)  # one die, thrown for a skill


@dataclass(frozen=True, slots=True)
class Lying:
    body: str
    face: str
    entry: int
    alone: Stage | None = None  # thrown for a skill


def on_table(record: Record) -> tuple[Lying, ...]:
    """What was thrown since the last combat card was drawn; for taverns, since the turn began."""
    states = [record.first, *(step.state for step in record.steps)]
    first = len(record.steps)
    while first > 0 and not isinstance(record.steps[first - 1].action, Draw):
        first -= 1
    lying: list[Lying] = []
    for place in range(first, len(record.steps)):
        lying = _then(lying, states[place], record.steps[place].number, record.steps[place].action)
    return tuple(lying)


def _then(lying: list[Lying], before: Duel, entry: int, action: Action) -> list[Lying]:
    fighting = [die for die in lying if die.alone is None]
    match action:
        case Throw(die, skulls, ships, blanks):
            faces = [Face.SKULL] * skulls + [Face.SHIP] * ships + [Face.BLANK] * blanks
            if before.stage in ALONE:
                return [*fighting, Lying(die.value, faces[0].value, entry, before.stage)]
            if before.stage is Stage.MARMOSET:  # all but the blanks were taken up
                fighting = [each for each in fighting if each.body != die.value or each.face == Face.BLANK.value]
            return [*fighting, *(Lying(die.value, face.value, entry) for face in faces)]
        case Rethrow(face):
            body = "red" if before.fight is not None and before.fight.acting == 0 else "blue"
            taken = next(each for each in reversed(fighting) if each.body == body and each.face == face.value)
            fighting.remove(taken)
            return fighting
    return lying


def correction(record: Record, number: int, face: str) -> tuple[int, Throw] | None:
    """The throw that a die came from, as it really was; None where the word is a reading."""
    if number == READING:
        return None
    dice = on_table(record)
    if not 0 <= number < len(dice):
        raise IndexError(number)
    die = dice[number]
    step = next(step for step in record.steps if step.number == die.entry)
    assert isinstance(step.action, Throw)
    counts = {each: getattr(step.action, f"{each.value}s") for each in Face}
    counts[Face(die.face)] -= 1
    counts[Face(face)] += 1
    return die.entry, Throw(step.action.die, counts[Face.SKULL], counts[Face.SHIP], counts[Face.BLANK])
