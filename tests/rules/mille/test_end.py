"""Mille Sabords, rule by rule: how a game ends."""

from __future__ import annotations

from dataclasses import replace

from rules import mille
from rules.mille.score import Card
from rules.mille.state import Mille, Stop, Won
from tests.rules.mille.play import PLAIN, again, game, refused, stop, throw, turn, with_scores


def test_ms_22_nine_alike_win_at_once() -> None:
    state = again(turn(with_scores(game(3), 0, 5900, 0), Card.DIAMOND, "6 diamond 2 sabre"), "2 sabre", "2 diamond")
    assert state.won is Won.MAGIC and mille.actor(state) is None and list(mille.legal(state)) == []
    outcome = mille.outcome(state)
    assert outcome is not None and outcome.winners == (0,) and "nine alike (diamond)" in str(outcome.reason)
    assert "over" in refused(state, Stop())


def test_ms_22_eight_alike_without_the_card_of_their_kind_do_not_win() -> None:
    assert turn(game(), Card.COIN, "8 diamond").won is None
    assert turn(game(), Card.PIRATE, "8 coin").won is None


def test_ms_23_the_target_opens_a_last_round_for_all_others() -> None:
    state = stop(turn(with_scores(game(3), 5500, 0, 5900), PLAIN, "4 coin 4 monkey"))
    assert state.opener == 0 and state.turns_left == 2 and state.won is None
    state = stop(turn(state, PLAIN, "8 sabre"))
    assert state.won is None
    state = stop(turn(state, PLAIN, "4 coin 4 monkey"))
    outcome = mille.outcome(state)
    assert state.won is Won.LAST_ROUND and outcome is not None
    assert outcome.winners == (1,) and state.scores[1] == max(state.scores)  # the most points, not the first there


def test_ms_23_equal_points_share_the_win() -> None:
    state = stop(turn(with_scores(game(), 5000, 5000), PLAIN, "4 coin 4 monkey"))
    state = stop(turn(state, PLAIN, "4 coin 4 monkey"))
    outcome = mille.outcome(state)
    assert outcome is not None and outcome.winners == (0, 1) and "share" in str(outcome.reason)


def test_ms_23_the_last_round_ends_when_the_opener_fell_but_another_is_above() -> None:
    state = stop(turn(with_scores(game(3), 5500, 6000, 0), PLAIN, "8 monkey"))
    state = replace(state, scores=(6000, 6000, 0))
    state = throw(turn(state, Card.ANIMALS, "4 skull 4 coin"), "4 coin")
    assert state.scores[0] == 5600
    state = stop(turn(state, PLAIN, "skull 2 monkey 2 parrot 2 sabre coin"))
    outcome = mille.outcome(state)
    assert outcome is not None and outcome.winners == (1,)


def fallen() -> Mille:
    """The opener has lost the target again, and nobody else has it."""
    state = stop(turn(with_scores(game(), 5500, 0), PLAIN, "skull 3 coin 2 monkey 2 parrot"))
    assert state.scores[0] == 6300 and state.opener == 0
    return throw(turn(state, Card.ANIMALS, "4 skull 4 coin"), "4 coin")


def test_ms_24_play_goes_on_when_nobody_is_left_at_the_target() -> None:
    state = fallen()
    assert state.scores == (5900, 0)
    assert state.won is None and state.sudden_death and state.opener is None and state.turn.seat == 0


def test_ms_24_the_next_to_reach_the_target_wins_at_once() -> None:
    state = stop(turn(with_scores(fallen(), 5500, 5500), PLAIN, "skull 2 monkey 2 parrot 2 sabre coin"))
    assert state.won is None and state.sudden_death
    state = stop(turn(state, PLAIN, "skull 3 coin 2 monkey 2 parrot"))
    outcome = mille.outcome(state)
    assert state.won is Won.SUDDEN_DEATH and outcome is not None and outcome.winners == (1,)
