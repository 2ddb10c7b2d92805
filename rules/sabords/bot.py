"""A captain of Aux Sabords who plays by what may be seen from the own seat, and by a few plain maxims:

get to sea; put all chests on the island, fetch them in one voyage and bring them home; bring home what is aboard when
home is nearer; take a laden ship within reach when the hand is strong; never attack for nothing; defend a cargo with
every pirate; answer an attack's defence with as few cards as win.

At a table with physical cards the core knows no hand, so this captain imagines one: good for a demonstration.
"""

from __future__ import annotations

from rules.game import Chance
from rules.sabords import actions
from rules.sabords.board import Square, distances, sea_chart
from rules.sabords.cards import KINDS, NO_CARDS, TOOLS, Card, Cards, added, count, nth
from rules.sabords.state import HAND, Aux, Phase, Ship, fighter, met, most, open_ways, seen_by

BOLD = 2  # pirates in the hand that make an attack worth while; five cards hold one or two on average


def bot(state: Aux, chance: Chance) -> actions.Action:
    ship = fighter(state)
    seen = seen_by(state, ship.seat)
    hand = seen.hands[ship.hand]
    if hand is None:
        hand = _imagined(seen, ship, chance)
    match seen.phase:
        case Phase.LAY:
            return _lay(ship, hand)
        case Phase.DISCARD:
            return actions.Discard(_least_useful(ship, hand))
        case Phase.SAIL:
            return _sail(seen, hand, chance)
        case Phase.ROSE:
            return actions.PlaceChest()
        case Phase.TREASURE:
            return actions.Load(ship.treasure) if ship.treasure else actions.Unload(1)
        case Phase.MEET:
            prey = met(seen)
            return (
                actions.Attack()
                if prey is not None and _worth_attacking(ship, seen.ships[prey], hand)
                else actions.SailOn()
            )
        case Phase.DEFEND:
            return _defend(ship, hand)
        case _:
            return _strike(seen, hand)


def _imagined(seen: Aux, ship: Ship, chance: Chance) -> Cards:
    """Five cards off a well shuffled deck, none of them one that lies open."""
    deck, hand = seen.deck, NO_CARDS
    for _ in range(HAND):
        card = nth(deck, chance.randrange(0, sum(deck)))
        deck, hand = added(deck, card, -1), added(hand, card)
    return tuple(min(own, most(seen, ship, card)) for card, own in zip(KINDS, hand, strict=True))


# -- cards ---------------------------------------------------------------------------------------------------------


def _lay(ship: Ship, hand: Cards) -> actions.Action:
    if ship.square is not None:
        return actions.LayShipCard() if count(hand, Card.SHIP) else actions.Ready()
    tools = sorted((tool for tool in TOOLS if count(hand, tool)), key=lambda tool: count(hand, tool), reverse=True)
    return actions.Build(tools[0], tools[1]) if len(tools) > 1 else actions.Ready()


def _least_useful(ship: Ship, hand: Cards) -> Card:
    """A ship needs its tools until it is built; then a spare ship card and as many pirates as the hand holds."""
    spare = {
        tool: count(hand, tool) if ship.square is not None else count(hand, tool) - 1
        for tool in TOOLS
        if count(hand, tool)
    }
    spare[Card.SHIP] = count(hand, Card.SHIP) - 1
    most_spare = max(spare, key=lambda card: spare[card])
    if spare[most_spare] > 0:
        return most_spare
    return next(card for card in (Card.PIRATE, Card.SHIP, *TOOLS, Card.CAPTAIN) if count(hand, card))


# -- sailing -------------------------------------------------------------------------------------------------------


def _sail(seen: Aux, hand: Cards, chance: Chance) -> actions.Action:
    goal = _goal(seen, hand)
    square = seen.ship.square
    assert square is not None
    far = distances(seen.board, seen.ship.colour, goal)
    ways = sea_chart(seen.board).ways[square]
    # Among ways equally good, any: an opponent shall not know where a captain comes along.
    return actions.Sail(min(open_ways(seen), key=lambda to: (far.get(ways[to], len(far)), chance.random())))


def _goal(seen: Aux, hand: Cards) -> Square:
    ship, sea = seen.ship, sea_chart(seen.board)
    prey = _prey(seen, hand)
    if prey is not None and prey[0] <= seen.steps:
        return prey[1]
    port, here = sea.ports[seen.turn], ship.square
    fetch = sea.roses[seen.turn] if ship.beside else sea.treasures[seen.turn] if ship.treasure else None
    assert here is not None
    if any(ship.cargo):
        home = distances(seen.board, ship.colour, port)[here]
        if fetch is None or home <= distances(seen.board, ship.colour, fetch)[here]:
            return port
    if fetch is not None:
        return fetch
    return prey[1] if prey is not None else sea.roses[seen.turn]


def _prey(seen: Aux, hand: Cards) -> tuple[int, Square] | None:
    """The nearest ship worth attacking, and how far it is."""
    ship = seen.ship
    assert ship.square is not None
    near = [
        (distances(seen.board, ship.colour, other.square).get(ship.square), other.square)
        for other in seen.ships
        if other.square is not None and other.seat != ship.seat and _worth_attacking(ship, other, hand)
    ]
    return min(((far, square) for far, square in near if far), default=None)


# -- boarding ------------------------------------------------------------------------------------------------------


def _worth_attacking(ship: Ship, other: Ship, hand: Cards) -> bool:
    prize, stake = sum(other.cargo), sum(ship.cargo)
    if not prize:
        return False
    pirates = count(hand, Card.PIRATE)
    return count(hand, Card.CAPTAIN) > 0 or pirates > BOLD or (pirates == BOLD and prize >= stake)


def _defend(ship: Ship, hand: Cards) -> actions.Action:
    pirates = count(hand, Card.PIRATE)
    if any(ship.cargo) and count(hand, Card.CAPTAIN):
        return actions.LayCaptain()
    if pirates and (any(ship.cargo) or pirates >= BOLD):
        return actions.LayPirates(pirates)
    return actions.GiveUp()


def _strike(seen: Aux, hand: Cards) -> actions.Action:
    """As few cards as win; the captain if pirates do not; a draw rather than go down."""
    laid, pirates = seen.defence, count(hand, Card.PIRATE)
    assert laid is not None
    if not laid.captain and pirates > laid.pirates:
        return actions.LayPirates(laid.pirates + 1)
    if count(hand, Card.CAPTAIN):
        return actions.LayCaptain()
    if not laid.captain and pirates == laid.pirates:
        return actions.LayPirates(pirates)
    return actions.GiveUp()
