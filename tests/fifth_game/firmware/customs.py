"""What the referee of games of choices must know of the plank: when a die is wanted, and the words for each choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firmware.games.choices.mat import Wanted
from firmware.games.choices.referee import Customs, at_once, of_last_throw
from firmware.play.referee import Moment
from rules.dice import PIPS
from rules.game import Seat
from rules.say import Message
from tests.fifth_game.rules import FALL, GAME, Plank, Throw, TurnBack, WalkOn, expected


def wanted(state: Plank) -> Wanted | None:
    return Wanted(1) if state.rolling and GAME.outcome(state) is None else None


def thrown(state: Plank, faces: tuple[str, ...]) -> Throw:
    return Throw(int(faces[0]))


def real(action: Any, die: int, face: str) -> Throw:
    return Throw(int(face))


def ask(state: Plank, count: int, body: str | None) -> Message:
    return expected(state)


def thrower(state: Plank) -> Seat:
    return state.turn


def offer(state: Plank, action: Any) -> tuple[Message, str | None]:
    match action:
        case WalkOn():
            return Message("Walk on"), "cup"
        case TurnBack():
            return Message("Turn back"), "chest"
    raise AssertionError(action)


def moments(before: Plank, action: Any, after: Plank) -> Iterator[Moment]:
    who = before.players[before.turn]
    if action == Throw(FALL):
        yield Moment("fall", Message("{player} falls into the sea!", player=who), before.turn)
    elif isinstance(action, TurnBack):
        yield Moment("home", Message("{player} is safe on deck.", player=who), before.turn, (("coins", before.hand),))


CUSTOMS = Customs(
    game=GAME,
    expected=expected,
    wanted=wanted,
    thrown=thrown,
    steps=at_once(GAME, offer),
    moments=moments,
    faces=PIPS.faces,
    ask=ask,
    correction=of_last_throw(wanted, real),
    thrower=thrower,
)
