"""Who needs no eyes: knows from the virtual mat itself what lies there, and says it as the Watcher would.

For the robots of attract mode: rendering and reading their dice cost the table's process OpenCV and most of a core, and
nobody could see the difference."""

from __future__ import annotations

from dataclasses import replace

from firmware.practice.virtual import VirtualMat
from vision.seen import Die, Phase, Seen
from vision.synth.dice import Placed
from vision.time.follow import follow

SETTLE_S = 0.2  # as long as the Watcher waits
TILTED = 8.0  # degrees, from which on a die counts as leaning


class Onlooker:
    def __init__(self) -> None:
        self._dice: tuple[Die, ...] = ()
        self._next_id = 0
        self._phase: Phase | None = None
        self._moved: float | None = None

    def look(self, mat: VirtualMat, now: float) -> Seen | None:
        """Says something on a change of phase and when the dice at rest changed."""
        if mat.busy or self._moved is None:
            self._moved = now
        if now - self._moved < SETTLE_S:
            if self._phase == "moving":
                return None
            self._phase = "moving"
            return Seen(now, "moving", self._dice)
        known = [replace(die, id=-1) for die in self._dice]
        there = [self._die(placed, mat) for placed in mat.lying().values()]
        if self._phase == "settled" and there == known:
            return None
        self._phase = "settled"
        self._dice, changes, self._next_id = follow(self._dice, there, self._next_id)
        return Seen(now, "settled", self._dice, changes)

    def _die(self, placed: Placed, mat: VirtualMat) -> Die:
        face, flat = placed.face, abs(placed.tilt) < TILTED
        body, zone = placed.cube.body, mat.mat.zone_of(placed.x, placed.y)
        if not flat:
            return Die(None, None, body, placed.x, placed.y, zone, "cocked", 1.0, placed.rot)
        return Die(face.name, face.colour, body, placed.x, placed.y, zone, "flat", 1.0, placed.rot)
