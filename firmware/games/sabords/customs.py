"""Aux Sabords at the table: one pip die on the track, secret hands, and what is laid open told on the screen."""

from __future__ import annotations

from collections.abc import Iterable

from firmware.games.choices.mat import Wanted
from firmware.games.choices.referee import Customs, at_once, of_last_throw
from firmware.games.sabords.laying import LAYING
from firmware.games.sabords.moments import moments
from rules import sabords
from rules.dice import PIPS
from rules.game import Seat
from rules.sabords import actions, tell
from rules.sabords.board import Direction
from rules.sabords.cards import NAMES
from rules.sabords.state import HAND, Aux, Deal, Phase, player
from rules.sabords.tell import COLOUR_NAMES
from rules.say import Message, listed

COMPASS = tuple(Direction)  # clockwise, from the north
WAYS = {
    Direction.NORTH: (Message("North"), "up"),
    Direction.EAST: (Message("East"), "right"),
    Direction.SOUTH: (Message("South"), "down"),
    Direction.WEST: (Message("West"), "left"),
}


# -- what is to be done --------------------------------------------------------------------------------------------


def expected(state: Aux) -> Message:
    """The cards are in the players' hands, so the table also says what to do with them."""
    if state.phase is Phase.LAY and state.setup.cards is Deal.PHYSICAL:
        who, ship = player(state, state.ship), COLOUR_NAMES[state.ship.colour]
        if state.ship.square is None:
            return Message(
                "{player} draws a card: two different ones of pistol, sabre and wooden leg build {ship}.",
                player=who,
                ship=ship,
            )
        return Message("{player} draws a card: with a ship card {ship} may leave port.", player=who, ship=ship)
    if state.phase is Phase.SAIL and len(state.players) == 2:  # two ships each: which of them?
        return Message(
            "{player}, {ship}: one square to go.",
            plural="{player}, {ship}: {n} squares to go.",
            n=state.steps,
            player=player(state, state.ship),
            ship=COLOUR_NAMES[state.ship.colour],
        )
    return tell.expected(state)


def ask(state: Aux, count: int, body: str | None) -> Message:
    who, ship = player(state, state.ship), COLOUR_NAMES[state.ship.colour]
    if state.setup.cards is Deal.VIRTUAL:
        return Message("{player}: throw the die for {ship}.", player=who, ship=ship)
    missing = HAND - state.held[state.ship.hand] if state.held else -1
    if missing < 0:  # nothing was laid in this turn
        return Message("{player}: draw a card, put one away, and throw the die for {ship}.", player=who, ship=ship)
    if missing == 0:
        return Message("{player}: throw the die for {ship}.", player=who, ship=ship)
    return Message(
        "{player}: draw a card, and throw the die for {ship}.",
        plural="{player}: draw {n} cards, and throw the die for {ship}.",
        n=missing,
        player=who,
        ship=ship,
    )


def wanted(state: Aux) -> Wanted | None:
    return Wanted(1) if state.phase is Phase.THROW and not state.due else None


def thrower(state: Aux) -> Seat:
    return state.ship.seat


def thrown(state: Aux, faces: tuple[str, ...]) -> actions.Throw:
    return actions.Throw(int(faces[0]))


def real(action: actions.Action, die: int, face: str) -> actions.Throw:
    return actions.Throw(int(face))


# -- what is offered -----------------------------------------------------------------------------------------------


def offered(state: Aux, last: object) -> Iterable[actions.Action]:
    """Sailing, the way ahead comes first and the others clockwise, so that the console's arrows turn the wheel; where
    chests can be loaded, all of them come first."""
    legal = list(sabords.GAME.legal(state))
    if state.phase is Phase.TREASURE:
        return sorted(legal, key=_most_chests_first)
    if state.phase is Phase.SAIL:
        ahead = COMPASS.index(last.to) if isinstance(last, actions.Sail) else 0
        return sorted(legal, key=lambda action: _turned(action, ahead))
    return legal


def _most_chests_first(action: actions.Action) -> tuple[bool, int]:
    chests = action.chests if isinstance(action, actions.Load | actions.Unload) else 0
    return not isinstance(action, actions.Load), -chests


def _turned(action: actions.Action, ahead: int) -> int:
    """How far the wheel is turned from the way ahead."""
    return (COMPASS.index(action.to) - ahead) % len(COMPASS) if isinstance(action, actions.Sail) else len(COMPASS)


def label(state: Aux, action: actions.Action) -> Message:
    match action:
        case actions.Build(first, second):
            return listed((NAMES[first], NAMES[second]))
        case actions.Discard(card):
            return Message("Discard: {card}", card=NAMES[card])
        case actions.Sail(to):
            return WAYS[to][0]
        case actions.Load(n):
            return Message("Load one chest", plural="Load {n} chests", n=n)
        case actions.Unload(n):
            return Message("Unload one chest", plural="Unload {n} chests", n=n)
        case actions.LayPirates(n):
            return Message("One pirate", plural="{n} pirates", n=n)
        case actions.Ready():
            return Message("No ship yet: go on") if state.ship.square is None else Message("Stay in port")
        case actions.SailOn():
            return Message("Leave it") if state.phase is Phase.ROSE else Message("Sail on")
    return PLAIN[type(action)]


PLAIN = {
    actions.LayShipCard: Message("Lay a ship card"),
    actions.PlaceChest: Message("Put a chest on the island"),
    actions.Attack: Message("Attack!"),
    actions.LayCaptain: Message("The captain"),
    actions.GiveUp: Message("Give up"),
}


def picture(state: Aux, action: actions.Action) -> str | None:
    match action:
        case actions.Sail(to):
            return WAYS[to][1]
        case actions.Load() | actions.Unload() | actions.PlaceChest():
            return "chest"
        case actions.Attack():
            return "cannon"
        case actions.LayCaptain():
            return "pirate"
        case actions.LayPirates():
            return "buccaneer"
        case actions.LayShipCard():
            return "galleon"
        case actions.Build():
            return "hand"
        case actions.GiveUp():
            return "flag"
    return None


CUSTOMS = Customs(
    game=sabords.GAME,
    expected=expected,
    wanted=wanted,
    thrown=thrown,
    steps=at_once(sabords.GAME, lambda state, action: (label(state, action), picture(state, action))),
    moments=moments,
    faces=PIPS.faces,
    ask=ask,
    correction=of_last_throw(wanted, real),
    thrower=thrower,
    offered=offered,
    laying=LAYING,
)
