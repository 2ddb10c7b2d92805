"""What holds for every game on the register, in hundreds of games played by chance (thousands with --long)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import record as records
from rules.game import Game, IllegalAction, Legal
from rules.games import GAMES
from rules.text import kind_of, read_action, read_state, write_action, write_state
from tests.rules.any_game import (
    NAMES,
    bent,
    conserved,
    made_up,
    play_by_chance,
    random_action,
    setup_for,
    some_legal,
    words_in,
)
from ui.words.language import catalogue, language

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def french() -> set[str]:
    return {entry.singular for entry in catalogue("fr") if all(entry.texts)}


def in_many_games(count: int, holds: Callable[[Random], None]) -> None:
    """Hypothesis picks the games, and tells the seed of one where it does not hold."""

    @settings(max_examples=count, deadline=None, database=None)
    @given(seed=st.integers(0, 2**32))
    def in_one_game(seed: int) -> None:
        holds(Random(seed))

    in_one_game()


@every_game
def test_random_games_lose_nothing_read_back_and_come_to_an_end(game: Game[Any, Any], long_run: bool) -> None:
    """Dice and cards are counted at every node; text, and what is legal, are tried at one in twenty-five by chance."""
    said: set[str] = set()

    def holds(chance: Random) -> None:
        counted, earlier = None, []
        for state, action in play_by_chance(game, chance):
            now = conserved(game, state)
            counted = counted or now
            assert now == counted, "something was lost, or came from nowhere"
            assert (game.actor(state) is None) == (game.outcome(state) is not None) == (action is None)
            if action is not None:
                earlier.append(action)
            if chance.random() < 0.04 or action is None:
                text_reads_back(game, state, action)
                said.update(legal_and_apply_agree(game, state, earlier, chance))
        outcome = game.outcome(state)
        assert outcome is not None and set(outcome.winners) <= set(range(len(state.players)))
        assert game.points is None or len(game.points(state)) == len(state.players)

    in_many_games(3000 if long_run else 200, holds)
    assert said - french() == set(), "sentences without French"


def text_reads_back(game: Game[Any, Any], state: Any, action: Any | None) -> None:
    line = write_state(game, state)
    assert "\n" not in line and read_state(game, line) == state
    if action is not None:
        line = write_action(action, state.players)
        assert "\n" not in line and read_action(game, line, state.players) == action


def legal_and_apply_agree(game: Game[Any, Any], state: Any, earlier: list[Any], chance: Random) -> set[str]:
    """On what is offered, and on actions that are made up, were legal earlier in the game, or are bent from those.
    Returns the sentences apply refused with."""
    legal = game.legal(state)
    plain = list(islice(legal, 500) if isinstance(legal, Legal) else legal)
    offered = legal if isinstance(legal, Legal) else plain
    assert bool(plain) == (game.actor(state) is not None), "stuck, or going on after the end"
    for action in chance.sample(plain, min(len(plain), 20)):
        game.apply(state, action)
    words = words_in(state)
    tried = [made_up(kind, chance, state, words) for kind in chance.sample(game.actions, 3)]
    tried += [bent(chance.choice(earlier), chance, state, words) for _ in range(3)] if earlier else []
    tried += [chance.choice(earlier) for _ in range(3)] if earlier else []
    said = set()
    for action in tried:
        try:
            game.apply(state, action)
        except IllegalAction as illegal:
            assert action not in offered, f"{action} is offered, but refused: {illegal}"
            assert str(illegal) and language("fr").say(illegal.message)
            said.add(illegal.message.template)
        else:
            assert action in offered, f"{action} was applied, but is not offered"
    return said


@every_game
def test_undo_restores_every_state_and_a_correction_is_a_game_that_could_have_been(
    game: Game[Any, Any], long_run: bool
) -> None:
    def holds(chance: Random) -> None:
        record = records.begin(game, NAMES[: game.seats[-1]], setup_for(game, chance), "one evening")
        for _ in range(chance.randrange(1, 60)):
            if game.actor(record.state) is not None:
                record = records.play(record, random_action(game, record.state, chance, wild=0.05))
        states = [record.first, *(step.state for step in record.steps)]
        back = chance.randrange(1, len(states))
        undone = records.undo(record, back)
        assert undone.state == states[-1 - back]
        place = chance.randrange(len(record.steps))
        wrong, before = record.steps[place], states[place]
        better = chance.choice(some_legal(game, before, chance))
        if better != wrong.action:
            corrected = records.correct(record, wrong.number, better)
            replayed = before
            for step in corrected.steps[place:]:
                replayed = game.apply(replayed, step.action)
            assert replayed == corrected.state
            assert len(corrected.steps) + len(corrected.dropped) == len(record.steps)
            assert records.read(records.write(corrected)) == corrected
        assert records.read(records.write(undone)) == undone

    in_many_games(1000 if long_run else 60, holds)


@every_game
def test_what_the_story_says_is_said_in_both_languages(game: Game[Any, Any]) -> None:
    chance = Random(1)
    said = {game.title.template}
    for _ in range(3):
        before = action = None
        for state, played in play_by_chance(game, chance, wild=0.1):
            if game.tell is not None and before is not None:
                message = game.tell(before, action, state)
                assert language("en").say(message) and language("fr").say(message)
                said.add(message.template)
            before, action = state, played
        outcome = game.outcome(state)
        assert outcome is not None
        said.add(outcome.reason.template)
    assert said - french() == set()


@every_game
def test_no_kind_of_action_is_called_like_an_entry_of_a_record(game: Game[Any, Any]) -> None:
    kinds = [kind_of(kind) for kind in game.actions]
    assert len(set(kinds)) == len(kinds)
    assert not {"undo", "correct", "judge", "nothing"} & set(kinds)


@every_game
def test_a_game_file_of_a_whole_game_reads_back(game: Game[Any, Any]) -> None:
    record = None
    for state, action in play_by_chance(game, Random(7)):
        if record is None:
            record = records.begin(game, state.players, getattr(state, "setup", None))
        if action is not None:
            record = records.play(record, action)
    assert record is not None and record.game.actor(record.state) is None
    assert records.read(records.write(record)) == record
