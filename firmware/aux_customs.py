"""Aux Sabords at the table: one pip die on the track, secret hands, and what is laid open told on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firmware.choice_referee import Customs, Wanted
from firmware.referee import Moment
from rules import aux_sabords as aux
from rules.aux_board import Direction
from rules.aux_cards import NAMES
from rules.aux_state import (
    Attack,
    Aux,
    Build,
    Discard,
    GiveUp,
    LayCaptain,
    LayPirates,
    LayShipCard,
    Load,
    Phase,
    PlaceChest,
    Ready,
    Sail,
    SailOn,
    Throw,
    Unload,
    fighter,
    player,
)
from rules.aux_tell import expected
from rules.dice import PIPS
from rules.say import Message

WAYS = {
    Direction.NORTH: (Message("North"), "up"),
    Direction.EAST: (Message("East"), "right"),
    Direction.SOUTH: (Message("South"), "down"),
    Direction.WEST: (Message("West"), "left"),
}


def wanted(state: Aux) -> Wanted | None:
    return Wanted(1) if state.phase is Phase.THROW and not state.due else None


def thrown(state: Aux, faces: tuple[str, ...]) -> Throw:
    return Throw(int(faces[0]))


def corrected(state: Aux, action: Any, die: int, face: str) -> Throw:
    return Throw(int(face))


def ask(count: int, body: str | None) -> Message:
    return Message("Throw the die.")


def label(state: Aux, action: Any) -> Message:
    match action:
        case Build(first, second):
            return Message("Build: {first} and {second}", first=NAMES[first], second=NAMES[second])
        case Discard(card):
            return Message("Discard: {card}", card=NAMES[card])
        case Sail(to):
            return WAYS[to][0]
        case Load(n):
            return Message("Load one chest", plural="Load {n} chests", n=n)
        case Unload(n):
            return Message("Unload one chest", plural="Unload {n} chests", n=n)
        case LayPirates(n):
            return Message("One pirate", plural="{n} pirates", n=n)
    return PLAIN[type(action)]


PLAIN = {
    LayShipCard: Message("Lay a ship card"),
    Ready: Message("Go on"),
    PlaceChest: Message("Put a chest on the island"),
    Attack: Message("Attack!"),
    SailOn: Message("Sail on"),
    LayCaptain: Message("The captain"),
    GiveUp: Message("Give up"),
}


def picture(state: Aux, action: Any) -> str | None:
    match action:
        case Sail(to):
            return WAYS[to][1]
        case Load() | Unload() | PlaceChest():
            return "chest"
        case Attack():
            return "cannon"
        case LayCaptain() | LayPirates():
            return "pirate"
        case LayShipCard() | Build():
            return "galleon"
    return None


def moments(before: Aux, action: Any, after: Aux) -> Iterator[Moment]:
    who = player(before, fighter(before)) if before.phase is not Phase.OVER else ""
    if isinstance(action, Attack):
        yield Moment("boarding", Message("{player} boards!", player=who), fighter(before).seat)
    for was, now in zip(before.ships, after.ships, strict=True):
        if sum(now.port) > sum(was.port):
            n = sum(now.port) - sum(was.port)
            said = Message("One chest is safe in port.", plural="{n} chests are safe in port.", n=n)
            yield Moment("ashore", said, now.seat, (("colour", now.colour),))
        if was.card and not now.card and before.phase in (Phase.DEFEND, Phase.STRIKE):
            yield Moment("sunk", Message("A ship goes down!"), was.seat, (("colour", was.colour),))


CUSTOMS = Customs(
    game=aux.GAME,
    expected=expected,
    wanted=wanted,
    thrown=thrown,
    label=label,
    picture=picture,
    moments=moments,
    faces=PIPS.faces,
    ask=ask,
    corrected=corrected,
)
