"""The nets that ship with the program: each file is the one that data/MODELS.toml tells of, or it is not used."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from rules.say import Message, Trouble

DATA = Path(__file__).parent / "data"


@cache
def register() -> dict[str, dict[str, Any]]:
    """What is told of each file: its hash, what it is, what made it and from what, its figures."""
    return tomllib.loads((DATA / "MODELS.toml").read_text(encoding="utf-8"))


@cache
def checked(path: Path) -> Path:
    """The same path. A file of ours that is not the one we know is a Trouble that names it; those made elsewhere, by
    training, are taken as they are."""
    if path.parent == DATA:
        known = register()[path.name]["sha256"]
        if hashlib.sha256(path.read_bytes()).hexdigest() != known:
            raise Trouble(
                Message("{file} is not the file that belongs to this version: install vigie again.", file=path.name)
            )
    return path
