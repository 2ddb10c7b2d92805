"""Words to play Mille Sabords with in tests: dice are named by what they show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules import mille
from rules.game import IllegalAction
from rules.mille.score import Card, Face
from rules.mille.state import Lay, Mille, Rethrow, Reveal, Setup, Stop, Throw

PLAIN = Card.PIRATE  # a card that changes nothing before the score


def faces(text: str) -> tuple[Face, ...]:
    """faces("2 coin skull") is coin, coin, skull."""
    found: list[Face] = []
    many = 1
    for word in text.split():
        if word.isdigit():
            many = int(word)
        else:
            found += [Face(word)] * many
            many = 1
    return tuple(found)


def game(players: int = 2, **setup: object) -> Mille:
    return mille.start(["Anne", "Jack", "Mary", "Edward", "Grace"][:players], Setup(**setup))  # type: ignore[arg-type]


def reveal(state: Mille, card: Card) -> Mille:
    return mille.apply(state, Reveal(card))


def throw(state: Mille, text: str) -> Mille:
    return mille.apply(state, Throw(faces(text)))


def dice(state: Mille, text: str) -> tuple[int, ...]:
    """The numbers of dice that show these faces."""
    chosen: list[int] = []
    for face in faces(text):
        chosen.append(next(n for n, shown in enumerate(state.turn.dice) if shown == face and n not in chosen))
    return tuple(sorted(chosen))


def again(state: Mille, thrown: str, shows: str) -> Mille:
    """Throw dice that show `thrown` once more; then they show `shows`."""
    return throw(mille.apply(state, Rethrow(dice(state, thrown))), shows)


def lay(state: Mille, text: str) -> Mille:
    return mille.apply(state, Lay(dice(state, text)))


def stop(state: Mille) -> Mille:
    return mille.apply(state, Stop())


def turn(state: Mille, card: Card, first: str) -> Mille:
    """A card, and the first throw of all eight dice."""
    return throw(reveal(state, card), first)


def with_scores(state: Mille, *scores: int) -> Mille:
    return replace(state, scores=scores)


def refused(state: Mille, action: mille.Action) -> str:
    """Why the rules refuse it; and that they do not list it either."""
    with pytest.raises(IllegalAction) as caught:
        mille.apply(state, action)
    assert action not in mille.legal(state)
    return str(caught.value)
