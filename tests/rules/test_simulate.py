"""Bots that play whole games: the figures that come out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.game import Game
from rules.games import GAMES
from rules.series.rules import Setup
from rules.simulate import Finished, play_out, report


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_same_seed_plays_the_same_games(game: Game[Any, Any]) -> None:
    players = ["Anne", "Jack", "Marie", "Zoé"][: game.seats[-1]]
    once, again, other = (
        [play_out(game, players, game.setup(), chance) for _ in range(3)] for chance in map(Random, (7, 7, 8))
    )
    assert once == again != other
    assert all(finished.winners and sum(finished.turns) <= finished.actions for finished in once)


def test_wins_length_and_points_per_turn_are_counted() -> None:
    games = [
        Finished(winners=(0,), actions=10, turns=(4, 4), points=(20, 4)),
        Finished(winners=(0, 1), actions=30, turns=(6, 4), points=(20, 20)),
    ]
    result = report(games)
    assert (result.games, result.shared_wins) == (2, 1)
    assert (result.actions.mean, result.actions.least, result.actions.most) == (20, 10, 30)
    assert (result.turns.mean, result.turns.least, result.turns.most) == (9, 8, 10)
    assert [seat.wins for seat in result.seats] == [1.5, 0.5]
    assert [seat.win_rate for seat in result.seats] == [0.75, 0.25]
    assert [seat.points for seat in result.seats] == [20, 12]
    assert [seat.points_per_turn for seat in result.seats] == [4, 3]


def test_a_game_without_points_has_none_in_its_report() -> None:
    seat = report([Finished(winners=(1,), actions=3, turns=(1, 0), points=None)]).seats[1]
    assert seat.points is None and seat.points_per_turn is None and seat.win_rate == 1


def test_no_seat_of_the_treasure_race_is_better_than_another() -> None:
    """The bots see equally well, so each of four seats wins about a quarter of the games."""
    chance = Random(1)
    result = report(play_out(GAMES["series"], "ABCD", Setup(squares=5), chance) for _ in range(400))
    assert all(0.17 < seat.win_rate < 0.33 for seat in result.seats)
    assert max(seat.points or 0 for seat in result.seats) <= 5
