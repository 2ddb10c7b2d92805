"""The engraver's small change: rhumb lines, the border with its scale, hills, palms, waves and a ribbon for a title."""

from __future__ import annotations

import math
from random import Random

from ui.chart.course import Box, Point
from ui.look.engrave import Plate, line
from ui.look.theme import BONE, FADED, INK, PARCHMENT, SEA, SHADE, blend, from_hex

LAND = from_hex("#E9D5A2")
RUBRIC = from_hex("#8C3A2C")  # the second ink of a printed page


def rhumbs(plate: Plate, centre: Point, inner: Box, unit: float) -> None:
    """Rays from the rose to the border, as navigators lay their courses."""
    x0, y0, w, h = inner
    for ray in range(32):
        turn = ray * math.pi / 16
        dx, dy = math.cos(turn), math.sin(turn)
        ends = [((x0 + w if dx > 0 else x0) - centre[0]) / dx] if abs(dx) > 1e-9 else []
        ends += [((y0 + h if dy > 0 else y0) - centre[1]) / dy] if abs(dy) > 1e-9 else []
        far = min(ends)
        tone = 0.34 if ray % 4 == 0 else 0.24 if ray % 2 == 0 else 0.13
        plate.cut(
            line([centre, (centre[0] + dx * far, centre[1] + dy * far)]),
            stroke=FADED if ray % 4 else RUBRIC,
            width=max(0.8, unit * 0.13),
            opacity=tone,
        )


def border(plate: Plate, inner: Box, unit: float) -> None:
    """Neat lines with a scale of degrees between them."""
    x, y, w, h = inner
    band = unit * 1.25

    def frame(grow: float) -> str:
        left, top, right, bottom = x - grow, y - grow, x + w + grow, y + h + grow
        return line([(left, top), (right, top), (right, bottom), (left, bottom)], closed=True)

    plate.cut(frame(0), stroke=INK, width=max(1.0, unit * 0.22))
    plate.cut(frame(band), stroke=INK, width=max(1.0, unit * 0.16))
    plate.cut(frame(band * 1.7), stroke=INK, width=max(1.2, unit * 0.34))
    across, down = round(w / (unit * 7)) | 1, round(h / (unit * 7)) | 1
    for number in range(0, across, 2):
        left, right = x + w * number / across, x + w * (number + 1) / across
        for top in (y - band, y + h):
            plate.cut(line([(left, top), (right, top), (right, top + band), (left, top + band)], closed=True), fill=INK)
    for number in range(0, down, 2):
        top, bottom = y + h * number / down, y + h * (number + 1) / down
        for left in (x - band, x + w):
            plate.cut(
                line([(left, top), (left + band, top), (left + band, bottom), (left, bottom)], closed=True), fill=INK
            )


def hill(plate: Plate, random: Random, x: float, y: float, room: float, unit: float) -> None:
    """A molehill as engravers cut it: lit on the left, hachured on the right."""
    w, h = room * random.uniform(0.95, 1.25), room * random.uniform(1.1, 1.6)
    base, pen = y + h * 0.45, max(0.8, unit * 0.15)
    top = (x - w * 0.05, base - h)
    outline = f"M{x - w:.1f} {base:.1f}C{x - w * 0.55:.1f} {base - h * 0.25:.1f} {x - w * 0.35:.1f} {top[1]:.1f}"
    outline += f" {top[0]:.1f} {top[1]:.1f}"
    outline += f"C{x + w * 0.35:.1f} {top[1]:.1f} {x + w * 0.5:.1f} {base - h * 0.2:.1f} {x + w:.1f} {base:.1f}"
    plate.cut(outline, fill=LAND)
    for step in range(1, 8):  # down the right slope, where the outline is, and ever shorter
        t = step / 8
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
        sx = a * top[0] + b * (x + w * 0.35) + c * (x + w * 0.5) + d * (x + w)
        sy = (a + b) * top[1] + c * (base - h * 0.2) + d * base
        length = min(base - sy, h * (0.66 - 0.3 * t))
        hachure = f"M{sx:.1f} {sy:.1f}q{-w * 0.02:.1f} {length * 0.5:.1f} {-w * 0.14:.1f} {length:.1f}"
        plate.cut(hachure, stroke=INK, width=pen * 0.9, opacity=0.85)
    plate.cut(outline, stroke=INK, width=pen * 1.25)


