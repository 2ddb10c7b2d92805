from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from firmware.books import history, logbook
from firmware.books.journal import Journal, JournalTrouble
from firmware.books.pages import history_files
from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.play.evening import Evening
from firmware.play.events import CameraLost, Corrected, JudgeSays, Picked, Pressed, Tick, Undo, player_button
from rules import series
from rules.say import Message, Trouble
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


# -- several games that are not finished ----------------------------------------------------------------------------


@pytest.fixture
def two(tmp_path: Path) -> Sitting:
    """Anne and Jack left a game in the middle, and another began."""
    sitting = Sitting(tmp_path)
    sitting.begin(20)
    sitting.claim_palms(ANNE)
    sitting.evening.leave()
    sitting.clock.advance(3600.0)
    sitting.table = sitting.evening.begin("mille", ("Zoé", "Louis"), robots={1: "easy"})
    sitting.evening.hear(CameraLost(Message("no camera"), sitting.clock.now()))
    while not sitting.table.record.entries:  # until the first card is turned up
        sitting.evening.hear(Tick(sitting.clock.advance(1.0)))
        for option in sitting.table.expects.options:
            sitting.evening.hear(Picked(option.key, sitting.clock.now()))
    return sitting


def test_a_game_begun_while_another_is_not_finished_leaves_it_to_be_gone_on_with(two: Sitting) -> None:
    mille, race = two.evening.waiting()
    assert (mille.game, mille.players) == ("mille", ("Zoé", "Louis"))
    assert (race.game, race.players, race.began) == ("series", ("Anne", "Jack"), "2025-06-21 20:00")
    two.evening.leave()
    table = two.evening.resume(race.name)
    assert table.players == ("Anne", "Jack") and table.state.pawns[ANNE] == 4
    assert [game.game for game in two.evening.waiting()] == ["series", "mille"]


def test_who_is_a_robot_is_known_again_when_the_game_goes_on(two: Sitting) -> None:
    two.evening.resume(two.evening.waiting()[1].name)
    assert two.evening.robots == {}
    two.evening.resume(two.evening.waiting()[1].name)
    assert two.evening.robots == {1: "easy"}


