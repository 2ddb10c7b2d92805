"""The gallery's games are played in folders that are there only while they are needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ALL = "from ui.gallery import games, rehearsal, start, workshop"
HERE = "from ui.gallery.folders import new_folder\nfrom pathlib import Path"


def run(code: str, folder: Path) -> None:
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "TMPDIR": str(folder)}, check=True)


def test_to_import_the_gallery_makes_no_folder(tmp_path: Path) -> None:
    run(f"{ALL}\nfrom pathlib import Path\nassert not list(Path({str(tmp_path)!r}).iterdir())", tmp_path)


def test_what_was_made_is_gone_when_the_program_ends(tmp_path: Path) -> None:
    run(f"{HERE}\nassert new_folder() != new_folder()\nassert list(Path({str(tmp_path)!r}).iterdir())", tmp_path)
    assert not list(tmp_path.iterdir())
