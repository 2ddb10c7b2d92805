"""What is known of a net that has learned: enough to make it again, and to tell it from any other."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rules.say import Trouble
from vision import models
from vision.training import __main__ as training
from vision.training import provenance
from vision.training.recipe import FILE, SMOKE, Lesson

LESSON = Lesson("level.npz", steps=7, seed=3, rate=1e-5)


def made(folder: Path, name: str = "level.npz") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(b"a net")
    return folder / name


def test_a_net_is_known_by_its_hash_its_parents_and_its_lesson(tmp_path: Path) -> None:
    parents = [models.DATA / "survey.onnx", models.DATA / "level.npz"]
    entry = provenance.entry(LESSON, made(tmp_path), parents, FILE, "2 sets")
    shipped = {name: models.register()[name]["sha256"] for name in ("survey.onnx", "level.npz")}
    assert entry["parents"] == shipped
    assert (entry["steps"], entry["seed"], entry["learned_from"]) == (7, 3, "2 sets")
    assert entry["sha256"] == provenance.sha256(tmp_path / "level.npz")
    assert entry["recipe"] == f"recipe.toml {provenance.sha256(FILE)}"


def test_what_is_written_of_nets_is_read_again(tmp_path: Path) -> None:
    entry = provenance.entry(LESSON, made(tmp_path), [models.DATA / "survey.onnx"], FILE, 'sets of "learn"')
    assert tomllib.loads(provenance.text({"level.npz": entry})) == {"level.npz": entry}


def test_a_folder_of_other_nets_takes_the_place_of_those_that_ship(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = made(tmp_path)
    entry = provenance.entry(LESSON, net, [], FILE, "")
    (tmp_path / "MODELS.toml").write_text(provenance.text({"level.npz": entry}), encoding="utf-8")
    monkeypatch.setenv("VIGIE_NETS", str(tmp_path))
    models.checked.cache_clear()
    assert models.checked(models.DATA / "level.npz") == net
    assert models.checked(models.DATA / "judge.npz") == models.DATA / "judge.npz"
    net.write_bytes(b"another")
    models.checked.cache_clear()
    with pytest.raises(Trouble, match=r"level\.npz"):
        models.checked(models.DATA / "level.npz")
    models.checked.cache_clear()


def test_each_net_learns_on_from_the_one_that_ships_by_its_own_module(tmp_path: Path) -> None:
    sets = [tmp_path / "a", tmp_path / "b"]
    command = training.command(LESSON, tmp_path, sets)
    assert command[:5] == ["-m", "vision.training.level", str(tmp_path), *map(str, sets)]
    assert command[command.index("--steps") + 1] == "7" and command[command.index("--seed") + 1] == "3"
    assert command[command.index("--resume") + 1] == str(models.DATA / "level.npz")
    assert "--second" in training.command(Lesson("second.npz", 1), tmp_path, sets)
    judge = training.command(Lesson("judge.npz", 1, share=0.4), tmp_path, sets)
    assert "--beside" in judge and judge[judge.index("--share") + 1] == "0.4"
    pips = ["-m", "vision.training.pips"]
    assert training.command(Lesson("pips-read.onnx", 9), tmp_path, []) == [*pips, "further", "9", str(tmp_path)]
    assert training.command(Lesson("pips.onnx", 9, further=False), tmp_path, []) == [*pips, "9", "9", str(tmp_path)]


def test_what_was_made_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []

    def run(what: list[str], nets: Path) -> str:
        ran.append(what[1])
        made(nets)
        return ""

    monkeypatch.setattr(training, "run", run)
    for _ in range(2):
        training.learn(LESSON, SMOKE, tmp_path / "nets", [])
    assert ran == ["vision.training.level"]
    known = tomllib.loads((tmp_path / "nets" / "MODELS.toml").read_text(encoding="utf-8"))
    assert set(known["level.npz"]["parents"]) == {"survey.onnx", "level.npz"}
