"""The Mille Sabords referee: cards, kept and thrown dice, and the stop button become a turn."""

from __future__ import annotations

from random import Random

import pytest

from firmware.games.mille.referee import MilleReferee
from firmware.play.events import CameraLost, Corrected, Undo
from firmware.play.referee import Lamp
from rules import mille
from rules import record as records
from rules.mille.state import Setup
from rules.say import Message
from tests.firmware.games.desk import Desk

PLAYERS = ("Anne", "Jack")


def desk_with(card: str) -> Desk:
    """Anne's turn, with that card revealed from a physical deck."""
    desk = Desk(mille.GAME, MilleReferee(Random(1), "physical"), PLAYERS)
    desk.rest()
    desk.pick(f"card:{card}")
    return desk


def throw(desk: Desk, dice: str) -> list[int]:
    """All eight, scattered on the track: '3 sabre 2 coin' and so on."""
    desk.lift(*[die.id for die in desk.dice])
    desk.roll()
    words, faces = dice.split(), list[str]()
    while words:
        many = int(words.pop(0)) if words[0].isdigit() else 1
        faces += [words.pop(0)] * many
    ids = [lay(desk, face) for face in faces]
    desk.rest()
    return ids


def lay(desk: Desk, face: str | None, zone: str = "track", state: str = "flat") -> int:
    die = desk.lay(face, zone=zone, state=state)  # type: ignore[arg-type]
    desk.change(die, x_mm=60 + 37.0 * (die % 6), y_mm=20 + 31.0 * (die % 7) + die % 13)
    return die


def rethrow(desk: Desk, dice: list[int], *faces: str) -> list[int]:
    desk.lift(*dice)
    desk.roll()
    ids = [lay(desk, face) for face in faces]
    desk.rest()
    return ids


def test_the_virtual_deck_turns_a_card_when_the_player_presses() -> None:
    desk = Desk(mille.GAME, MilleReferee(Random(1)), PLAYERS)
    desk.rest()
    assert desk.task == "card" and desk.lamp("Anne") is Lamp.PULSING and desk.lamp("Jack") is Lamp.OFF
    desk.press("Jack")
    assert desk.lines == []
    desk.press("Anne")
    assert desk.lines[0].startswith("reveal ") and desk.task == "throw"


def test_ms_3_the_table_says_when_the_pile_from_the_box_is_out_and_takes_whatever_comes() -> None:
    desk = Desk(mille.GAME, MilleReferee(Random(1), "physical"), PLAYERS, Setup(box=2))
    desk.rest()
    for _ in range(2):
        assert "shuffle" not in desk.said
        desk.pick("card:pirate")
        throw(desk, "3 skull 5 coin")
    assert desk.said.startswith("By our count the pile is out: shuffle it.")
    desk.pick("card:pirate")
    assert desk.task == "throw"


def test_the_worked_example_of_the_rulebook_at_the_table() -> None:
    desk = desk_with("pirate")
    sabres = throw(desk, "3 sabre 2 coin monkey parrot skull")
    assert desk.task == "choose"
    rethrow(desk, sabres[5:7], "coin", "coin")
    rethrow(desk, sabres[:3], "diamond", "skull", "monkey")
    desk.press("Anne")
    assert desk.state.scores == (1400, 0) and "double" in desk.moments()
    assert desk.task == "card" and desk.said.startswith("Jack")


def test_dice_put_into_the_reserve_are_kept_and_the_lifted_ones_are_thrown() -> None:
    desk = desk_with("coin")
    dice = throw(desk, "4 coin 2 monkey 2 sabre")
    for die in dice[:4]:
        desk.change(die, zone="reserve", x_mm=330.0, y_mm=20.0 + 20 * die)
    desk.rest()
    assert desk.task == "choose"
    desk.lift(*dice[4:])
    desk.rest()
    assert desk.task == "throw" and "4 dice" in desk.said
    for _ in range(4):
        lay(desk, "coin")
    desk.rest()
    assert desk.state.won is mille.Won.MAGIC and desk.moments()[-1] == "won"


