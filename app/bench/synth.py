"""How fast the renderer is: frames a second at 1280x720 on one core, and against one ArucoDetector.detectMarkers call.

python -m app.bench.synth
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.mat.geometry import load
from vision.synth.dice import Placed, twelve
from vision.synth.render import Renderer, Scene
from vision.synth.roll import throw
from vision.synth.solid import Hand

FPS = 30


@dataclass(frozen=True)
class Speed:
    what: str
    per_second: float
    ratio: float  # of one frame's time to one detectMarkers call on it


def measure(seconds: float = 1.0) -> list[Speed]:
    """Twelve dice on the mat: at rest, one thrown among them, three thrown, and a hand that moves over them."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        mat, cubes = load(), twelve()
        rest = tuple(Placed(cubes[k], k % 6, 80 + 55 * (k % 4), 60 + 60 * (k // 4), rot=47 * k) for k in range(9))
        one, three = (throw(rest, cubes[9 : 9 + n], mat.zones["track"], 2, may_hit=False) for n in (1, 3))
        table = Scene(rest)
        scenes: dict[str, Callable[[int], Scene]] = {
            "at rest": lambda i: table,
            "one die rolls": lambda i: table.with_(dice=one.at(0.2 + i / FPS)),
            "three dice roll": lambda i: table.with_(dice=three.at(0.2 + i / FPS)),
            "a hand moves": lambda i: table.with_(hand=Hand(420 - 9.0 * i, 150, 5)),
        }
        renderer = Renderer(mat)
        gray = cv2.cvtColor(renderer.render(table.with_(hand=Hand(500, 150))), cv2.COLOR_BGR2GRAY)
        detector = cv2.aruco.ArucoDetector(mat.aruco)
        marker = float(np.median([_timed(lambda: detector.detectMarkers(gray)) for _ in range(9)]))
        speeds = []
        for what, scene in scenes.items():
            frames = int(seconds * 18)
            spent = [_timed(lambda i=i, scene=scene: renderer.render(scene(i), i)) for i in range(frames)]  # type: ignore[misc]
            speeds.append(Speed(what, 1 / float(np.mean(spent)), float(np.mean(spent)) / marker))
        return speeds
    finally:
        cv2.setNumThreads(threads)


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    for speed in measure():
        print(f"{speed.what:<16} {speed.per_second:6.0f} frames a second   {speed.ratio:5.2f} of a detectMarkers call")