def test_a_game_in_which_nothing_was_done_does_not_wait(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    for _ in range(3):
        sitting.begin(20)
    assert len(sitting.evening.waiting()) == 1 and sitting.kept() == []


def test_a_game_put_away_waits_no_more_and_is_in_the_history(two: Sitting) -> None:
    two.evening.leave()
    two.evening.put_away(two.evening.waiting()[1].name)
    assert [game.game for game in two.evening.waiting()] == ["mille"] and two.kept() == [()]


def test_a_waiting_game_that_cannot_be_read_is_said_and_nothing_is_moved(two: Sitting) -> None:
    race = two.evening.waiting()[1]
    journal = Journal.open(two.folder / "other", two.clock)
    journal.begin(["vigie-game 7", "game series", "players Anne Jack"])
    journal.append("1. throw palm.red")
    journal.close()
    (two.folder / "waiting" / race.name).write_bytes((two.folder / "other" / "current.journal").read_bytes())
    with pytest.raises(Trouble, match="only version 1"):
        two.evening.resume(race.name)
    assert [game.game for game in two.evening.waiting()] == ["mille", ""]


def test_the_single_game_that_an_older_vigie_left_is_found_and_goes_on(tmp_path: Path) -> None:
    """Version 0.1 kept one game, in one file, and knew no folder of those that wait."""
    sitting = Sitting(tmp_path)
    sitting.begin(20)
    sitting.claim_palms(JACK)
    before = sitting.table.state
    sitting.journal.close()
    (tmp_path / "waiting").rmdir()
    again = Sitting(tmp_path)
    (game,) = again.evening.waiting()
    assert again.evening.resume(game.name).state == before


def test_what_the_log_book_draws_is_kept_with_the_game(won: Sitting) -> None:
    (game,) = history.page(won.folder, 9)[0]
    assert game.summary is not None and game.summary.dice == ("twelve", {"palm": 9})
    assert game.summary.claims_s is not None and len(game.summary.claims_s) == 3


def test_a_claim_that_was_taken_back_is_not_the_quickest(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    sitting.begin(5)
    sitting.claim_palms(ANNE)  # at once
    sitting.undo()
    sitting.clock.advance(2.0)
    sitting.claim(ANNE)
    sitting.clock.advance(60.0)
    for _ in range(2):
        sitting.claim_palms(JACK)
    assert sitting.evening.finished is not None
    anne, jack = sitting.evening.finished.fastest_claim_s
    assert anne is None, "the quick one never happened, and since when that die lay before the other nobody knows"
    assert jack == 0.0
    assert logbook.read(tmp_path).claims == (0.0, 0.0)


def test_who_wanted_to_be_woken_before_something_happened_is_woken_before_it(tmp_path: Path) -> None:
    """The loop may be late: what was to be decided first is decided first, and not by the order of arrival."""
    sitting = Sitting(tmp_path)
    sitting.begin(20)
    sitting.evening.hear(Corrected(0, "palm", "red", sitting.clock.now()))
    pressed = sitting.clock.advance(5.0)
    sitting.evening.hear(Pressed(player_button(JACK), pressed))
    assert sitting.evening.wake == pytest.approx(pressed + 0.015)
    sitting.evening.hear(Corrected(1, "palm", "blue", pressed + 0.05))  # is no throw: Jack has claimed already
    assert sitting.table.expects.task == "name" and len(sitting.table.record.entries) == 1


def test_a_camera_lost_before_the_game_began_is_known_to_the_game(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    lost = CameraLost(Message("no camera"), sitting.clock.now())
    sitting.evening.hear(lost)
    table = sitting.evening.begin("mille", ("Anne", "Jack"))
    assert table.troubles == (lost.message,)
    assert sitting.evening.begin("series", ("Anne", "Jack")).expects.task == "enter"
    sitting.evening.hear(Undo(sitting.clock.now()))
    assert sitting.evening.table is not None and sitting.evening.table.expects.task == "enter"


def test_a_claim_that_was_being_named_when_the_power_was_cut_is_offered_again(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    sitting.begin(20)
    sitting.evening.hear(Corrected(0, "palm", "red", sitting.clock.now()))
    sitting.evening.hear(Pressed(player_button(JACK), sitting.clock.advance(2.0)))
    sitting.evening.hear(Tick(sitting.clock.advance(0.1)))
    assert sitting.table.expects.task == "name"
    wake = sitting.evening.wake
    assert wake is not None and wake < sitting.clock.now() + 1.0, "it is noted once its picture is begun"
    sitting.evening.hear(Tick(sitting.clock.advance(0.5)))
    sitting.journal.close()
    again = Sitting(tmp_path)
    table = again.evening.resume()
    again.evening.hear(CameraLost(Message("no camera"), again.clock.now()))
    again.evening.hear(Tick(again.clock.advance(0.1)))
    assert table.expects.task == "name" and table.expects.seats == (JACK,)


def test_a_claim_that_stood_when_the_power_was_cut_can_be_taken_by_nobody_else_and_is_noted_once(
    tmp_path: Path,
) -> None:
    sitting = Sitting(tmp_path)
    sitting.begin(20)
    sitting.evening.hear(Corrected(0, "palm", "red", sitting.clock.now()))
    sitting.evening.hear(Pressed(player_button(JACK), sitting.clock.advance(2.0)))
    for later in (0.1, 0.5):
        sitting.evening.hear(Tick(sitting.clock.advance(later)))
    sitting.journal.close()
    again = Sitting(tmp_path)
    table = again.evening.resume()
    again.evening.hear(Pressed(player_button(ANNE), again.clock.now()))
    for later in (0.1, 0.5):
        again.evening.hear(Tick(again.clock.advance(later)))
    assert table.expects.task == "name" and table.expects.seats == (JACK,)
    again.evening.hear(Tick(again.clock.advance(1.0)))
    lines = again.journal.unfinished()
    assert lines is not None and sum(line.startswith("# claim") for line in lines) == 1
