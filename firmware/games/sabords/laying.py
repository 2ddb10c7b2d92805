"""The cards of Aux Sabords that the eyes read: laid open for a ship, for sailing, for a boarding. Hands stay secret."""

from __future__ import annotations

from collections import Counter

from firmware.games.choices.laid import Laying, Made
from firmware.games.sabords.marks import NUMBERS
from firmware.play.cards import Things
from rules.sabords import actions
from rules.sabords.cards import NAMES, TOOLS, Card
from rules.sabords.legal import fault
from rules.sabords.state import HAND, Aux, Deal, Laid, Phase, fighter, player
from rules.sabords.tell import COLOUR_NAMES, expected
from rules.say import Message

FIGHTING = (Phase.DEFEND, Phase.STRIKE)
MARKS = {card.value: number for card, number in NUMBERS.items()}


def most(state: Aux) -> int:
    """Two tools and the ship card at once for a ship that is not built, one ship card for another; any pirates."""
    if state.setup.cards is not Deal.PHYSICAL:
        return 0
    if state.phase is Phase.LAY:
        return 3 if state.ship.square is None else 1
    return (state.held[fighter(state).hand] if state.held else HAND) if state.phase in FIGHTING else 0


def made(state: Aux, names: tuple[str, ...]) -> Made[actions.Action]:
    laid = Counter(Card(name) for name in names)
    if state.phase in FIGHTING:
        return _fighting(state, laid)
    return _building(state, laid) if state.ship.square is None else _sailing(state, laid)


def _building(state: Aux, laid: Counter[Card]) -> Made[actions.Action]:
    tools, others = [tool for tool in TOOLS if laid[tool]], set(laid) - {*TOOLS, Card.SHIP}
    if others:
        return Made(said=_takes_no_part(state, next(card for card in Card if card in others)))
    if len(tools) > 2 or any(laid[tool] > 1 for tool in tools):
        return Made(said=Message("A ship is built with two different cards of pistol, sabre and wooden leg."))
    if len(tools) < 2:
        return Made(said=Message("Another tool is missing: pistol, sabre or wooden leg, two different ones."))
    return _allowed(state, actions.Build(*tools))


def _sailing(state: Aux, laid: Counter[Card]) -> Made[actions.Action]:
    if other := next((card for card in laid if card is not Card.SHIP), None):
        return Made(said=_takes_no_part(state, other))
    return _allowed(state, actions.LayShipCard())


def _fighting(state: Aux, laid: Counter[Card]) -> Made[actions.Action]:
    if other := next((card for card in laid if card not in (Card.PIRATE, Card.CAPTAIN)), None):
        return Made(said=_takes_no_part(state, other))
    if laid[Card.CAPTAIN] and laid.total() > 1:
        return Made(said=Message("The captain is laid alone: take the other cards back, or the captain."))
    if laid[Card.CAPTAIN]:
        return _allowed(state, actions.LayCaptain())
    return _allowed(state, actions.LayPirates(laid[Card.PIRATE]), whole=False)


def _allowed(state: Aux, action: actions.Action, *, whole: bool = True) -> Made[actions.Action]:
    why = fault(state, action)
    return Made(action, whole) if why is None else Made(said=why)


def _takes_no_part(state: Aux, card: Card) -> Message:
    return Message("{card} does not help here: take it back. {ask}", card=NAMES[card], ask=ask(state))


def ask(state: Aux) -> Message:
    who, ship = player(state, fighter(state)), COLOUR_NAMES[state.ship.colour]
    match state.phase:
        case Phase.DEFEND:
            return Message("{player} is attacked: lay pirates or a captain, or give up.", player=who)
        case Phase.STRIKE:
            return Message("{player} attacks: lay pirates or a captain, or give up.", player=who)
    if state.ship.square is None:
        return Message(
            "{player}, draw a card. Lay two different tools to build {ship}, or go on.", player=who, ship=ship
        )
    return Message("{player}, draw a card. Lay a ship card for {ship} to leave port, or stay.", player=who, ship=ship)


def stray(state: Aux, name: str) -> Message | None:
    """What is put away from a hand may lie in view: nothing is said of it."""
    if state.phase is Phase.THROW or state.setup.cards is not Deal.PHYSICAL:
        return None
    return Message("Not now: {expected}", expected=expected(state))


def open_cards(state: Aux) -> tuple[str, ...]:
    """Ship cards by the ports, and what the attacked has laid."""
    ships = sum(ship.card for ship in state.ships)
    defence = state.defence or Laid()
    return (Card.SHIP.value,) * ships + (Card.PIRATE.value,) * defence.pirates + (Card.CAPTAIN.value,) * defence.captain


def laid_by(state: Aux, action: actions.Action) -> tuple[str, ...]:
    match action:
        case actions.Build(first, second):
            return (first.value, second.value)
        case actions.LayShipCard():
            return (Card.SHIP.value,)
        case actions.LayPirates(pirates):
            return (Card.PIRATE.value,) * pirates
        case actions.LayCaptain():
            return (Card.CAPTAIN.value,)
    return ()


THINGS: Things[Aux, actions.Action] = Things(lambda state: MARKS, open_cards, laid_by)
LAYING: Laying[Aux, actions.Action] = Laying(
    things=THINGS,
    label=lambda state, name: NAMES[Card(name)],
    most=most,
    made=made,
    ask=ask,
    stray=stray,
    without=(actions.Ready, actions.GiveUp),
)
