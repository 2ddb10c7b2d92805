"""What is written down of a net that has learned: its hash, what it came of, all it takes to make it again."""

from __future__ import annotations

import hashlib
import json
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Any

from vision.training.recipe import Lesson

# What each net looks through while it learns, and what it is for.
PARENTS: dict[str, tuple[str, ...]] = {
    "survey.onnx": (),
    "level.npz": ("survey.onnx",),
    "second.npz": ("survey.onnx",),
    "judge.npz": ("survey.onnx", "level.npz", "second.npz"),
    "pips.onnx": (),
    "pips-read.onnx": ("pips.onnx",),
}
WHAT = {
    "survey.onnx": "finds where dice may lie",
    "level.npz": "does a candidate lie level, first look",
    "second.npz": "the same, where the first look leaves doubt",
    "judge.npz": "flat die, other die, no die",
    "pips.onnx": "finds pip dice on any photograph",
    "pips-read.onnx": "reads them",
}


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def entry(lesson: Lesson, made: Path, parents: list[Path], recipe: Path, learned_from: str) -> dict[str, Any]:
    """Of a net just made. A parent by its own name is the net that it learned on from."""
    return {
        "sha256": sha256(made),
        "what": WHAT[lesson.net],
        "made_by": "python -m vision.training",
        "parents": {parent.name: sha256(parent) for parent in parents},
        "learned_from": learned_from,
        "recipe": f"{recipe.name} {sha256(recipe)}",
        "steps": lesson.steps,
        "seed": lesson.seed,
        "torch": _version("torch"),
        "commit": _commit(recipe.parent),
    }


def text(entries: dict[str, dict[str, Any]]) -> str:
    """The register of those nets, as data/MODELS.toml has it."""
    lines = ["# Written by vision.training. vision/models.py checks the hashes on load."]
    for net, row in entries.items():
        lines += ["", f'["{net}"]', *(f"{name} = {_value(value)}" for name, value in row.items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_value(part)}" for name, part in value.items()) + " }"
    return json.dumps(value)  # a string, a number or a list of them is the same in TOML


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"


def _commit(where: Path) -> str:
    """The commit this was made by; with a plus where files had been changed since."""
    how = ["git", "-C", str(where), "describe", "--always", "--dirty=+", "--exclude=*"]
    found = subprocess.run(how, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "none"
