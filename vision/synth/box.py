"""Cards of boxes that nobody owns: art made up from a seed, to measure by how well cards are known by sight.

A deck has a few frames and one back, as decks do; every card its own colours, figures, name and numbers. Some cards are
near kin: the same picture in another colour, or with one figure more.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.art.pictograms import FACES, load, painted
from vision.synth.stage import Print

Array = NDArray[Any]
Colour = tuple[int, int, int]
PER_MM = 8
SIZES = ((56.0, 87.0), (63.0, 88.0), (59.0, 92.0))
KIN = 0.2  # so many cards are like the one before
LETTERS = "ABCDEFGHIJKLMNOPRSTUVZ"


@lru_cache(maxsize=8)
def deck(seed: int, cards: int = 60) -> tuple[Print, ...]:
    """The faces; with the same seed the same ones."""
    rng = np.random.default_rng((seed, 1))
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    frames = [_frame(rng) for _ in range(3)]
    made: list[Print] = []
    before = 0
    for _ in range(cards):
        own = int(rng.integers(1 << 30))
        kin = bool(made) and rng.random() < KIN
        pixels = _card((before, own) if kin else (own, own), frames[int(rng.integers(3))], width, height)
        made.append(Print(pixels, width, height, rounded=3.0))
        before = before if kin else own
    return tuple(made)


@lru_cache(maxsize=8)
def back(seed: int) -> Print:
    rng = np.random.default_rng((seed, 2))
    width, height = deck(seed)[0].width, deck(seed)[0].height
    pixels = _blank(width, height, _ink(rng, 0.15, 0.6))
    h, w = pixels.shape[:2]
    line = _ink(rng, 0.6, 0.95)
    step = int(rng.integers(24, 60))
    for k in range(-h, w + h, step):
        cv2.line(pixels, (k, 0), (k + h, h), line, int(rng.integers(2, 6)), cv2.LINE_AA)
        cv2.line(pixels, (k + h, 0), (k, h), line, 3, cv2.LINE_AA)
    _framed(pixels, 3.0, line, _ink(rng, 0.1, 0.9))
    _stamp(pixels, str(rng.choice(FACES)), w / 2, h / 2, w * 0.5)
    return Print(pixels, width, height, rounded=3.0)


def _frame(rng: np.random.Generator) -> dict[str, Any]:
    return {
        "paper": _ink(rng, *((0.85, 1.0) if rng.random() < 0.5 else (0.05, 0.6))),
        "rim": float(rng.uniform(2.0, 5.0)),
        "line": _ink(rng, 0.0, 1.0),
        "title": float(rng.choice([0.0, 9.0, 12.0])),
        "low": bool(rng.random() < 0.5),
        "text": float(rng.choice([0.0, 14.0, 22.0])),
        "corners": bool(rng.random() < 0.6),
    }


def _card(seeds: tuple[int, int], frame: dict[str, Any], width: float, height: float) -> Array:
    """`seeds`: of the picture, and of what sets it apart from its kin."""
    rng, own = np.random.default_rng(seeds[0]), np.random.default_rng(seeds[1])
    pixels = _blank(width, height, frame["paper"])
    h, w = pixels.shape[:2]
    rim = round(frame["rim"] * PER_MM)
    top = rim + round(frame["title"] * PER_MM) * (not frame["low"])
    foot = h - rim - round((frame["text"] + frame["title"] * frame["low"]) * PER_MM)
    picture = pixels[top:foot, rim : w - rim]
    _scene(picture, rng)
    kin = seeds[0] != seeds[1]
    many = int(rng.integers(1, 4)) + (int(own.integers(1, 3)) if kin and own.random() < 0.5 else 0)
    shift = own.permutation(3) if kin else None
    for _ in range(many):
        size = float(rng.uniform(0.35, 0.8)) * picture.shape[1] / max(1, many - 1)
        at = float(rng.uniform(0.25, 0.75)) * picture.shape[1], float(rng.uniform(0.25, 0.75)) * picture.shape[0]
        if rng.random() < 0.6:
            _stamp(picture, str(rng.choice(FACES)), *at, size)
        else:
            _blot(picture, rng, at, size)
    if shift is not None:
        picture[:] = picture[..., shift]
    cv2.rectangle(pixels, (rim, top), (w - rim - 1, foot - 1), frame["line"], 4)
    dark = (25, 25, 30) if np.mean(frame["paper"]) > 120 else (235, 240, 240)
    if frame["title"]:
        name = "".join(own.choice(list(LETTERS), int(own.integers(4, 9))))
        base = (foot + rim if frame["low"] else rim) + round(frame["title"] * PER_MM * 0.75)
        _write(pixels, name, base, frame["title"] * PER_MM * 0.6, dark)
    if frame["text"]:
        high = 2.6 * PER_MM
        for line in range(int(frame["text"] * PER_MM / high / 1.4)):
            words = " ".join("".join(own.choice(list(LETTERS.lower()), 5)) for _ in range(5))
            base = h - rim - round(frame["text"] * PER_MM) + round((line + 1) * high * 1.3)
            _write(pixels, words, base, high, dark, thick=2)
    if frame["corners"]:
        digit, ink = str(int(own.integers(1, 10))), _ink(own, 0.0, 1.0)
        for x, y in ((rim + 40, rim + 40), (w - rim - 40, h - rim - 40)):
            cv2.circle(pixels, (x, y), 36, ink, -1, cv2.LINE_AA)
            cv2.putText(pixels, digit, (x - 20, y + 20), cv2.FONT_HERSHEY_DUPLEX, 1.8, (255, 255, 255), 5, cv2.LINE_AA)
    return pixels


def _blank(width: float, height: float, colour: Colour) -> Array:
    pixels = np.empty((round(height * PER_MM), round(width * PER_MM), 3), np.uint8)
    pixels[:] = colour
    return pixels


def _ink(rng: np.random.Generator, dark: float, light: float) -> Colour:
    hsv = np.uint8([[[rng.integers(180), rng.integers(20, 230), round(255 * float(rng.uniform(dark, light)))]]])  # type: ignore[arg-type]
    blue, green, red = cv2.cvtColor(np.asarray(hsv), cv2.COLOR_HSV2BGR)[0, 0].tolist()
    return blue, green, red


def _scene(picture: Array, rng: np.random.Generator) -> None:
    """Sky, ground, and clouds of colour."""
    h, w = picture.shape[:2]
    above, below = (np.array(_ink(rng, 0.3, 1.0), np.float32) for _ in range(2))
    down = np.linspace(0, 1, h, dtype=np.float32)[:, None, None]
    ground = np.broadcast_to(above * (1 - down) + below * down, picture.shape).copy()
    coarse = rng.normal(0, 1, (6, 5, 3)).astype(np.float32)
    ground += cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC) * float(rng.uniform(5, 45))
    if rng.random() < 0.6:
        ground[round(h * float(rng.uniform(0.45, 0.8))) :] = np.array(_ink(rng, 0.2, 0.8), np.float32)
    picture[:] = np.clip(ground, 0, 255).astype(np.uint8)


def _stamp(picture: Array, name: str, x: float, y: float, size: float) -> None:
    for polygons, colour in painted(load(name)):
        points = np.array(polygons, np.float32) * size + (x - size / 2, y - size / 2)
        cv2.fillPoly(picture, [np.rint(points * 16).astype(np.int32)], colour[::-1], cv2.LINE_AA, 4)


def _blot(picture: Array, rng: np.random.Generator, at: tuple[float, float], size: float) -> None:
    corners = int(rng.integers(3, 9))
    angles = np.sort(rng.uniform(0, 2 * np.pi, corners))
    far = rng.uniform(0.25, 0.55, corners) * size
    points = np.column_stack([at[0] + far * np.cos(angles), at[1] + far * np.sin(angles)])
    shape = np.rint(points * 16).astype(np.int32)
    cv2.fillPoly(picture, [shape], _ink(rng, 0.1, 1.0), cv2.LINE_AA, 4)
    cv2.polylines(picture, [shape], True, _ink(rng, 0.0, 0.3), int(rng.integers(2, 12)), cv2.LINE_AA, 4)


def _framed(pixels: Array, inset: float, line: Colour, rim: Colour) -> None:
    h, w = pixels.shape[:2]
    near = round(inset * PER_MM)
    cv2.rectangle(pixels, (0, 0), (w - 1, h - 1), rim, near)
    cv2.rectangle(pixels, (near, near), (w - near, h - near), line, 6)


def _write(pixels: Array, words: str, base: int, high: float, ink: Colour, thick: int = 4) -> None:
    scale = high / 22
    (wide, _), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    scale *= min(1.0, (pixels.shape[1] - 60) / max(1, wide))
    wide = min(wide, pixels.shape[1] - 60)
    at = (pixels.shape[1] - wide) // 2, base
    cv2.putText(pixels, words, at, cv2.FONT_HERSHEY_DUPLEX, scale, ink, thick, cv2.LINE_AA)
