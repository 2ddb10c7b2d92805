"""Course au trésor: throw dice onto the track, see a series first, be first at the treasure (rules SR-1 to SR-17).

Only dice at rest come in here: a cocked die, a die still rolling, a count that does not add up and who pressed first
are the referee's (SR-13, SR-17). The clock is outside as well: running out of time is an action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from operator import attrgetter
from typing import Any

from rules.game import Chance, Game, IllegalAction, Legal, Outcome, Seat, SetupError, seated
from rules.say import Message, listed
from rules.series.dice import ALL_SERIES, DICE, FACES, NAMES, Face, Series, Symbol, Track, Turned, dice_of, there

MOST_NAMED = 3  # SR-5: the rulebook speaks of one, two and, rarely, three; no claim names more
SEATS = range(2, 5)  # SR-1


@dataclass(frozen=True, slots=True)
class Setup:
    squares: int = 20  # SR-2: from the start to the treasure
    first: Seat = 0  # SR-3: the youngest
    naming_seconds: int = 10  # SR-5: to name the series after the press
    redeal_seconds: int = 30  # SR-15: to claim when no die is left to throw


@dataclass(frozen=True, slots=True)
class Race:
    """A game as it stands between two actions, all dice at rest."""

    players: tuple[str, ...]
    setup: Setup
    pawns: tuple[int, ...]  # squares from the start
    hands: tuple[int, ...]  # dice in front of each player
    track: Track
    turn: Seat  # who throws next; already the next one with dice while a claim may come in between
    fresh: bool  # SR-10: a die has come to rest since the last claim


# -- the actions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Throw:
    """The player whose turn it is threw, and all dice rest. The die thrown becomes die `next_die(state)`."""

    face: Face
    turned: tuple[Turned, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    by: Seat
    named: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Claimed, and named nothing in time: one wrong series (SR-5)."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Tied:
    """Two or more claimed at the same moment: none of them may (SR-11). A judge's word is a correction in the game's
    record (rules/record.py), so it can also take back a claim that won."""

    by: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Redeal:
    """All twelve dice lie on the track and nobody claims: they are dealt out again (SR-15)."""


Action = Throw | Claim | TimeOut | Tied | Redeal


# -- the course of the game ----------------------------------------------------------------------------------------


def start(players: Sequence[str], setup: Setup | None = None) -> Race:
    setup = setup or Setup()
    names = seated(players, SEATS)
    if setup.squares not in range(5, 61):
        raise SetupError(Message("The treasure lies 5 to 60 squares away, not {n}.", n=setup.squares))
    if setup.first not in range(len(names)):
        raise SetupError(Message("Nobody sits on seat {seat}, so nobody there can begin.", seat=setup.first + 1))
    for seconds in (setup.naming_seconds, setup.redeal_seconds):
        if seconds not in range(3, 601):
            raise SetupError(Message("A time limit is 3 to 600 seconds, not {n}.", n=seconds))
    pawns = (0,) * len(names)
    return Race(names, setup, pawns, _dealt(names), (None,) * DICE, turn=setup.first, fresh=False)


def apply(state: Race, action: Action) -> Race:
    fault = _fault(state, action)
    if fault is not None:
        raise IllegalAction(fault)
    match action:
        case Throw(face, turned):
            return _thrown(state, face, turned)
        case Claim(by, named):
            return _right(state, by, named) if is_right(state, named) else _wrong(state, by, len(named))
        case TimeOut(by):
            return _wrong(state, by, 1)
        case Tied():
            return _nobody_claimed(state)
        case Redeal():
            return _dealt_again(state)


def _dealt(names: Sequence[str]) -> tuple[int, ...]:
    """SR-1: six dice each for two players, four for three, three for four."""
    return (DICE // len(names),) * len(names)


def _thrown(state: Race, face: Face, turned: tuple[Turned, ...]) -> Race:
    """SR-3, and SR-12 for the dice that were hit."""
    track = list(state.track)
    track[track.index(None)] = face
    for die, shows in turned:
        track[die] = shows
    thrower = state.turn
    hands = _changed(state.hands, thrower, -1)
    return Race(state.players, state.setup, state.pawns, hands, tuple(track), _next(hands, thrower), fresh=True)


def _next(hands: tuple[int, ...], thrower: Seat) -> Seat:
    """Clockwise, over players without dice (SR-14). With all dice on the track it is the neighbour's go, who throws
    first when they are dealt out again (SR-15)."""
    count = len(hands)
    for step in range(1, count + 1):
        seat = (thrower + step) % count
        if hands[seat]:
            return seat
    return (thrower + 1) % count


def _right(state: Race, by: Seat, named: tuple[Series, ...]) -> Race:
    """SR-6: take the dice of the series, go forward, throw next. SR-8 palms, SR-9 skulls, SR-16 the treasure."""
    back = 1 if Symbol.SKULL in named else 0
    pawns = [max(0, pawn - back) for pawn in state.pawns]
    pawns[by] = min(state.setup.squares, state.pawns[by] + squares_for(named))
    taken = dice_of(state.track, named)
    track = tuple(None if die in taken else face for die, face in enumerate(state.track))
    hands = _changed(state.hands, by, len(taken))
    return Race(state.players, state.setup, tuple(pawns), hands, track, turn=by, fresh=False)


def _wrong(state: Race, by: Seat, named: int) -> Race:
    """SR-7: back one square for each series named, not behind the start; whose turn it is does not change."""
    pawns = _changed(state.pawns, by, -min(named, state.pawns[by]))
    return Race(state.players, state.setup, pawns, state.hands, state.track, state.turn, fresh=False)


def _nobody_claimed(state: Race) -> Race:
    """SR-11: the turn goes on to the player after the last thrower."""
    return Race(state.players, state.setup, state.pawns, state.hands, state.track, state.turn, fresh=False)


def _dealt_again(state: Race) -> Race:
    """SR-15."""
    hands = _dealt(state.players)
    return Race(state.players, state.setup, state.pawns, hands, (None,) * DICE, state.turn, fresh=False)


def _changed(numbers: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + by, *numbers[seat + 1 :])


# -- what a player may ask of the track -----------------------------------------------------------------------------


def next_die(state: Race) -> int | None:
    """The number the next die thrown will have; a die keeps it until it is taken off the track."""
    return state.track.index(None) if None in state.track else None


def is_right(state: Race, named: Sequence[Series]) -> bool:
    present = there(state.track)
    return all(series in present for series in named)


def squares_for(named: Sequence[Series]) -> int:
    """SR-6 one square for each series, SR-8 three for palms."""
    return len(named) + (2 if Symbol.PALM in named else 0)


def missed(state: Race, action: Action) -> tuple[Series, ...]:
    """The series that could have been claimed when the next die was thrown, or all were dealt out, instead."""
    return there(state.track) if state.fresh and isinstance(action, Throw | Redeal) else ()


# -- what may happen now -------------------------------------------------------------------------------------------


def legal(state: Race) -> Legal[Race, Action]:
    """Iterates the throws that turn nothing over, and every claim in the rulebook's order of series; knows the rest."""
    return Legal(state, _plain, _fault)


