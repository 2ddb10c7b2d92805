"""The onlooker says what the eyes would say."""

from __future__ import annotations

from random import Random

import pytest

from firmware.clock import FakeClock
from firmware.play.events import Looked
from firmware.practice.onlooker import Onlooker
from firmware.practice.session import SIZE, Look, read_by_vision
from firmware.practice.virtual import VirtualMat
from vision.mat import geometry
from vision.seen import Die, Seen
from vision.synth.dice import SETS


def laid(kind: str) -> tuple[VirtualMat, FakeClock]:
    clock = FakeClock()
    return VirtualMat(SETS[kind](), geometry.load(), clock, Random(3), SIZE), clock


def known(dice: tuple[Die, ...]) -> set[object]:
    return {(die.face, die.colour, die.body, die.zone, die.state) for die in dice}


@pytest.mark.parametrize("kind", sorted(set(SETS) - {"pips"}))  # no game is played with those yet
def test_it_tells_the_same_dice_in_the_same_phases_as_the_eyes(kind: str) -> None:
    mat, clock = laid(kind)
    told: dict[str, list[Seen]] = {"eyes": [], "onlooker": []}
    see, onlooker = read_by_vision(kind, mat.mat, cards=False), Onlooker()
    looks: dict[str, Look] = {
        "eyes": lambda laid, now: next((one.seen for one in see(laid, now) if isinstance(one, Looked)), None),
        "onlooker": onlooker.look,
    }

    def wait(seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            now = clock.advance(0.1)
            for who, look in looks.items():
                if (seen := look(mat, now)) is not None:
                    told[who].append(seen)

    mat.throw(0, 1)
    wait(4.0)
    mat.aside(0, "reserve")
    wait(2.0)
    seen, known_ = (told[who][-1] for who in looks)
    assert seen.phase == known_.phase == "settled"
    assert known(seen.dice) == known(known_.dice) and len(known_.dice) == 2
    first = [next(seen for seen in told[who] if seen.phase == "settled" and seen.dice) for who in looks]
    happened = [[change.happened for change in seen.changes] for seen in first]
    assert happened[0] == happened[1] == ["appeared", "appeared"]


def test_it_is_silent_while_nothing_changes() -> None:
    mat, clock = laid("twelve")
    onlooker = Onlooker()
    mat.throw(0)
    told = [onlooker.look(mat, clock.advance(0.1)) for _ in range(60)]
    assert [seen.phase for seen in told if seen is not None] == ["moving", "settled"]


def test_a_leaning_die_is_not_read() -> None:
    mat, clock = laid("corsair")
    onlooker = Onlooker()
    mat.put(0, "skull")
    mat.tilt(0, 25.0)
    seen = [one for one in (onlooker.look(mat, clock.advance(0.1)) for _ in range(20)) if one is not None][-1]
    assert [(die.state, die.face) for die in seen.dice] == [("cocked", None)]
