"""Robots of three skills: keen wins more than fair, and fair more than easy, in every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules import sabords, series
from rules.game import SEA, Game
from rules.games import GAMES
from rules.sabords.state import Ends
from rules.series.dice import there
from rules.series.eyes import EYES, glimpse, named
from rules.skill import SKILLS, skilled

SETUPS: dict[str, Any] = {"aux": sabords.Setup(chests=2, ends=Ends.ONE_COLOUR)}
GAMES_PLAYED = 100
PAIRS = [("keen", "fair"), ("fair", "easy")]


def played(game: Game[Any, Any], skills: tuple[str, str], chance: Random) -> tuple[int, ...]:
    state = game.start(("Anne", "Jack"), SETUPS.get(game.key) or game.setup())
    while (actor := game.actor(state)) is not None:
        action = game.sea(state, chance) if actor is SEA else skilled(game, state, chance, skills[actor])
        state = game.apply(state, action)
    over = game.outcome(state)
    assert over is not None
    return over.winners


def raced(skills: tuple[str, str], chance: Random) -> tuple[int, ...]:
    """In the treasure race there is nothing to decide: whoever sees a series first claims it."""
    state = series.start(("Anne", "Jack"), series.Setup(squares=20))
    while (over := series.outcome(state)) is None:
        seen = there(state.track) if state.fresh else ()
        eyes = [(glimpse(EYES[skill], chance), seat) for seat, skill in enumerate(skills)] if seen else []
        quickest = min(((after, seat) for after, seat in eyes if after is not None), default=None)
        if quickest is None:
            state = series.apply(state, series.GAME.sea(state, chance))
        else:
            seat = quickest[1]
            state = series.apply(state, series.Claim(seat, named(EYES[skills[seat]], seen, chance)))
    return over.winners


def wins(key: str, better: str, other: str) -> float:
    """Of so many games, each beginning as often as the other."""
    chance, won = Random(7), 0.0
    for number in range(GAMES_PLAYED):
        skills = (better, other) if number % 2 else (other, better)
        winners = raced(skills, chance) if key == series.GAME.key else played(GAMES[key], skills, chance)
        won += sum(skills[seat] == better for seat in winners) / len(winners)
    return won


@pytest.mark.slow
@pytest.mark.parametrize(("better", "other"), PAIRS)
@pytest.mark.parametrize("key", GAMES)
def test_the_better_skill_wins_clearly_more_than_half(key: str, better: str, other: str) -> None:
    """By chance alone, 56 of a hundred come once in seven; over eight pairs, once in millions."""
    assert wins(key, better, other) >= 56


@pytest.mark.parametrize("key", GAMES)
def test_whatever_the_skill_only_what_the_rules_allow_is_done(key: str) -> None:
    game, chance = GAMES[key], Random(3)
    for skill in SKILLS:
        state = game.start(("Anne", "Jack"), SETUPS.get(key) or game.setup())
        for _ in range(150):
            actor = game.actor(state)
            if actor is None:
                break
            action = game.sea(state, chance) if actor is SEA else skilled(game, state, chance, skill)
            assert actor is SEA or action in game.legal(state)
            state = game.apply(state, action)


def test_easy_eyes_miss_what_keen_ones_see_and_are_slower() -> None:
    chance = Random(1)
    looks = {skill: [glimpse(EYES[skill], chance) for _ in range(200)] for skill in SKILLS}
    seen = {skill: [after for after in found if after is not None] for skill, found in looks.items()}
    assert len(seen["easy"]) < len(seen["fair"]) < len(seen["keen"])
    assert min(seen["easy"]) > max(seen["keen"])