def _plain(state: Race) -> Iterator[Action]:
    if outcome(state) is not None:
        return
    if next_die(state) is not None:
        yield from map(Throw, FACES)
    else:
        yield Redeal()
    if state.fresh:
        seats = range(len(state.players))
        for count in range(1, MOST_NAMED + 1):
            for named in combinations(ALL_SERIES, count):
                for seat in seats:
                    yield Claim(seat, named)
        yield from map(TimeOut, seats)
        for count in range(2, len(seats) + 1):
            yield from map(Tied, combinations(seats, count))


def _fault(state: Race, action: object) -> Message | None:
    """Why the rules do not allow this now; None if they do."""
    if state.setup.squares in state.pawns:
        return Message("The game is over.")
    match action:
        case Throw(turned=turned):
            return _fault_of_throw(state, turned)
        case Claim(by=by, named=named):
            return _fault_of_claims(state, (by,)) or _fault_of_naming(named)
        case TimeOut(by=by):
            return _fault_of_claims(state, (by,))
        case Tied(by=seats):
            if len(set(seats)) < 2 or len(set(seats)) < len(seats):
                return Message("It takes two different players or more to claim at the same moment.")
            return _fault_of_claims(state, seats)
        case Redeal():
            if next_die(state) is not None:
                return Message("The dice are dealt out again only when all twelve lie on the track.")
            return None
    return Message("That is not an action of this game.")


def _fault_of_throw(state: Race, turned: tuple[Turned, ...]) -> Message | None:
    if None not in state.track:
        return Message("All twelve dice lie on the track: claim a series, or deal the dice out again.")
    for die, _ in turned:
        if die not in range(DICE) or state.track[die] is None:
            return Message("Die {die} does not lie on the track, so it cannot be turned over.", die=die)
    if len({die for die, _ in turned}) < len(turned):
        return Message("A throw turns each die over once at most.")
    return None


def _fault_of_claims(state: Race, seats: tuple[Seat, ...]) -> Message | None:
    for seat in seats:
        if seat not in range(len(state.players)):
            return Message("Nobody sits on seat {seat}.", seat=seat + 1)
    if not state.fresh:
        return Message("A new die has to come to rest before the next claim.")
    return None


