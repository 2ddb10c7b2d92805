"""The renderer: its labels are the truth about its pictures, and the same scene gives the same frame."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.mat.geometry import load
from vision.mat.pose import find_pose
from vision.synth.camera import above
from vision.synth.data import TAGS, random_scene, write
from vision.synth.dice import Placed, corsair, duel, foreign, pips, twelve
from vision.synth.glyphs import glyph
from vision.synth.render import Renderer, Scene, Veil, labels
from vision.synth.roll import throw
from vision.synth.solid import Hand
from vision.synth.stage import LIGHTS

MAT = load()
SIZE = (960, 540)
TWELVE = twelve()


def some_dice() -> tuple[Placed, ...]:
    return tuple(Placed(TWELVE[k], k % 6, 90 + 55 * (k % 4), 60 + 70 * (k // 4), rot=41 * k) for k in range(8))


def scene(*dice: Placed, **more: object) -> Scene:
    return Scene(dice, camera=above(size=SIZE, tilt_x=3, tilt_y=-2, yaw=1, k1=-0.02)).with_(**more)


def test_the_mat_is_found_where_the_camera_was_put() -> None:
    setting = scene()
    pose = find_pose(cv2.cvtColor(Renderer(MAT).render(setting), cv2.COLOR_BGR2GRAY), MAT)
    assert pose is not None and len(pose.markers) == 4
    spots = np.array([[60.0, 30], [350, 40], [200, 150], [90, 270]])
    truth = setting.camera.pixels(np.column_stack([spots, np.full(4, 16.0)]))
    assert np.abs(pose.pixels(spots, 16.0) - truth).max() < 1.5


def test_labels_say_where_the_top_of_a_die_shows() -> None:
    die = Placed(pips("black", 20)[0], 0, 150, 120, rot=30)
    bare, with_die = (Renderer(MAT).render(s, 1).astype(int) for s in (scene(), scene(die)))
    quad = np.array(labels(scene(die), MAT, "pips")["dice"][0]["quad_px"])
    changed = (np.abs(bare - with_die).max(axis=2) > 25).astype(np.uint8)
    inside = np.zeros_like(changed)
    cv2.fillConvexPoly(inside, np.rint(quad).astype(np.int32), 1)
    assert changed[inside > 0].mean() > 0.93  # all but the rounded corners


def test_labels_have_every_key_of_the_shared_pictures() -> None:
    (label,) = labels(scene(Placed(TWELVE[3], 2, 100, 100, 400.0)), MAT, "twelve")["dice"]
    assert label["face"] == "palm" and label["colour"] == "purple" and label["body"] == "white"
    assert (label["x_mm"], label["y_mm"], label["z_mm"], label["rot_deg"]) == (100, 100, 8, 40)
    assert (label["zone"], label["state"], label["near_line"], label["visible"]) == ("track", "flat", False, 1)
    assert len(label["quad_px"]) == 4 and len(label["top_px"]) == 2


def test_a_die_under_a_stacked_one_is_hidden_and_the_upper_one_is_not_flat() -> None:
    low = Placed(TWELVE[0], 0, 100, 100)
    high = Placed(TWELVE[1], 0, 101, 100, z=24, stacked=True)
    under, over = labels(scene(low, high), MAT, "twelve")["dice"]
    assert under["visible"] < 0.15 and over["visible"] == 1
    assert over["state"] == "stacked"


def test_a_tilted_die_is_cocked_and_rests_on_its_corner() -> None:
    (label,) = labels(scene(Placed(TWELVE[0], 0, 100, 100, tilt=20, lean=40)), MAT, "twelve")["dice"]
    assert label["state"] == "cocked" and label["tilt_deg"] == 20 and label["z_mm"] > 9


def test_a_hand_hides_what_lies_under_it() -> None:
    dice = labels(scene(*some_dice(), hand=Hand(90, 60)), MAT, "twelve")["dice"]
    seen = [die["visible"] for die in dice]
    assert min(seen) < 0.3 and max(seen) == 1


def test_the_same_scene_and_seed_give_the_same_frame_whatever_came_before() -> None:
    setting = scene(*some_dice())
    fresh = Renderer(MAT).render(setting, 7)
    used = Renderer(MAT)
    used.render(setting.with_(hand=Hand(200, 120, 10)), 1)
    used.render(setting.with_(dice=setting.dice[2:], light=LIGHTS["warm"]), 2)
    used.render(setting.with_(dice=setting.dice[3:]), 3)
    assert np.array_equal(used.render(setting, 7), fresh)
    assert not np.array_equal(used.render(setting, 8), fresh)  # the noise is another


def test_only_what_moved_is_drawn_anew() -> None:
    """The region redrawn after a die moved is a small part of the picture; the rest is untouched, noise aside."""
    quiet = scene(*some_dice()).with_(light=LIGHTS["ceiling"].__class__(noise=0))
    renderer = Renderer(MAT)
    before = renderer.render(quiet)
    moved = quiet.with_(dice=(*quiet.dice[1:], quiet.dice[0].at(x=120.0)))
    after = renderer.render(moved)
    changed = (before != after).any(axis=2)
    assert 0 < changed.mean() < 0.02
    assert np.array_equal(after, Renderer(MAT).render(moved))


def test_a_lamp_goes_dim_and_a_shadow_passes() -> None:
    renderer = Renderer(MAT)
    bright, dim = (renderer.render(scene(light=LIGHTS[name])).mean() for name in ("ceiling", "dim"))
    veiled = renderer.render(scene(veil=Veil(100)))
    assert dim < 0.7 * bright
    assert veiled[:, 200:400].mean() < 0.8 * veiled[:, 700:900].mean()


def test_dice_sets_are_what_the_games_say() -> None:
    assert [len(make()) for make in (corsair, twelve, duel)] == [8, 12, 12]
    reds = [cube for cube in duel() if cube.body == "red"]
    assert [sum(face.name == name for face in reds[0].faces) for name in ("skull", "ship", "blank")] == [4, 1, 1]
    assert sorted((f.name, f.colour) for f in TWELVE[0].faces) == sorted((f.name, f.colour) for f in TWELVE[6].faces)
    for cube in pips():
        assert all(int(cube.faces[a].name) + int(cube.faces[b].name) == 7 for a, b in ((0, 5), (1, 3), (2, 4)))


@pytest.mark.parametrize("seed", range(8))
def test_foreign_faces_of_one_set_differ_from_each_other(seed: int) -> None:
    cube = foreign("corsair", seed)[0]
    assert [face.name for face in cube.faces] == [face.name for face in corsair()[0].faces]
    signs = [glyph(int(face.art.split(":")[1])) for face in cube.faces]
    for index, sign in enumerate(signs):
        assert 0.05 < (sign > 127).mean() < 0.9
        assert all(np.mean((sign > 127) != (other > 127)) > 0.1 for other in signs[:index])


@pytest.mark.parametrize("seed", range(6))
def test_a_throw_ends_apart_from_the_others_in_its_zone_and_runs_the_same_again(seed: int) -> None:
    track = MAT.zones["track"]
    roll = throw(some_dice(), [TWELVE[9], TWELVE[10]], track, seed)
    assert roll == throw(some_dice(), [TWELVE[9], TWELVE[10]], track, seed)
    final = roll.final
    assert len(final) == 10 and all(track.holds(die.x, die.y) and die.tilt == 0 for die in final)
    assert {die.cube.number for die in final} == {*range(8), 9, 10}
    gaps = [np.hypot(a.x - b.x, a.y - b.y) for i, a in enumerate(final) for b in final[:i]]
    assert min(gaps) > 16 * 1.4
    assert roll.at(roll.duration) == final and not any(any(die.smear) for die in roll.at(roll.duration))


def test_a_rolling_die_never_sinks_into_the_mat_and_does_not_jump() -> None:
    roll = throw((), [TWELVE[0]], MAT.zones["track"], 3)
    times = np.arange(0.1, roll.duration + 0.02, 0.005)
    poses = [roll.at(float(t))[0] for t in times]
    assert min(die.corners()[:, 2].min() for die in poses) > -2.1  # corners are rounded by as much
    steps = [np.linalg.norm(b.middle - a.middle) for a, b in pairwise(poses)]
    assert max(steps) < 12


def test_chance_drawn_elsewhere_decides_the_faces() -> None:
    roll = throw((), list(TWELVE[:4]), MAT.zones["track"], 1, ups=[5, 0, 3, 2])
    assert [die.up for die in roll.final] == [5, 0, 3, 2]


@pytest.mark.parametrize("tag", sorted(set(TAGS)))
def test_random_scenes_of_every_tag_hold_no_two_dice_in_one_place(tag: str) -> None:
    for seed in range(4):
        dice = random_scene(tag, corsair(), MAT, np.random.default_rng(seed)).dice
        for i, a in enumerate(dice):
            for b in dice[:i]:
                assert np.linalg.norm(a.middle - b.middle) > a.cube.edge * 0.95


@pytest.mark.slow
def test_a_data_set_is_written_in_the_shared_format(tmp_path: Path) -> None:
    home = write(tmp_path, "duel", duel(), MAT, seed=2, scenes=2, size=SIZE)
    assert {path.stem for path in (home / "enrol").glob("*.jpg")} == {
        f"{body}-{face}" for body in ("red", "blue") for face in ("skull", "ship", "blank")
    }
    photos = json.loads((home / "enrol" / "labels.json").read_text())
    assert all(len({(die["body"], die["face"]) for die in photo["dice"]}) == 1 for photo in photos)
    truth = json.loads((home / "scenes" / "001.json").read_text())
    assert truth["image"] == "001.jpg" and (home / "scenes" / "001.jpg").is_file() and truth["tags"] == [TAGS[1]]
