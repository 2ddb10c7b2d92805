"""The first picture must come before the camera's library is loaded: drawing needs neither OpenCV nor gpiozero."""

from __future__ import annotations

import os
import subprocess
import sys

FIRST_PICTURE = """
import sys
from ui.gallery import exhibits
from ui.language import language
from ui.screen import Window

window = Window((800, 480))
for exhibit in exhibits():
    if exhibit.name == "kit-choices":
        window.show(exhibit.make(window.layout, language("fr")).screen, 0.0)
print([name for name in ("cv2", "gpiozero", "picamera2") if name in sys.modules])
"""


def test_a_screen_is_drawn_without_loading_camera_or_buttons() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_PICTURE],
        capture_output=True, text=True, env={**os.environ, "SDL_VIDEODRIVER": "dummy"}, check=False,
    )  # fmt: skip
    assert (done.stdout.strip(), done.returncode) == ("[]", 0), done.stderr
