"""The live picture of the track: what the camera sees now. On a virtual table its dice can be thrown and moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from firmware.games.hosted import HOSTED
from firmware.play.table import Table
from rules.say import Message
from ui.breath import breathe
from ui.canvas import Canvas
from ui.inputs import Touched
from ui.look import ground, text
from ui.look.theme import BONE, Layout
from ui.words.language import Language

if TYPE_CHECKING:  # it brings OpenCV, which the first picture does not wait for
    from firmware.practice.virtual import VirtualMat

Picture = NDArray[Any]  # height x width x 3, BGR, as cameras give it
DOUBLE_S = 0.35  # two touches so soon after each other tilt a die
LEAN = 20.0


class LiveView:
    """`live` gives the newest frame, the same array as long as there is no newer one; `virtual` is the mat in it."""

    def __init__(self, live: Callable[[], Picture | None], virtual: VirtualMat | None = None) -> None:
        self._live, self._virtual = live, virtual
        self.large = False
        self._shown: tuple[object, tuple[int, int], Surface] | None = None
        self.area = Rect(0, 0, 1, 1)
        self._held: int | None = None
        self._last: tuple[int | None, float] = (None, 0.0)
        self._looked = False  # the eyes have seen the mat lie still since this game was opened
        self._meant = False  # a throw was asked for before that

    def draw(self, canvas: Canvas, layout: Layout, area: Rect, words: Language) -> Rect:
        """The picture in a brass frame, as large as the area allows."""
        frame, u = self._live(), layout.unit
        canvas.panel("live frame", area, "frame", lambda s, b: s.blit(ground.brass(*b.size), (0, 0)))
        room = area.inflate(-3 * u, -3 * u)
        if frame is None:
            says = words.say(Message("There is no picture yet."))
            canvas.panel("live none", room, says, lambda s, b: text.write(s, says, b, layout.small, colour=BONE))
            return area
        high, wide = frame.shape[:2]
        scale = min(room.width / wide, room.height / high)
        self.area = Rect(0, 0, int(wide * scale), int(high * scale))
        self.area.center = room.center
        canvas.image("live", self._picture(frame, self.area.size), self.area)
        return area

    def _picture(self, frame: Picture, size: tuple[int, int]) -> Surface:
        """Scaled once per frame, by picking pixels: cheap, and sharp enough to look at."""
        if self._shown is None or self._shown[0] is not frame or self._shown[1] != size:
            whole = pygame.image.frombuffer(np.ascontiguousarray(frame).data.cast("B"), frame.shape[1::-1], "BGR")
            scaled = pygame.transform.scale(whole, size)
            breathe()
            self._shown = (frame, size, scaled.convert())
        return self._shown[2]

    # -- hands on the virtual table --------------------------------------------------------------------------------

    def touched(self, event: Touched) -> bool:
        """Drags a die of the virtual mat; says whether the touch was on the picture."""
        if self._virtual is None or not self.area.collidepoint(event.x, event.y):
            if event.how == "up":
                self._held = None
            return False
        x, y = self._millimetres(event.x, event.y)
        if event.how == "down":
            self._held = self._virtual.nearest(x, y)
            if self._held is not None and self._last[0] == self._held and event.at - self._last[1] < DOUBLE_S:
                self.tilt()
            self._last = (self._held, event.at)
        elif event.how == "up":
            self._held = None
        elif self._held is not None:
            mat = self._virtual.mat
            self._virtual.move(self._held, min(max(x, 8), mat.width - 8), min(max(y, 8), mat.height - 8))
        return True

    def tilt(self) -> None:
        """Leans the die touched last on an edge, or lays it flat again."""
        number = self._last[0]
        if self._virtual is not None and number is not None and number in (lying := self._virtual.lying()):
            self._virtual.tilt(number, 0.0 if lying[number].tilt else LEAN)

    def throw(self, table: Table) -> None:
        """The hand does what the game expects now. It waits until the eyes have looked at the mat once: a die thrown
        before could not be told from one that was left there."""
        if self._virtual is None:
            return
        self._meant = not self._looked and table.expects.task != "enter"
        if not self._meant:
            HOSTED[table.record.game.key].throw(self._virtual, table)

    def heed(self, table: Table) -> None:
        """Called with every picture: does what was asked for too early."""
        self._looked |= table.seen is not None and table.seen.phase == "settled"
        if self._meant and (self._looked or table.expects.task == "enter"):
            self.throw(table)

    def _millimetres(self, x: int, y: int) -> tuple[float, float]:
        """The place on the mat under a point of the picture."""
        assert self._virtual is not None
        camera = self._virtual.scene().camera
        column = round((x - self.area.x) / self.area.width * (camera.width - 1))
        row = round((y - self.area.y) / self.area.height * (camera.height - 1))
        spot = camera.ground[row, column]
        return float(spot[0]), float(spot[1])
