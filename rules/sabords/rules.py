"""Aux Sabords: build a ship, fetch the chests from the island, rob the others' (rules AS-1 to AS-15).

Where the rulebook leaves a choice, this is what is played here:

- A ship enters its own colour's port and treasure square only; with two colours each (AS-15) the other colour of the
  same player is no opponent, but its places are closed all the same. Colours take their turns clockwise, so the two
  of one player never follow each other.
- Every step must be allowed by AS-7 and AS-8 at the moment it is taken. A ship with no way out (others lie two on a
  square all round) stays where it is, and its turn ends. That can only be before its first step: the square one comes
  from has room, and a treasure square one has left has a chest to load, or the ship one to unload.
- Whoever enters the own treasure square loads or unloads there, at least one chest, in one go.
- The rose asks before the boarding when both are on one square. An attack is possible once for each time a ship
  reaches the other; after a draw it has to leave and come back.
- An attacked player who gives up has lost at once: the attacker lays nothing. An attacker who gives up is sunk.
- Laying cards is never forced, but a ship with its ship card laid has to throw and sail.
- The game ends the moment the last chest comes ashore, in the middle of a turn or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from rules.game import SEA, Actor, Chance, Game, IllegalAction, Outcome, Seat, SetupError, seated
from rules.sabords import actions
from rules.sabords.board import COLOURS, read_board, sea_chart
from rules.sabords.bot import bot
from rules.sabords.cards import NO_CARDS, Card, added, nth, read_deck
from rules.sabords.legal import fault, legal
from rules.sabords.state import (
    HAND,
    Aux,
    Deal,
    Due,
    Ends,
    Laid,
    Phase,
    Setup,
    Ship,
    fighter,
    met,
    open_ways,
    seen_by,
    to_draw_from,
)
from rules.sabords.tell import expected, tell
from rules.say import Message, listed

__all__ = ["GAME", "Setup", "apply", "expected", "legal", "points", "seen_by", "start"]

SEATS = range(2, 5)  # AS-1


# -- the beginning, AS-1 to AS-3, AS-14, AS-15 ---------------------------------------------------------------------


def start(players: Sequence[str], setup: Setup | None = None) -> Aux:
    setup = setup or Setup()
    names = seated(players, SEATS)
    if setup.chests not in (2, 3, 4):
        raise SetupError(Message("Each colour has 2, 3 or 4 chests, not {n}.", n=setup.chests))
    if setup.hands not in (1, 2):
        raise SetupError(Message("Two players have 1 or 2 hands of cards each, not {n}.", n=setup.hands))
    if setup.first not in range(len(names)):
        raise SetupError(Message("Nobody sits on seat {seat}, so nobody there can begin.", seat=setup.first + 1))
    colours = 4 if len(names) == 2 else len(names)
    hands = 2 if len(names) == 2 and setup.hands == 1 else colours
    none = (0,) * colours
    ships = tuple(
        Ship(COLOURS[number], number % len(names), number % hands, setup.chests - 1, 1, none, none)
        for number in range(colours)
    )
    board, deck = read_board(setup.board), read_deck(setup.deck)
    if setup.cards is Deal.PHYSICAL:
        unknown: tuple[None, ...] = (None,) * hands
        return _begin(Aux(names, setup, board, deck, ships, unknown, None, None, setup.first, held=(HAND,) * hands))
    dealt = tuple(Due(hand, HAND) for hand in range(hands))
    return _begin(Aux(names, setup, board, deck, ships, (NO_CARDS,) * hands, deck, NO_CARDS, setup.first, due=dealt))


# -- one action, AS-4 ----------------------------------------------------------------------------------------------


def apply(state: Aux, action: actions.Action) -> Aux:
    wrong = fault(state, action)
    if wrong is not None:
        raise IllegalAction(wrong)
    match action:
        case actions.Draw(card):
            return _drawn(state, card)
        case actions.Throw(pips):
            return _sail_on(_holding(replace(state, steps=pips), state.ship.hand, HAND))
        case actions.Build(first, second):
            state = _spent(_spent(state, state.ship, first), state.ship, second)
            return _with_ship(state, square=sea_chart(state.board).ports[state.turn])
        case actions.LayShipCard():
            return _laying_done(_with_ship(_spent(state, state.ship, Card.SHIP, kept=True), card=True))
        case actions.Ready():
            return _laying_done(state)
        case actions.Discard(card):
            return _laying_done(_spent(state, state.ship, card))
        case actions.Sail(to):
            assert state.ship.square is not None
            square = sea_chart(state.board).ways[state.ship.square][to]
            ship = replace(state.ship, square=square)
            return _arrived(replace(state, ships=_swapped(state, ship), steps=state.steps - 1))
        case actions.PlaceChest():
            ship = state.ship
            return _meeting(_with_ship(state, beside=ship.beside - 1, treasure=ship.treasure + 1))
        case actions.Load(chests):
            return _sail_on(_moved_aboard(state, chests))
        case actions.Unload(chests):
            return _sail_on(_moved_aboard(state, -chests))
        case actions.SailOn():
            return _meeting(state) if state.phase is Phase.ROSE else _sail_on(state)
        case actions.Attack():
            return replace(state, phase=Phase.DEFEND)
        case actions.LayPirates(pirates):
            return _answered(_spent(state, fighter(state), Card.PIRATE, pirates), Laid(pirates=pirates))
        case actions.LayCaptain():
            return _answered(_spent(state, fighter(state), Card.CAPTAIN), Laid(captain=True))
        case actions.GiveUp():
            return _fight_lost(state, attacker_sunk=state.phase is Phase.STRIKE)


# -- cards, AS-4 to AS-6 -------------------------------------------------------------------------------------------


def _begin(state: Aux) -> Aux:
    """A turn begins with one card from the pile."""
    state = replace(state, phase=Phase.LAY, steps=0)
    hand = state.ship.hand
    if state.hands[hand] is not None:
        return replace(state, due=(*state.due, Due(hand, HAND + 1)))
    return _to_lay(_holding(replace(state, held=(HAND,) * len(state.hands)), hand, HAND + 1))


def _holding(state: Aux, hand: int, cards: int) -> Aux:
    """A hand whose cards nobody tells us holds so many."""
    if not state.held:
        return state
    return replace(state, held=(*state.held[:hand], cards, *state.held[hand + 1 :]))


def _next_turn(state: Aux) -> Aux:
    return _begin(replace(state, turn=(state.turn + 1) % len(state.ships)))


def _to_lay(state: Aux) -> Aux:
    """A ship with its ship card laid needs no more cards to sail."""
    return _laying_done(state) if state.ship.card else state


def _laying_done(state: Aux) -> Aux:
    """To exactly five cards; then the die, or without a ship card the next player."""
    hand = state.hands[state.ship.hand]
    if hand is not None and sum(hand) > HAND:
        return replace(state, phase=Phase.DISCARD)
    state = _refilled(state, state.ship)
    return replace(state, phase=Phase.THROW) if state.ship.card else _next_turn(state)


def _refilled(state: Aux, ship: Ship) -> Aux:
    hand = state.hands[ship.hand]
    if hand is None and state.phase in (Phase.DEFEND, Phase.STRIKE):
        return _holding(state, ship.hand, HAND)
    if hand is None or sum(hand) >= HAND:
        return state
    return replace(state, due=(*state.due, Due(ship.hand, HAND)))


def _drawn(state: Aux, card: Card) -> Aux:
    due = state.due[0]
    hand = state.hands[due.hand]
    assert hand is not None and state.pile is not None
    hand = added(hand, card)
    state = replace(
        state,
        hands=(*state.hands[: due.hand], hand, *state.hands[due.hand + 1 :]),
        pile=added(to_draw_from(state), card, -1),
        discard=state.discard if any(state.pile) else NO_CARDS,
        due=state.due[1:] if sum(hand) >= due.until else state.due,
    )
    return _to_lay(state) if state.phase is Phase.LAY and not state.due else state


def _spent(state: Aux, ship: Ship, card: Card, number: int = 1, kept: bool = False) -> Aux:
    """Cards leave the hand: onto the discard, or kept by the port. Of physical cards only their number is known."""
    hand = state.hands[ship.hand]
    if hand is None or state.discard is None:
        return _holding(state, ship.hand, state.held[ship.hand] - number) if state.held else state
    return replace(
        state,
        hands=(*state.hands[: ship.hand], added(hand, card, -number), *state.hands[ship.hand + 1 :]),
        discard=state.discard if kept else added(state.discard, card, number),
    )


# -- sailing, AS-7 to AS-10 ----------------------------------------------------------------------------------------


def _swapped(state: Aux, ship: Ship) -> tuple[Ship, ...]:
    """The ships, with this one in place of the one whose turn it is."""
    return (*state.ships[: state.turn], ship, *state.ships[state.turn + 1 :])


def _with_ship(state: Aux, **changes: Any) -> Aux:
    """The ship whose turn it is, changed."""
    return replace(state, ships=_swapped(state, replace(state.ship, **changes)))


def _sail_on(state: Aux) -> Aux:
    if state.steps and open_ways(state):
        return state if state.phase is Phase.SAIL else replace(state, phase=Phase.SAIL)
    return _next_turn(state)


def _arrived(state: Aux) -> Aux:
    """What a square does to those who pass it."""
    ship, sea = state.ship, sea_chart(state.board)
    if ship.square == sea.ports[state.turn]:
        return _ashore(state)
    if ship.square == sea.treasures[state.turn]:
        return replace(state, phase=Phase.TREASURE)
    if ship.square == sea.roses[state.turn] and ship.beside:
        return replace(state, phase=Phase.ROSE)
    return _meeting(state)


def _ashore(state: Aux) -> Aux:
    ship = state.ship
    if not any(ship.cargo):
        return _sail_on(state)
    port = tuple(map(sum, zip(ship.port, ship.cargo, strict=True)))
    state = _with_ship(state, port=port, cargo=(0,) * len(ship.cargo))
    return replace(state, phase=Phase.OVER, steps=0) if _ended(state) else _sail_on(state)


def _ended(state: Aux) -> bool:
    """AS-13, AS-14."""
    safe = map(sum, zip(*(ship.port for ship in state.ships), strict=True))
    finished = [chests == state.setup.chests for chests in safe]
    return any(finished) if state.setup.ends is Ends.ONE_COLOUR else all(finished)


def _moved_aboard(state: Aux, chests: int) -> Aux:
    cargo = list(state.ship.cargo)
    cargo[state.turn] += chests
    return _with_ship(state, cargo=tuple(cargo), treasure=state.ship.treasure - chests)


# -- boarding, AS-11 and AS-12 -------------------------------------------------------------------------------------


def _meeting(state: Aux) -> Aux:
    return _sail_on(state) if met(state) is None else replace(state, phase=Phase.MEET)


def _answered(state: Aux, laid: Laid) -> Aux:
    if state.phase is Phase.DEFEND:
        return replace(state, phase=Phase.STRIKE, defence=laid)
    assert state.defence is not None
    attack, defence = _strength(laid), _strength(state.defence)
    if attack == defence:
        return _fight_over(state)
    return _fight_lost(state, attacker_sunk=attack < defence)


def _strength(laid: Laid) -> int:
    return 100 if laid.captain else laid.pirates


def _fight_lost(state: Aux, attacker_sunk: bool) -> Aux:
    """The winner takes the cargo; the loser is back in port, without a ship card."""
    attacked = met(state)
    assert attacked is not None
    winner, loser = (attacked, state.turn) if attacker_sunk else (state.turn, attacked)
    ships = list(state.ships)
    booty = tuple(map(sum, zip(ships[winner].cargo, ships[loser].cargo, strict=True)))
    port = sea_chart(state.board).ports[loser]
    ships[winner] = replace(ships[winner], cargo=booty)
    ships[loser] = replace(ships[loser], cargo=(0,) * len(ships), square=port, card=False)
    discard = None if state.discard is None else added(state.discard, Card.SHIP)
    return _fight_over(replace(state, ships=tuple(ships), discard=discard), attacked, attacker_sunk)


def _fight_over(state: Aux, attacked: int | None = None, attacker_sunk: bool = False) -> Aux:
    """Hands are refilled, the attacker's first; an attacker still afloat sails on."""
    attacked = met(state) if attacked is None else attacked
    assert attacked is not None
    state = _refilled(_refilled(replace(state, defence=None), state.ship), state.ships[attacked])
    return _next_turn(state) if attacker_sunk else _sail_on(state)


