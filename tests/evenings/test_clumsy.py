"""The clumsy hand: while robots play, somebody else takes dice up, returns them elsewhere, lays two at once, drops one
off the mat, turns one over on the way. What the game counts is what really lies there, or the table asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware.games.hosted import HOSTED
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
CLUMSY = 0.05  # of the steps
BESIDE_MM = -25.0  # to the left of the mat, where the camera still sees it
ANSWERED = 200  # steps after which somebody else does what the table asks for
SAID = 60  # steps within which the table asks about a die that it did not count
PATIENCE = 600  # steps without anything new in the record: by then whatever was wrong has been put right


GESTURES = (
    "picked up while another lays",
    "returned elsewhere",
    "two at once",
    "dropped off the mat",
    "turned over on the way",
)


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
        if self.mat.busy:
            self._did(GESTURES[0], self._picked_up, flat)
            return
        ways = self._elsewhere, self._two_at_once, self._off, self._turned
        alone = list(zip(GESTURES[1:], ways, strict=True))
        self.chance.shuffle(alone)
        self._did(*min(alone, key=lambda gesture: self.done[gesture[0]]), flat)

    def _did(self, name: str, gesture: Callable[[list[int]], None], lying: list[int]) -> None:
        gesture(lying)
        self.done[name] += 1

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

    def _take(self, *numbers: int) -> None:
        self.held = {number: self.mat.lying()[number].up for number in numbers}
        self.mat.lift(*numbers)

    def _picked_up(self, lying: list[int]) -> None:
        """While another throws or lays a die, one is taken up; it comes back as it was, somewhere else."""
        self._take(self.chance.choice(lying))

    def _elsewhere(self, lying: list[int]) -> None:
        number = self.chance.choice(lying)
        if self.chance.random() < 0.5:
            self._move(number)
        else:
            self._take(number)

    def _two_at_once(self, lying: list[int]) -> None:
        """Two are slid, or taken up and laid down again together; where one die plays, it is laid with one of the
        box."""
        two = self.chance.sample(lying, min(2, len(lying)))
        if len(two) < 2:
            self._take(*two)
            self.held |= {number: None for number in self.mat.in_hand if number not in two[:1]}
            self.held = dict(list(self.held.items())[:2])
        elif self.chance.random() < 0.5:
            for number in two:
                self._move(number)
        else:
            self._take(*two)

    def _off(self, lying: list[int]) -> None:
        """It falls off the mat, out of sight or beside it; somebody picks it up and lays it back as it fell."""
        number = self.chance.choice(lying)
        self._take(number)
        self.held = {number: None}
        if self.chance.random() < 0.5:
            self.mat.put(number, self.mat.cubes[number].faces[0].name)
            self.mat.move(number, BESIDE_MM, self.chance.uniform(60, 240))

    def _turned(self, lying: list[int]) -> None:
        """One is turned over on the way to another place."""
        number = self.chance.choice(lying)
        self.mat.turn(number, self.chance.randrange(0, 6))
        self._move(number)

    def _return(self) -> None:
        if self.mat.busy or self.chance.random() > 0.1:
            return
        for number, up in self.held.items():
            there = self.mat.lying().get(number)
            if there is None or there.x < 0:  # nobody else has thrown it meanwhile
                faces = self.mat.cubes[number].faces
                self.mat.put(number, faces[0].name)
                self.mat.turn(number, self.chance.randrange(0, len(faces)) if up is None else up)
        self.held = {}


class Lies:
    """What really lies there, before the robots' hands move on."""

    def __init__(self, room: Room) -> None:
        mat = room.practice.mat
        self.hidden = mat.hand is not None  # some of it, perhaps
        self.dice = [(mat.mat.zone_of(die.x, die.y), die) for die in mat.lying().values()]

    def counted(self, dice: Counter[Any]) -> bool:
        """These dice are those on the track, but for what a hand hides: that is asked about later."""
        there = self.shown("track")
        return dice <= there if self.hidden else dice == there

    def shown(self, *zones: str, body: str | None = None) -> Counter[Any]:
        return Counter(
            (die.face.name, die.face.colour)
            for zone, die in self.dice
            if (not zones or zone in zones) and body in (None, die.cube.body)
        )


def all_counted(lies: Lies, state: Any) -> bool:
    """No die lies on the track that the game does not know; a hand may hide one for a while."""
    if not isinstance(state, series.Race):
        return True
    return lies.shown("track") == Counter((face.symbol.value, face.colour.value) for face in state.track if face)


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
        assert lies.counted(track), f"{track} was counted, and there lies {lies.shown('track')}"


def truth_of_duel(lies: Lies, action: Any, state: Any) -> None:
    if isinstance(action, DuelThrow):
        there = lies.shown("track", body="red" if action.die is Die.RED else "blue")
        thrown = {"skull": action.skulls, "ship": action.ships, "blank": action.blanks}
        for face, count in thrown.items():
            assert count <= there[face, None], f"{thrown} was counted, and there lies {there}"


def truth_of_aux(lies: Lies, action: Any, state: Any) -> None:
    if isinstance(action, AuxThrow):
        assert lies.shown("track")[str(action.pips), None], "a throw was counted that does not lie there"


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
    hand, known, quiet, hidden = Clumsy(room, Random(seed)), 0, 0, 0
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
        asked = table.expects.task in ASKING | {"take"} or all_counted(Lies(room), table.state)
        hidden = 0 if asked or (not new and not hidden) else hidden + 1
        assert hidden < SAID, f"a die that lies there is not asked about: {table.expects.message}"
        if quiet and quiet % ANSWERED == 0 and table.expects.task in ASKING | {"take"}:
            HOSTED[game].hand(room.practice.mat, table, room.chance, room.evening.hear).restore(room.clock.now())
            hand.held = {}
        assert quiet < PATIENCE, f"nothing goes on any more: {table.expects}"
        if room.practice.over:
            return room, hand, True
    return room, hand, False


@pytest.mark.parametrize("game", GAMES)
def test_the_clumsy_hand_changes_no_score(game: str, tmp_path: Path, long_run: bool) -> None:
    done: Counter[str] = Counter()
    for seed in range(8 if long_run else 1):
        folder = tmp_path / str(seed)
        folder.mkdir()
        room, hand, over = play(folder, game, seed, 12_000 if long_run else 180)
        done += hand.done
        assert over or not long_run
        room.close()
    assert done, "the hand has been in the way"
    assert not long_run or set(done) == set(GESTURES)
