"""What may happen in a game of Aux Sabords, and why the rest may not."""

from __future__ import annotations

from collections.abc import Iterator

from rules.sabords import actions
from rules.sabords.cards import NAMES, TOOLS, Card, count
from rules.sabords.state import (
    Aux,
    Phase,
    Ship,
    fighter,
    most,
    obstacle,
    open_ways,
    own_chests,
    pairs,
    player,
    to_draw_from,
)
from rules.sabords.tell import expected
from rules.say import Message

MOMENTS: dict[type[actions.Action], tuple[Phase, ...]] = {
    actions.Throw: (Phase.THROW,),
    actions.Build: (Phase.LAY,),
    actions.LayShipCard: (Phase.LAY,),
    actions.Ready: (Phase.LAY,),
    actions.Discard: (Phase.DISCARD,),
    actions.Sail: (Phase.SAIL,),
    actions.Load: (Phase.TREASURE,),
    actions.Unload: (Phase.TREASURE,),
    actions.PlaceChest: (Phase.ROSE,),
    actions.Attack: (Phase.MEET,),
    actions.SailOn: (Phase.ROSE, Phase.MEET),
    actions.LayPirates: (Phase.DEFEND, Phase.STRIKE),
    actions.LayCaptain: (Phase.DEFEND, Phase.STRIKE),
    actions.GiveUp: (Phase.DEFEND, Phase.STRIKE),
}


def fault(state: Aux, action: actions.Action) -> Message | None:
    """Why the action is not allowed now; None when it is."""
    if state.phase is Phase.OVER:
        return Message("The game is over.")
    now = isinstance(action, actions.Draw) if state.due else state.phase in MOMENTS.get(type(action), ())
    if not now:
        return Message("Not now: {expected}", expected=expected(state))
    match action:
        case actions.Draw(card):
            return None if count(to_draw_from(state), card) else _none_left(card)
        case actions.Throw(pips):
            return None if pips in range(1, 7) else Message("A die shows 1 to 6, not {n}.", n=pips)
        case actions.Build(first, second):
            return _build_fault(state, first, second)
        case actions.LayShipCard():
            if state.ship.square is None:
                return Message("First the ship has to be built.")
            return None if most(state, state.ship, Card.SHIP) else _lacks(state, state.ship, Card.SHIP)
        case actions.Discard(card):
            return None if most(state, state.ship, card) else _lacks(state, state.ship, card)
        case actions.Sail(to):
            return obstacle(state, to)
        case actions.Load(chests):
            there = state.ship.treasure
            if not there:
                return Message("There is no chest here to load.")
            return None if chests in range(1, there + 1) else Message("One can load 1 to {n} chests here.", n=there)
        case actions.Unload(chests):
            there = own_chests(state.ship)
            if not there:
                return Message("There is no chest of the ship's own colour aboard to unload.")
            return None if chests in range(1, there + 1) else Message("One can unload 1 to {n} chests here.", n=there)
        case actions.LayPirates(pirates):
            if pirates < 1:
                return Message("Lay at least one pirate, or give up.")
            return None if pirates <= most(state, fighter(state), Card.PIRATE) else _too_few_pirates(state)
        case actions.LayCaptain():
            laying = fighter(state)
            return None if most(state, laying, Card.CAPTAIN) else _lacks(state, laying, Card.CAPTAIN)
    return None


def _build_fault(state: Aux, first: Card, second: Card) -> Message | None:
    if state.ship.square is not None:
        return Message("The ship is built already.")
    if first is second or first not in TOOLS or second not in TOOLS:
        return Message("A ship is built with two different cards of pistol, sabre and wooden leg.")
    missing = [card for card in (first, second) if not most(state, state.ship, card)]
    return _lacks(state, state.ship, missing[0]) if missing else None


def _none_left(card: Card) -> Message:
    return Message("No {card} card is left to be drawn.", card=NAMES[card])


def _lacks(state: Aux, ship: Ship, card: Card) -> Message:
    if state.hands[ship.hand] is None:
        return Message("All {card} cards of the deck lie open already.", card=NAMES[card])
    return Message("{player} has no {card} card.", player=player(state, ship), card=NAMES[card])


def _too_few_pirates(state: Aux) -> Message:
    laying = fighter(state)
    return Message(
        "{player} can lay {n} pirate at most.",
        plural="{player} can lay {n} pirates at most.",
        n=most(state, laying, Card.PIRATE),
        player=player(state, laying),
    )


def legal(state: Aux) -> Iterator[actions.Action]:
    ship = state.ship
    if state.due:
        yield from (actions.Draw(card) for card in Card if count(to_draw_from(state), card))
        return
    match state.phase:
        case Phase.LAY:
            if ship.square is None:
                yield from pairs(state, ship)
            elif most(state, ship, Card.SHIP):
                yield actions.LayShipCard()
            yield actions.Ready()
        case Phase.DISCARD:
            yield from (actions.Discard(card) for card in Card if most(state, ship, card))
        case Phase.THROW:
            yield from map(actions.Throw, range(1, 7))
        case Phase.SAIL:
            yield from map(actions.Sail, open_ways(state))
        case Phase.TREASURE:
            yield from map(actions.Load, range(1, ship.treasure + 1))
            yield from map(actions.Unload, range(1, own_chests(ship) + 1))
        case Phase.ROSE:
            yield from (actions.PlaceChest(), actions.SailOn())
        case Phase.MEET:
            yield from (actions.Attack(), actions.SailOn())
        case Phase.DEFEND | Phase.STRIKE:
            laying = fighter(state)
            yield from map(actions.LayPirates, range(1, most(state, laying, Card.PIRATE) + 1))
            if most(state, laying, Card.CAPTAIN):
                yield actions.LayCaptain()
            yield actions.GiveUp()