def test_ms_8_the_third_skull_ends_the_turn_by_itself() -> None:
    desk = desk_with("coin")
    throw(desk, "3 skull 5 coin")
    assert desk.moments()[-1] == "bust" and desk.state.scores == (0, 0) and desk.said.startswith("Jack")


def test_ms_4_dice_left_over_from_the_last_turn_are_no_throw() -> None:
    desk = desk_with("coin")
    throw(desk, "3 skull 5 coin")
    desk.pick("card:pirate")
    desk.rest()
    assert desk.task == "throw" and "eight" in desk.said


def test_ms_7_a_lifted_skull_is_asked_back_and_nothing_is_lost() -> None:
    desk = desk_with("pirate")
    dice = throw(desk, "skull 3 sabre 4 coin")
    skull, spot = dice[0], next(die for die in desk.dice if die.id == dice[0])
    desk.lift(skull, dice[1])
    desk.rest()
    assert desk.task == "fix" and "cursed" in desk.said
    desk.dice.append(spot)
    desk.rest()
    assert desk.task == "fix" and "two dice" in desk.said  # one die alone is in the hand now
    desk.lift(dice[2])
    desk.rest()
    assert desk.task == "throw"
    rethrow(desk, [], "coin", "coin")
    assert desk.task == "choose" and desk.lines[-2].startswith("rethrow")


def test_an_illegal_throw_is_explained_and_put_right_by_hand() -> None:
    desk = desk_with("pirate")
    dice = throw(desk, "skull 3 sabre 4 coin")
    [new] = rethrow(desk, dice[7:], "monkey")
    assert desk.task == "fix" and "Turn these back: one gold coin" in desk.said
    desk.change(new, face="coin")
    desk.rest()
    assert desk.task == "choose" and len(desk.lines) == 2


def test_ms_12_skull_island_throws_the_others_until_no_skull_comes() -> None:
    desk = desk_with("pirate")
    dice = throw(desk, "4 skull 4 coin")
    assert desk.task == "throw" and "Skull Island" in desk.said and "skull_island" in desk.moments()
    new = rethrow(desk, dice[4:], "skull", "coin", "coin", "coin")
    rethrow(desk, new[1:], "monkey", "monkey", "monkey")
    assert desk.state.scores == (0, -1000) and "island_end" in desk.moments()


def test_ms_12_a_skull_that_a_thrown_die_turned_over_is_asked_back_and_the_throw_counts() -> None:
    desk = desk_with("pirate")
    dice = throw(desk, "4 skull 4 coin")
    desk.change(dice[0], face="parrot")
    rethrow(desk, dice[4:], "monkey", "coin", "coin", "sabre")
    assert desk.task == "fix" and "to stay was turned over. Turn these back: one skull" in desk.said
    desk.change(dice[0], face="skull")
    desk.rest()
    assert desk.state.scores == (0, -800) and "island_end" in desk.moments()


def test_ms_14_dice_laid_on_the_island_are_saved_from_the_third_skull() -> None:
    desk = desk_with("treasure_island")
    dice = throw(desk, "2 skull 4 coin 2 monkey")
    for die in dice[2:6]:
        desk.change(die, zone="island", x_mm=330.0, y_mm=180.0 + 20 * (die % 5))
    desk.rest()
    assert desk.lines[-1].startswith("lay")
    rethrow(desk, dice[6:], "skull", "monkey")
    assert desk.state.scores == (600, 0) and "saved" in desk.moments()


def on_island(desk: Desk, *dice: int) -> None:
    for place, die in enumerate(dice):
        desk.change(die, zone="island", x_mm=330.0, y_mm=170.0 + 22 * place)


def island_with_coins() -> tuple[Desk, list[int], list[int], list[int]]:
    """The treasure island; three coins to be laid, one skull and two sabres that stay, two monkeys to be thrown."""
    desk = desk_with("treasure_island")
    dice = throw(desk, "3 coin skull 2 sabre 2 monkey")
    return desk, dice[:3], dice[3:6], dice[6:]


