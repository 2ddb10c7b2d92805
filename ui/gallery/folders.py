"""Folders for games that are played for a picture, gone when the program ends."""

from __future__ import annotations

import atexit
import tempfile
from functools import cache
from pathlib import Path


def new_folder() -> Path:
    return Path(tempfile.mkdtemp(dir=_all()))


@cache
def _all() -> str:
    """Made when the first is asked for: to import the gallery leaves nothing behind."""
    folder = tempfile.TemporaryDirectory(prefix="vigie-gallery-")
    atexit.register(folder.cleanup)
    return folder.name
