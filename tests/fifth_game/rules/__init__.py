"""The plank: how far do you dare? The rules in the order of RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.game import SEA, Actor, Chance, Game, IllegalAction, Outcome, Seat, SetupError, seated
from rules.say import Message, listed

SEATS = range(2, 5)
PIPS = range(1, 7)
FALL = 1  # PL-5
DARED = 7  # coins in the hand with which a sensible player turns back


@dataclass(frozen=True, slots=True)
class Setup:
    coins: int = 12  # for each player (PL-1)
    first: Seat = 0


@dataclass(frozen=True, slots=True)
class Plank:
    players: tuple[str, ...]
    setup: Setup
    chest: int
    purses: tuple[int, ...]
    turn: Seat
    hand: int = 0  # coins of whoever is on the plank
    rolling: bool = True  # the die is to be thrown


@dataclass(frozen=True, slots=True)
class Throw:
    pips: int


@dataclass(frozen=True, slots=True)
class WalkOn:
    pass


@dataclass(frozen=True, slots=True)
class TurnBack:
    pass


Action = Throw | WalkOn | TurnBack


def start(players: Sequence[str], setup: Setup) -> Plank:
    names = seated(players, SEATS)
    if not 1 <= setup.coins <= 100:
        raise SetupError(Message("The chest holds 1 to 100 coins for each player, not {n}.", n=setup.coins))
    if setup.first not in range(len(names)):
        raise SetupError(Message("Nobody sits on seat {seat}.", seat=setup.first + 1))
    return Plank(names, setup, setup.coins * len(names), (0,) * len(names), setup.first)


def actor(state: Plank) -> Actor | None:
    if outcome(state) is not None:
        return None
    return SEA if state.rolling else state.turn


def legal(state: Plank) -> tuple[Action, ...]:
    if outcome(state) is not None:
        return ()
    if state.rolling:
        return tuple(map(Throw, PIPS))
    return (WalkOn(), TurnBack()) if state.chest else (TurnBack(),)


def apply(state: Plank, action: Action) -> Plank:
    if action not in legal(state):
        raise IllegalAction(_why_not(state))
    match action:
        case Throw(pips) if pips == FALL:
            return _next(replace(state, chest=state.chest + state.hand, hand=0))  # PL-5
        case Throw(pips):
            taken = min(pips, state.chest)  # PL-4
            return replace(state, chest=state.chest - taken, hand=state.hand + taken, rolling=False)
        case WalkOn():
            return replace(state, rolling=True)
        case TurnBack():
            purses = tuple(n + state.hand * (seat == state.turn) for seat, n in enumerate(state.purses))
            return _next(replace(state, purses=purses, hand=0))  # PL-6


def _next(state: Plank) -> Plank:
    return replace(state, turn=(state.turn + 1) % len(state.players), rolling=True)


def _why_not(state: Plank) -> Message:
    if outcome(state) is not None:
        return Message("The game is over.")
    if state.rolling:
        return Message("First the die is thrown: one to six pips.")
    return Message(
        "{player} walks on or turns back; with an empty chest there is nothing to walk for.", player=_who(state)
    )


def outcome(state: Plank) -> Outcome | None:
    if state.chest or state.hand or not state.rolling:  # PL-7: at the end of a turn
        return None
    most = max(state.purses)
    winners = tuple(seat for seat, purse in enumerate(state.purses) if purse == most)
    names = listed(tuple(state.players[seat] for seat in winners))
    said = Message("{players} has {coins} gold coins.", plural="{players} have {coins} gold coins each.",
                   n=len(winners), players=names, coins=most)  # fmt: skip
    return Outcome(winners, said)


def points(state: Plank) -> tuple[int, ...]:
    return state.purses


def sea(state: Plank, chance: Chance) -> Throw:
    return Throw(chance.randrange(PIPS.start, PIPS.stop))


def bot(state: Plank, chance: Chance) -> Action:
    return WalkOn() if state.chest and state.hand < DARED else TurnBack()


def _who(state: Plank) -> str:
    return state.players[state.turn]


def expected(state: Plank) -> Message:
    """Who is to do what now."""
    if state.rolling:
        return Message("{player} walks the plank: throw the die.", player=_who(state))
    return Message("{player}: walk on, or turn back with what you hold?", player=_who(state))


def tell(before: Plank, action: Action, after: Plank) -> Message:
    """One sentence of the story."""
    who = _who(before)
    match action:
        case Throw(pips) if pips == FALL:
            return Message("{player} falls into the sea!", player=who)
        case Throw():
            return Message("{player} takes one coin.", plural="{player} takes {n} coins.", n=after.hand - before.hand,
                           player=who)  # fmt: skip
        case WalkOn():
            return Message("{player} walks on.", player=who)
        case TurnBack():
            return Message("{player} turns back with one coin.", plural="{player} turns back with {n} coins.",
                           n=before.hand, player=who)  # fmt: skip


GAME = Game(
    key="plank",
    title=Message("The plank"),
    seats=SEATS,
    setup=Setup,
    actions=(Throw, WalkOn, TurnBack),
    start=start,
    legal=legal,
    apply=apply,
    actor=actor,
    outcome=outcome,
    sea=sea,
    bot=bot,
    turn_of=lambda state: state.turn,
    points=points,
    tell=tell,
)


def conserved(state: Plank) -> int:
    """For the properties that hold for every game: no coin is made or lost."""
    return state.chest + state.hand + sum(state.purses)