@pytest.mark.parametrize("order", ["one gesture", "first the island", "first the hand", "no look between"])
def test_ms_14_dice_slid_onto_the_island_are_laid_in_whatever_order_the_hands_moved(order: str) -> None:
    desk, coins, _, monkeys = island_with_coins()
    if order == "first the hand":
        desk.lift(*monkeys)
        desk.rest()
        on_island(desk, *coins)
        desk.rest()
    elif order == "first the island":
        on_island(desk, *coins)
        desk.rest()
        desk.lift(*monkeys)
        desk.rest()
    else:
        on_island(desk, *coins)
        desk.lift(*monkeys)
        if order == "one gesture":
            desk.rest()
    desk.roll()
    for _ in range(2):
        lay(desk, "skull")
    desk.rest()
    last = desk.state.last
    assert last is not None and last.bust and [last.dice[number] for number in last.laid] == ["coin"] * 3
    assert desk.state.scores[0] == 400  # three alike 100, and 100 for each coin


def test_ms_14_a_die_that_merely_rolled_there_is_not_laid_by_itself() -> None:
    desk = desk_with("treasure_island")
    desk.lift(*[die.id for die in desk.dice])
    desk.roll()
    dice = [lay(desk, face) for face in ("coin", "coin", "skull", "sabre", "sabre", "monkey", "monkey", "parrot")]
    on_island(desk, dice[0])
    desk.rest()
    assert desk.state.turn.dice and desk.state.turn.laid == ()
    desk.rest()
    assert desk.state.turn.laid == () and "lay" in {option.key for option in desk.table.expects.options}
    desk.pick("lay")
    assert len(desk.state.turn.laid) == 1
    assert desk.state.turn.dice[desk.state.turn.laid[0]] == "coin"
    assert "lay" not in {option.key for option in desk.table.expects.options}


def test_ms_14_what_rolled_there_and_is_left_there_while_the_others_are_taken_up_is_laid() -> None:
    desk = desk_with("treasure_island")
    desk.lift(*[die.id for die in desk.dice])
    desk.roll()
    dice = [lay(desk, face) for face in ("coin", "coin", "skull", "sabre", "sabre", "monkey", "monkey", "parrot")]
    on_island(desk, dice[0])
    desk.rest()
    desk.lift(dice[5], dice[6])
    desk.rest()
    assert len(desk.state.turn.laid) == 1


def test_ms_14_a_thrown_die_that_rolls_onto_the_island_beside_laid_ones_is_not_laid() -> None:
    desk, coins, _, monkeys = island_with_coins()
    on_island(desk, *coins)
    desk.rest()
    desk.lift(*monkeys)
    desk.rest()
    desk.roll()
    stray = lay(desk, "parrot")
    desk.change(stray, zone="island", x_mm=300.0, y_mm=260.0)
    lay(desk, "diamond")
    desk.rest()
    assert desk.state.turn.throws == 2 and len(desk.state.turn.laid) == 3


def test_a_misread_third_skull_is_put_right_after_the_turn_has_ended_and_the_turn_goes_on() -> None:
    desk = desk_with("pirate")
    dice = throw(desk, "2 skull 3 coin 3 monkey")
    ids = rethrow(desk, dice[5:7], "skull", "parrot")
    assert desk.state.turn.seat == 1 and desk.state.turn.card is None, "bust, as the camera reads it"
    number = next(number for number, die in desk.table.watched.items() if die == ids[0])
    desk.table.hear(Corrected(number, "coin", None, desk.now, ids[0]))
    assert desk.lines[-1].startswith("correct 4 throw coin parrot")
    assert desk.state.turn.seat == 0 and desk.state.turn.dice.count("coin") == 4
    desk.rest()
    assert desk.task == "choose", "with the dice as they lie, nothing is to be nudged"
    desk.press("Anne")
    assert desk.state.scores[0] == 2 * (200 + 400)


