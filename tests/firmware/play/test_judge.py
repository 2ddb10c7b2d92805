"""Disputes: the last decision is put to a judge, whose word is recorded, and the game goes on from there."""

from __future__ import annotations

import pytest

from firmware.games.series.referee import SeriesReferee
from firmware.play.judge import Dispute, Verdict, disputes, ruling
from rules import record as records
from rules import series
from rules.series.rules import Setup
from tests.firmware.games.desk import Desk
from tests.firmware.games.mille.test_referee import desk_with
from tests.firmware.games.mille.test_referee import throw as throw_all
from tests.firmware.games.series.test_referee import claim, throw

PLAYERS = ("Anne", "Jack", "Mary")


@pytest.fixture
def desk() -> Desk:
    at = Desk(series.GAME, SeriesReferee(tie_window_ms=15.0), PLAYERS, Setup())
    at.rest()
    return at


def three_palms(desk: Desk) -> list[int]:
    return [throw(desk, "palm", colour) for colour in ("red", "blue", "green")]


def labels(dispute: Dispute) -> list[str]:
    return [str(verdict.label) for verdict in dispute.verdicts]


def verdict(dispute: Dispute, label: str) -> Verdict:
    return next(each for each in dispute.verdicts if str(each.label) == label)


def test_nothing_is_decided_before_the_first_throw(desk: Desk) -> None:
    assert disputes(desk.table.record) == ()


def test_sr_11_after_a_claim_the_judge_says_that_another_was_first(desk: Desk) -> None:
    three_palms(desk)
    claim(desk, "Jack", "palm")
    dispute = disputes(desk.table.record)[0]
    assert labels(dispute) == ["It does not count", "Anne was first", "Mary was first"]
    assert dispute.judges == (0, 2, None), "nobody judges a claim of their own"
    desk.table.hear(ruling(dispute, verdict(dispute, "Anne was first"), 2, desk.now))
    desk.later(0.1)
    assert desk.state.pawns == (0, 0, 0)
    assert desk.task == "name" and desk.table.expects.seats == (0,)
    desk.pick("series:palm", "claim")
    assert desk.state.pawns == (3, 0, 0)
    assert desk.lines[-2:] == ["judge 4 Mary nothing", "claim Anne palm"]


def test_sr_11_after_a_tie_each_of_them_may_have_been_first(desk: Desk) -> None:
    three_palms(desk)
    desk.press("Anne")
    desk.press("Jack")
    desk.later(0.1)
    dispute = disputes(desk.table.record)[0]
    assert "Anne was first" in labels(dispute) and "Jack was first" in labels(dispute)
    assert dispute.judges == (2, None)


def test_a_claim_that_does_not_count_leaves_the_dice_and_the_race_open(desk: Desk) -> None:
    palms = three_palms(desk)
    claim(desk, "Jack", "skull")  # wrong
    claimed = disputes(desk.table.record)[0]
    desk.table.hear(ruling(claimed, verdict(claimed, "It does not count"), None, desk.now))
    assert desk.state.fresh and desk.lines[-1] == "judge 4 - nothing"
    claim(desk, "Mary", "palm")
    assert desk.state.pawns == (0, 0, 3)
    desk.lift(*palms)
    desk.rest()
    assert desk.task == "throw"


def test_a_throw_that_does_not_count_is_taken_back_and_thrown_again(desk: Desk) -> None:
    throw(desk, "palm", "red")
    last = throw(desk, "palm", "blue")
    dispute = disputes(desk.table.record)[0]
    assert labels(dispute) == ["It does not count"] and 1 not in dispute.judges
    desk.table.hear(ruling(dispute, dispute.verdicts[0], 0, desk.now))
    assert desk.lines[-1] == "judge 2 Anne nothing" and desk.task == "fix"
    desk.lift(last)
    desk.rest()
    assert desk.task == "throw" and desk.table.expects.seats == (1,)
    throw(desk, "skull", "black")
    assert len(desk.table.record.steps) == 2


def test_a_card_that_does_not_count_is_turned_again() -> None:
    desk = desk_with("pirate")
    dispute = disputes(desk.table.record)[0]
    assert "Pirate" in str(dispute.about)
    desk.table.hear(ruling(dispute, dispute.verdicts[0], 1, desk.now))
    assert desk.state.turn.card is None and desk.lines[-1] == "judge 1 Jack nothing"
    desk.pick("card:coin")
    assert desk.state.turn.card == "coin"


def test_a_throw_of_eight_dice_that_does_not_count_is_not_read_again_as_it_lies() -> None:
    desk = desk_with("pirate")
    throw_all(desk, "3 skull 5 coin")
    thrown = next(each for each in disputes(desk.table.record) if each.entry == 2)
    desk.table.hear(ruling(thrown, thrown.verdicts[0], None, desk.now))
    desk.rest()
    assert desk.lines[-1] == "judge 2 - nothing" and desk.state.turn.seat == 0
    throw_all(desk, "2 skull 6 coin")
    assert desk.state.turn.skulls == 2 and desk.state.turn.seat == 0


def test_an_older_decision_says_how_many_later_ones_would_fall(desk: Desk) -> None:
    three_palms(desk)
    claim(desk, "Jack", "palm")
    by_entry = {dispute.entry: dispute for dispute in disputes(desk.table.record)}
    assert [by_entry[entry].dropped for entry in (4, 3, 2)] == [0, 0, 0]  # a wrong claim in place of a right one
    assert labels(by_entry[3]) == ["It does not count"]


def test_the_record_with_the_judge_s_word_is_read_again(desk: Desk) -> None:
    three_palms(desk)
    claim(desk, "Jack", "palm")
    dispute = disputes(desk.table.record)[0]
    desk.table.hear(ruling(dispute, dispute.verdicts[0], 2, desk.now))
    again = records.read(records.write(desk.table.record))
    assert again.state == desk.state and again.entries == desk.table.record.entries
