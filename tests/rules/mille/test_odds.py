"""The exact odds: against another public solver, against counting by hand, and against the real engine."""

from __future__ import annotations

from itertools import product
from random import Random
from statistics import mean, stdev

import pytest

from rules import mille
from rules.game import SEA
from rules.mille.bot import choose
from rules.mille.odds import Choice, Odds, bust_chance, odds
from rules.mille.score import CARDS, FACES, Card, Counts, counted, worth
from tests.rules.mille.play import again, dice, faces, game, reveal, turn


@pytest.fixture(scope="module")
def solved() -> Odds:
    return odds()


# Figures of another public exact solver, which maximises the points of the turn as this one does, and counts four or
# more skulls on the first throw as nothing. Ship with 2 sabres: with its sabres counted for the chest (MS-11); coin and
# diamond: nine alike counted as eight.
PUBLISHED = {
    Card.NONE: 578.80,
    Card.PIRATE: 1157.60,
    Card.ANIMALS: 735.11,
    Card.COIN: 781.54,
    Card.DIAMOND: 781.54,
    Card.SKULL1: 345.84,
    Card.SKULL2: 112.63,
    Card.SHIP2: 455.75,
    Card.SHIP3: 249.10,
    Card.SHIP4: -155.60,
    Card.TREASURE_ISLAND: 679.77,
}


@pytest.mark.parametrize("card", PUBLISHED)
def test_a_fresh_turn_is_worth_what_another_solver_says(solved: Odds, card: Card) -> None:
    assert solved.fresh_turn[card] == pytest.approx(PUBLISHED[card], abs=0.006)


def test_ms_17_our_guardian_is_worth_more_than_the_other_solvers(solved: Odds) -> None:
    # It says 906. By MS-17 a skull may be thrown alone or with others, and at the third skull the player chooses so
    # too; there, one skull alone is thrown by force at the third one, and never alone before it.
    assert set(CARDS) - set(PUBLISHED) == {Card.GUARDIAN}
    assert solved.fresh_turn[Card.GUARDIAN] == pytest.approx(912.18, abs=0.006)


def test_the_chance_to_bust_is_counted_throw_by_throw() -> None:
    for thrown, needed in product(range(1, 6), range(1, 4)):
        throws = list(product(FACES, repeat=thrown))
        busts = sum(throw.count(FACES[0]) >= needed for throw in throws)
        assert bust_chance(thrown, needed) == pytest.approx(busts / len(throws))


def ways(solved: Odds, card: Card, text: str, guarded: bool = False) -> dict[Counts, Choice]:
    return {way.throw: way for way in solved.advice(card, counted(faces(text)), guarded).rethrows}


@pytest.mark.parametrize("card", CARDS[1:])
def test_the_ways_to_throw_are_those_of_the_rules(solved: Odds, card: Card) -> None:
    chance, positions = Random(5), 0
    while positions < 12:
        state = mille.apply(reveal(game(), card), mille.Throw(tuple(chance.choices(FACES, k=8))))
        while state.last is None and not state.turn.island:
            if mille.actor(state) is SEA:
                state = mille.apply(state, mille.sea(state, chance))
                continue
            shown = state.turn.dice
            legal = {
                counted(shown[die] for die in action.dice)
                for action in mille.legal(state)
                if isinstance(action, mille.Rethrow)
            }
            advice = solved.advice(card, counted(shown), state.turn.guarded)
            assert len(advice.rethrows) == len(legal)
            assert {way.throw for way in advice.rethrows} == legal
            positions += 1
            state = mille.apply(state, chance.choice(list(mille.legal(state))))


