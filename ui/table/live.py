"""The live picture of the track: what the camera sees now. It is a picture, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from rules.say import Message
from ui.breath import breathe
from ui.canvas import Canvas
from ui.look.theme import BONE, Layout
from ui.parts.plain import Brass, Words
from ui.words.language import Language

Picture = NDArray[Any]  # height x width x 3, BGR, as cameras give it


class LiveView:
    """`live` gives the newest frame, the same array as long as there is no newer one."""

    def __init__(self, live: Callable[[], Picture | None]) -> None:
        self._live = live
        self.large = False
        self._shown: tuple[object, tuple[int, int], Surface] | None = None

    def draw(self, canvas: Canvas, layout: Layout, area: Rect, words: Language) -> Rect:
        """The picture in a brass frame, as large as the area allows."""
        frame, u = self._live(), layout.unit
        canvas.part("live frame", area, Brass())
        room = area.inflate(-3 * u, -3 * u)
        if frame is None:
            says = words.say(Message("There is no picture yet."))
            canvas.part("live none", room, Words(says, (layout.small,), colour=BONE))
            return area
        high, wide = frame.shape[:2]
        scale = min(room.width / wide, room.height / high)
        place = Rect(0, 0, int(wide * scale), int(high * scale))
        place.center = room.center
        canvas.image("live", self._picture(frame, place.size), place)
        return area

    def _picture(self, frame: Picture, size: tuple[int, int]) -> Surface:
        """Scaled once per frame, by picking pixels: cheap, and sharp enough to look at."""
        if self._shown is None or self._shown[0] is not frame or self._shown[1] != size:
            whole = pygame.image.frombuffer(np.ascontiguousarray(frame).data.cast("B"), frame.shape[1::-1], "BGR")
            scaled = pygame.transform.scale(whole, size)
            breathe()
            self._shown = (frame, size, scaled.convert())
        return self._shown[2]
