"""Exact odds for one turn of Mille Sabords: for every card, any dice and every choice.

Only the points of this turn count: what Skull Island takes from the others is left out, nine alike are worth their
points, scores and opponents play no part. Dice laid on the treasure island cost nothing and can be taken back, so
all that is not thrown is taken to lie there.

How it is solved. Only which faces lie there matters, not on which die: a hand is a multiset, and what is left lying
for a throw, a `hold`, is a smaller one. Hands with the same skulls form a level; a throw leads to the same level or
to one with more skulls. So the levels are solved from the most skulls down, each by repeating

    worth of a hand = max(stop, best of its holds)        worth of a hold = chances x worth of the hands it leads to

until nothing moves: two dice or more show no skull with a chance of at most 25/36, so the error shrinks by that
factor every time. The guardian is a fourth level above: while she can still act three skulls wait, and throwing a skull
again leads down one level into the plain turn, where she has acted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, factorial
from operator import attrgetter, sub

import numpy as np
import numpy.typing as npt

from rules.mille.score import CARD_SKULLS, CARDS, DICE, FACES, LOST_AT, NOTHING, Card, Counts, worth

Array = npt.NDArray[np.float64]
Table = npt.NDArray[np.int64]  # multisets, one a row
Rows = npt.NDArray[np.intp]

SIDES = len(FACES)
PRECISION = 1e-9  # points
DIGITS = 9 ** np.arange(SIDES)  # a multiset as one number: its counts as digits of base 9
COLUMN = {card: column for column, card in enumerate(CARDS)}  # every table of worths has a column for each card


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to throw again: what stays, what is thrown, the chance that it ends the turn, what it brings."""

    keep: Counts
    throw: Counts
    bust: float
    points: float


@dataclass(frozen=True, slots=True)
class Advice:
    """All one can do with these dice. `stop` is what the dice bring now; `best` is None when that is best."""

    stop: int
    rethrows: tuple[Choice, ...]  # the best first
    best: Choice | None
    points: float  # to be expected with the best play


class Level:
    """All hands with the same skulls, and all holds that leave those skulls lying."""

    def __init__(self, skulls: int) -> None:
        self.skulls = skulls
        self.hands = multisets(DICE, skulls)
        self.row: dict[Counts, int] = {tuple(hand): row for row, hand in enumerate(self.hands.tolist())}
        sizes = range(max(skulls, 1), DICE)  # a die is kept, a die is thrown
        self.holds = np.concatenate([multisets(size, skulls) for size in sizes])
        self.kept: list[Counts] = [tuple(hold) for hold in self.holds.tolist()]
        self.thrown = DICE - self.holds.sum(axis=1)
        self._row_of = np.zeros(9**SIDES, dtype=np.intp)
        self._row_of[self.hands @ DIGITS] = np.arange(len(self.hands))

    def chances_from(self, holds: Table) -> Array:
        """The chance to come from each hold to each hand of this level."""
        table = np.zeros((len(holds), len(self.hands)))
        for row, hold in enumerate(holds):
            outcomes, chances = throws(DICE - int(hold.sum()), self.skulls - int(hold[0]))
            table[row, self._row_of[(hold + outcomes) @ DIGITS]] = chances
        return table

    def options_of(self, hands: Table, least: int) -> Rows:
        """For each hand the rows of the holds it allows with at least so many dice thrown, filled up with -1."""
        fits = (self.holds[None, :, 1:] <= hands[:, None, 1:]).all(axis=2) & (self.thrown >= least)
        table = np.full((len(hands), int(fits.sum(axis=1).max())), -1)
        for row, fit in enumerate(fits):
            holds = np.flatnonzero(fit)
            table[row, : len(holds)] = holds
        return table


@cache
def multisets(size: int, skulls: int) -> Table:
    """Every way for `size` dice to lie with so many skulls among them, one a row."""
    bars, places = SIDES - 2, size - skulls + SIDES - 2  # stars and bars for the five other faces
    rows = [(skulls, *np.diff((-1, *cuts, places)) - 1) for cuts in combinations(range(places), bars)]
    return np.array(rows, dtype=np.int64).reshape(-1, SIDES)


