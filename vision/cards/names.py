"""What cards that are taught are called, and where they are kept. Apart from all that needs OpenCV."""

from __future__ import annotations

from pathlib import Path

from vision.places import data_dir

BACK = "back"  # what their names begin with
SUFFIX = ".cards"


def kept(name: str) -> Path:
    """The file of the cards that are taught by this name: a game's, for those it is played with."""
    return data_dir() / "cards" / f"{name}{SUFFIX}"