# -- who acts, and the end ---------------------------------------------------------------------------------------------


def actor(state: Aux) -> Actor | None:
    if state.phase is Phase.OVER:
        return None
    if state.due or state.phase is Phase.THROW:
        return SEA
    return fighter(state).seat


def sea(state: Aux, chance: Chance) -> actions.Action:
    if state.due:
        cards = to_draw_from(state)
        return actions.Draw(nth(cards, chance.randrange(0, sum(cards))))
    return actions.Throw(chance.randrange(1, 7))


def points(state: Aux) -> tuple[int, ...]:
    """AS-2: the chests in each player's ports, of whatever colour."""
    return tuple(sum(sum(ship.port) for ship in state.ships if ship.seat == seat) for seat in range(len(state.players)))


def outcome(state: Aux) -> Outcome | None:
    if state.phase is not Phase.OVER:
        return None
    chests = points(state)
    winners: tuple[Seat, ...] = tuple(seat for seat, own in enumerate(chests) if own == max(chests))
    names = listed(state.players[seat] for seat in winners)
    end = (
        Message("All chests of one colour are in port")
        if state.setup.ends is Ends.ONE_COLOUR
        else Message("All chests are in port")
    )
    if len(winners) > 1:
        return Outcome(
            winners, Message("{end}: {players} share the win with {n} each.", end=end, players=names, n=max(chests))
        )
    return Outcome(winners, Message("{end}: {player} has the most, {n}.", end=end, player=names, n=max(chests)))


GAME = Game(
    key="aux",
    title=Message("Aux Sabords!"),
    seats=SEATS,
    setup=Setup,
    actions=actions.ACTIONS,
    start=start,
    legal=legal,
    apply=apply,
    actor=actor,
    outcome=outcome,
    sea=sea,
    bot=bot,
    turn_of=attrgetter("ship.seat"),
    points=points,
    tell=tell,
)
