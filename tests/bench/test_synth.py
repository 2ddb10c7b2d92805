"""The renderer's speed, as shares of a detectMarkers call on the same frame: ./vigie test tests/bench/test_synth.py"""

from __future__ import annotations

from app.bench.synth import measure


def test_a_rendered_frame_takes_about_as_long_as_finding_the_markers_in_it() -> None:
    speeds = {speed.what: speed for speed in measure()}
    assert speeds["at rest"].ratio < 0.3
    assert speeds["one die rolls"].ratio < 1.2  # a call takes some 20 ms on the machine where 30 a second are reached
    assert speeds["three dice roll"].ratio < 1.8
    assert speeds["a hand moves"].ratio < 1.8