def test_a_misread_die_whose_correction_ends_the_turn_gives_it_to_the_next_and_back() -> None:
    desk = desk_with("pirate")
    ids = throw(desk, "2 skull 3 coin 3 monkey")
    desk.table.hear(Corrected(_number(desk, ids[5]), "skull", None, desk.now, ids[5]))
    assert desk.state.turn.seat == 1 and desk.state.last is not None and desk.state.last.bust
    desk.rest()
    desk.table.hear(Corrected(_number(desk, ids[5]), "monkey", None, desk.now, ids[5]))
    assert desk.state.turn.seat == 0 and desk.task == "choose"


def _number(desk: Desk, die: int) -> int:
    return next(number for number, each in desk.table.watched.items() if each == die)


def test_ms_14_dice_laid_down_anew_are_known_on_the_island_even_beside_others_that_look_alike() -> None:
    desk = desk_with("treasure_island")
    dice = throw(desk, "3 monkey 2 sabre 2 skull parrot")
    first = next(number for number, face in enumerate(desk.state.turn.dice) if face == "monkey")
    desk.change(desk.table.watched[first], zone="island", x_mm=330.0, y_mm=200.0)
    desk.rest()
    assert desk.state.turn.laid == (first,)
    desk.lift(*dice)  # somebody knocked against the mat: all is laid down anew
    desk.roll()
    for face in ("monkey", "sabre", "monkey", "skull", "parrot", "skull", "sabre"):
        lay(desk, face)
    lay(desk, "monkey", zone="island")
    desk.rest()
    assert desk.task == "choose", desk.said


def test_ms_17_the_guardian_waits_at_the_third_skull_and_one_skull_may_be_thrown() -> None:
    desk = desk_with("guardian")
    dice = throw(desk, "3 skull 5 coin")
    assert desk.task == "guardian" and "guardian" in desk.moments()
    rethrow(desk, dice[:1], "coin")
    desk.press("Anne")
    assert desk.state.scores == (1600, 0)


def test_ms_18_a_ship_is_won_or_lost() -> None:
    desk = desk_with("ship2")
    throw(desk, "2 sabre 2 coin 2 monkey 2 parrot")
    desk.press("Anne")
    assert desk.moments()[-1] == "ship_won" and desk.state.scores[0] == 500
    desk.pick("card:ship4")
    throw(desk, "2 sabre 2 coin 2 monkey 2 parrot")
    desk.press("Jack")
    assert desk.moments()[-1] == "ship_lost" and desk.state.scores[1] == -1000


def test_dice_moved_by_hand_are_no_throw_unless_the_players_say_so() -> None:
    desk = desk_with("coin")
    dice = throw(desk, "4 coin 2 monkey 2 sabre")
    for die in dice[6:]:
        desk.change(die, x_mm=250.0, y_mm=40.0 * (die % 6) + 20)
    desk.rest()
    assert desk.task == "choose" and len(desk.lines) == 2
    desk.pick("thrown")
    assert desk.lines[-2].startswith("rethrow ") and desk.lines[-1] == "throw sabre sabre"


@pytest.mark.parametrize("state", ["cocked", "unsure"])
def test_a_die_that_is_not_sure_is_asked_for_and_never_guessed(state: str) -> None:
    desk = desk_with("coin")
    desk.roll()
    for _ in range(7):
        lay(desk, "coin")
    lay(desk, None, state=state)
    desk.rest()
    assert desk.task in {"jiggle", "ask"} and len(desk.lines) == 1
    desk.table.hear(Corrected(0, "monkey", None, desk.now))
    assert desk.lines[-1].count("coin") == 7 and "monkey" in desk.lines[-1]


def test_a_press_while_dice_are_in_the_hand_does_not_stop() -> None:
    desk = desk_with("coin")
    dice = throw(desk, "4 coin 2 monkey 2 sabre")
    desk.lift(*dice[4:])
    desk.rest()
    desk.press("Anne")
    assert desk.moments()[-1] == "hint" and len(desk.lines) == 2


