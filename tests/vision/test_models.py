"""The nets that ship: every file is known by its hash, and one that is another is not used."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.say import Trouble
from vision import models


def nets() -> list[Path]:
    return sorted(p for p in models.DATA.iterdir() if p.suffix in (".npz", ".onnx"))


def test_every_net_is_registered_and_every_entry_has_its_file() -> None:
    assert [p.name for p in nets()] == sorted(models.register())


def test_every_net_is_the_one_that_the_register_tells_of() -> None:
    assert [models.checked(path) for path in nets()] == nets()


def test_every_net_learned_through_the_ones_that_ship_with_it() -> None:
    """By their hashes: where a parent has been trained anew since, its child is to be, too."""
    for net, entry in models.register().items():
        now = {parent: models.register()[parent]["sha256"] for parent in entry["parents"] if parent != net}
        assert {parent: sha for parent, sha in entry["parents"].items() if parent != net} == now


def test_a_net_that_was_damaged_or_exchanged_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = tmp_path / "judge.npz"
    cut.write_bytes((models.DATA / "judge.npz").read_bytes()[:-1])
    models.register()
    monkeypatch.setattr(models, "DATA", tmp_path)
    with pytest.raises(Trouble, match=r"judge\.npz"):
        models.checked(cut)


def test_a_net_from_training_is_taken_as_it_is(tmp_path: Path) -> None:
    made = tmp_path / "level.npz"
    made.write_bytes(b"another")
    assert models.checked(made) == made
