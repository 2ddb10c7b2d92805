"""vigie calibrate at the command line."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from app.cli import main
from vision.mat.geometry import load


@pytest.fixture
def tray(tmp_path: Path) -> str:
    cv2.imwrite(str(tmp_path / "tray.png"), np.full((540, 960, 3), 90, np.uint8))
    return str(tmp_path / "tray.png")


CORNERS = ["100,50", "860,60", "850,500", "110,490"]


def test_corners_of_a_tray_become_a_mat_that_loads(tray: str, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    assert main(["calibrate", "--corners", tray, *CORNERS, "--size", "400x280", "--out", str(out)]) == 0
    mat = load(out)
    assert (mat.width, mat.height) == (400, 280) and mat.tray is not None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "three at least"),
        (["missing.jpg"], "missing.jpg"),
        (["--corners", "{tray}", *CORNERS], "--size"),
        (["--corners", "{tray}", *CORNERS, "--size", "big"], "'big'"),
        (["--corners", "{tray}", "1,2,3", *CORNERS[1:], "--size", "400x280"], "'1,2,3'"),
        (["shot.jpg", "--corners", "{tray}", *CORNERS], "not both"),
    ],
)
def test_what_is_missing_or_wrong_is_said(
    arguments: list[str], said: str, tray: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", *(part.format(tray=tray) for part in arguments)]) == 2
    assert said in capsys.readouterr().err
