"""The record of a game: nothing taken out, everything replayed, and its file."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest

from rules import series
from rules.game import IllegalAction, SetupError
from rules.record import (
    Corrected,
    FileFault,
    Judged,
    Played,
    Record,
    Undone,
    add,
    begin,
    correct,
    judge,
    play,
    read,
    read_entry,
    undo,
    write,
    write_entry,
)
from rules.say import Trouble
from rules.series.dice import Colour, Face, Symbol
from rules.series.rules import GAME, Claim, Redeal, Setup, Throw, outcome
from rules.text import read_action

PLAYERS = ["Anne", "Jack", "Mary Read"]


def action(line: str) -> Any:
    return read_action(GAME, line, PLAYERS)


def game(*lines: str, squares: int = 20) -> Record:
    return reduce(play, map(action, lines), begin(GAME, PLAYERS, Setup(squares=squares), "2026-05-01 20:15"))


PALMS = ("throw palm.red", "throw palm.blue", "throw palm.green")


def test_replaying_a_record_gives_its_state() -> None:
    record = game(*PALMS, "claim Jack palm")
    state = series.start(PLAYERS)
    for entry in record.entries:
        assert isinstance(entry, Played)
        state = series.apply(state, entry.action)
    assert record.state == state and state.pawns == (0, 3, 0)


def test_an_illegal_action_leaves_the_record_as_it_was() -> None:
    record = game(*PALMS)
    with pytest.raises(IllegalAction):
        play(record, Redeal())
    assert len(record.entries) == 3


def test_undo_is_an_entry_and_nothing_is_taken_out() -> None:
    record = game(*PALMS, "claim Jack palm")
    undone = undo(record, 2)
    assert undone.state == game(*PALMS[:2]).state
    assert len(undone.entries) == 5 and undone.entries[:4] == record.entries


def test_what_is_played_after_an_undo_has_the_number_of_its_entry() -> None:
    record = play(undo(game(*PALMS)), action("throw skull.black"))
    assert [step.number for step in record.steps] == [1, 2, 5]
    assert correct(record, 5, action("throw palm.green")).state == game(*PALMS).state


def test_undo_crosses_the_end_of_a_turn_and_a_win() -> None:
    record = game(*PALMS, "claim Jack palm", *PALMS, squares=5)
    won = play(record, action("claim Jack palm"))
    assert outcome(won.state) is not None
    assert undo(won).state == record.state
    assert undo(won, 5).state == game(*PALMS, squares=5).state


@pytest.mark.parametrize("count", [0, -1, 4])
def test_no_more_can_be_undone_than_was_played(count: int) -> None:
    with pytest.raises(Trouble, match="1 to 3 actions"):
        undo(game(*PALMS), count)
    with pytest.raises(Trouble, match="nothing to take back"):
        undo(begin(GAME, PLAYERS))


def test_a_reading_is_corrected_and_what_followed_is_played_again() -> None:
    record = correct(game(*PALMS, "throw skull.black"), 2, action("throw sabre.blue"))
    assert record.state == game("throw palm.red", "throw sabre.blue", "throw palm.green", "throw skull.black").state
    assert record.dropped == () and len(record.entries) == 5


def test_a_correction_can_turn_a_right_claim_into_a_wrong_one() -> None:
    record = correct(game(*PALMS, "claim Jack palm"), 1, action("throw skull.red"))
    assert record.state.pawns == (0, 0, 0) and not record.dropped


def test_a_correction_can_take_a_win_back_and_bring_one() -> None:
    won = game(*PALMS, "claim Jack palm red", *PALMS, squares=5)
    won = correct(won, 2, action("throw palm.red"))
    won = play(correct(won, 3, action("throw palm.red")), action("claim Jack palm"))
    assert outcome(won.state) is not None
    assert outcome(correct(won, 5, action("throw skull.black")).state) is None
    sooner = correct(won, 4, action("claim Jack palm"))
    assert outcome(sooner.state) is not None and sooner.state.pawns == (0, 5, 0)


def test_what_a_correction_makes_impossible_is_dropped_from_there_on_and_told() -> None:
    record = game(*PALMS, "claim Jack palm", "throw ship.red", "claim Anne ship", "throw ship.red")
    struck = correct(record, 5, None)
    assert struck.dropped == (6, 7), "a claim without a new die, and all that came after it"
    assert struck.state == game(*PALMS, "claim Jack palm").state
    assert len(struck.entries) == 8, "the record keeps them"
    assert undo(struck).dropped == (), "it is told once"


def test_an_entry_that_never_happened_is_struck_out() -> None:
    record = correct(game(*PALMS), 3, None)
    assert record.state == game(*PALMS[:2]).state and len(record.entries) == 4
    with pytest.raises(Trouble, match="still stands"):
        correct(record, 3, action("throw palm.red"))


@pytest.mark.parametrize("number", [0, 4, 5, 99])
def test_only_an_action_that_stands_can_be_corrected(number: int) -> None:
    record = undo(game(*PALMS, "throw ship.red"))
    with pytest.raises(Trouble, match="still stands"):
        correct(record, number, action("throw palm.red"))


def test_a_correction_must_be_possible_and_must_change_something() -> None:
    record = game(*PALMS)
    with pytest.raises(IllegalAction):
        correct(record, 1, Claim(0, (Symbol.PALM,)))
    with pytest.raises(Trouble, match="says that already"):
        correct(record, 1, action("throw palm.red"))


def test_a_judge_is_another_player_or_nobody_who_plays() -> None:
    record = game(*PALMS, "tied Anne Jack")
    for seat in (0, 1):
        with pytest.raises(Trouble, match="cannot judge a claim of their own"):
            judge(record, 4, by=seat, action=Claim(0, (Symbol.PALM,)))
    with pytest.raises(Trouble, match="Nobody sits"):
        judge(record, 4, by=3, action=None)
    with pytest.raises(Trouble, match="their own"):
        judge(record, 4, by=2, action=Claim(2, (Symbol.PALM,)))
    for by in (2, None):
        judged = judge(record, 4, by, Claim(0, (Symbol.PALM,)))
        assert judged.state.pawns == (3, 0, 0)
        assert judged.entries[-1] == Judged(4, by, Claim(0, (Symbol.PALM,)))


def test_a_record_is_a_value() -> None:
    record = game(*PALMS)
    assert play(record, Throw(Face(Symbol.SHIP, Colour.RED))) == game(*PALMS, "throw ship.red")
    assert len(record.entries) == 3


FILE = """vigie-game 1
game series
players Anne Jack "Mary Read"
date 2026-05-01 20:15
setup squares=30 first=Jack

