"""The recipe of the training pictures: which sets there are, and that what is blind stays blind."""

from __future__ import annotations

import math

import pytest

from vision import models
from vision.training.provenance import PARENTS
from vision.training.recipe import (
    FILE,
    KINDS,
    MAT_MM,
    SMOKE,
    SPLITS,
    WAYS,
    Box,
    boxes,
    crowd,
    from_text,
    lessons,
    scenes,
)


def test_no_set_belongs_to_two_splits_nor_to_the_smoke_recipe() -> None:
    seeds = [box.seed for file in (FILE, SMOKE) for split in SPLITS for box in boxes(split, file)]
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


def test_all_that_may_be_special_about_a_table_is_learned_and_measured() -> None:
    for split in SPLITS:
        assert {way for box in boxes(split) for way in box.ways} == set(WAYS)


def test_a_set_on_a_table_that_nobody_knows_how_to_lay_is_refused() -> None:
    with pytest.raises(ValueError, match="fog"):
        Box("duel", "", 17.0, 1, ways=("fog",))


def test_one_evening_in_four_is_an_easy_one_to_learn_from() -> None:
    usual = Box("", "", 16.0, 0)
    plain = [
        box for box in boxes("learn")
        if not box.ways and (box.height, box.field, box.gloss) == (usual.height, usual.field, None)
    ]  # fmt: skip
    assert len(plain) >= len(boxes("learn")) / 4
    assert {box.kind for box in plain} == set(KINDS)
    assert crowd("learn") > 0


@pytest.mark.parametrize("file", [FILE, SMOKE])
def test_every_lesson_is_of_a_net_that_ships_and_comes_after_those_it_looks_through(file: object) -> None:
    held = [lesson.net for lesson in lessons(file)]  # type: ignore[arg-type]
    assert set(held) <= set(models.register())
    for number, net in enumerate(held):
        assert not set(PARENTS[net]) & set(held[number:])