@pytest.mark.parametrize(
    ("card", "text", "guarded"),
    [
        (Card.ANIMALS, "2 skull 4 coin sabre monkey", False),
        (Card.PIRATE, "skull 5 coin sabre monkey", False),
        (Card.TREASURE_ISLAND, "2 skull 3 coin 2 sabre monkey", False),
        (Card.GUARDIAN, "3 skull 3 coin sabre monkey", False),
        (Card.GUARDIAN, "2 skull 4 coin sabre monkey", False),
        (Card.GUARDIAN, "2 skull 4 coin sabre monkey", True),
        (Card.SKULL1, "skull 4 coin 2 sabre monkey", False),
        (Card.SHIP3, "2 skull 2 sabre 3 coin monkey", False),
    ],
)
def test_a_throw_is_worth_the_mean_of_what_it_leads_to(solved: Odds, card: Card, text: str, guarded: bool) -> None:
    """Each way to throw up to three dice, played out face by face through the real engine."""
    state = _position(card, text, guarded)
    for way in ways(solved, card, text, guarded).values():
        if sum(way.throw) > 3:
            continue
        chosen = _numbers(state, way.throw)
        if card is Card.TREASURE_ISLAND:
            kept = [n for n, face in enumerate(state.turn.dice) if face != "skull" and n not in chosen]
            ready = mille.apply(state, mille.Lay(tuple(kept)))
        else:
            ready = state
        rolling = mille.apply(ready, mille.Rethrow(chosen))
        results, busts = [], 0
        for action in mille.legal(rolling):
            after = mille.apply(rolling, action)
            if after.last is not None:
                busts += after.last.bust
                results.append(float(after.last.points))
            else:
                results.append(solved.advice(card, counted(after.turn.dice), after.turn.guarded).points)
        assert way.points == pytest.approx(mean(results), abs=1e-6)
        assert way.bust == pytest.approx(busts / len(results))


def _position(card: Card, text: str, guarded: bool) -> mille.Mille:
    if not guarded:
        return turn(game(), card, text)
    state = again(turn(game(), card, "3 skull 3 coin sabre monkey"), "skull", "coin")
    assert counted(state.turn.dice) == counted(faces(text))
    return state


def _numbers(state: mille.Mille, throw: Counts) -> tuple[int, ...]:
    return dice(state, " ".join(f"{many} {face}" for face, many in zip(FACES, throw, strict=True) if many))


def test_the_bot_brings_home_what_the_odds_promise(solved: Odds) -> None:
    """Turns through the real engine: the mean points are those of a fresh turn, within four standard errors."""
    chance = Random(11)
    for card in (Card.PIRATE, Card.GUARDIAN, Card.TREASURE_ISLAND, Card.SHIP2, Card.SKULL1):
        results = []
        for _ in range(1500):
            state = reveal(game(), card)
            while state.last is None:
                action = mille.sea(state, chance) if mille.actor(state) is SEA else mille.GAME.bot(state, chance)
                state = mille.apply(state, action)
            results.append(state.last.points)
        error = stdev(results) / len(results) ** 0.5
        assert abs(mean(results) - solved.fresh_turn[card]) < 4 * error, card


def test_keep_and_advice_agree(solved: Odds) -> None:
    chance = Random(2)
    for card in CARDS:
        for guarded in (False, True) if card is Card.GUARDIAN else (False,):
            for _ in range(60):
                hand = counted(chance.choices(FACES, k=8))
                advice, keep = solved.advice(card, hand, guarded), solved.keep(card, hand, guarded)
                assert (keep is None) == (advice.best is None)
                if advice.best is not None:
                    best = {way.keep for way in advice.rethrows if way.points > advice.points - 1e-6}
                    assert keep in best


def test_three_skulls_leave_no_choice_but_the_guardians(solved: Odds) -> None:
    hand = counted(faces("3 skull 5 coin"))
    assert solved.advice(Card.PIRATE, hand).rethrows == ()
    assert solved.advice(Card.GUARDIAN, hand, guarded=True).rethrows == ()
    assert all(way.throw[0] == 1 for way in solved.advice(Card.GUARDIAN, hand).rethrows)
    assert solved.advice(Card.SHIP2, hand).points == -300


def test_nine_alike_are_thrown_no_more(solved: Odds) -> None:
    advice = solved.advice(Card.COIN, counted(faces("8 coin")))
    assert advice.rethrows == () and advice.best is None and advice.points == 5400


def test_the_bot_lays_all_it_keeps_before_it_throws() -> None:
    state = turn(game(), Card.TREASURE_ISLAND, "4 coin skull 2 sabre monkey")
    laid = choose(state.turn)
    assert isinstance(laid, mille.Lay)
    state = mille.apply(state, laid)
    thrown = choose(state.turn)
    assert isinstance(thrown, mille.Rethrow)
    assert {*laid.dice, *thrown.dice, 4} == set(range(8))


def test_the_bot_stops_on_a_hand_it_cannot_better() -> None:
    assert choose(turn(game(), Card.PIRATE, "4 coin 4 diamond").turn) == mille.Stop()
    assert worth(Card.PIRATE, counted(faces("4 coin 4 diamond"))).points == 3400
