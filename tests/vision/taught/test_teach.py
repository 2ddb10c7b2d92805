"""Teaching from photos: what a profile learns, and that every bad photo is named with what is wrong with it."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from rules.say import Trouble
from tests.vision.pictures import DICE, MAT, photos, scene, taught
from vision.picture.views import Square
from vision.read import read
from vision.synth.camera import above
from vision.synth.data import write
from vision.synth.dice import Placed, corsair, foreign
from vision.synth.render import Renderer, Scene
from vision.synth.roll import free_spot
from vision.taught.profile import KINDS, Kind
from vision.taught.teach import COLOURS, WORDS, Sample, _colours, teach


def refusal(changed: dict[str, Any], kind: Kind = "corsair") -> str:
    with pytest.raises(Trouble) as trouble:
        teach({**photos(kind), **changed}, kind, "mine", MAT)
    return str(trouble.value)


@pytest.mark.parametrize(("kind", "edge"), [("corsair", 16.5), ("twelve", 16.0), ("duel", 18.0)])
def test_the_size_of_the_dice_is_learned_from_the_photos(kind: Kind, edge: float) -> None:
    assert taught(kind).edge_mm == pytest.approx(edge, rel=0.02)


def test_a_corsair_set_has_six_faces_and_one_body() -> None:
    assert sorted(taught("corsair").faces) == ["coin", "diamond", "monkey", "parrot", "sabre", "skull"]
    assert len(taught("corsair").bodies) == 1


def test_a_series_set_learns_all_six_colours_of_each_symbol() -> None:
    profile = taught("twelve")
    assert profile.colours == ("black", "red", "green", "blue", "yellow", "purple")
    assert profile.colour_tones.shape == (6, 6, 3)
    apart = np.linalg.norm(profile.colour_tones[:, :, None] - profile.colour_tones[:, None], axis=-1)
    assert (apart + np.eye(6) * 9).min() > 0.2


def without_a_symbol(photo: NDArray[Any], image: str, which: int) -> NDArray[Any]:
    """A photo of series dice, one of whose tops is as white as a mirrored lamp."""
    labels = json.loads((DICE / "twelve" / "enrol" / "labels.json").read_text(encoding="utf-8"))
    die = next(label for label in labels if label["image"] == image)["dice"][which]
    quad = np.array(die["quad_px"])
    quad = quad.mean(0) + 0.8 * (quad - quad.mean(0))
    return cv2.fillConvexPoly(photo.copy(), np.rint(quad).astype(np.int32), (252, 252, 252), cv2.LINE_AA)


def test_a_series_die_that_mirrors_the_lamp_does_not_spoil_its_photo() -> None:
    taken = photos("twelve")
    profile = teach({**taken, "palm": without_a_symbol(taken["palm"], "palm.jpg", 2)}, "twelve", "mine", MAT)
    assert np.linalg.norm(profile.colour_tones - taught("twelve").colour_tones, axis=2).max() < 0.3
    shown, as_before = (read(scene("twelve", "006")[0], dice, MAT).dice for dice in (profile, taught("twelve")))
    assert Counter((die.face, die.colour) for die in shown) == Counter((die.face, die.colour) for die in as_before)


def test_a_series_photo_in_which_half_the_dice_cannot_be_seen_is_named() -> None:
    palm = photos("twelve")["palm"]
    for which in range(3):
        palm = without_a_symbol(palm, "palm.jpg", which)
    assert "'palm' shows" in refusal({"palm": palm}, "twelve")


def inked(word: str, thick: float) -> Sample:
    tone = thick * np.array(WORDS[word])
    return Sample(Square(0.0, 0.0, 0.0), np.zeros(1), 1.0, tone, np.zeros(3), np.zeros(3))


def seconds_for(photos: dict[str, list[Sample]]) -> tuple[float, NDArray[Any]]:
    began = time.process_time()
    tones = _colours(photos)
    return time.process_time() - began, tones


def test_twice_as_many_dice_in_each_photo_do_not_take_a_thousand_times_as_long() -> None:
    """Which die is which is an assignment: trying every order of twelve dice took fourteen seconds."""
    photos = {f"face {number}": [inked(word, 1 + number / 20) for word in COLOURS] for number in range(6)}
    twice = {face: [*dice, *(inked(word, 0.2) for word in COLOURS)] for face, dice in photos.items()}
    few, tones = min((seconds_for(photos) for _ in range(3)), key=lambda each: each[0])
    many, tones_of_twice = seconds_for(twice)
    assert many < 60 * few
    assert np.array_equal(tones, tones_of_twice), "the dice whose ink shows best are those of the six colours"


def test_a_duel_set_knows_its_red_and_its_blue_dice_and_their_blank_faces() -> None:
    profile = taught("duel")
    assert set(profile.bodies) == {"red", "blue"}
    assert [face for face, blank in zip(profile.faces, profile.moulds.blank, strict=True) if blank] == ["blank"] * 2


def test_a_photo_with_another_face_among_its_dice_is_named() -> None:
    labels = json.loads((DICE / "corsair" / "enrol" / "labels.json").read_text(encoding="utf-8"))
    spots = {label["image"]: label["dice"] for label in labels}
    skull, coin = photos("corsair")["skull"], photos("corsair")["coin"]
    x, y = (int(v) for v in spots["skull.jpg"][0]["top_px"])  # near each other: a die from elsewhere shows other sides
    u, v = (int(v) for v in spots["coin.jpg"][0]["top_px"])
    skull[y - 45 : y + 45, x - 45 : x + 45] = coin[v - 45 : v + 45, u - 45 : u + 45]
    assert "'skull' also shows 'coin'" in refusal({"skull": skull})


def test_a_blurred_photo_is_named() -> None:
    assert "'coin' is blurred" in refusal({"coin": cv2.GaussianBlur(photos("corsair")["coin"], (0, 0), 4)})


def test_a_photo_moved_while_it_was_taken_is_named() -> None:
    trembled = cv2.filter2D(photos("corsair")["coin"], -1, np.ones((1, 13)) / 13)
    assert "'coin' is blurred" in refusal({"coin": trembled})


def test_two_photos_of_one_face_are_named_both() -> None:
    told = refusal({"coin": photos("corsair")["skull"]})
    assert "'coin'" in told and "'skull'" in told and "alike" in told


def test_a_photo_without_the_mat_is_named() -> None:
    assert "'parrot'" in refusal({"parrot": np.full((900, 1600, 3), 90, np.uint8)})


def lone_die() -> NDArray[Any]:
    cube = corsair()[0]
    x, y = free_spot([], cube.edge, MAT.zones["track"], np.random.default_rng(1))
    return np.asarray(Renderer(MAT).render(Scene((Placed(cube, 0, x, y),), camera=above(size=(1600, 900))), 1))


def test_a_photo_with_one_die_only_is_named() -> None:
    assert "'sabre' shows one die only" in refusal({"sabre": lone_die()})


def test_one_photo_is_too_few_to_teach_from() -> None:
    with pytest.raises(Trouble, match="at least two faces"):
        teach({"skull": photos("corsair")["skull"]}, "corsair", "mine", MAT)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "body", "edge"), [("corsair", "black", 18.0), ("corsair", "blue", 20.0),
                                                    ("twelve", "cream", 14.5), ("pips", "red", 16.0)])  # fmt: skip
def test_dice_of_other_art_and_sizes_are_taught_and_read(tmp_path: Any, kind: Kind, body: str, edge: float) -> None:
    assert kind in KINDS
    home = write(tmp_path, kind, foreign(kind, seed=7, body=body, edge=edge), MAT, seed=7, scenes=2)
    enrolled = {path.stem: cv2.imread(str(path)) for path in sorted((home / "enrol").glob("*.jpg"))}
    profile = teach({face: photo for face, photo in enrolled.items() if photo is not None}, kind, "foreign", MAT)
    assert profile.edge_mm == pytest.approx(edge, rel=0.04)
    right = wrong = plain = 0
    for label in sorted((home / "scenes").glob("*.json")):
        truth = json.loads(label.read_text(encoding="utf-8"))
        frame = cv2.imread(str(label.with_suffix(".jpg")))
        assert frame is not None
        plain += sum(d["state"] == "flat" and d["visible"] > 0.9 and d["zone"] != "off" for d in truth["dice"])
        for die in read(frame, profile, MAT).dice:
            far = [np.hypot(t["x_mm"] - die.x_mm, t["y_mm"] - die.y_mm) for t in truth["dice"]]
            lies = truth["dice"][int(np.argmin(far))]
            right += die.face == lies["face"] and die.colour == lies["colour"]
            wrong += die.face is not None and die.face != lies["face"]
    assert plain > 5 and wrong == 0 and right >= 0.85 * plain