@cache
def throws(dice: int, skulls: int) -> tuple[Table, Array]:
    """What so many dice can show with so many skulls among them, and the chance of each."""
    if skulls > dice:
        return np.zeros((0, SIDES), dtype=np.int64), np.zeros(0)
    outcomes = multisets(dice, skulls)
    factorials = np.array([factorial(many) for many in range(DICE + 1)], dtype=np.float64)
    return outcomes, factorials[dice] / factorials[outcomes].prod(axis=1) / SIDES**dice


@cache
def bust_chance(dice: int, skulls: int) -> float:
    """The chance that so many thrown dice bring at least so many skulls."""
    ways = sum(comb(dice, many) * (SIDES - 1) ** (dice - many) for many in range(skulls, dice + 1))
    return float(ways / SIDES**dice)


class Odds:
    """Every card, solved. Make it once (`odds()`); then each question is a look into its tables."""

    def __init__(self) -> None:
        self._levels = [Level(skulls) for skulls in range(LOST_AT + 1)]
        self._options = [level.options_of(level.hands, least=2) for level in self._levels]
        # The guardian throws one skull again, alone or with others: that is a hold of the level below.
        self._skull_options = [
            self._levels[max(level.skulls - 1, 0)].options_of(level.hands, least=1) for level in self._levels
        ]
        self._chances = {
            (low.skulls, high.skulls): high.chances_from(low.holds)
            for low in self._levels[:LOST_AT]
            for high in self._levels[low.skulls :]
        }
        # By level: the worth of each hand and of each hold, a column for each card.
        self._hands = [np.zeros((len(level.hands), len(CARDS))) for level in self._levels]
        self._holds = [np.zeros((len(level.holds), len(CARDS))) for level in self._levels]
        for level in reversed(self._levels[:LOST_AT]):
            self._solve(level)
        for level in reversed(self._levels):
            self._solve_with_guardian(level)
        self.fresh_turn = self._fresh_turn()

    def _solve(self, level: Level) -> None:
        """All cards at once, as if there were no guardian."""
        skulls = level.skulls
        lost = np.array([[_lost_points(card, kept) for card in CARDS] for kept in level.kept])
        over = np.array([bust_chance(int(dice), LOST_AT - skulls) for dice in level.thrown])
        fixed = over[:, None] * lost
        for higher in range(skulls + 1, LOST_AT):
            fixed += self._chances[skulls, higher] @ self._hands[higher]
        over_already = [skulls + CARD_SKULLS.get(card, 0) >= LOST_AT for card in CARDS]
        fixed[:, over_already] = -np.inf  # no more throws there
        stop = np.array([[worth(card, hand).points for card in CARDS] for hand in level.row], dtype=np.float64)
        self._hands[skulls], self._holds[skulls] = _settled(
            stop, fixed, self._chances[skulls, skulls], self._options[skulls]
        )

    def _solve_with_guardian(self, level: Level) -> None:
        """The guardian's own column, while she can still act: afterwards the turn is one without a card."""
        skulls, column = level.skulls, [COLUMN[Card.GUARDIAN]]
        stop = np.array([[worth(Card.GUARDIAN, hand).points] for hand in level.row], dtype=np.float64)
        if skulls:
            plain = self._holds[skulls - 1][:, COLUMN[Card.NONE]]
            stop = np.maximum(stop, _best_of(plain[:, None], self._skull_options[skulls]))
        if skulls == LOST_AT:
            self._hands[skulls][:, column] = stop
            return
        fixed = np.zeros((len(level.holds), 1))
        for higher in range(skulls + 1, LOST_AT + 1):
            fixed += self._chances[skulls, higher] @ self._hands[higher][:, column]
        self._hands[skulls][:, column], self._holds[skulls][:, column] = _settled(
            stop, fixed, self._chances[skulls, skulls], self._options[skulls]
        )

    def _fresh_turn(self) -> dict[Card, float]:
        """The first throw: all eight dice. Three skulls or more bring what a lost turn brings."""
        nothing = np.zeros((1, SIDES), dtype=np.int64)
        levels = [level.chances_from(nothing)[0] @ self._hands[level.skulls] for level in self._levels]
        values = {}
        for card, column in COLUMN.items():
            waits = LOST_AT + (card is Card.GUARDIAN)
            lost = bust_chance(DICE, waits) * _lost_points(card, NOTHING)
            values[card] = float(sum(level[column] for level in levels[:waits])) + lost
        return values

    def advice(self, card: Card, dice: Counts, guarded: bool = False) -> Advice:
        """What can be done with these eight dice. `guarded`: the guardian has acted in this turn."""
        stop = worth(card, dice).points
        rethrows = []
        for level, rows, points, room in self._ways(card, dice, guarded):
            for row, expected in zip(rows.tolist(), points.tolist(), strict=True):
                keep = level.kept[row]
                throw = tuple(map(sub, dice, keep))
                rethrows.append(Choice(keep, throw, bust_chance(sum(throw), room), expected))
        rethrows.sort(key=attrgetter("points"), reverse=True)
        best = rethrows[0] if rethrows and rethrows[0].points > stop + PRECISION else None
        return Advice(stop, tuple(rethrows), best, best.points if best else stop)

    def keep(self, card: Card, dice: Counts, guarded: bool = False) -> Counts | None:
        """What to leave lying for the best throw; None where stopping is best. As `advice`, and faster."""
        best, keep = worth(card, dice).points + PRECISION, None
        for level, rows, points, _ in self._ways(card, dice, guarded):
            place = int(points.argmax())
            if points[place] > best:
                best, keep = float(points[place]), level.kept[rows[place]]
        return keep

    def _ways(self, card: Card, dice: Counts, guarded: bool) -> Iterator[tuple[Level, Rows, Array, int]]:
        """Where to look the throws up: the holds these dice allow, their worths, and the skulls that end the turn."""
        if worth(card, dice).win:
            return
        skulls = dice[0]
        guardian = card is Card.GUARDIAN and not guarded
        room = LOST_AT - CARD_SKULLS.get(card, 0) - skulls
        if room > 0:
            level = self._levels[skulls]
            column = COLUMN[Card.NONE if guarded else card]  # once she has acted, it is a plain turn
            rows = _given(self._options[skulls][level.row[dice]])
            yield level, rows, self._holds[skulls][rows, column], room + guardian  # with her, a third skull can wait
        if guardian and 1 <= skulls <= LOST_AT:
            level = self._levels[skulls - 1]
            rows = _given(self._skull_options[skulls][self._levels[skulls].row[dice]])
            yield level, rows, self._holds[skulls - 1][rows, COLUMN[Card.NONE]], room + 1


def _given(options: Rows) -> Rows:
    return options[options >= 0]


def _lost_points(card: Card, kept: Counts) -> int:
    """What three skulls bring when these dice were kept: only on the treasure island more than nothing."""
    return worth(card, (LOST_AT, 0, 0, 0, 0, 0), False, (0, *kept[1:])).points


def _best_of(holds: Array, options: Rows) -> Array:
    """The best hold of each hand, card by card."""
    padded = np.vstack([holds, np.full(holds.shape[1], -np.inf)])  # row -1: no option
    best: Array = padded[options].max(axis=1)
    return best


def _settled(stop: Array, fixed: Array, chances: Array, options: Rows) -> tuple[Array, Array]:
    """The worths of a level's hands and holds, where `chances` lead back to its own hands."""
    hands = stop
    while True:
        holds = fixed + chances @ hands
        better = np.maximum(stop, _best_of(holds, options))
        if np.abs(better - hands).max() < PRECISION:
            return better, holds
        hands = better


@cache
def odds() -> Odds:
    return Odds()
