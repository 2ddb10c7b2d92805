"""The nets that ship with the program: each file is the one that data/MODELS.toml tells of, or it is not used.

VIGIE_NETS names a folder of other ones, with a MODELS.toml of its own: what lies there is used in place of ours."""

from __future__ import annotations

import hashlib
import os
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


def other(name: str) -> Path | None:
    """The file that VIGIE_NETS has in place of ours, if it has one."""
    named = os.environ.get("VIGIE_NETS")
    return Path(named) / name if named and (Path(named) / name).is_file() else None


@cache
def checked(path: Path) -> Path:
    """The file to be used: that one, or the one in its place. One of a register that is not the one told of there is a
    Trouble that names it; those from elsewhere are taken as they are."""
    if path.parent == DATA:
        listed, instead = register(), other(path.name)
        if instead is not None:
            path, listed = instead, tomllib.loads(instead.with_name("MODELS.toml").read_text(encoding="utf-8"))
        known = listed.get(path.name, {}).get("sha256")
        if hashlib.sha256(path.read_bytes()).hexdigest() != known:
            raise Trouble(
                Message("{file} is not the file that belongs to this version: install vigie again.", file=path.name)
            )
    return path
