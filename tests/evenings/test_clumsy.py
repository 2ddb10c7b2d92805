"""The clumsy hand: while robots play, somebody else takes dice up, returns them elsewhere, lays two at once, drops one
off the mat, turns one over on the way. What the game counts is what really lies there, or the table asks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules import mille, sabords, series
from rules.duel.actions import Throw as DuelThrow
from rules.duel.state import Die
from rules.sabords.actions import Throw as AuxThrow
from rules.sabords.state import Deal, Ends
from rules.series.dice import Face
from tests.evenings.room import Room
from tests.evenings.test_aux_games import LITTLE
from tests.evenings.test_whole_games import short_duel

pytestmark = pytest.mark.slow

ASKING = {"fix", "ask", "jiggle"}
CLUMSY = 0.05  # of the steps in which nothing else goes on
PATIENCE = 600  # steps without anything new in the record: by then whatever was wrong has been put right


class Clumsy:
    """The hand of somebody who is in the way."""

    def __init__(self, room: Room, chance: Random) -> None:
        self.room, self.chance = room, chance
        self.held: dict[int, int | None] = {}  # dice in the hand, and the side they will show; None: whichever
        self.done: Counter[str] = Counter()

    @property
    def mat(self) -> Any:
        return self.room.practice.mat

    def act(self) -> None:
        """Now and then; mostly while nobody else moves anything."""
        table, lying = self.room.evening.table, self.mat.lying()
        assert table is not None
        if self.held:
            self._return()
            return
        if not lying or table.expects.task in ASKING | {"over"} or self.chance.random() > CLUMSY:
            return
        flat = [number for number in lying if not lying[number].tilt] or list(lying)
        alone = (self._elsewhere, self._two_at_once, self._off, self._turned)
        what = self._meanwhile if self.mat.busy else self.chance.choice(alone)
        what(flat)
        self.done[what.__name__.strip("_")] += 1

    def _spot(self) -> tuple[float, float]:
        track, chance = self.mat.mat.zones["track"], self.chance
        while True:
            x, y = chance.uniform(track.x0 + 15, track.x1 - 15), chance.uniform(track.y0 + 15, track.y1 - 15)
            if self.mat.nearest(x, y, within=30.0) is None:
                return x, y

    def _move(self, number: int) -> None:
        x, y = self._spot()
        self.mat.move(number, x, y)
        self.mat.wave(x, y, 0.5)

    def _take(self, number: int, *, shows: int | None) -> None:
        self.mat.lift(number)
        self.held = {number: shows}

    def _meanwhile(self, lying: list[int]) -> None:
        """While another throws or lays a die, one is taken up; it comes back as it was, somewhere else."""
        number = self.chance.choice(lying)
        self._take(number, shows=self.mat.lying()[number].up)

    def _elsewhere(self, lying: list[int]) -> None:
        if self.chance.random() < 0.5:
            self._move(self.chance.choice(lying))
        else:
            self._meanwhile(lying)

    def _two_at_once(self, lying: list[int]) -> None:
        for number in self.chance.sample(lying, min(2, len(lying))):
            self._move(number)

    def _off(self, lying: list[int]) -> None:
        """It falls off the mat; somebody picks it up and lays it back as it fell."""
        self._take(self.chance.choice(lying), shows=None)

    def _turned(self, lying: list[int]) -> None:
        """One is turned over on the way to another place."""
        number = self.chance.choice(lying)
        self.mat.turn(number, self.chance.randrange(0, 6))
        self._move(number)

    def _return(self) -> None:
        if self.mat.busy or self.chance.random() > 0.1:
            return
        for number, up in self.held.items():
            if number in self.mat.in_hand:
                faces = self.mat.cubes[number].faces
                self.mat.put(number, faces[0].name)
                self.mat.turn(number, self.chance.randrange(0, len(faces)) if up is None else up)
        self.held = {}


class Lies:
    """What really lies there, before the robots' hands move on."""

    def __init__(self, room: Room) -> None:
        mat = room.practice.mat
        self.dice = [(mat.mat.zone_of(die.x, die.y), die) for die in mat.lying().values()]

    def shown(self, *zones: str, body: str | None = None) -> Counter[Any]:
        return Counter(
            (die.face.name, die.face.colour)
            for zone, die in self.dice
            if (not zones or zone in zones) and body in (None, die.cube.body)
        )


