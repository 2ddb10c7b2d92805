"""Profiles on disk: whole or refused, with a sentence that names the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rules.say import Trouble
from tests.vision.pictures import taught
from vision.taught import profile as profiles


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    where = tmp_path / "mine.dice"
    taught("duel").save(where)
    return where


def test_a_profile_comes_back_as_it_was_saved(saved: Path) -> None:
    before, after = taught("duel"), profiles.load(saved)
    assert (after.faces, after.bodies, after.kind, after.edge_mm) == (
        before.faces, before.bodies, before.kind, before.edge_mm,
    )  # fmt: skip
    assert np.array_equal(after.features, before.features)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_profile_cut_short_is_refused_by_name(saved: Path, share: float) -> None:
    whole = saved.read_bytes()
    saved.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(Trouble, match=r"mine\.dice"):
        profiles.load(saved)


def test_a_file_that_is_no_profile_is_refused_by_name(tmp_path: Path) -> None:
    other = tmp_path / "other.dice"
    np.savez(other.open("wb"), head=np.array("{}"))
    with pytest.raises(Trouble, match=r"other\.dice"):
        profiles.load(other)


def test_a_missing_profile_names_the_taught_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "folder", lambda: tmp_path)
    with pytest.raises(Trouble, match="Teach them first"):
        profiles.load("ghosts")
    taught("duel").save(tmp_path / "mine.dice")
    with pytest.raises(Trouble, match="Taught are: mine"):
        profiles.load("ghosts")
