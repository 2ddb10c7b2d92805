"""The series referee: what the camera and the buttons say becomes the treasure race."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.games.series.referee import SeriesReferee
from firmware.play.events import CameraBack, CameraLost, Corrected, JudgeSays, Pressed, Undo
from firmware.play.referee import Lamp
from firmware.play.table import Table
from rules import record as records
from rules import series
from rules.say import Message
from rules.series.dice import Symbol
from rules.series.rules import Claim, Setup
from tests.firmware.games.desk import Desk

PLAYERS = ("Anne", "Jack")
WINDOW_MS = 8.0


@pytest.fixture
def desk() -> Desk:
    desk = Desk(series.GAME, SeriesReferee(tie_window_ms=WINDOW_MS), PLAYERS)
    desk.rest()
    return desk


def throw(desk: Desk, symbol: str, colour: str) -> int:
    desk.roll()
    die = desk.lay(symbol, colour)
    desk.rest()
    return die


def three_palms(desk: Desk) -> list[int]:
    return [throw(desk, "palm", "red"), throw(desk, "palm", "blue"), throw(desk, "palm", "green")]


def claim(desk: Desk, player: str, *named: str) -> None:
    desk.press(player)
    desk.later(0.1)
    desk.pick(*(f"series:{series}" for series in named), "claim")


def test_a_die_that_comes_to_rest_is_a_throw_and_is_on_disk(desk: Desk) -> None:
    throw(desk, "palm", "red")
    assert desk.lines == ["throw palm.red"]
    assert desk.task == "throw" and desk.said == "Jack, throw one die!"
    assert desk.lamp("Jack") is Lamp.PULSING and desk.lamp("Anne") is Lamp.STEADY


def test_sr_12_a_die_turned_over_by_the_throw_counts_with_its_new_face(desk: Desk) -> None:
    first = throw(desk, "palm", "red")
    desk.change(first, face="skull", colour="blue", x_mm=222.0)
    throw(desk, "ship", "black")
    assert desk.lines[-1].startswith("throw ship.black") and "skull.blue" in desk.lines[-1]


def test_sr_13_a_cocked_die_is_jiggled_by_the_one_who_threw_before_anything_counts(desk: Desk) -> None:
    desk.roll()
    die = desk.lay(None, state="cocked")
    desk.rest()
    assert desk.task == "jiggle" and desk.said.startswith("Anne") and desk.lamp("Anne") is Lamp.BLINKING
    desk.change(die, face="palm", colour="red", state="flat")
    desk.rest()
    assert desk.lines == ["throw palm.red"]


def test_an_unsure_die_is_asked_for_and_the_players_word_counts(desk: Desk) -> None:
    desk.roll()
    desk.lay(None, state="unsure")
    desk.rest()
    assert desk.task == "ask" and desk.lines == []
    desk.table.hear(Corrected(0, "palm", "red", desk.now))
    assert desk.lines == ["throw palm.red"] and desk.task == "throw"


def test_sr_17_two_dice_thrown_at_once_one_goes_back_and_nothing_is_lost(desk: Desk) -> None:
    desk.lay("palm", "red")
    second = desk.lay("ship", "red")
    desk.rest()
    assert desk.task == "fix" and "take one back" in desk.said and desk.lines == []
    desk.lift(second)
    desk.rest()
    assert desk.lines == ["throw palm.red"]


def test_sr_17_a_die_that_fell_off_the_table_is_missed(desk: Desk) -> None:
    die = throw(desk, "palm", "red")
    desk.lift(die)
    desk.rest()
    assert desk.task == "fix" and "palm in red" in desk.said
    desk.lay("palm", "red")
    desk.rest()
    assert desk.task == "throw" and len(desk.lines) == 1


def test_sr_8_palms_are_claimed_taken_and_carry_three_squares(desk: Desk) -> None:
    palms = three_palms(desk)
    claim(desk, "Jack", "palm")
    assert desk.state.pawns == (0, 3) and desk.task == "take" and desk.said == "Jack, take these dice."
    assert sorted(desk.table.expects.dice) == palms
    desk.lift(*palms[:2])
    desk.rest()
    assert desk.task == "take" and desk.table.expects.dice == (palms[2],)
    desk.lift(palms[2])
    desk.rest()
    assert desk.task == "throw" and desk.said == "Jack, throw one die!" and desk.state.hands == (4, 8)


def test_a_wrong_die_taken_is_asked_back(desk: Desk) -> None:
    ship = throw(desk, "ship", "black")
    palms = three_palms(desk)
    claim(desk, "Jack", "palm")
    desk.lift(ship, *palms)
    desk.rest()
    assert desk.task in {"take", "fix"} and "ship in black" in desk.said
    desk.lay("ship", "black")
    desk.rest()
    assert desk.task == "throw"


def test_sr_7_a_wrong_claim_leaves_the_dice_and_the_turn(desk: Desk) -> None:
    throw(desk, "palm", "red")
    claim(desk, "Anne", "skull")
    assert "wrong" in desk.moments() and desk.task == "throw" and desk.said.startswith("Jack")


def test_sr_5_who_names_nothing_in_time_is_wrong(desk: Desk) -> None:
    throw(desk, "palm", "red")
    desk.press("Anne")
    desk.later(0.1)
    assert desk.task == "name" and desk.lamp("Anne") is Lamp.STEADY and desk.lamp("Jack") is Lamp.OFF
    desk.later(10.1)
    assert desk.lines[-1] == "time_out Anne"


def test_sr_5_what_is_ticked_when_the_time_is_over_counts(desk: Desk) -> None:
    three_palms(desk)
    desk.press("Anne")
    desk.later(0.1)
    desk.pick("series:palm")
    desk.later(10.1)
    assert "right" in desk.moments() and desk.lines[-1].startswith("claim Anne")


def test_sr_7_nobody_escapes_a_wrong_claim_by_waiting(desk: Desk) -> None:
    three_palms(desk)
    desk.press("Anne")
    desk.later(0.1)
    desk.pick("series:skull", "series:red")
    desk.later(10.1)
    assert "wrong" in desk.moments() and desk.lines[-1].startswith("claim Anne")


def test_sr_13_a_press_while_the_die_rolls_keeps_its_place_and_waits_for_the_rest(desk: Desk) -> None:
    three_palms(desk)
    desk.roll()
    desk.press("Jack", after=0.120)
    desk.press("Anne", after=0.150)
    desk.later(0.5)
    assert desk.task != "name"
    desk.lay("ship", "black")
    desk.rest()
    assert desk.task == "name" and desk.said.startswith("Jack")
    order = next(moment for moment in desk.table.moments if moment.name == "claim")["order"]
    assert [seat for seat, _ in order] == [1, 0]


@pytest.mark.parametrize("first", ["Anne", "Jack"])
@pytest.mark.parametrize(("apart_us", "tied"), [(0, True), (1, True), (7999, True), (8000, True), (8001, False)])
def test_sr_11_presses_within_the_window_tie_whatever_order_they_are_heard_in(
    desk: Desk, first: str, apart_us: int, tied: bool
) -> None:
    three_palms(desk)
    presses = {"Anne": 0.0, "Jack": apart_us / 1e6}
    for player in sorted(presses, key=lambda name: name != first):
        desk.press(player, after=presses[player])
    desk.later(0.1)
    assert (desk.lines[-1] == "tied Anne Jack") is tied, desk.lines[-1]
    assert tied or desk.said.startswith("Anne")


def test_sr_10_a_press_before_a_new_die_lies_there_is_only_a_hint(desk: Desk) -> None:
    three_palms(desk)
    claim(desk, "Anne", "skull")
    desk.press("Jack")
    desk.later(0.4)
    assert desk.task == "throw" and desk.moments()[-1] == "hint"


def test_sr_15_with_all_dice_on_the_track_the_fuse_burns_and_they_are_dealt_again(desk: Desk) -> None:
    symbols = ["skull", "sabre", "palm", "diamond", "ship", "pistol"]
    colours = ["black", "red", "green", "blue", "yellow", "purple"]
    dice = [throw(desk, symbols[n % 6], colours[(n // 6 + n) % 6]) for n in range(12)]
    assert desk.task == "claim" and desk.table.expects.until is not None
    desk.later(30.1)
    assert desk.lines[-1] == "redeal" and desk.task == "take"
    desk.lift(*dice)
    desk.rest()
    assert desk.task == "throw" and desk.state.hands == (6, 6)


def test_aloud_the_others_press_when_they_heard_it_and_put_it_in() -> None:
    desk = Desk(series.GAME, SeriesReferee(tie_window_ms=WINDOW_MS, aloud=True), PLAYERS)
    desk.rest()
    three_palms(desk)
    desk.press("Jack")
    desk.later(0.1)
    assert "aloud" not in desk.task and [option.key for option in desk.table.expects.options] == ["heard"]
    desk.later(1.0)
    desk.press("Anne")
    desk.later(30.0)  # the fuse was put out
    desk.pick("series:palm", "claim")
    assert desk.lines[-1] == "claim Jack palm"


def test_without_a_camera_the_players_put_in_what_they_throw(desk: Desk) -> None:
    desk.table.hear(CameraLost(Message("The camera is gone."), desk.now))
    assert desk.task == "enter" and len(desk.table.troubles) == 1
    for die in range(3):
        desk.table.hear(Corrected(die, "palm", "red", desk.now))
    claim(desk, "Anne", "palm", "red")
    assert desk.state.pawns == (4, 0)
    desk.pick("taken")
    assert desk.task == "enter"
    desk.table.hear(CameraBack(desk.now))
    desk.rest()
    assert desk.task == "throw" and not desk.table.troubles


def test_undo_takes_the_throw_back_and_asks_for_the_die(desk: Desk) -> None:
    die = throw(desk, "palm", "red")
    desk.table.hear(Undo(desk.now))
    assert desk.lines[-1] == "undo 1" and desk.task == "fix"
    desk.lift(die)
    desk.rest()
    assert desk.task == "throw" and desk.said.startswith("Anne")


def test_a_correction_changes_the_past_and_the_next_claim_is_judged_on_it(desk: Desk) -> None:
    three_palms(desk)
    desk.table.hear(Corrected(1, "skull", "blue", desk.now))
    assert desk.lines[-1] == "correct 2 throw skull.blue"
    claim(desk, "Jack", "palm")
    assert desk.moments()[-1] == "wrong"


def test_the_players_word_holds_against_the_camera_as_long_as_the_die_lies_there(desk: Desk) -> None:
    dice = three_palms(desk)
    desk.table.hear(Corrected(1, "skull", "blue", desk.now))
    desk.rest()
    assert desk.task == "throw"  # the camera still reads a palm, and nobody has to turn anything
    shown = {die.id: die.face for die in desk.table.seen.dice} if desk.table.seen else {}
    assert shown == {dice[0]: "palm", dice[1]: "skull", dice[2]: "palm"}
    throw(desk, "ship", "green")
    assert desk.lines[-1] == "throw ship.green"
    desk.lift(dice[1])
    desk.rest()
    assert desk.task == "fix" and "skull in blue" in desk.said


def test_a_die_pushed_a_little_keeps_the_players_word_and_one_turned_over_does_not(desk: Desk) -> None:
    dice = three_palms(desk)
    desk.table.hear(Corrected(1, "skull", "blue", desk.now))
    x = next(die.x_mm for die in desk.dice if die.id == dice[1])
    desk.change(dice[1], x_mm=x + 15)
    desk.rest()
    assert desk.task == "throw"
    desk.change(dice[1], x_mm=x + 25, face="sabre", colour="red")
    desk.rest()
    assert desk.task == "fix"


def test_of_two_dice_nobody_can_read_the_one_touched_is_meant(desk: Desk) -> None:
    first, second = (desk.lay(None, state="unsure") for _ in range(2))
    desk.rest()
    assert desk.task == "ask"
    desk.table.hear(Corrected(0, "palm", "red", desk.now, seen=second))
    desk.lift(first)
    desk.rest()
    assert desk.lines[-1] == "throw palm.red"


def test_each_die_of_the_game_is_known_by_the_number_of_the_one_that_lies_there(desk: Desk) -> None:
    dice = three_palms(desk)
    assert desk.table.watched == dict(enumerate(dice))


def test_the_judge_gives_a_tie_to_one_of_them(desk: Desk) -> None:
    three_palms(desk)
    desk.press("Anne")
    desk.press("Jack")
    desk.later(0.1)
    tied = len(desk.table.record.entries)
    desk.table.hear(JudgeSays(tied, None, Claim(1, (Symbol.PALM,)), desk.now))
    assert desk.state.pawns == (0, 3) and desk.lines[-1].startswith(f"judge {tied}")


def tie(desk: Desk) -> None:
    three_palms(desk)
    desk.press("Anne")
    desk.press("Jack")
    desk.later(0.1)
    assert desk.lines[-1].startswith("tied")


def test_sr_11_after_a_tie_the_judge_may_say_at_the_table_who_was_first(desk: Desk) -> None:
    tie(desk)
    entry = len(desk.table.record.entries)
    assert [option.key for option in desk.table.expects.options] == ["stands", "judge:0", "judge:1"]
    for button in ("right", "right", "choose"):
        desk.table.hear(Pressed(button, desk.now))
    desk.later(0.1)
    assert desk.task == "name" and desk.table.expects.seats == (1,)
    desk.pick("series:palm", "claim")
    assert desk.state.pawns == (0, 3)
    assert desk.lines[-2:] == [f"judge {entry} - nothing", "claim Jack palm"]


def test_sr_11_a_tie_stands_where_nobody_judges_and_the_choice_goes_with_the_next_throw(desk: Desk) -> None:
    tie(desk)
    desk.table.hear(Pressed("choose", desk.now))
    assert desk.task == "throw" and not desk.table.expects.options and desk.lines[-1].startswith("tied")
    desk.pick("judge:1")
    assert desk.lines[-1].startswith("tied"), "what is not on offer is not heard"


def test_sr_11_with_the_next_throw_the_tie_is_past(desk: Desk) -> None:
    tie(desk)
    throw(desk, "skull", "black")
    assert desk.task == "throw" and not desk.table.expects.options


def test_what_went_to_disk_is_the_game(desk: Desk) -> None:
    palms = three_palms(desk)
    claim(desk, "Jack", "palm")
    desk.lift(*palms)
    desk.rest()
    again = records.begin(series.GAME, PLAYERS, Setup())
    for line in desk.lines:
        again = records.add(again, records.read_entry(again, line))
    assert again.state == desk.state


def test_the_first_at_the_treasure_wins_and_the_table_says_so() -> None:
    desk = Desk(series.GAME, SeriesReferee(tie_window_ms=WINDOW_MS), PLAYERS, Setup(squares=5))
    desk.rest()
    dice = [throw(desk, "palm", "red") for _ in range(3)]
    claim(desk, "Jack", "palm", "red")
    assert desk.task == "take" and desk.state.pawns == (0, 4)
    desk.lift(*dice)
    desk.rest()
    for _ in range(3):
        throw(desk, "palm", "blue")
    claim(desk, "Jack", "palm")
    assert desk.task == "over" and desk.moments()[-1] == "won" and desk.lamp("Jack") is Lamp.PULSING


# -- a press keeps its place (SR-10, SR-13) --------------------------------------------------------------------------


def after_a_claim(desk: Desk) -> None:
    """Anne was wrong; nothing can be claimed before the next die."""
    three_palms(desk)
    claim(desk, "Anne", "skull")
    assert desk.task == "throw" and not desk.state.fresh
    desk.later(1.0)


def claimers(desk: Desk) -> list[str]:
    return [desk.table.players[moment.seat or 0] for moment in desk.table.moments if moment.name == "claim"]


def test_sr_10_a_press_while_the_hand_is_still_over_the_new_die_counts_from_its_edge(desk: Desk) -> None:
    after_a_claim(desk)
    desk.hand()
    desk.lay("palm", "black")
    desk.press("Jack", after=0.2)
    desk.press("Anne", after=0.25)
    desk.later(0.5)
    assert "hint" not in desk.moments()
    desk.rest()
    assert claimers(desk)[-1] == "Jack" and desk.task == "name"


def test_sr_10_a_press_before_the_eyes_have_told_of_the_new_die_counts_too(desk: Desk) -> None:
    after_a_claim(desk)
    desk.press("Jack")  # it has just touched the track; the picture that shows it is still being looked at
    desk.roll()
    desk.lay("palm", "black")
    desk.rest()
    assert claimers(desk)[-1] == "Jack" and desk.task == "name" and "hint" not in desk.moments()


def test_sr_10_a_press_long_before_the_new_die_is_refused_and_the_next_one_counts(desk: Desk) -> None:
    after_a_claim(desk)
    desk.press("Jack")
    assert desk.lamp("Jack") is not Lamp.PULSING, "he is heard"
    desk.later(0.4)
    assert desk.moments()[-1] == "hint" and "new die" in str(desk.table.moments[-1].message)
    desk.roll()
    desk.lay("palm", "black")
    desk.press("Anne")
    desk.press("Jack", after=0.1)
    desk.rest()
    assert claimers(desk)[-1] == "Anne"


def test_sr_10_a_hand_that_brings_no_die_leaves_nothing_to_claim(desk: Desk) -> None:
    after_a_claim(desk)
    desk.hand()
    desk.press("Jack", after=0.1)
    desk.later(2.0)
    desk.rest()
    desk.later(0.4)
    assert desk.moments()[-1] == "hint" and desk.task == "throw"
    desk.roll()
    desk.lay("palm", "black")
    desk.rest()
    desk.later(0.1)
    assert desk.task == "throw", "the press of then is none of now"


def test_sr_13_a_press_keeps_its_place_while_a_die_lies_askew(desk: Desk) -> None:
    after_a_claim(desk)
    desk.roll()
    die = desk.lay(None, state="cocked")
    desk.press("Jack")
    desk.press("Anne", after=0.1)
    desk.rest()
    desk.later(3.0)
    assert desk.task == "jiggle"
    desk.change(die, face="palm", colour="black", state="flat")
    desk.rest()
    assert claimers(desk)[-1] == "Jack"


# -- time --------------------------------------------------------------------------------------------------------------


def test_it_wants_to_be_woken_when_nobody_can_tie_any_more(desk: Desk) -> None:
    throw(desk, "palm", "red")
    assert desk.table.wake is None
    desk.press("Anne")
    desk.press("Jack", after=0.003)
    assert desk.table.wake == pytest.approx(desk.now + WINDOW_MS / 1000)
    desk.later(0.1)
    assert desk.table.wake is None and desk.table.expects.task == "throw", "a tie"


def test_it_wants_to_be_woken_when_the_time_to_name_is_over(desk: Desk) -> None:
    throw(desk, "palm", "red")
    desk.press("Anne")
    desk.later(0.1)
    assert desk.task == "name" and desk.table.wake == desk.table.expects.until


@pytest.mark.parametrize("player", PLAYERS)
def test_a_press_changes_its_lamp_at_once_and_no_other(desk: Desk, player: str) -> None:
    throw(desk, "palm", "red")
    before = {each: desk.lamp(each) for each in PLAYERS}
    assert sorted(lamp.value for lamp in before.values()) == ["pulsing", "steady"]
    desk.press(player)
    assert desk.lamp(player) is Lamp.OFF, "a lamp that was lit goes out, wherever its pulse stood"
    (other,) = set(PLAYERS) - {player}
    assert desk.lamp(other) is before[other]


def test_a_press_while_the_die_rolls_lights_a_dark_lamp(desk: Desk) -> None:
    after_a_claim(desk)
    (dark,) = [player for player in PLAYERS if desk.lamp(player) is Lamp.OFF]
    desk.roll()
    desk.press(dark)
    assert desk.lamp(dark) is Lamp.STEADY


def test_sr_11_an_edge_that_is_told_late_still_ties(desk: Desk) -> None:
    throw(desk, "palm", "red")
    desk.press("Anne")
    pressed = desk.now
    desk.later(0.009)
    assert desk.task == "name"
    desk.table.hear(Pressed("player2", pressed + 0.001))
    assert desk.lines[-1] == "tied Anne Jack"


def test_who_pressed_too_late_is_shown_beside_the_first_and_has_not_heard_a_series() -> None:
    desk = Desk(series.GAME, SeriesReferee(tie_window_ms=WINDOW_MS, aloud=True), PLAYERS)
    desk.rest()
    throw(desk, "palm", "red")
    desk.press("Anne")
    desk.later(0.1)
    desk.press("Jack", after=-0.05)
    assert desk.task == "name" and "say your series" in desk.said
    assert [seat for seat, _ in desk.table.moments[-1]["order"]] == [0, 1]


# -- the power is cut (20.6), an older die lies askew (SR-13) ----------------------------------------------------------


def resumed(desk: Desk) -> Desk:
    """The power is cut, and the game goes on with the dice as they lie."""
    again = Desk(series.GAME, SeriesReferee(tie_window_ms=WINDOW_MS), PLAYERS)
    again.dice, again._next_id = list(desk.dice), desk._next_id
    again.table = Table(desk.table.record, again.table.referee, again.lines.append, again.now)
    again.rest()
    return again


def test_what_was_won_is_remembered_through_a_power_cut(desk: Desk) -> None:
    ship, palms = throw(desk, "ship", "black"), three_palms(desk)
    claim(desk, "Jack", "palm")
    desk.lift(palms[0])
    desk.rest()
    again = resumed(desk)
    assert again.task == "take" and again.said == "Jack, take these dice."
    assert sorted(again.table.expects.dice) == palms[1:]
    again.lift(*palms[1:])
    again.rest()
    assert again.task == "throw" and ship in {die.id for die in again.dice}


def test_after_an_undo_of_a_throw_the_dice_won_before_it_are_asked_for_again_where_they_lie(desk: Desk) -> None:
    palms = three_palms(desk)
    claim(desk, "Jack", "palm")
    desk.table.hear(CameraBack(desk.now))
    desk.rest()
    desk.lift(*palms)
    desk.rest()
    throw(desk, "ship", "black")
    desk.table.hear(Undo(desk.now))
    assert desk.task == "fix", "the ship is no palm"


def test_sr_13_an_older_die_that_lies_askew_is_put_right_by_who_threw_last(desk: Desk) -> None:
    first = throw(desk, "palm", "red")
    throw(desk, "ship", "black")
    thrower = PLAYERS[1]
    for table in (desk, resumed(desk)):
        table.change(first, face=None, colour=None, state="cocked")
        table.rest()
        assert table.task == "jiggle" and table.said.startswith(thrower)
        assert table.lamp(thrower) is Lamp.BLINKING


def eyes_started_anew(desk: Desk) -> None:
    """Another process looks, and calls the same dice by other numbers: by some that others had before."""
    desk.table.hear(CameraLost(Message("The camera's program ended; it is started again."), desk.now))
    desk.later(1.0)
    desk.table.hear(CameraBack(desk.now))
    ids = [die.id for die in desk.dice]
    for die, other in zip(list(desk.dice), ids[1:] + ids[:1], strict=True):
        desk.dice[desk.dice.index(die)] = replace(die, id=other)
    desk.rest()


def test_dice_are_known_by_what_they_show_when_the_eyes_were_started_anew(desk: Desk) -> None:
    throw(desk, "ship", "black")
    throw(desk, "palm", "red")
    eyes_started_anew(desk)
    assert desk.task == "throw", desk.said


def test_what_was_won_is_still_to_be_taken_when_the_eyes_were_started_anew(desk: Desk) -> None:
    throw(desk, "ship", "black")
    three_palms(desk)
    claim(desk, "Jack", "palm")
    eyes_started_anew(desk)
    assert desk.task == "take" and desk.said == "Jack, take these dice."
    palms = {die.id for die in desk.dice if die.face == "palm"}
    assert set(desk.table.expects.dice) == palms
    desk.lift(*palms)
    desk.rest()
    assert desk.task == "throw"
