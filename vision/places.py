"""Where things are kept: what ships with the program, and what belongs to the user."""

from __future__ import annotations

import os
from pathlib import Path


def data_dir() -> Path:
    """The user's own folder: settings, games, dice profiles. Made when something is first written there.

    VIGIE_DATA names it outright; under systemd it is the unit's StateDirectory; else the XDG data folder."""
    if named := os.environ.get("VIGIE_DATA"):
        return Path(named)
    if state := os.environ.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "vigie"
