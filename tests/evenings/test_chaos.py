"""Chaos: everybody presses, hands and lamps and thieves and a camera that comes and goes, for thousands of steps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware.books.journal import Journal
from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.games.hosted import HOSTED
from firmware.play.evening import Evening
from firmware.play.events import (
    ButtonTrouble,
    CameraBack,
    CameraLost,
    Corrected,
    Event,
    Looked,
    Paused,
    Picked,
    Pressed,
    Released,
    Tick,
    Undo,
)
from firmware.play.hosting import House
from rules import duel, mille, series
from rules import record as records
from rules.dice import SETS
from rules.duel.state import Duel, cards
from rules.mille.score import DICE
from rules.sabords.board import sea_chart
from rules.sabords.state import Aux
from rules.say import Message
from rules.series.dice import DICE as SERIES_DICE
from vision.seen import Die, Phase, Seen

STEPS = 4000
BUTTONS = [f"player{n}" for n in range(1, 7)] + ["left", "right", "choose", "pad3", "pad12"]


class Vandal:
    """Does to the mat and the table whatever comes to mind."""

    def __init__(self, kind: str, chance: Random) -> None:
        self.set, self.chance, self.dice, self.count = SETS[kind], chance, list[Die](), 0

    def mat(self, now: float) -> Seen:
        chance = self.chance
        for _ in range(chance.randrange(0, 4)):
            what = chance.random()
            if what < 0.5 and len(self.dice) < self.set.count + 2:
                self.dice.append(self.die())
            elif what < 0.7 and self.dice:
                self.dice.pop(chance.randrange(len(self.dice)))
            elif self.dice:
                place = chance.randrange(len(self.dice))
                self.dice[place] = replace(self.die(), id=self.dice[place].id)
        phases: list[Phase] = ["settled"] * 6 + ["moving", "hand", "blind"]  # type: ignore[assignment]
        return Seen(now, chance.choice(phases), tuple(self.dice), trouble=None)

    def die(self) -> Die:
        chance = self.chance
        self.count += 1
        lying = chance.choice(["flat"] * 12 + ["cocked", "unsure"])
        face = chance.choice(self.set.faces) if lying == "flat" else None
        colour = chance.choice(self.set.colours) if self.set.colours and face else None
        zone = chance.choice(["track"] * 8 + ["reserve", "island", "off"])
        body = chance.choice(self.set.bodies) if self.set.bodies else None
        x, y = 55 + 240 * chance.random(), 15 + 265 * chance.random()
        return Die(face, colour, body, x, y, zone, lying, 0.9, id=self.count)  # type: ignore[arg-type]

    def event(self, table: Any, now: float) -> Event:
        chance = self.chance
        options = [option.key for option in table.expects.options] or ["stop"]
        colour = chance.choice(self.set.colours) if self.set.colours else None
        choices: list[tuple[int, Any]] = [
            (40, lambda: Looked(self.mat(now))),
            (20, lambda: Pressed(chance.choice(BUTTONS), now - 0.2 * chance.random())),
            (5, lambda: Released(chance.choice(BUTTONS), now)),
            (25, lambda: Picked(chance.choice([*options, "nonsense", "card:pirate", "die:9", ""]), now)),
            (12, lambda: Corrected(chance.randrange(-1, 14), chance.choice((*self.set.faces, "?")), colour, now)),
            (3, lambda: Undo(now)),
            (2, lambda: Paused(chance.random() < 0.4, now)),
            (2, lambda: CameraLost(Message("gone"), now)),
            (3, lambda: CameraBack(now)),
            (1, lambda: ButtonTrouble("player1", Message("stuck") if chance.random() < 0.5 else None, now)),
            (20, lambda: Tick(now)),
        ]
        [make] = chance.choices([make for _, make in choices], [weight for weight, _ in choices])
        event: Event = make()
        return event


def check(game: str, state: Any) -> None:
    """What no chaos may break."""
    if game == "series":
        assert isinstance(state, series.Race)
        assert sum(state.hands) + sum(face is not None for face in state.track) == SERIES_DICE
        assert all(0 <= pawn <= state.setup.squares for pawn in state.pawns)
    elif game == "duel":
        assert isinstance(state, Duel)
        aboard = [name for ship in state.ships for name in ship.crew]
        lost = [name for side in state.fight.sides for name in side.lost] if state.fight else []
        everybody = [*aboard, *lost, *state.pile, *state.open, *state.discard, *state.gone]
        captains = [cards(state).captain(ship.colour) for ship in state.ships]
        assert sorted(everybody) == sorted([*captains, *cards(state).pirates()])
        assert all(gold >= 0 for gold in state.gold) and all(len(ship.crew) <= 6 for ship in state.ships)
    elif game == "aux":
        assert isinstance(state, Aux)
        for colour, one in enumerate(state.ships):
            afloat = sum(each.cargo[colour] + each.port[colour] for each in state.ships)
            assert one.beside + one.treasure + afloat == state.setup.chests and min(one.beside, one.treasure) >= 0
        squares = [one.square for one in state.ships if one.square is not None]
        assert all(square in sea_chart(state.board).ways and squares.count(square) <= 2 for square in squares)
    else:
        assert isinstance(state, mille.Mille)
        assert len(state.turn.dice) in (0, DICE) and all(left >= 0 for left in state.deck)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("game", "house"),
    [
        ("series", House()),
        ("series", House(naming="aloud")),
        ("mille", House()),
        ("mille", House(cards="physical")),
        ("duel", House()),
        ("duel", House(cards="physical")),
        ("aux", House()),
    ],
)
def test_the_table_survives_chaos(tmp_path: Path, game: str, house: House, seed: int) -> None:
    clock, chance = FakeClock(), Random(seed)
    evening = Evening(read(SHIPPED), clock, Journal.open(tmp_path, clock), chance)
    vandal = Vandal(HOSTED[game].dice, chance)
    setup = duel.Setup(level=3) if game == "duel" else None
    evening.begin(game, ("Anne", "Jack", "Zoé"), setup, house)
    for _ in range(STEPS):
        table = evening.table
        assert table is not None
        evening.hear(vandal.event(table, clock.advance(0.3 * chance.random())))
        check(game, table.state)
        assert table.expects.task and str(table.expects.message)
        assert len(table.expects.lamps) == len(table.players)
        if evening.finished is not None:
            evening.begin(game, ("Anne", "Jack", "Zoé"), setup, house)
    assert evening.table is not None
    written = records.read(records.write(evening.table.record))
    assert written.state == evening.table.state
    evening.journal.close()
