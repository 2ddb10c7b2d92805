"""vigie dice: what was taught, how well it is told apart, and forgetting it without losing it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from app.cli import main
from tests.vision.pictures import taught
from vision.loose.compare import Taught
from vision.loose.profile import LooseDice
from vision.loose.views import VIEW


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    return tmp_path / "dice"


def test_a_table_to_which_nobody_taught_anything_says_how(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice"]) == 0
    assert "vigie teach" in capsys.readouterr().out


@pytest.mark.slow
def test_taught_sets_are_listed_measured_and_put_aside(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taught("duel").save(folder / "duels.dice")
    views = Taught(np.ones((3, VIEW, VIEW), np.float32), ("plus",) * 3, ("blank",), 0.3)
    LooseDice("fate", np.zeros(2), views).save(folder / "fate.dice")
    (folder / "cut.dice").write_bytes(b"PK half a file")
    assert main(["dice"]) == 1
    shown = capsys.readouterr()
    assert "duels" in shown.out and "skull" in shown.out
    assert "without the mat: plus, blank" in shown.out
    assert "cut.dice" in shown.err

    assert main(["dice", "duels", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {face["face"] for face in told["faces"]} == {"skull", "ship", "blank"}
    assert all(face["like"] < face["own"] for face in told["faces"] if face["likest"])

    assert main(["dice", "duels", "--forget"]) == 0
    assert not (folder / "duels.dice").exists()
    assert (folder / "forgotten" / "duels.dice").exists()
    assert main(["dice", "duels"]) != 0
