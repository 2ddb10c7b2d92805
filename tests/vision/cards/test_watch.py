from __future__ import annotations

from dataclasses import replace

import pytest

from vision.cards.lying import cards
from vision.cards.marks import Mark
from vision.cards.watch import CardWatcher
from vision.mat import geometry
from vision.mat.geometry import Mat
from vision.mat.pose import Pose, find_pose
from vision.seen import Card, covers
from vision.synth.camera import above
from vision.synth.cards import card
from vision.synth.render import Array, Renderer, Scene
from vision.synth.stage import Thing

CAMERA = above(height=600.0)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(geometry.load())


@pytest.fixture(scope="module")
def mat() -> Mat:
    return geometry.load()


def frame_of(renderer: Renderer, *lying: tuple[int, float, float]) -> tuple[Array, Pose]:
    import cv2

    things = tuple(Thing("card", x, y, 20.0, print=card(number)) for number, x, y in lying)
    frame = renderer.render(Scene(things=things, camera=CAMERA), seed=3)
    pose = find_pose(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), renderer.mat)
    assert pose is not None
    return frame, pose


def numbers(found: tuple[Card, ...] | None) -> list[int | None] | None:
    return None if found is None else [each.number for each in found]


def test_two_marks_a_cards_corners_apart_are_one_card_and_one_alone_is_a_hidden_one(mat: Mat) -> None:
    marks = [
        Mark(5, 100, 100, 0, 0.9),
        Mark(5, 147, 172, 180, 0.9),
        Mark(9, 150, 60, 0, 0.9),
        Mark(5, 330, 220, 0, 0.9),
    ]
    found = cards(marks, mat)
    assert [(each.number, each.zone) for each in found] == [(5, "track"), (5, "island"), (9, "track")]
    assert found[0].x_mm == pytest.approx(122.8, abs=1) and (found[0].width_mm, found[0].height_mm) == (63, 88)


@pytest.mark.parametrize("hidden", [0, 1])
def test_either_mark_alone_says_where_all_of_the_card_lies(mat: Mat, hidden: int) -> None:
    """Of two marks turned alike nobody can say which corner one is in: the card was placed a card's length off."""
    both = [Mark(5, 100, 100, 0, 0.9), Mark(5, 100 + 63 - 17.4, 100 + 88 - 17.4, 180, 0.9)]
    (whole,) = cards(both, mat)
    (half,) = cards([both[1 - hidden]], mat)
    assert (half.x_mm, half.y_mm) == pytest.approx((whole.x_mm, whole.y_mm), abs=0.1)


def test_two_copies_of_a_card_that_lie_side_by_side_are_two(mat: Mat) -> None:
    """Their marks are nearer to each other than those of one card are."""
    marks = [Mark(5, x + dx, 100 + dy, turn, 0.9) for x in (100, 189) for dx, dy, turn in ((0, 47, 270), (72, 0, 90))]
    marks += [Mark(5, 300, 100, 0, 0.9), Mark(5, 347, 172, 0, 0.9)]
    assert len(cards(marks, mat)) == 4


def test_what_looks_like_a_mark_in_the_middle_of_a_card_is_none(mat: Mat) -> None:
    """The figures of a rendered card did once."""
    marks = [Mark(19, 100, 100, 0, 0.9), Mark(19, 147, 172, 180, 0.9), Mark(239, 124, 136, 90, 0.71)]
    assert numbers(cards(marks, mat)) == [19]
    assert numbers(cards([*marks, Mark(7, 230, 130, 0, 0.71)], mat)) == [7, 19], "half hidden beside it is one"


def test_a_die_upon_a_card_is_told_from_one_beside_it() -> None:
    card = Card(3, 100, 100, "track", turn_deg=90)
    assert covers(card, 140, 100) and not covers(card, 100, 140)
    assert covers(replace(card, turn_deg=0), 100, 140)
    assert covers(replace(card, turn_deg=45), 128, 128) is False


def test_a_card_is_said_once_when_two_looks_agree(renderer: Renderer, mat: Mat) -> None:
    watcher, (frame, pose) = CardWatcher(mat), frame_of(renderer, (3, 150, 150))
    assert watcher.look(frame, pose, settled=False) is None, "a hand may be there"
    assert watcher.look(frame, pose, settled=True) is None, "one look is not enough"
    assert numbers(watcher.look(frame, pose, settled=False)) == [3]
    assert watcher.look(frame, pose, settled=True) is None
    assert watcher.look(frame, pose, settled=False) is None, "nothing has changed"


def test_the_same_card_laid_elsewhere_and_one_more_are_news(renderer: Renderer, mat: Mat) -> None:
    watcher = CardWatcher(mat)
    for lying, said in (
        (((3, 150, 150),), [3]),
        (((3, 230, 150),), [3]),
        (((3, 230, 150), (7, 100, 100)), [3, 7]),
        ((), []),
    ):
        frame, pose = frame_of(renderer, *lying)
        watcher.look(frame, pose, settled=True)
        assert numbers(watcher.look(frame, pose, settled=False)) == said
