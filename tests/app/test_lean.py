"""What the table's own process loads. OpenCV takes seconds to import on a small machine, and belongs to the eyes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.games.hosted import HOSTED

ROOT = Path(__file__).resolve().parents[2]
EVENING = """
import sys, time
from pathlib import Path
from random import Random
from app import table
from firmware.books.journal import Journal
from firmware.clock import RealClock
from firmware.config import SHIPPED, read
from firmware.play.evening import Evening
from firmware.games.hosted import HOSTED
from ui.director import Director
from ui.pages.attract import Attract
from ui.pages.first import opened
from ui.words.language import language

def at_once(work):
    from concurrent.futures import Future
    done = Future()
    done.set_result(work())
    return done

window, clock = opened((800, 480), "en"), RealClock()
journal = Journal.open(Path(sys.argv[1]) / "games", clock)
host = table.Host(Evening(read(SHIPPED), clock, journal, Random(1)), virtual=True)
host.connect()
director = Director(host, window.layout, language("en"), None)
window.show(director, clock.now())
for game in sorted(HOSTED):
    host.evening.begin(game, ("Anne", "Jack", "Mary"))
    host.watch(game)
    director.play(game)
    window.show(director, clock.now())
    host.virtual.throw(0)
    window.show(director, clock.now())
    host.evening.leave()
    robots, host.evening.chance = host.robots(game), Random(4)
    attract, now, steps = Attract(robots, at_once, window.layout, language("en")), 0.0, 0
    while not attract.over and steps < 40_000:
        if steps % 50 == 0:
            attract.draw(window.surface, now)
        robots.step()
        now, steps = now + 0.2, steps + 1
        if robots.over:
            attract.draw(window.surface, now)
    print(game, robots.over, "cv2" in sys.modules, flush=True)
host.close()
"""


@pytest.mark.slow
def test_a_whole_game_of_each_kind_and_the_table_has_not_loaded_opencv(tmp_path: Path) -> None:
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "VIGIE_DATA": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, "-c", EVENING, str(tmp_path)], env=environment, capture_output=True, text=True, check=False
    )
    told = [line.split() for line in done.stdout.splitlines() if line.endswith(("True", "False"))]
    assert done.returncode == 0, done.stderr
    assert [one[0] for one in told] == sorted(HOSTED) and all(one[1] == "True" for one in told)
    assert all(one[2] == "False" for one in told), f"cv2 is loaded: {told}"