1. throw palm.red
2. throw skull.black turned=(0.palm.blue)
3. undo 1
4. throw palm.green
5. correct 1 throw palm.yellow
6. throw palm.red
7. claim Anne palm
8. judge 7 "Mary Read" claim Jack palm
9. judge 7 - nothing
"""


def test_a_game_file_reads_aloud_and_back() -> None:
    record = read(FILE)
    assert record.players == ("Anne", "Jack", "Mary Read") and record.setup == Setup(squares=30, first=1)
    assert record.date == "2026-05-01 20:15"
    assert record.entries[2:5:2] == (Undone(1), Corrected(1, action("throw palm.yellow")))
    assert record.state.pawns == (0, 0, 0) and record.state.hands == (3, 3, 3)
    assert write(record) == FILE
    assert read(write(record)) == record


def test_comments_empty_lines_and_windows_line_ends_are_no_matter() -> None:
    loose = "\ufeff" + FILE.replace("\n", "\r\n").replace("1. throw", "\r\n# the youngest begins\r\n1. throw")
    assert read(loose) == read(FILE)


def test_a_file_without_date_and_setup_has_the_usual_ones() -> None:
    record = read("vigie-game 1\ngame series\nplayers Anne Jack")
    assert record.setup == Setup() and record.date == "" and record.entries == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "fault"),
    [
        ("vigie-game 1", "vigie-game 2", 1, "only version 1"),
        ("vigie-game 1\n", "", 1, "begins with 'vigie-game 1'"),
        ("game series", "game chess", 2, "no game 'chess'; the games are: series"),
        ("game series\n", "", 6, "'game ...' is missing"),
        ("game series", "game series\ngame series", 3, "there twice"),
        ("players Anne", "players Anne Anne", 3, "called Anne"),
        ('players Anne Jack "Mary Read"', "players Anne", 3, "2 to 4 players, not 1"),
        ('"Mary Read"\n', '"Mary Read\n', 3, "cannot be read"),
        ("date", "day", 4, "'day' is none of"),
        ("squares=30", "squares=3", 5, "5 to 60 squares"),
        ("first=Jack", "first=Bart", 5, "nobody called Bart"),
        ("first=Jack", "luck=3", 5, "'luck='"),
        ("1. throw palm.red", "1. throw plam.red", 7, "'plam'"),
        ("1. throw", "throw", 7, "none of"),
        ("2. throw", "throw", 8, "begins with its number"),
        ("2. throw", "3. throw", 8, "entry 2 should follow"),
        ("2. throw skull.black turned=(0.palm.blue)\n", "", 8, "entry 2 should follow"),
        ("0.palm.blue", "5.palm.blue", 8, "does not lie on the track"),
        ("undo 1", "undo 3", 9, "1 to 2 actions"),
        ("undo 1", "undo one", 9, "a number"),
        ("undo 1", "undo 1 2", 9, "too much"),
        ("correct 1", "correct 2", 11, "still stands"),
        ("claim Anne palm", "claim Anne", 13, "one, two or three"),
        ('judge 7 "Mary Read"', "judge 7 Jack", 14, "their own"),
        ("judge 7 - nothing", "judge 7 - nothing more", 15, "too much"),
        ("9. judge 7 - nothing", "9.", 15, "the line stops"),
        ("9. judge 7 - nothing", "9. judge 7 - cla", 15, "'cla'"),
    ],
)
def test_a_damaged_file_names_the_line_and_the_fault(old: str, new: str, line: int, fault: str) -> None:
    assert old in FILE
    with pytest.raises(FileFault) as error:
        read(FILE.replace(old, new, 1))
    assert error.value.line == line
    assert fault in str(error.value)


def test_a_file_cut_off_anywhere_is_read_or_refused_with_its_line() -> None:
    for length in range(len(FILE)):
        try:
            read(FILE[:length])
        except FileFault as fault:
            assert 1 <= fault.line <= 16


def test_every_entry_is_one_line_for_the_journal() -> None:
    record = read(FILE)
    again = begin(GAME, record.players, record.setup, record.date)
    for entry in record.entries:
        line = write_entry(again, entry)
        assert "\n" not in line
        again = add(again, read_entry(again, line))
    assert again == record


def test_a_game_that_cannot_start_is_refused() -> None:
    with pytest.raises(SetupError):
        begin(GAME, ["Anne"])
