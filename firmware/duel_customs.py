"""Pirates en Duel at the table: red and blue combat dice on the track, everything else chosen on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firmware.choice_referee import Customs, Wanted
from firmware.referee import Moment
from rules import duel
from rules.dice import DUEL
from rules.duel_cards import Colour
from rules.duel_fight import side_of
from rules.duel_state import (
    Attack,
    ChangeFight,
    Die,
    Dodge,
    Draw,
    Duel,
    Enough,
    Impose,
    Overboard,
    Pass,
    Recruit,
    Replace,
    Rethrow,
    Save,
    Shoot,
    Stage,
    Swap,
    Tavern,
    Throw,
    TurnAway,
    TurnUp,
    dice_wanted,
)
from rules.duel_tell import FACE_NAMES, expected
from rules.game import Seat
from rules.say import Message

SHIP_NAMES = {
    "blue": Message("the blue ship"),
    "red": Message("the red ship"),
    "white": Message("the white ship"),
    "green": Message("the green ship"),
    "yellow": Message("the yellow ship"),
    "purple": Message("the purple ship"),
}


def wanted(state: Duel) -> Wanted | None:
    asked = dice_wanted(state)
    if asked is None:
        return None
    die, count = asked
    kept: tuple[str, ...] | None = None
    if state.fight is not None and state.stage in (Stage.MARMOSET, Stage.PARROT_DIE):
        hand = state.fight.side.dice
        kept = ("skull",) * hand.skulls + ("ship",) * hand.ships + ("blank",) * hand.blanks
    return Wanted(count, die.value, kept)


def thrown(state: Duel, faces: tuple[str, ...]) -> Throw:
    asked = dice_wanted(state)
    assert asked is not None
    return Throw(asked[0], faces.count("skull"), faces.count("ship"), faces.count("blank"))


def corrected(state: Duel, action: Any, die: int, face: str) -> Throw:
    assert isinstance(action, Throw)
    faces = ["skull"] * action.skulls + ["ship"] * action.ships + ["blank"] * action.blanks
    faces[die] = face
    return thrown(state, tuple(faces))


def thrower(state: Duel) -> Seat:
    return side_of(state).seat if state.fight is not None else state.turn.seat


def ask(state: Duel, count: int, body: str | None) -> Message:
    if body == Die.RED.value:
        return Message("Attacker, throw one red die.", plural="Attacker, throw {n} red dice.", n=count)
    return Message("Throw one blue die.", plural="Throw {n} blue dice.", n=count)


def ship(colour: Colour) -> Message:
    return SHIP_NAMES[colour.value]


def label(state: Duel, action: Any) -> Message:
    match action:
        case TurnUp(name) | Draw(name):
            return Message("{card}", card=name)
        case Recruit(pirate, colour):
            return Message("{pirate} for {ship}", pirate=pirate, ship=ship(colour))
        case Replace(pirate, old):
            return Message("{pirate} for {old}", pirate=pirate, old=old)
        case TurnAway(pirate):
            return Message("Turn {pirate} away", pirate=pirate)
        case Impose(pirate) | Overboard(pirate) | Save(pirate):
            return Message("{card}", card=pirate)
        case Swap(mine, theirs):
            return Message("{mine} for their {theirs}", mine=mine, theirs=theirs)
        case Attack(own, target):
            if len([each for each in state.ships if each.seat == duel.actor(state)]) > 1:
                return Message("{ship} attacks {target}", ship=ship(own), target=ship(target))
            return Message("Attack {ship}", ship=ship(target))
        case Rethrow(face):
            return Message("Throw {face} again", face=FACE_NAMES[face])
    return PLAIN[type(action)]


PLAIN = {
    Enough: Message("That is enough"),
    Tavern: Message("Try the tavern"),
    ChangeFight: Message("Change the fight"),
    Dodge: Message("Try to dodge"),
    Shoot: Message("Shoot"),
    Pass: Message("Pass"),
}


def picture(state: Duel, action: Any) -> str | None:
    match action:
        case TurnUp(name) | Draw(name) | Impose(name) | Overboard(name) | Save(name) | TurnAway(name):
            return f"card:{name}"
        case Recruit(pirate) | Replace(pirate):
            return f"card:{pirate}"
        case Attack(_, target):
            return f"ship:{target.value}"
    return None


def moments(before: Duel, action: Any, after: Duel) -> Iterator[Moment]:
    if isinstance(action, Attack):
        yield Moment("fight", Message("To arms!"), before.turn.seat, (("before", before),))
    if isinstance(action, Overboard | Save):
        yield Moment("loss", Message("Man overboard!"), None, (("pirate", action.pirate),))
    for seat, (had, has) in enumerate(zip(before.gold, after.gold, strict=True)):
        if had != has:
            player = before.players[seat]
            said = (
                Message("{player} gains {n} gold.", player=player, n=has - had)
                if has > had
                else Message("{player} loses {n} gold.", player=player, n=had - has)
            )
            yield Moment("gold", said, seat, (("change", has - had),))
    for was, now in zip(before.ships, after.ships, strict=True):
        if was.crew and not now.crew:
            yield Moment("sunk", Message("{ship} goes down!", ship=ship(was.colour)), was.seat, (("ship", was.colour),))


CUSTOMS = Customs(
    game=duel.GAME,
    expected=expected,
    wanted=wanted,
    thrown=thrown,
    label=label,
    picture=picture,
    moments=moments,
    faces=DUEL.faces,
    ask=ask,
    corrected=corrected,
    thrower=thrower,
)
