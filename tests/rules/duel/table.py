"""A table for the tests of Pirates en Duel: a deck whose pirates bear the names of their skills, crews as the test
wants them, and short words for what happens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules import duel
from rules.duel.actions import Action, Attack, Draw, Recruit, Throw, TurnUp
from rules.duel.cards import Colour, deck
from rules.duel.state import Die, Duel, Setup, Stage, Turn
from rules.game import IllegalAction

DECK = str(Path(__file__).with_name("duel_deck.toml"))
NAMES = ("Anne", "Jack", "Mary", "Edward", "Grace", "Henry")
BLUE, RED, WHITE, GREEN, YELLOW, PURPLE = Colour
ANNE, JACK, MARY = 0, 1, 2
PIPS = tuple(f"Pip{number}" for number in range(1, 31))


def opening(players: int, level: int = 1) -> Duel:
    return duel.start(NAMES[:players], Setup(level, DECK))


def table(
    *,
    players: int = 3,
    level: int = 3,
    gold: tuple[int, ...] | None = None,
    open: tuple[str, ...] = ("Pip30",),
    stage: Stage = Stage.DRAW,
    **crews: Any,  # names, by the colour of the ship
) -> Duel:
    """Anne's turn, about to draw; each ship has its captain and three plain pirates, or the crew given in full."""
    state = opening(players, level)
    plain = iter(PIPS)
    ships = []
    for ship in state.ships:
        colour = ship.colour.value
        crew = tuple(crews[colour]) if colour in crews else (*ship.crew, next(plain), next(plain), next(plain))
        ships.append(replace(ship, crew=crew))
    aboard = {name for ship in ships for name in ship.crew} | set(open)
    return replace(
        state,
        ships=tuple(ships),
        gold=gold or state.gold,
        open=open,
        pile=tuple(name for name in deck(DECK, level).pirates() if name not in aboard),
        turn=Turn(seat=ANNE, number=1),
        stage=stage,
    )


def play(state: Duel, *actions: Action) -> Duel:
    for action in actions:
        state = duel.apply(state, action)
    return state


def refused(state: Duel, action: Action) -> str:
    """Why the rules do not allow it; and it must not be on the list of what is allowed either."""
    with pytest.raises(IllegalAction) as why:
        duel.apply(state, action)
    assert action not in list(duel.legal(state))
    return str(why.value)


def crew(state: Duel, colour: Colour) -> tuple[str, ...]:
    return next(ship.crew for ship in state.ships if ship.colour is colour)


def red(skulls: int = 0, ships: int = 0, blanks: int = 0) -> Throw:
    return Throw(Die.RED, skulls, ships, blanks)


def blue(skulls: int = 0, ships: int = 0, blanks: int = 0) -> Throw:
    return Throw(Die.BLUE, skulls, ships, blanks)


def boarding(state: Duel, target: Colour = RED) -> Duel:
    return play(state, Draw("boarding-black-2"), Attack(BLUE, target))


def cannonade(state: Duel, target: Colour = RED) -> Duel:
    return play(state, Draw("cannonade-black-2"), Attack(BLUE, target))


def turn_up(state: Duel, *pirates: str) -> Duel:
    return play(state, *(TurnUp(pirate) for pirate in pirates))


def recruit(state: Duel, *pirates: str, ship: Colour = BLUE) -> Duel:
    return play(state, *(Recruit(pirate, ship) for pirate in pirates))


SKULL_DIE, SHIP_DIE, BLANK_DIE = blue(1), blue(0, 1), blue(0, 0, 1)


def fleet(*ours: str, red: tuple[str, ...] = ("Captain Red", "Pip4", "Pip5", "Pip6"), level: int = 3) -> Duel:
    """Anne's blue ship with her captain and these, against Jack's."""
    return table(level=level, blue=("Captain Blue", *ours), red=red)


def recruiting(level: int = 2, **crews: Any) -> Duel:
    """Anne is about to choose from Pip20, Pip21 and Pip30."""
    state = table(level=level, stage=Stage.TURN_UP, **crews)
    return turn_up(state, "Pip20", "Pip21")
