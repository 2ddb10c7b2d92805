"""Bots play whole games through the real engine; chance is handed in, so the same seed gives the same games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.game import SEA, Chance, Game


@dataclass(frozen=True, slots=True)
class Finished:
    """A game played to its end."""

    winners: tuple[int, ...]
    actions: int
    turns: tuple[int, ...]  # of each seat: how often the turn came to it
    points: tuple[int, ...] | None  # where the game has points


@dataclass(frozen=True, slots=True)
class Spread:
    mean: float
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Seated:
    """How one seat fared; a shared win counts in part."""

    wins: float
    win_rate: float
    points: float | None  # at the end, in the mean
    points_per_turn: float | None


@dataclass(frozen=True, slots=True)
class Report:
    games: int
    shared_wins: int
    actions: Spread
    turns: Spread
    seats: tuple[Seated, ...]


def play_out(game: Game[Any, Any], players: Sequence[str], setup: Any, chance: Chance) -> Finished:
    actor_of, turn_of, bot, sea, apply = game.actor, game.turn_of or game.actor, game.bot, game.sea, game.apply
    state = game.start(players, setup)
    actions, turns, last = 0, [0] * len(players), None
    while (actor := actor_of(state)) is not None:
        seat = turn_of(state)
        if isinstance(seat, int) and seat != last:
            turns[seat] += 1
            last = seat
        state = apply(state, sea(state, chance) if actor is SEA else bot(state, chance))
        actions += 1
    outcome = game.outcome(state)
    assert outcome is not None, "nobody is to act, so the game is over"
    return Finished(outcome.winners, actions, tuple(turns), game.points(state) if game.points else None)


def report(games: Iterable[Finished]) -> Report:
    played = list(games)
    seats = range(len(played[0].turns))
    return Report(
        games=len(played),
        shared_wins=sum(len(game.winners) > 1 for game in played),
        actions=_spread([game.actions for game in played]),
        turns=_spread([sum(game.turns) for game in played]),
        seats=tuple(_seated(played, seat) for seat in seats),
    )


def _seated(played: list[Finished], seat: int) -> Seated:
    wins = sum(1 / len(game.winners) for game in played if seat in game.winners)
    scores = [game.points[seat] for game in played if game.points is not None]
    turns = sum(game.turns[seat] for game in played)
    return Seated(
        wins=wins,
        win_rate=wins / len(played),
        points=sum(scores) / len(scores) if scores else None,
        points_per_turn=sum(scores) / turns if scores and turns else None,
    )


def _spread(numbers: list[int]) -> Spread:
    return Spread(sum(numbers) / len(numbers), min(numbers), max(numbers))
