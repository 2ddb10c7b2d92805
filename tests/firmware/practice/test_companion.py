"""Robots at a table with people: on the virtual table, and where real dice lie."""

from __future__ import annotations

from collections.abc import Iterator
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
    CameraLost,
    Corrected,
    Event,
    Looked,
    Paused,
    Picked,
    Pressed,
    Tick,
    Undo,
    player_button,
)
from firmware.practice.companion import Companion
from firmware.practice.onlooker import Onlooker
from firmware.practice.robots import cubes
from firmware.practice.virtual import VirtualMat
from rules import mille, sabords, series
from rules.game import SEA
from rules.sabords.state import Deal, Ends
from rules.say import Message
from rules.series.dice import there
from tests.evenings.test_killed import aux_events, duel_events
from vision.mat import geometry
from vision.synth.dice import SETS

PLAYERS = ("Anne", "Rackham")
STEP_S = 0.1
SHORT: dict[str, Any] = {
    "series": series.Setup(squares=8),
    "mille": mille.Setup(target=5000),
    "aux": sabords.Setup(chests=2, ends=Ends.ONE_COLOUR, cards=Deal.PHYSICAL),
}


class Sitting:
    """Anne plays herself, or a companion of her own does; Rackham is a robot."""

    def __init__(self, folder: Path, game: str, skill: str = "easy", *, virtual: bool = False) -> None:
        self.clock, chance = FakeClock(), Random(5)
        self.journal = Journal.open(folder, self.clock)
        self.evening = Evening(read(SHIPPED), self.clock, self.journal, chance)
        self.table = self.evening.begin(game, PLAYERS, SHORT.get(game), robots={1: skill})
        self.mat: VirtualMat | None = None
        self._look = Onlooker().look
        if virtual:
            kind = HOSTED[game].dice
            self.mat = VirtualMat(SETS[kind](), geometry.load(), self.clock, chance, (640, 360))
        self.companions = [Companion(self.table, self.evening.robots, self.mat, chance, self.evening.hear)]

    def anne_is_played_too(self) -> None:
        hears = self.evening.hear
        self.companions.append(Companion(self.table, {0: "keen"}, self.mat, Random(2), hears))

    def step(self) -> None:
        now = self.clock.advance(STEP_S)
        if self.mat is not None and (seen := self._look(self.mat, now)) is not None:
            self.evening.hear(Looked(seen))
        for companion in self.companions:
            companion.act(now)
        self.evening.hear(Tick(now))

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_S)):
            self.step()

    @property
    def over(self) -> bool:
        return self.table.record.game.outcome(self.table.state) is not None


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Any]:
    made: list[Sitting] = []

    def sitting(*args: Any, **more: Any) -> Sitting:
        made.append(Sitting(tmp_path / str(len(made)), *args, **more))
        return made[-1]

    yield sitting
    for one in made:
        one.journal.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", HOSTED)
def test_on_the_virtual_table_robots_play_their_seats_with_its_dice_to_the_end(sit: Any, game: str) -> None:
    sitting = sit(game, "fair", virtual=True)
    sitting.anne_is_played_too()
    for _ in range(60_000):
        sitting.step()
        if sitting.over:
            break
    assert sitting.over, f"{sitting.table.expects} after {len(sitting.table.record.entries)} entries"


def by_hand(sitting: Sitting, chance: Random) -> list[Event]:
    """What Anne does at a table without a camera: she puts in what she threw, and chooses."""
    table, now = sitting.table, sitting.clock.now()
    state, game = table.state, table.record.game
    if game.key == "duel":
        return duel_events(state, chance, now)
    if game.key == "aux":
        return aux_events(state, chance, now)
    if state.turn.card is None:
        return [Picked(table.expects.options[0].key, now)]
    if state.turn.rolling:
        return [Corrected(die, chance.choice(list(mille.Face)).value, None, now) for die in state.turn.thrown]
    match game.bot(state, chance):
        case mille.Rethrow(dice):
            return [*(Picked(f"die:{die}", now) for die in dice), Picked("throw", now)]
        case mille.Lay(dice):
            return [*(Picked(f"die:{die}", now) for die in dice), Picked("lay", now)]
    return [Picked("stop", now)]


