"""The recipe's sets as the house's own renderer draws them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from vision.mat.geometry import OWN_MAT, load
from vision.training.drawn import write_set
from vision.training.recipe import Box


def test_a_set_of_the_recipe_is_drawn_once_with_its_own_dice_and_size(tmp_path: Path) -> None:
    box = Box("pips", "white", 18.0, 1, width=320)
    write_set(tmp_path, box, 1, load(OWN_MAT))
    home = tmp_path / "pips-white-1"
    assert sorted(photo.stem for photo in (home / "enrol").glob("*.jpg")) == ["1", "2", "3", "4", "5", "6"]
    truth = json.loads((home / "scenes" / "000.json").read_text(encoding="utf-8"))
    assert truth["edge_mm"] == 18.0
    assert np.asarray(cv2.imread(str(home / "scenes" / "000.jpg"))).shape == (180, 320, 3)
    (home / "scenes" / "000.jpg").unlink()
    write_set(tmp_path, box, 1, load(OWN_MAT))
    assert not (home / "scenes" / "000.jpg").exists()
    assert [folder.name for folder in tmp_path.iterdir()] == ["pips-white-1"]
