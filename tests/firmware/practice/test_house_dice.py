"""The house's own dice are read as they ship: where they are not, every start teaches them anew, for seconds."""

from __future__ import annotations

import pytest

from firmware.practice.house_dice import SHIPPED
from vision.synth.dice import SETS
from vision.taught import profile


@pytest.mark.parametrize("kind", SETS)
def test_the_houses_dice_load_as_they_ship(kind: str) -> None:
    assert profile.load(SHIPPED / f"house-{kind}.npz").kind == kind