def palm(plate: Plate, random: Random, x: float, y: float, room: float, unit: float) -> None:
    h, lean = room * random.uniform(1.2, 1.5), random.uniform(-0.35, 0.35) * room
    pen = max(0.8, unit * 0.16)
    foot, crown = y + h * 0.5, (x + lean, y - h * 0.4)
    plate.cut(f"M{x:.1f} {foot:.1f}Q{x:.1f} {y:.1f} {crown[0]:.1f} {crown[1]:.1f}", stroke=INK, width=pen * 1.7)
    for turn in (-3.3, -2.55, -1.85, -1.3, -0.6, 0.15):
        reach = room * random.uniform(0.85, 1.05)
        tip = (crown[0] + math.cos(turn) * reach, crown[1] + math.sin(turn) * reach * 0.6 + reach * 0.38)
        bend = (crown[0] + math.cos(turn) * reach * 0.62, crown[1] + math.sin(turn) * reach * 0.85 - reach * 0.16)
        thick = (bend[0] - math.cos(turn) * reach * 0.1, bend[1] + reach * 0.34)
        frond = f"M{crown[0]:.1f} {crown[1]:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {tip[0]:.1f} {tip[1]:.1f}"
        frond += f"Q{thick[0]:.1f} {thick[1]:.1f} {crown[0]:.1f} {crown[1]:.1f}Z"
        plate.cut(frond, fill=from_hex("#4F7A50"), stroke=INK, width=pen * 0.8)
    shade = line([(x - room * 0.4, foot), (x + room * 0.7, foot)])
    plate.cut(shade, stroke=INK, width=pen * 0.8, opacity=0.6)


def wave(plate: Plate, random: Random, x: float, y: float, room: float, unit: float) -> None:
    w = room * 0.42
    for row in range(random.choice((1, 2))):
        left, top = x - w + row * w * 0.6, y + row * unit * 0.9
        data = f"M{left:.1f} {top:.1f}q{w / 2:.1f} {-w * 0.42:.1f} {w:.1f} 0q{w / 2:.1f} {-w * 0.42:.1f} {w:.1f} 0"
        plate.cut(data, stroke=SEA, width=max(0.8, unit * 0.14), opacity=0.6)


def scroll(plate: Plate, x: float, y: float, w: float, h: float, roll: float) -> None:
    """A ribbon of paper with swallow tails behind it, bowed a little, hatched where it folds under."""
    pen, bow = max(1.4, roll * 0.15), roll * 0.7
    for side in (-1, 1):
        end = x if side < 0 else x + w

        def at(across: float, down: float, end: float = end, side: int = side) -> str:
            return f"{end + side * across * roll:.1f} {y + down:.1f}"

        low = roll * 0.9
        tail = f"M{at(-2.2, low)}L{at(2.3, low - bow * 0.4)}L{at(1.3, h / 2 + low)}L{at(2.3, h + low - bow * 0.4)}"
        plate.cut(f"{tail}L{at(-2.2, h + low)}Z", fill=SHADE, stroke=INK, width=pen)
        plate.cut(f"M{at(0, h)}L{at(-2.2, h + low)}L{at(-2.2, h - bow)}Z", fill=FADED, stroke=INK, width=pen)
        for step in range(8):
            down = low + h * (0.08 + 0.11 * step)
            hatch = f"M{at(0.1, down)}L{at(0.9 - 0.1 * (step % 2), down - bow * 0.1)}"
            plate.cut(hatch, stroke=INK, width=pen * 0.5, opacity=0.7)

    def sheet(inset: float) -> str:
        left, right, top, foot = x + inset, x + w - inset, y + inset, y + h - inset
        return (
            f"M{left:.1f} {top:.1f}Q{x + w / 2:.1f} {top - bow * 2:.1f} {right:.1f} {top:.1f}"
            f"L{right:.1f} {foot:.1f}Q{x + w / 2:.1f} {foot - bow * 2:.1f} {left:.1f} {foot:.1f}Z"
        )

    plate.cut(sheet(0), fill=blend(PARCHMENT, BONE, 0.4), stroke=INK, width=pen)
    plate.cut(sheet(roll * 0.34), stroke=RUBRIC, width=pen * 0.5)
