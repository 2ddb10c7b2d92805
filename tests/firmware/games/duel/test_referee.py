"""Pirates en Duel through its referee: both sides' dice on one mat, skills that throw again, picks step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firmware.books.luck import luck
from firmware.games.duel.customs import CUSTOMS
from firmware.games.duel.dice import on_table
from firmware.games.duel.hosted import HOSTED
from firmware.play.events import READING, CameraLost, Corrected, Undo
from firmware.play.referee import Lamp
from rules import record as records
from rules import text
from rules.duel.actions import Replace, Throw
from rules.duel.rules import GAME
from rules.duel.state import Die, Duel, Setup, Stage
from rules.game import SEA
from rules.say import Message
from tests.firmware.games.choices.seated import Sitting, until

NAMES = ("Anne", "Jack", "Zoé", "Louis", "Mary", "Henry")
When = Callable[[Duel], bool]


def sitting(level: int = 3, players: int = 3, seed: int = 1, *, physical: bool = False) -> Sitting:
    return Sitting(CUSTOMS, NAMES[:players], Setup(level=level), seed, physical=physical)


def come_to(there: When, level: int = 3, players: int = 3) -> Sitting:
    """The first game, by its seed, in which that comes up; the mat is looked at once more."""
    for seed in range(1, 100):
        desk = sitting(level, players, seed)
        for _ in range(1200):
            if there(desk.state):
                return desk
            if desk.task == "over":
                break
            desk.go_on()
    raise AssertionError("never came to that")


def attack(state: Duel, least: int = 3) -> bool:
    """The attacker is asked for dice, and both sides have some."""
    fight = state.fight
    return (
        state.stage is Stage.DICE
        and fight is not None
        and fight.acting == 0
        and all(least <= side.strength <= 5 for side in fight.sides)
    )


@pytest.fixture
def desk() -> Sitting:
    """A fight at level 1, before the first die; nothing lies on the mat."""
    found = come_to(attack, level=1)
    found.lift(*[die.id for die in found.dice])
    found.rest()
    return found


def strengths(desk: Sitting) -> tuple[int, int]:
    fight = desk.state.fight
    return fight.sides[0].strength, fight.sides[1].strength


def fall(desk: Sitting, body: str, *faces: str) -> list[int]:
    """Dice come to rest, each in a place of its own."""
    ids = []
    for face in faces:
        ids.append(desk.lay(face))
        desk.change(ids[-1], body=body, x_mm=60 + 15.0 * ids[-1] % 220, y_mm=30 + 31.0 * ids[-1] % 230)
    desk.rest()
    return ids


# -- the dice of a fight -----------------------------------------------------------------------------------------------


def test_the_attacker_throws_red_then_the_defender_blue_and_their_lamps_say_so(desk: Sitting) -> None:
    attacker, defender = (desk.table.players[side.seat] for side in desk.state.fight.sides)
    red, blue = strengths(desk)
    assert desk.said == f"{attacker} attacks: throw {red} red dice."
    assert desk.lamp(attacker) is Lamp.PULSING and desk.lamp(defender) is Lamp.OFF
    fall(desk, "red", *["skull"] * red)
    assert desk.lines[-1] == f"throw red {red} 0 0"
    assert desk.said == f"{defender} defends: throw {blue} blue dice."
    assert desk.lamp(defender) is Lamp.PULSING
    fall(desk, "blue", *["ship"] * blue)
    assert f"throw blue 0 {blue} 0" in desk.lines


def test_both_may_throw_at_once(desk: Sitting) -> None:
    red, blue = strengths(desk)
    for number in range(red):
        desk.change(desk.lay("skull"), body="red", x_mm=60.0 + 20 * number)
    for number in range(blue):
        desk.change(desk.lay("ship"), body="blue", x_mm=60.0 + 20 * number, y_mm=200.0)
    desk.rest()
    assert [line for line in desk.lines[-4:] if line.startswith("throw")] == [
        f"throw red {red} 0 0",
        f"throw blue 0 {blue} 0",
    ]


def test_blue_dice_alone_are_wrong_but_count_once_the_red_ones_lie_there_too(desk: Sitting) -> None:
    red, blue = strengths(desk)
    lines = len(desk.lines)
    fall(desk, "blue", *["skull"] * blue)
    assert desk.task == "fix" and desk.said.startswith("These are the wrong dice.") and len(desk.lines) == lines
    fall(desk, "red", *["blank"] * red)
    assert desk.lines[lines:][:2] == [f"throw red 0 0 {red}", f"throw blue {blue} 0 0"]


def test_too_few_dice_are_counted_aloud_until_the_last_lies_there(desk: Sitting) -> None:
    red, _ = strengths(desk)
    lines = len(desk.lines)
    fall(desk, "red", "skull", "ship")
    assert desk.said.startswith(f"2 of {red} dice lie on the track.") and desk.task == "throw"
    fall(desk, "red", *["blank"] * (red - 2))
    assert desk.lines[lines] == f"throw red 1 1 {red - 2}"


def test_one_die_too_many_is_said_and_taken_away(desk: Sitting) -> None:
    red, _ = strengths(desk)
    lines = len(desk.lines)
    ids = fall(desk, "red", *["skull"] * (red + 1))
    assert desk.task == "fix" and desk.said.startswith("Too many dice were thrown.") and len(desk.lines) == lines
    desk.lift(ids[0])
    desk.rest()
    assert desk.lines[lines] == f"throw red {red} 0 0"


def test_a_cocked_die_is_nudged_and_an_unread_one_is_told(desk: Sitting) -> None:
    red, _ = strengths(desk)
    lines = len(desk.lines)
    ids = fall(desk, "red", *["skull"] * red)
    assert len(desk.lines) > lines
    desk.table.hear(Undo(desk.now))
    desk.lift(*ids)
    desk.rest()
    lines = len(desk.lines)
    ids = [*fall(desk, "red", *["ship"] * (red - 1)), desk.lay(None, state="cocked")]
    desk.change(ids[-1], body="red")
    desk.rest()
    assert desk.task == "jiggle" and len(desk.lines) == lines
    desk.change(ids[-1], state="unsure", reason=Message("it cannot be read"))
    desk.rest()
    assert desk.task == "ask" and len(desk.lines) == lines
    desk.table.hear(Corrected(READING, "blank", None, desk.now))
    assert desk.lines[lines] == f"throw red 0 {red - 1} 1"


def test_red_dice_that_the_blue_ones_push_are_neither_wrong_nor_thrown_again(desk: Sitting) -> None:
    red, blue = strengths(desk)
    ids = fall(desk, "red", *["skull"] * red)
    lines = len(desk.lines)
    desk.change(ids[0], x_mm=280.0, y_mm=280.0)
    desk.change(ids[1], x_mm=250.0, y_mm=280.0, face="blank")
    fall(desk, "blue", *["blank"] * blue)
    assert desk.lines[lines] == f"throw blue 0 0 {blue}"


def test_dice_in_the_reserve_take_no_part(desk: Sitting) -> None:
    red, _ = strengths(desk)
    lines = len(desk.lines)
    ids = fall(desk, "red", *["skull"] * red)
    desk.table.hear(Undo(desk.now))
    desk.lift(*ids)
    desk.rest()
    lines = len(desk.lines)
    for _ in range(2):
        desk.change(desk.lay("ship", zone="reserve"), body="red")
    fall(desk, "red", *["blank"] * red)
    assert desk.lines[lines] == f"throw red 0 0 {red}"


def test_after_an_undo_the_dice_may_count_as_they_lie(desk: Sitting) -> None:
    red, _ = strengths(desk)
    fall(desk, "red", *["skull"] * red)
    desk.table.hear(Undo(desk.now))
    assert desk.task == "throw" and [option.key for option in desk.table.expects.options] == ["counts"]
    desk.pick("counts")
    assert desk.lines[-1] == f"throw red {red} 0 0"


def test_an_old_throw_never_counts_by_a_players_button(desk: Sitting) -> None:
    red, _ = strengths(desk)
    fall(desk, "red", *["skull"] * red)
    desk.table.hear(Undo(desk.now))
    lines = len(desk.lines)
    for name in desk.table.players:
        desk.press(name)
    assert len(desk.lines) == lines


def test_without_a_camera_every_die_is_put_in(desk: Sitting) -> None:
    red, _ = strengths(desk)
    desk.table.hear(CameraLost(Message("gone"), desk.now))
    lines = len(desk.lines)
    for number in range(red):
        assert desk.task == "enter" and len(desk.lines) == lines
        desk.table.hear(Corrected(READING, "skull" if number else "ship", None, desk.now))
    assert desk.lines[lines] == f"throw red {red - 1} 1 0"


# -- thrown again ------------------------------------------------------------------------------------------------------


def parroting(state: Duel) -> bool:
    return state.stage is Stage.PARROT and state.fight is not None and state.fight.side.dice.skulls > 1


def test_the_parrots_die_is_thrown_again_and_a_wrong_one_is_put_back() -> None:
    def both(state: Duel) -> bool:
        return parroting(state) and state.fight is not None and state.fight.side.dice.ships > 0

    desk = come_to(both, level=2, players=4)
    body = "red" if desk.state.fight.acting == 0 else "blue"
    skulls = desk.state.fight.side.dice.skulls
    desk.pick("face:skull")
    assert desk.said.endswith(f"throw that one {body} die again.")
    lines = len(desk.lines)
    wrong = next(die for die in desk.dice if die.body == body and die.face == "ship")
    desk.lift(wrong.id)
    desk.rest()
    again = fall(desk, body, "blank")
    assert desk.task == "fix" and "The wrong die was thrown again" in desk.said and len(desk.lines) == lines
    desk.lift(*again)
    fall(desk, body, "ship")  # put back as it was
    right = next(die for die in desk.dice if die.body == body and die.face == "skull")
    desk.lift(right.id)
    desk.rest()
    fall(desk, body, "blank")
    assert desk.lines[lines] == f"throw {body} 0 0 1"
    assert sum(die.face == "skull" for die in desk.dice if die.body == body) == skulls - 1


def test_a_kept_die_that_is_only_pushed_does_not_matter() -> None:
    desk = come_to(parroting, level=2, players=4)
    body = "red" if desk.state.fight.acting == 0 else "blue"
    desk.pick("face:skull")
    lines = len(desk.lines)
    mine = [die for die in desk.dice if die.body == body and die.face == "skull"]
    desk.lift(mine[0].id)
    desk.rest()
    desk.change(mine[1].id, x_mm=285.0, y_mm=280.0)
    fall(desk, body, "ship")
    assert desk.lines[lines] == f"throw {body} 0 1 0"


def test_the_marmoset_wants_all_but_the_blanks() -> None:
    def cursed(state: Duel) -> bool:
        return state.stage is Stage.MARMOSET and state.fight is not None and state.fight.side.dice.blanks > 0

    desk = come_to(cursed, level=2, players=4)
    body, count = ("red" if desk.state.fight.acting == 0 else "blue"), desk.state.fight.side.missing
    assert desk.said.startswith("The marmoset!")
    blank = next(die for die in desk.dice if die.body == body and die.face == "blank")
    lines = len(desk.lines)
    loose = [die.id for die in desk.dice if die.body == body and die.face != "blank"][:count]
    desk.lift(*loose[1:], blank.id)  # the blank one instead of one that has to be thrown
    desk.rest()
    thrown = fall(desk, body, *["skull"] * count)
    assert desk.task == "fix" and len(desk.lines) == lines
    desk.lift(*thrown, loose[0])
    fall(desk, body, "blank")
    fall(desk, body, *["skull"] * count)
    assert desk.lines[lines] == f"throw {body} {count} 0 0"


def test_a_skills_single_die_is_thrown_by_its_owner() -> None:
    desk = come_to(lambda state: state.stage is Stage.TAVERN, level=2, players=4)
    owner = desk.state.turn.asked[-1]
    assert desk.table.expects.seats == (owner,)
    desk.pick("tavern")
    assert desk.table.expects.seats == (owner,) and "throw one blue die" in desk.said
    fall(desk, "blue", "skull")
    assert desk.state.stage is Stage.IMPOSE


# -- corrections -------------------------------------------------------------------------------------------------------


def test_a_red_die_is_corrected_while_the_blue_ones_are_awaited(desk: Sitting) -> None:
    red, _ = strengths(desk)
    fall(desk, "red", *["skull"] * red)
    dice = on_table(desk.table.record)
    assert [(die.body, die.face) for die in dice] == [("red", "skull")] * red
    desk.table.hear(Corrected(0, "blank", None, desk.now))
    assert desk.lines[-1].startswith("correct") and desk.lines[-1].endswith(f"throw red {red - 1} 0 1")
    assert desk.state.fight.sides[0].dice.blanks == 1


def test_a_die_of_a_fight_that_is_over_can_still_be_corrected(desk: Sitting) -> None:
    red, blue = strengths(desk)
    fall(desk, "red", *["blank"] * red)
    fall(desk, "blue", *["blank"] * blue)
    ended = desk.state
    assert ended.fight is None
    desk.table.hear(Corrected(0, "skull", None, desk.now))
    assert desk.state.stage is Stage.LOSSES and desk.state.fight.side.due == 1


def test_the_die_that_the_parrot_threw_is_known_apart() -> None:
    desk = come_to(parroting, level=2, players=4)
    body = "red" if desk.state.fight.acting == 0 else "blue"
    before = [die for die in on_table(desk.table.record) if die.body == body]
    desk.pick("face:skull")
    assert len([die for die in on_table(desk.table.record) if die.body == body]) == len(before) - 1
    desk.throw(["blank"], body)
    last = [die for die in on_table(desk.table.record) if die.body == body][-1]
    assert last.face == "blank" and last.entry > before[0].entry


def test_a_die_that_is_not_there_is_a_hint(desk: Sitting) -> None:
    lines = len(desk.lines)
    desk.table.hear(Corrected(40, "skull", None, desk.now))
    desk.table.hear(Corrected(0, "kraken", None, desk.now))
    assert len(desk.lines) == lines and desk.moments()[-2:] == ["hint", "hint"]


# -- choices -----------------------------------------------------------------------------------------------------------


def test_a_recruit_for_a_full_ship_is_chosen_in_two_picks_with_a_way_back() -> None:
    def full(state: Duel) -> bool:
        return state.stage is Stage.RECRUIT and all(
            ship.is_full for ship in state.ships if ship.seat == state.turn.seat
        )

    desk = come_to(full, level=1)
    first = desk.table.expects.options[0].key
    assert [option.key.split(":")[0] for option in desk.table.expects.options] == ["open"] * len(desk.state.open)
    desk.pick(first)
    assert desk.said == f"Whose place shall {first.removeprefix('open:')} take?"
    assert [option.key for option in desk.table.expects.options][-2:] == ["away", "back"]
    desk.pick("back")
    assert desk.table.expects.options[0].key == first
    desk.pick(first)
    old = next(option.key for option in desk.table.expects.options if option.key.startswith("crew:"))
    desk.pick(old)
    assert desk.lines[-1] == text.write_action(Replace(first[5:], old[5:]), desk.table.players)


def test_with_two_ships_a_recruit_goes_to_the_free_one_or_takes_a_place_on_the_full_one() -> None:
    def one_is_full(state: Duel) -> bool:
        own = [ship.is_full for ship in state.ships if ship.seat == state.turn.seat and ship.crew]
        return state.stage is Stage.RECRUIT and sorted(own) == [False, True]

    desk = come_to(one_is_full, level=1, players=2)
    new = desk.state.open[0]
    desk.pick(f"open:{new}")
    assert desk.said == f"Where shall {new} go: the free ship, or whose place?"
    free = next(ship for ship in desk.state.ships if ship.seat == desk.state.turn.seat and not ship.is_full)
    desk.pick(f"ship:{free.colour.value}")
    assert new in next(ship.crew for ship in desk.state.ships if ship.colour is free.colour)


def test_the_rowing_boat_takes_three_picks() -> None:
    desk = come_to(lambda state: state.stage is Stage.ROW, players=4)
    keys = {option.key for option in desk.table.expects.options}
    assert keys == {"swap", "pass"}
    desk.pick("swap")
    mine = desk.table.expects.options[0].key
    desk.pick(mine)
    theirs = desk.table.expects.options[0].key
    desk.pick(theirs)
    assert desk.state.turn.rowed


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 5)])
def test_every_choice_is_offered_step_by_step_and_every_legal_action_can_be_reached(players: int, seed: int) -> None:
    """At every moment of a game: the paths of picks are all different, none ends on the way to another, and they
    lead to what they stand for."""
    desk, seen = sitting(3, players, seed), 0
    for _ in range(700):
        if desk.task == "over":
            break
        state = desk.state
        if GAME.actor(state) is not SEA:
            paths = {CUSTOMS.steps.path(state, action): action for action in GAME.legal(state)}
            assert len(paths) == len(list(GAME.legal(state)))
            assert not any(path[:length] in paths for path in paths for length in range(1, len(path)))
            offered = [option.key for option in desk.table.expects.options]
            assert offered == list(dict.fromkeys(path[0] for path in paths)) and len(offered) <= 16
            assert all(str(option.label) for option in desk.table.expects.options)
            seen += 1
        desk.go_on()
    assert seen > 80


def test_the_players_own_button_draws_the_card() -> None:
    desk = come_to(lambda state: state.stage is Stage.DRAW, level=1)
    lines, seat = len(desk.lines), desk.state.turn.seat
    desk.press(NAMES[(seat + 1) % 3])
    assert len(desk.lines) == lines
    desk.press(NAMES[seat])
    assert desk.lines[lines].startswith("draw ")


def test_real_cards_are_put_in_by_the_players() -> None:
    desk = sitting(level=2, players=4, physical=True)
    assert desk.said == "Turn up a pirate and put it in." and len(desk.table.expects.options) == 60
    for _ in range(6):
        desk.pick(desk.table.expects.options[3].key)
    assert desk.state.stage is Stage.FIRST_CREW
    until(desk, lambda state: state.stage is Stage.DRAW)
    assert desk.table.expects.seats == (desk.state.turn.seat,)
    desk.pick("kind:boarding")
    assert desk.said == "Which card is it?"
    card = desk.table.expects.options[1].key
    desk.pick(card)
    assert desk.lines[-1] == f"draw {card.removeprefix('card:')}"


# -- moments and luck --------------------------------------------------------------------------------------------------


def test_a_fight_is_told_from_the_attack_to_the_gold(desk: Sitting) -> None:
    red, blue = strengths(desk)
    attacker = desk.state.fight.sides[0].seat
    assert "fight" in desk.moments()
    told = len(desk.table.moments)
    fall(desk, "red", "skull", *["blank"] * (red - 1))
    fall(desk, "blue", *["blank"] * blue)
    victim = desk.table.expects.options[0].key
    desk.pick(victim)
    names = [moment.name for moment in desk.table.moments[told:] if moment.name != "played"]
    assert names[0] == "result" and "gold" in names
    result = next(moment for moment in desk.table.moments[told:] if moment.name == "result")
    assert result["winner"] == attacker and [len(side.lost) for side in result["fight"].sides] == [0, 1]


def test_moments_never_fail_and_nobody_is_out_twice() -> None:
    gone = 0
    for seed in range(4):
        desk = sitting(3, 3 + seed % 4, seed + 1)
        for _ in range(2500):
            if desk.task == "over":
                break
            desk.go_on()
        told = [str(moment.message) for moment in desk.table.moments if moment.name in ("out", "sunk")]
        out = [said for said in told if said.endswith("is out of the game.")]
        assert desk.moments()[-1] == "won" and len(out) == len(set(out))
        gone += len(out)
    assert gone > 0


def test_luck_is_blanks_that_did_not_come_and_skills_that_worked() -> None:
    record = come_to(attack, level=1).table.record
    red, blue = (side.strength for side in record.state.fight.sides)
    attacker, defender = (side.seat for side in record.state.fight.sides)
    before = luck(record, HOSTED.luck)
    thrown = records.play(record, Throw(Die.RED, red, 0, 0))
    thrown = records.play(thrown, Throw(Die.BLUE, 0, 0, blue))
    after = luck(thrown, HOSTED.luck)
    assert _more(before, after, attacker) == pytest.approx(red / 6)
    assert _more(before, after, defender) == pytest.approx(blue / 6 - blue)


def _more(before: Any, after: Any, seat: int) -> float:
    return float(after[seat] - before[seat])
