from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from firmware.books import history
from firmware.books.journal import Journal, JournalTrouble, history_files
from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.play.evening import Evening
from firmware.play.events import CameraLost, Corrected, JudgeSays, Picked, Pressed, Tick, Undo, player_button
from rules import series
from rules.say import Message
from rules.series.dice import Symbol
from rules.series.rules import Claim, Setup

ANNE, JACK = 0, 1


class Sitting:
    """An evening without a camera: dice are put in by hand."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock = folder, FakeClock()
        self.journal = Journal.open(folder, self.clock)
        self.evening = Evening(read(SHIPPED), self.clock, self.journal, Random(1))

    def begin(self, squares: int) -> None:
        self.table = self.evening.begin("series", ("Anne", "Jack"), Setup(squares=squares))
        self.evening.hear(CameraLost(Message("no camera"), self.clock.now()))

    def claim_palms(self, seat: int) -> None:
        for _ in range(3):
            die = series.next_die(self.table.state)
            assert die is not None
            self.evening.hear(Corrected(die, "palm", "red", self.clock.now()))
        self.claim(seat)

    def claim(self, seat: int) -> None:
        self.evening.hear(Pressed(player_button(seat), self.clock.now()))
        self.evening.hear(Tick(self.clock.advance(1.0)))
        for option in ("series:palm", "series:red", "claim", "taken"):
            self.evening.hear(Picked(option, self.clock.now()))

    def undo(self) -> None:
        self.evening.hear(Undo(self.clock.now()))

    def kept(self) -> list[tuple[str, ...]]:
        """Who won each game of the history; empty where it was never finished."""
        return [
            tuple(played.summary.players[seat] for seat in played.summary.winners) if played.summary else ()
            for played in history.games(self.folder)
        ]


@pytest.fixture
def won(tmp_path: Path) -> Sitting:
    """Anne has just won."""
    sitting = Sitting(tmp_path)
    sitting.begin(5)
    for seat in (JACK, ANNE, ANNE):
        sitting.claim_palms(seat)
    assert sitting.table.expects.task == "over" and sitting.kept() == [("Anne",)]
    return sitting


def test_a_win_that_is_taken_back_is_no_game_of_the_history(won: Sitting) -> None:
    won.undo()
    assert won.kept() == [] and won.evening.finished is None
    waiting = won.evening.unfinished()
    assert waiting is not None and waiting.state == won.table.state


def test_a_win_taken_back_and_won_by_another_is_one_game_with_its_claims(won: Sitting) -> None:
    won.undo()
    won.claim(JACK)
    assert won.kept() == [("Jack",)]
    (game,) = history.games(won.folder)
    assert game.number == 1 and sum(line.startswith("# claim") for line in game.lines) == 4
    assert won.evening.unfinished() is None


def test_the_judges_word_that_leaves_the_win_leaves_one_finished_game(won: Sitting) -> None:
    palms = (Symbol.PALM,)
    won.evening.hear(JudgeSays(len(won.table.record.entries), None, Claim(ANNE, palms), won.clock.now()))
    assert won.table.state.pawns[ANNE] == 5  # a shorter claim, and still there first
    assert won.kept() == [("Anne",)] and won.table.expects.task == "over"


def test_the_plug_pulled_while_a_win_is_taken_back_leaves_it_won(won: Sitting) -> None:
    won.journal.reopen()  # and nothing is written any more
    won.journal.close()
    again = Sitting(won.folder)
    assert again.kept() == [("Anne",)] and again.evening.unfinished() is None


def test_a_win_can_be_taken_back_even_when_somebody_tidied_the_history(won: Sitting) -> None:
    history_files(won.folder)[0].unlink()
    won.undo()
    waiting = won.evening.unfinished()
    assert waiting is not None and waiting.state == won.table.state and won.table.expects.task != "over"


def test_a_game_begun_after_a_win_leaves_the_finished_one_alone(won: Sitting) -> None:
    won.begin(20)
    won.undo()
    assert won.kept() == [("Anne",)]
    with pytest.raises(JournalTrouble):
        Journal.open(won.folder, won.clock)  # and the folder is still ours