def _fault_of_naming(named: tuple[Series, ...]) -> Message | None:
    if not 1 <= len(named) <= MOST_NAMED:
        return Message("A claim names one, two or three series.")
    if len(set(named)) < len(named):
        return Message("A claim names each series once.")
    return None


def actor(state: Race) -> Seat | None:
    """Who throws next. Anyone may claim before that, so the referee listens to all (SR-5)."""
    return None if state.setup.squares in state.pawns else state.turn


def outcome(state: Race) -> Outcome | None:
    """SR-16."""
    if state.setup.squares not in state.pawns:
        return None
    winner = state.pawns.index(state.setup.squares)
    return Outcome((winner,), Message("{player} is first at the treasure.", player=state.players[winner]))


# -- who plays when there is no table, and how the story goes ------------------------------------------------------

SHARP_EYES = 0.85  # how often somebody sees the series that are there before the next throw
HARD_HITS = 0.1  # how often the die thrown turns another one over


def sea(state: Race, chance: Chance) -> Action:
    """The next throw by chance; the new deal when there is nothing to throw."""
    lying = [die for die, face in enumerate(state.track) if face is not None]
    if len(lying) == DICE:
        return Redeal()
    turned: tuple[Turned, ...] = ()
    if lying and chance.random() < HARD_HITS:
        turned = (Turned(lying[chance.randrange(0, len(lying))], FACES[chance.randrange(0, len(FACES))]),)
    return Throw(FACES[chance.randrange(0, len(FACES))], turned)


def bot(state: Race, chance: Chance) -> Action:
    """Anyone may claim at any time, so the bot speaks for the whole table: somebody, by chance the quickest, claims
    the best series there, or else the player whose turn it is throws."""
    if state.fresh:
        seen = there(state.track)
        if seen and chance.random() < SHARP_EYES:
            return Claim(chance.randrange(0, len(state.players)), best_of(seen))
    return sea(state, chance)


@cache
def best_of(seen: tuple[Series, ...]) -> tuple[Series, ...]:
    """The claim that gains most: palms first, then skulls, which also set the others back, then any."""
    gains = sorted(seen, key=lambda series: (series is not Symbol.PALM, series is not Symbol.SKULL))
    return tuple(gains[:MOST_NAMED])


def tell(before: Race, action: Action, after: Race) -> Message:
    """One sentence of the story."""
    match action:
        case Throw(face, turned):
            thrown: dict[str, Any] = {
                "player": before.players[before.turn],
                "symbol": NAMES[face.symbol],
                "colour": NAMES[face.colour],
            }
            if turned:
                return Message(
                    "{player} throws: {symbol}, {colour}. It turns one die over.",
                    plural="{player} throws: {symbol}, {colour}. It turns {n} dice over.",
                    n=len(turned),
                    **thrown,
                )
            return Message("{player} throws: {symbol}, {colour}.", **thrown)
        case Claim(by, named):
            return _tell_claim(before, by, named, after)
        case TimeOut(by):
            return Message("{player} claims, and names nothing in time.", player=before.players[by])
        case Tied(seats):
            return tied_told(before, seats)
        case Redeal():
            return Message("Nobody claims: all twelve dice are dealt out again.")


def _tell_claim(before: Race, by: Seat, named: tuple[Series, ...], after: Race) -> Message:
    series = listed(NAMES[one] for one in named)
    moved = after.pawns[by] - before.pawns[by]
    claim: dict[str, Any] = {"player": before.players[by], "series": series, "n": abs(moved)}
    if not is_right(before, named):
        return Message(
            "{player} claims {series}. Wrong: {n} square back.",
            plural="{player} claims {series}. Wrong: {n} squares back.",
            **claim,
        )
    if Symbol.SKULL in named:
        return Message(
            "{player} claims {series}. Right: {n} square forward, and all the others go back one.",
            plural="{player} claims {series}. Right: {n} squares forward, and all the others go back one.",
            **claim,
        )
    return Message(
        "{player} claims {series}. Right: {n} square forward.",
        plural="{player} claims {series}. Right: {n} squares forward.",
        **claim,
    )


def tied_told(state: Race, seats: tuple[Seat, ...]) -> Message:
    players = listed(state.players[seat] for seat in seats)
    if len(seats) == 2:
        return Message("{players} claim at the same moment: neither of them may.", players=players)
    return Message("{players} claim at the same moment: none of them may.", players=players)


GAME = Game(
    key="series",
    title=Message("Treasure race"),
    seats=SEATS,
    setup=Setup,
    actions=(Throw, Claim, TimeOut, Tied, Redeal),
    start=start,
    legal=legal,
    apply=apply,
    actor=actor,
    outcome=outcome,
    sea=sea,
    bot=bot,
    turn_of=attrgetter("turn"),
    points=attrgetter("pawns"),
    tell=tell,
)
