"""Cards of a made-up box: taught from photos, then seen in other light, in part, upside down."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from firmware.practice.house_dice import profile_of
from rules.say import Trouble
from vision.cards import deck, learn
from vision.cards.faces import Faces
from vision.cards.plane import Plane
from vision.cards.sight import Sight
from vision.cards.watch import CardWatcher
from vision.mat import geometry
from vision.mat.pose import Pose, find_pose
from vision.read import read
from vision.seen import Card
from vision.synth import box
from vision.synth.camera import above
from vision.synth.cards import card as printed
from vision.synth.render import Array, Renderer, Scene
from vision.synth.stage import LIGHTS, Print, Thing

SEED = 3
SPOTS = [(88.0 + 86 * (k % 3), 80.0 + 134 * (k // 3)) for k in range(6)]
NAMES = ("one", "two", "three", "four", "five", "back")


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(geometry.load())


def lying(renderer: Renderer, *cards: tuple[Print, float, float, float], light: str = "ceiling") -> Array:
    things = tuple(Thing("card", x, y, turn, print=print_) for print_, x, y, turn in cards)
    camera = above(height=590.0, tilt_x=1.5, tilt_y=-2.0)
    return renderer.render(Scene(things=things, camera=camera, light=LIGHTS[light]), seed=4)


def photo(renderer: Renderer, some: tuple[Print, ...]) -> Array:
    cards = [(print_, *spot, 3.0) for print_, spot in zip(some, SPOTS, strict=False)]
    return lying(renderer, *cards, light="enrol")


@pytest.fixture(scope="module")
def faces(renderer: Renderer) -> Faces:
    some = (*box.deck(SEED)[:5], box.back(SEED))
    return learn.taught({"all.jpg": (photo(renderer, some), NAMES)}, Plane(renderer.mat))


def seen(renderer: Renderer, faces: Faces, frame: Array) -> tuple[Card, ...]:
    return Sight(renderer.mat, faces).cards(frame, pose_in(renderer, frame))


def pose_in(renderer: Renderer, frame: Array) -> Pose:
    pose = find_pose(frame, renderer.mat)
    assert pose is not None
    return pose


def test_six_cards_in_one_photo_have_their_names_in_the_order_one_reads(faces: Faces) -> None:
    assert faces.names == NAMES
    assert (faces.width, faces.height) == pytest.approx((box.deck(SEED)[0].width, box.deck(SEED)[0].height), abs=1.5)


@pytest.mark.parametrize("light", ["window", "warm", "dim", "hardlight"])
def test_a_taught_card_is_known_where_it_lies_in_other_light_at_any_turn(
    renderer: Renderer, faces: Faces, light: str
) -> None:
    cards = box.deck(SEED)
    laid = ((cards[0], 120.0, 110.0, 200.0), (cards[3], 240.0, 190.0, 75.0), (cards[4], 455.0, 150.0, 20.0))
    found = {card.name: card for card in seen(renderer, faces, lying(renderer, *laid, light=light))}
    assert set(found) == {"one", "four", "five"}
    for name, (_, x, y, turn) in zip(("one", "four", "five"), laid, strict=True):
        card = found[name]
        assert np.hypot(card.x_mm - x, card.y_mm - y) < 3
        assert abs((card.turn_deg - turn + 180) % 360 - 180) < 4
    assert found["five"].zone == "off", "beside the mat"


def test_half_a_card_under_another_is_known_and_the_one_upon_it_is_asked_about_at_most(
    renderer: Renderer, faces: Faces
) -> None:
    strange = box.deck(SEED + 1)[7]
    frame = lying(renderer, (box.deck(SEED)[1], 150.0, 150.0, 10.0), (strange, 185.0, 165.0, 60.0))
    assert [card.name for card in seen(renderer, faces, frame) if card.known] == ["two"]


def test_cards_of_another_box_are_never_named(renderer: Renderer, faces: Faces) -> None:
    for start in range(0, 12, 3):
        laid = [(box.deck(SEED + 2)[start + k], 90.0 + 90 * k, 150.0, 40.0 * k) for k in range(3)]
        assert not any(card.known or card.back for card in seen(renderer, faces, lying(renderer, *laid)))


def test_a_back_is_said_to_be_one_and_a_printed_card_stays_a_printed_one(renderer: Renderer, faces: Faces) -> None:
    frame = lying(renderer, (box.back(SEED), 120.0, 140.0, 30.0), (printed(9), 230.0, 140.0, 80.0))
    found = seen(renderer, faces, frame)
    assert [(card.number, card.name, card.back) for card in found] == [(9, None, False), (None, None, True)]


def test_a_watcher_tells_a_taught_card_by_its_name(renderer: Renderer, faces: Faces) -> None:
    frame = lying(renderer, (box.deck(SEED)[2], 150.0, 150.0, 100.0))
    watcher, pose = CardWatcher(renderer.mat, faces), pose_in(renderer, frame)
    assert watcher.look(frame, pose, settled=True) is None
    told = watcher.look(frame, pose, settled=False)
    assert told is not None and [card.name for card in told] == ["three"]


def test_what_is_printed_on_a_taught_card_is_no_die(renderer: Renderer) -> None:
    """Its pictures look like dice that cannot be read."""
    profile = profile_of("corsair", renderer.mat)
    counts = []
    for start in (0, 3):
        some = box.deck(SEED + 4)[start : start + 3]
        known = learn.taught({"x.jpg": (photo(renderer, some), ("a", "b", "c"))}, Plane(renderer.mat))
        frame = lying(renderer, *((print_, 95.0 + 85 * k, 150.0, 25.0 * k) for k, print_ in enumerate(some)))
        counts.append(
            [len(read(frame, profile, renderer.mat, sight=s).dice) for s in (None, Sight(renderer.mat, known))]
        )
    without, with_ = (sum(each) for each in zip(*counts, strict=True))
    assert without > 0 and with_ == 0


def test_a_photo_with_other_cards_than_its_name_says_is_told_with_both_numbers(renderer: Renderer) -> None:
    with pytest.raises(Trouble, match=r"mine\.jpg: 3 cards .* its name says 4"):
        learn.taught({"mine.jpg": (photo(renderer, box.deck(SEED)[:3]), ("a", "b", "c", "d"))}, Plane(renderer.mat))


def test_two_cards_that_look_the_same_need_the_same_name(renderer: Renderer) -> None:
    view = photo(renderer, box.deck(SEED)[:1])
    with pytest.raises(Trouble, match="'a' and 'b' look the same"):
        learn.taught({"x.jpg": (view, ("a",)), "y.jpg": (view, ("b",))}, Plane(renderer.mat))
    twice = learn.taught({"x.jpg": (view, ("a",)), "y.jpg": (view, ("a",))}, Plane(renderer.mat))
    assert twice.names == ("a", "a")


def test_cards_are_kept_in_a_file_and_joined_one_after_the_other(
    renderer: Renderer, faces: Faces, tmp_path: Path
) -> None:
    deck.save(faces, tmp_path / "mine.cards")
    again = deck.load(tmp_path / "mine.cards")
    assert again.names == faces.names and np.abs(again.pictures - faces.pictures).max() < 1
    more = learn.taught({"x.jpg": (photo(renderer, box.deck(SEED)[7:8]), ("eight",))}, Plane(renderer.mat))
    assert learn.joined(again, more).names == (*NAMES, "eight")


def test_an_empty_mat_bears_no_cards(renderer: Renderer, faces: Faces) -> None:
    assert seen(renderer, faces, lying(renderer)) == ()
