"""A die in doubt: what several looks say of it on the whole, and what the set is known to hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.say import Message
from vision.seen import Die
from vision.time.doubt import against_the_set, fused, in_doubt

SKULL = Die("skull", "red", "white", 100.0, 120.0, "track", "flat", 0.9)
ASKED = replace(SKULL, face=None, colour=None, state="cocked", reason=Message("It does not lie flat."))
COLOURS = ("black", "red", "green", "blue", "yellow", "purple")


def seen(chance: float) -> Die:
    """A flat die as one look gives it, that holds it for flat with this chance."""
    return replace(SKULL, confidence=chance) if chance > 0.5 else replace(ASKED, confidence=1 - chance)


@pytest.mark.parametrize(
    ("chances", "state"),
    [((0.3, 0.8, 0.9, 0.7), "flat"), ((0.45, 0.6, 0.55, 0.6), "flat"), ((0.1, 0.6, 0.2, 0.3), "cocked"),
     ((0.2, 0.1, 0.3, 0.2), "cocked")],
)  # fmt: skip
def test_a_die_is_what_the_looks_say_of_it_on_the_whole(chances: tuple[float, ...], state: str) -> None:
    (die,) = fused([(seen(chance),) for chance in chances])
    assert die.state == state
    assert (die.face is None) == (state != "flat")


def test_a_die_that_two_looks_name_differently_is_asked_about() -> None:
    (die,) = fused([(SKULL,), (replace(SKULL, face="ship"),), (SKULL,)])
    assert die.face is None and die.state == "unsure" and die.reason is not None


def test_what_shows_in_one_look_of_three_is_no_die() -> None:
    ghost = replace(ASKED, x_mm=200.0)
    assert [die.x_mm for die in fused([(SKULL, ghost), (SKULL,), (SKULL,)])] == [100.0]


def test_each_of_two_dice_that_touch_stays_itself_over_the_looks() -> None:
    beside = replace(SKULL, face="ship", x_mm=116.0)
    dice = fused([(SKULL, beside), (beside, SKULL), (SKULL, beside)])
    assert sorted((die.x_mm, die.face or "") for die in dice) == [(100.0, "skull"), (116.0, "ship")]


def test_a_single_look_is_taken_as_it_is() -> None:
    assert fused([(SKULL, ASKED)]) == (SKULL, ASKED)


def test_only_dice_in_the_zones_are_in_doubt() -> None:
    assert in_doubt([SKULL, ASKED])
    assert not in_doubt([SKULL, replace(ASKED, zone="off")])


def test_of_three_dice_that_show_what_two_of_the_set_have_the_least_sure_is_asked_about() -> None:
    dice = [replace(SKULL, x_mm=100.0 + 40 * i, confidence=c) for i, c in enumerate((0.9, 0.6, 0.99))]
    known = against_the_set(dice, "twelve")
    assert [die.face for die in known] == ["skull", None, "skull"]
    assert known[1].reason is not None


def test_two_dice_alike_and_any_number_of_another_set_are_as_they_are() -> None:
    two = [SKULL, replace(SKULL, x_mm=150.0)]
    assert against_the_set(two, "twelve") == tuple(two)
    eight = [replace(SKULL, colour=None, x_mm=30.0 * i) for i in range(8)]
    assert against_the_set(eight, "corsair") == tuple(eight)
    assert against_the_set([replace(die, face="6") for die in eight], "pips")[7].face == "6"


def test_a_ninth_of_eight_dice_is_asked_about() -> None:
    nine = [replace(SKULL, colour=None, x_mm=30.0 * i, confidence=0.9 + 0.01 * i) for i in range(9)]
    assert [i for i, die in enumerate(against_the_set(nine, "corsair")) if die.face is None] == [0]


def test_knowledge_names_no_die() -> None:
    """Eleven of the twelve are known; the twelfth stays what was seen of it."""
    dice = [Die("ship", colour, "white", 30.0 * i, 50.0, "track", "flat", 0.9) for i, colour in enumerate(COLOURS)]
    assert against_the_set([*dice, ASKED], "twelve")[-1] is ASKED
