"""The recipe of the training pictures: which sets there are, and that what is blind stays blind."""

from __future__ import annotations

import math

from vision.training.recipe import KINDS, MAT_MM, SPLITS, Box, boxes, from_text, scenes


def test_no_set_belongs_to_two_splits() -> None:
    seeds = [box.seed for split in SPLITS for box in boxes(split)]
    assert len(seeds) == len(set(seeds))


def test_there_are_forty_blind_sets_of_all_kinds() -> None:
    blind = boxes("blind")
    assert len(blind) >= 40
    assert {box.kind for box in blind} == set(KINDS)


def test_blind_sets_vary_as_tables_do() -> None:
    blind = boxes("blind")
    assert min(box.height for box in blind) <= 350 and max(box.height for box in blind) >= 900
    assert min(box.field for box in blind) <= 60 and max(box.field for box in blind) >= 90
    assert any(box.width < 1600 and box.quality[1] <= 75 for box in blind)
    assert any(box.gloss is not None and box.gloss < 0.1 for box in blind)


def test_every_camera_sees_the_whole_mat() -> None:
    for box in (box for split in SPLITS for box in boxes(split)):
        assert 2 * box.height * math.tan(math.radians(box.field) / 2) > MAT_MM


def test_every_split_says_how_many_pictures_a_set_has() -> None:
    assert all(scenes(split) > 0 for split in SPLITS)


def test_a_command_line_names_a_set_by_four_parts() -> None:
    assert from_text("duel::17:302") == Box("duel", "", 17.0, 302)
    assert from_text("duel::17:302").name == "duel-both-302"
