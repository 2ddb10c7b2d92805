"""Why a die was read so: every candidate with what each stage said of it."""

from __future__ import annotations

import numpy as np
import pytest

from firmware.practice.house_dice import profile_of
from rules.say import Trouble
from tests.vision.pictures import MAT
from vision.explain import explained
from vision.synth.dice import Placed, corsair
from vision.synth.render import Renderer, Scene

DICE = corsair()
FLAT, TILTED = Placed(DICE[0], 1, 100, 120, rot=20), Placed(DICE[1], 2, 250, 200, rot=50, tilt=30)


def test_every_die_is_told_with_the_words_of_each_stage() -> None:
    frame = Renderer(MAT).render(Scene((FLAT, TILTED)))
    text = "\n".join(explained(frame, profile_of("corsair", MAT), MAT))
    assert text.startswith("markers")
    assert f": {FLAT.face.name}" in text
    assert "cocked" in text or "unsure" in text
    for stage in ("survey", "level", "symbol", "judge"):
        assert text.count(stage) >= 2


def test_a_picture_without_the_mat_is_said_in_a_sentence() -> None:
    with pytest.raises(Trouble, match="mat is not in view"):
        explained(np.zeros((360, 640, 3), np.uint8), profile_of("corsair", MAT), MAT)
