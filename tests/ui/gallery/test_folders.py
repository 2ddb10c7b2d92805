"""The gallery's games are played in folders that are there only while they are needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ALL = "from ui.gallery import games, rehearsal, start, workshop"
HERE = "from ui.gallery.folders import new_folder"


def run(code: str, folder: Path) -> str:
    """How many folders there are at the end of it."""
    count = f"{code}\nfrom pathlib import Path\nprint(len(list(Path({str(folder)!r}).iterdir())))"
    environment = {**os.environ, "TMPDIR": str(folder)}
    told = subprocess.run([sys.executable, "-c", count], env=environment, check=True, capture_output=True, text=True)
    return told.stdout.split()[-1]


def test_to_import_the_gallery_makes_no_folder(tmp_path: Path) -> None:
    assert run(ALL, tmp_path) == "0"


def test_what_was_made_is_gone_when_the_program_ends(tmp_path: Path) -> None:
    assert run(f"{HERE}\nassert new_folder() != new_folder()", tmp_path) != "0"
    assert not list(tmp_path.iterdir())
