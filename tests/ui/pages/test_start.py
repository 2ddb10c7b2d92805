"""The first picture must come before the camera's library is loaded: drawing needs neither OpenCV nor gpiozero."""

from __future__ import annotations

import os
import subprocess
import sys

FIRST_PICTURE = """
import sys
from ui.gallery.exhibits import exhibits
from ui.words.language import language
from ui.screen import Window

window = Window((800, 480))
for exhibit in exhibits():
    if exhibit.name == "kit-choices":
        window.show(exhibit.make(window.layout, language("fr")).screen, 0.0)
print([name for name in ("cv2", "gpiozero", "picamera2") if name in sys.modules])
"""

OPENED = """
import sys
import app.cli, app.play
from ui.pages.first import opened

window = opened((800, 480), "fr")
print(len({tuple(window.surface.get_at((x, 200))) for x in range(0, 800, 5)}) > 20)
print([name for name in ("cv2", "gpiozero", "picamera2") if name in sys.modules])
"""


CONNECTED = """
import sys, tempfile
from pathlib import Path
from random import Random
from app.table import Host
from firmware.clock import RealClock
from firmware.config import SHIPPED, read
from firmware.play.evening import Evening
from firmware.books.journal import Journal

with tempfile.TemporaryDirectory() as folder:
    journal = Journal.open(Path(folder), RealClock())
    host = Host(Evening(read(SHIPPED), RealClock(), journal, Random(1)), virtual=False)
    host.connect(safe=True)
    host.close()
    journal.close()
print("cv2" in sys.modules)
"""


def test_with_the_eyes_in_their_own_process_the_table_is_ready_without_opencv() -> None:
    assert said(CONNECTED) == ["False"]


def test_the_first_picture_is_on_the_screen_before_camera_or_buttons_are_loaded() -> None:
    assert said(OPENED) == ["True", "[]"]


def said(code: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, env={**os.environ, "SDL_VIDEODRIVER": "dummy"}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_screen_is_drawn_without_loading_camera_or_buttons() -> None:
    assert said(FIRST_PICTURE) == ["[]"]
