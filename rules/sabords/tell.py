"""Aux Sabords in words: who is expected to do what, and the story, one sentence for each action."""

from __future__ import annotations

from rules.sabords import actions
from rules.sabords.board import COLOURS, Colour, Direction, sea_chart
from rules.sabords.cards import NAMES
from rules.sabords.state import Aux, Phase, fighter, player
from rules.say import Message

COLOUR_NAMES = {
    Colour.RED: Message("the red ship"),
    Colour.BLUE: Message("the blue ship"),
    Colour.GREEN: Message("the green ship"),
    Colour.YELLOW: Message("the yellow ship"),
}
DIRECTION_NAMES = {
    Direction.NORTH: Message("to the north"),
    Direction.EAST: Message("to the east"),
    Direction.SOUTH: Message("to the south"),
    Direction.WEST: Message("to the west"),
}


def expected(state: Aux) -> Message:
    """Who is to do what now."""
    if state.due:
        drawing = next(ship for ship in state.ships if ship.hand == state.due[0].hand)
        return Message("{player} draws cards.", player=player(state, drawing))
    who = player(state, fighter(state))
    match state.phase:
        case Phase.LAY:
            return Message("{player} lays the cards needed to sail, or goes on without.", player=who)
        case Phase.DISCARD:
            return Message("{player} discards down to five cards.", player=who)
        case Phase.THROW:
            return Message("{player} throws the die.", player=who)
        case Phase.SAIL:
            return Message(
                "{player} sails: one square to go.",
                plural="{player} sails: {n} squares to go.",
                n=state.steps,
                player=who,
            )
        case Phase.TREASURE:
            return Message("{player} loads or unloads chests.", player=who)
        case Phase.ROSE:
            return Message("{player} may put a chest on the treasure square.", player=who)
        case Phase.MEET:
            return Message("{player} may attack, or sail on.", player=who)
        case Phase.DEFEND:
            return Message("{player} is attacked, and lays pirates or a captain, or gives up.", player=who)
        case Phase.STRIKE:
            return Message("{player} attacks, and lays pirates or a captain, or gives up.", player=who)
        case Phase.OVER:
            return Message("The game is over.")


def tell(before: Aux, action: actions.Action, after: Aux) -> Message:
    ship = before.ship
    who = player(before, fighter(before))
    match action:
        case actions.Draw():
            drawing = next(ship for ship in before.ships if ship.hand == before.due[0].hand)
            return Message("{player} draws a card.", player=player(before, drawing))  # which one is their secret
        case actions.Throw(pips):
            return Message("{player} throws {n}.", player=who, n=pips)
        case actions.Build(first, second):
            return Message(
                "{player} builds {ship} with {first} and {second}.",
                player=who,
                ship=COLOUR_NAMES[ship.colour],
                first=NAMES[first],
                second=NAMES[second],
            )
        case actions.LayShipCard():
            return Message("{player} lays a ship card and may leave port.", player=who)
        case actions.Ready():
            if ship.square is None:
                return Message("{player} has no ship yet.", player=who)
            return Message("{player} stays in port.", player=who)
        case actions.Discard(card):
            return Message("{player} discards {card}.", player=who, card=NAMES[card])
        case actions.Sail(to):
            return _sailed(before, to, after)
        case actions.PlaceChest():
            return Message("{player} passes the rose and puts a chest on the island.", player=who)
        case actions.SailOn():
            return Message("{player} sails on.", player=who)
        case actions.Load(chests):
            return Message("{player} loads one chest.", plural="{player} loads {n} chests.", n=chests, player=who)
        case actions.Unload(chests):
            return Message("{player} unloads one chest.", plural="{player} unloads {n} chests.", n=chests, player=who)
        case actions.Attack():
            return Message("{player} attacks!", player=who)
        case actions.LayPirates() | actions.LayCaptain() | actions.GiveUp():
            return _fought(before, action, after)


def _sailed(before: Aux, to: Direction, after: Aux) -> Message:
    who = player(before, before.ship)
    landed = sum(after.ships[before.turn].port) - sum(before.ship.port)
    if landed:
        return Message(
            "{player} brings one chest ashore.",
            plural="{player} brings {n} chests ashore.",
            n=landed,
            player=who,
        )
    return Message("{player} sails {direction}.", player=who, direction=DIRECTION_NAMES[to])


def _fought(before: Aux, action: actions.LayPirates | actions.LayCaptain | actions.GiveUp, after: Aux) -> Message:
    who = player(before, fighter(before))
    match action:
        case actions.LayPirates(pirates):
            laid = Message("{player} lays one pirate", plural="{player} lays {n} pirates", n=pirates, player=who)
        case actions.LayCaptain():
            laid = Message("{player} lays a captain", player=who)
        case actions.GiveUp():
            laid = Message("{player} gives up", player=who)
    if after.phase is Phase.STRIKE and not after.due:
        return Message("{laid}.", laid=laid)
    sunk = _sunk(before, after)
    if sunk is None:
        return Message("{laid}: a draw.", laid=laid)
    return Message("{laid}: {ship} is sunk.", laid=laid, ship=COLOUR_NAMES[sunk])


def _sunk(before: Aux, after: Aux) -> Colour | None:
    for place, (was, now) in enumerate(zip(before.ships, after.ships, strict=True)):
        if was.card and not now.card and now.square == sea_chart(after.board).ports[place]:
            return COLOURS[place]
    return None