@pytest.mark.parametrize("game", ["mille", "duel", "aux"])
def test_where_real_dice_lie_a_robots_are_drawn_and_people_put_in_theirs(sit: Any, game: str) -> None:
    sitting, chance = sit(game), Random(8)
    sitting.evening.hear(CameraLost(Message("no camera"), 0.0))
    for _ in range(20_000):
        expects, entries = sitting.table.expects, len(sitting.table.record.entries)
        sitting.step()
        if sitting.over:
            break
        if 0 in expects.seats and expects.task != "wait" and len(sitting.table.record.entries) == entries:
            for event in by_hand(sitting, chance):
                sitting.evening.hear(event)
    assert sitting.over, f"{sitting.table.expects} after {len(sitting.table.record.entries)} entries"


def robots_turn(sit: Any) -> Sitting:
    """Mille Sabords at a real table, and it is for Rackham to begin."""
    sitting: Sitting = sit("mille")
    sitting.evening.hear(CameraLost(Message("no camera"), 0.0))
    chance = Random(1)
    while sitting.table.expects.seats != (1,):
        for event in by_hand(sitting, chance):
            sitting.evening.hear(event)
    return sitting


def test_a_robot_takes_its_time_and_it_is_said_that_it_plays(sit: Any) -> None:
    sitting = robots_turn(sit)
    entries = len(sitting.table.record.entries)
    assert str(sitting.table.expects.message) == "Rackham plays: the table draws the dice."
    assert sitting.table.expects.options == ()
    sitting.wait(0.5)
    assert len(sitting.table.record.entries) == entries
    sitting.wait(2.5)
    assert len(sitting.table.record.entries) > entries


def test_a_paused_game_pauses_its_robots(sit: Any) -> None:
    sitting = robots_turn(sit)
    entries = len(sitting.table.record.entries)
    sitting.evening.hear(Paused(True, sitting.clock.now()))
    sitting.wait(10.0)
    assert len(sitting.table.record.entries) == entries


def test_what_a_robot_did_can_be_taken_back_and_it_plays_again(sit: Any) -> None:
    sitting = robots_turn(sit)
    sitting.wait(3.0)
    before = len(sitting.table.record.steps)
    sitting.evening.hear(Undo(sitting.clock.now()))
    assert len(sitting.table.record.steps) == before - 1
    sitting.wait(3.0)
    assert len(sitting.table.record.steps) >= before


def palms(sitting: Sitting) -> None:
    for _ in range(3):
        die = series.next_die(sitting.table.state)
        sitting.evening.hear(Corrected(die or 0, "palm", "red", sitting.clock.now()))


@pytest.mark.parametrize("skill", ["easy", "keen"])
def test_in_the_treasure_race_a_robot_sees_a_series_and_names_it_but_not_at_once(sit: Any, skill: str) -> None:
    sitting = sit("series", skill)
    sitting.evening.hear(CameraLost(Message("no camera"), 0.0))
    claimed = 0
    for _ in range(12):
        palms(sitting)
        assert there(sitting.table.state.track)
        sitting.wait(1.0)
        assert sitting.table.expects.task != "name"  # a quick child was quicker
        sitting.wait(25.0)
        claimed += sitting.table.state.pawns[1] > 0
        while sitting.table.record.steps:
            sitting.evening.hear(Undo(sitting.clock.now()))
    assert claimed >= (3 if skill == "easy" else 10)


def test_a_person_who_presses_first_has_the_claim(sit: Any) -> None:
    sitting = sit("series", "keen")
    sitting.evening.hear(CameraLost(Message("no camera"), 0.0))
    palms(sitting)
    sitting.evening.hear(Pressed(player_button(0), sitting.clock.now()))
    sitting.wait(3.0)
    assert sitting.table.expects.task == "name" and sitting.table.expects.seats == (0,)


def test_the_sea_is_never_a_robots_choice(sit: Any) -> None:
    sitting = robots_turn(sit)
    assert sitting.table.record.game.actor(sitting.table.state) is SEA  # a card comes first: drawn, not chosen
    sitting.wait(3.0)
    assert sitting.table.state.turn.card is not None or sitting.table.state.turn.seat == 0


def test_dice_that_were_taken_already_are_not_taken_for_those_beside_them(sit: Any) -> None:
    """Two hands that reached for the won dice one after the other took a neighbour too, and the game stood still."""
    sitting = sit("series", virtual=True)
    mat = sitting.mat
    assert mat is not None
    for number, place in enumerate((100.0, 118.0, 136.0)):
        mat.put(number, mat.cubes[number].faces[0].name)
        mat.move(number, place, 150.0)
    sitting.wait(3.0)
    seen = sitting.table.seen
    assert seen is not None
    middle = next(die.id for die in seen.dice if abs(die.x_mm - 118.0) < 5.0)
    assert cubes(mat, sitting.table, (middle,)) == [1]
    mat.lift(1)
    assert cubes(mat, sitting.table, (middle,)) == []