def test_undo_crosses_the_end_of_the_turn_and_asks_for_the_dice_as_they_were() -> None:
    desk = desk_with("coin")
    dice = throw(desk, "4 coin 2 monkey 2 sabre")
    desk.press("Anne")
    desk.table.hear(Undo(desk.now))
    assert desk.state.scores == (0, 0) and desk.task == "choose"
    desk.lift(*dice[:2])
    desk.table.hear(Undo(desk.now))
    assert desk.task == "throw" and desk.said.startswith("Anne")


def test_a_throw_taken_back_is_not_read_again_from_the_same_dice() -> None:
    desk = desk_with("coin")
    throw(desk, "4 coin 2 monkey 2 sabre")
    desk.table.hear(Undo(desk.now))
    desk.rest()
    assert desk.task == "throw" and desk.lines[-1] == "undo 1"


def test_a_correction_of_a_reading_changes_the_score() -> None:
    desk = desk_with("coin")
    throw(desk, "4 coin 2 monkey 2 sabre")
    wrong = next(i for i, face in enumerate(desk.state.turn.dice) if face == "monkey")
    desk.table.hear(Corrected(wrong, "coin", None, desk.now))
    assert desk.state.turn.dice.count(mille.Face.COIN) == 5
    desk.rest()
    assert desk.task == "choose"  # the camera still sees a monkey, and the players know better


def test_after_a_correction_the_other_dice_can_be_thrown_again() -> None:
    desk = desk_with("coin")
    dice = throw(desk, "4 coin 2 monkey 2 sabre")
    wrong = next(i for i, face in enumerate(desk.state.turn.dice) if face == "monkey")
    meant = desk.table.watched[wrong]
    desk.table.hear(Corrected(wrong, "coin", None, desk.now))
    sabres = [die for die in dice if next(d.face for d in desk.dice if d.id == die) == "sabre"]
    rethrow(desk, sabres, "coin", "coin")
    assert desk.lines[-1] == "throw coin coin" and desk.state.turn.dice.count(mille.Face.COIN) == 7
    assert desk.table.seen is not None
    assert next(die.face for die in desk.table.seen.dice if die.id == meant) == "coin"


def test_without_a_camera_a_whole_turn_is_put_in_by_hand() -> None:
    desk = desk_with("coin")
    desk.table.hear(CameraLost(Message("The camera is gone."), desk.now))
    for die, face in enumerate(["coin"] * 4 + ["monkey"] * 2 + ["sabre"] * 2):
        desk.table.hear(Corrected(die, face, None, desk.now))
    assert desk.task == "choose"
    desk.pick("die:6", "die:7", "throw")
    assert desk.task == "enter"
    for die in (6, 7):
        desk.table.hear(Corrected(die, "coin", None, desk.now))
    desk.pick("stop")
    assert desk.state.scores[0] == 2000 + 700


def test_the_last_round_and_the_winner_are_moments() -> None:
    desk = Desk(mille.GAME, MilleReferee(Random(1), "physical"), PLAYERS, Setup(target=5000))
    desk.rest()
    for _ in range(2):
        desk.pick("card:pirate")
        throw(desk, "7 coin diamond")
        desk.press(PLAYERS[desk.state.turn.seat])
        if desk.task == "over":
            break
    assert "last_round" in desk.moments() and desk.moments()[-1] == "won"


def test_what_went_to_disk_is_the_game() -> None:
    desk = desk_with("pirate")
    dice = throw(desk, "3 sabre 2 coin monkey parrot skull")
    rethrow(desk, dice[5:7], "coin", "coin")
    desk.press("Anne")
    again = records.begin(mille.GAME, PLAYERS, Setup())
    for line in desk.lines:
        again = records.add(again, records.read_entry(again, line))
    assert again.state == desk.state
