"""Pirates en Duel at the table: red and blue combat dice on the track, everything else chosen on the screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from firmware.games.choices.mat import Wanted
from firmware.games.choices.referee import Customs, Steps
from firmware.games.duel.dice import correction
from firmware.games.duel.laying import LAYING
from firmware.games.duel.moments import moments
from firmware.games.duel.words import ask, asks, expected, option, path, reveal, thrower
from rules import duel
from rules.dice import DUEL
from rules.duel.actions import Action, Throw, TurnUp
from rules.duel.state import Die, Duel, Stage, dice_wanted


def wanted(state: Duel) -> Wanted | None:
    """Both sides may throw at the same time; what the parrot and the marmoset do not want thrown again lies still."""
    asked = dice_wanted(state)
    if asked is None:
        return None
    die, count = asked
    if state.fight is None or state.stage not in (Stage.DICE, Stage.MARMOSET, Stage.PARROT_DIE):
        return Wanted(count, die.value)
    if state.stage is Stage.DICE:
        defender = state.fight.sides[1]
        along = (Die.BLUE.value, defender.strength) if die is Die.RED and defender.strength else None
        return Wanted(count, die.value, along=along)
    hand = state.fight.side.dice
    kept = ("skull",) * hand.skulls + ("ship",) * hand.ships + ("blank",) * hand.blanks
    return Wanted(count, die.value, kept)


def thrown(state: Duel, faces: tuple[str, ...]) -> Throw:
    asked = dice_wanted(state)
    assert asked is not None
    return Throw(asked[0], faces.count("skull"), faces.count("ship"), faces.count("blank"))


def _by_name(action: Action) -> str:
    return unicodedata.normalize("NFD", action.pirate) if isinstance(action, TurnUp) else ""


def offered(state: Duel, last: object) -> Iterable[Action]:
    """Real pirates are looked for by their names."""
    legal = duel.GAME.legal(state)
    if state.stage in (Stage.FIRST_PIRATES, Stage.TURN_UP):
        return sorted(legal, key=_by_name)
    return legal


CUSTOMS = Customs(
    game=duel.GAME,
    expected=expected,
    wanted=wanted,
    thrown=thrown,
    steps=Steps(path, option, asks),
    moments=moments,
    faces=DUEL.faces,
    ask=ask,
    correction=correction,
    thrower=thrower,
    offered=offered,
    reveal=reveal,
    laying=LAYING,
)
