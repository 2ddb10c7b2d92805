from __future__ import annotations

import pytest

from ui import motion
from ui.motion import LONGEST, Motions, Tween


@pytest.mark.parametrize("ease", (motion.linear, motion.out, motion.in_out, motion.back))
def test_every_ease_starts_at_nothing_and_ends_at_all(ease: motion.Ease) -> None:
    assert ease(0) == pytest.approx(0, abs=1e-9) and ease(1) == pytest.approx(1)


def test_a_hop_ends_where_it_began() -> None:
    assert motion.hop(0) == motion.hop(1) == 0 and motion.hop(0.5) == 1


def test_a_motion_eases_out_and_rests() -> None:
    tween = Tween(10.0, 0.4)
    assert tween.share(9.0) == 0
    assert tween.share(10.2) > 0.8  # quick at first
    assert tween.share(10.4) == tween.share(99) == 1
    assert not tween.done(10.39) and tween.done(10.4)


def test_any_press_skips_all_motions_and_says_whether_there_were_any() -> None:
    motions = Motions()
    assert not motions.skip()
    motions.start("sail", 0.0, 1.0)
    assert motions.share("sail", 0.1) < 1 and motions.busy(0.1)
    assert motions.skip()
    assert motions.share("sail", 0.1) == 1 and not motions.busy(0.1)


def test_no_motion_keeps_the_players_waiting_for_longer_than_allowed() -> None:
    motions = Motions()
    motions.start("endless", 0.0, 60.0)
    motions.start("late", 0.0, 2.0, delay=2.0)
    assert motions.share("endless", LONGEST) == 1
    assert motions.share("late", LONGEST) == 1
    assert not motions.busy(LONGEST)


def test_what_never_began_is_at_rest() -> None:
    assert Motions().share("nothing", 5.0) == 1
    assert Motions().share("nothing", 5.0, rest=0.0) == 0


def test_where_little_is_to_move_everything_is_at_its_end_at_once() -> None:
    motions = Motions(still=True)
    motions.start("pawn", 1.0, 2.0)
    assert motions.share("pawn", 1.0) == 1.0 and not motions.busy(1.0)