def truth_of_mille(lies: Lies, action: Any, state: mille.Mille) -> None:
    if isinstance(action, mille.Throw):
        dice = state.turn.dice or (state.last.dice if state.last else ())
        counted = Counter((face.value, None) for face in dice)
        assert counted == lies.shown("track", "reserve", "island"), "a throw was counted that does not lie there"
    if isinstance(action, mille.Lay):
        laid = Counter((state.turn.dice[die].value, None) for die in action.dice)
        assert laid <= lies.shown("island"), "dice were laid that do not lie on the island"


def truth_of_series(lies: Lies, action: Any, state: series.Race) -> None:
    if isinstance(action, series.Throw):
        track = Counter((face.symbol.value, face.colour.value) for face in state.track if isinstance(face, Face))
        assert track == lies.shown("track"), "the track is not as the game counts it"


def truth_of_duel(lies: Lies, action: Any, state: Any) -> None:
    if isinstance(action, DuelThrow):
        there = lies.shown("track", body="red" if action.die is Die.RED else "blue")
        thrown = {"skull": action.skulls, "ship": action.ships, "blank": action.blanks}
        for face, count in thrown.items():
            assert count <= there[face, None], f"{thrown} was counted, and there lies {there}"


def truth_of_aux(lies: Lies, action: Any, state: Any) -> None:
    if isinstance(action, AuxThrow):
        assert lies.shown("track") == Counter({(str(action.pips), None): 1})


def islands(folder: Path) -> str:
    """A deck in which the treasure island comes often: hands have most to do there."""
    deck = folder / "deck.toml"
    deck.write_text("[cards]\ntreasure_island = 6\npirate = 2\nguardian = 1\nship2 = 1\n", encoding="utf-8")
    return str(deck)


GAMES: dict[str, tuple[Any, Any]] = {
    "series": (lambda folder: series.Setup(squares=5), truth_of_series),
    "mille": (lambda folder: mille.Setup(target=5000, deck=islands(folder)), truth_of_mille),
    "duel": (lambda folder: short_duel(folder, 1), truth_of_duel),
    "aux": (
        lambda folder: sabords.Setup(board=str(LITTLE), chests=2, ends=Ends.ONE_COLOUR, cards=Deal.PHYSICAL),
        truth_of_aux,
    ),
}


def play(folder: Path, game: str, seed: int, steps: int) -> tuple[Room, Clumsy, bool]:
    """So many steps, or to the end of the game."""
    setup, truth = GAMES[game]
    room = Room(folder / "games", seed=seed)
    room.sit_down(game, ("Anne", "Jack"), setup(folder))
    hand, known, quiet = Clumsy(room, Random(seed)), 0, 0
    table = room.evening.table
    assert table is not None
    for _ in range(steps):
        hand.act()
        lies = Lies(room)
        room.step()
        new, known = table.record.steps[known:], len(table.record.steps)
        quiet = 0 if new else quiet + 1
        for step in new:
            truth(lies, step.action, step.state)
        assert quiet < PATIENCE, f"nothing goes on any more: {table.expects}"
        if room.practice.over:
            return room, hand, True
    return room, hand, False


@pytest.mark.parametrize("game", GAMES)
def test_the_clumsy_hand_changes_no_score(game: str, tmp_path: Path, long_run: bool) -> None:
    for seed in range(8 if long_run else 1):
        folder = tmp_path / str(seed)
        folder.mkdir()
        room, hand, over = play(folder, game, seed, 12_000 if long_run else 180)
        assert hand.done, "the hand has been in the way"
        assert over or not long_run
        room.close()
