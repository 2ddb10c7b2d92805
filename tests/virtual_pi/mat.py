"""The mat in front of the machine's camera: dice are thrown on it, rendered here, and shown as JPEGs."""

from __future__ import annotations

import random
import threading
import time

import cv2

from firmware.clock import RealClock
from firmware.practice.virtual import VirtualCamera, VirtualMat
from tests.virtual_pi.camera import SIZES, UsbCamera
from vision.mat import geometry
from vision.synth.dice import SETS

FPS = 6.0


class Mat:
    """A virtual mat and its camera; `laid` is the mat, to throw on and to lift from."""

    def __init__(self, port: int, kind: str = "twelve", seed: int = 4) -> None:
        self.camera = UsbCamera(port)
        self._seed, self._going = seed, True
        self.lay(kind)
        threading.Thread(target=self._render, daemon=True).start()

    def lay(self, kind: str) -> None:
        """Other dice, all in the hand."""
        chance = random.Random(self._seed)
        self.laid = VirtualMat(SETS[kind](), geometry.load(), RealClock(), chance, SIZES[0])

    def lying(self) -> dict[int, str]:
        """What is up, by the die's number."""
        return {number: die.face.name for number, die in self.laid.lying().items()}

    def close(self) -> None:
        self._going = False
        self.camera.unplug()

    def _render(self) -> None:
        lens = VirtualCamera(lambda: self.laid)
        last: object = None
        while self._going:
            began = time.monotonic()
            now = (id(self.laid), tuple(self.laid.lying().items()))
            if self.laid.busy or now != last:
                frame, last = lens.capture(), None if self.laid.busy else now
                for size in SIZES:
                    jpeg = cv2.imencode(".jpg", cv2.resize(frame, size), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
                    self.camera.show(jpeg.tobytes(), size)
            time.sleep(max(0.01, 1 / FPS - (time.monotonic() - began)))
