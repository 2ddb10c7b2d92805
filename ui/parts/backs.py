"""The back of a printed card: engraved like a banknote's, so that no two games' are taken for one another."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pygame import Surface

from ui.look.engrave import Plate, line, rounded
from ui.look.scene import hatched
from ui.look.theme import BONE, GOLD, INK, Colour, blend

WIDE = 63.0  # drawn in millimetres of a card so wide
EDGE = 3.4  # from the cut to the first line


@dataclass(frozen=True, slots=True)
class Back:
    """One design: the field's colour, the engraved lines', the metal's, and the emblem in the middle."""

    field: Colour
    lines: Colour
    metal: Colour
    emblem: tuple[tuple[str, float, bool], ...]  # art, how far beside the middle, mirrored
    petals: int = 12
    size: float = 24.0

    def __call__(self, size: tuple[int, int]) -> Surface:
        width, height = size
        plate = Plate(WIDE, WIDE * height / width)
        high = plate.height
        plate.cut(f"M0 0L{WIDE} 0L{WIDE} {high:.2f}L0 {high:.2f}Z", fill=self.field)
        _waves(plate, self.lines)
        _frame(plate, self)
        _rose(plate, self)
        picture = Surface(size)
        picture.blit(plate.print(size), (0, 0))
        front = Plate(WIDE, high)
        for art, aside, flip in self.emblem:
            front.stamp(art, WIDE / 2 + aside, high / 2, self.size, flip=flip)
        picture.blit(hatched(front.print(size), 0.25), (0, 0))
        return picture


def _waves(plate: Plate, colour: Colour) -> None:
    """Two sheaves of waves through one another, as on bonds."""
    left, right, low = 7.4, WIDE - 7.4, plate.height - 7.4
    for phase in (0.0, math.pi):
        y = 8.6
        while y < low:
            points = [
                (left + (right - left) * step / 96, y + 1.0 * math.sin(phase + step * math.tau / 16))
                for step in range(97)
            ]
            plate.cut(line(points), stroke=colour, width=0.2, opacity=0.75)
            y += 1.55


def _frame(plate: Plate, back: Back) -> None:
    high = plate.height

    def around(inset: float, r: float) -> str:
        return rounded(inset, inset, WIDE - 2 * inset, high - 2 * inset, r)

    plate.cut(around(EDGE + 0.4, 2.2), stroke=back.metal, width=0.75)
    plate.cut(around(EDGE + 1.5, 1.6), stroke=back.metal, width=0.25)
    plate.cut(around(EDGE + 3.6, 1.0), stroke=back.metal, width=0.35)
    inset = EDGE + 2.55
    across, down = WIDE - 2 * inset, high - 2 * inset
    many, rows = round(across / 2), round(down / 2)
    beads = [(inset + k * across / many, y) for k in range(many + 1) for y in (inset, high - inset)]
    beads += [(x, inset + k * down / rows) for k in range(1, rows) for x in (inset, WIDE - inset)]
    for x, y in beads:
        plate.dot(x, y, 0.42, fill=back.metal)
    reach = 9.0
    for x, y, turn in ((7.0, 7.0, 0), (WIDE - 7.0, 7.0, 90), (WIDE - 7.0, high - 7.0, 180), (7.0, high - 7.0, 270)):
        with plate.moved(f"translate({x} {y}) rotate({turn})"):
            bend = f"{reach} {reach * 0.55:.2f} {reach * 0.55:.2f} {reach}"
            plate.cut(f"M0 0L{reach} 0C{bend} 0 {reach}Z", fill=back.field, stroke=back.metal, width=0.4)
            for k in range(1, 6):
                r = k * 1.35
                plate.cut(f"M{r:.2f} 0.3C{r:.2f} {r * 0.55:.2f} {r * 0.55:.2f} {r:.2f} 0.3 {r:.2f}", stroke=back.metal,
                          width=0.22)  # fmt: skip


def _rose(plate: Plate, back: Back) -> None:
    """A rosette turned on an engine, around the disc with the emblem."""
    x, y = WIDE / 2, plate.height / 2
    plate.dot(x, y, 24.2, fill=back.field, opacity=0.92)
    for ring, (radius, swing, petals) in enumerate(((21.4, 2.2, back.petals), (18.2, 1.9, back.petals * 2))):
        for phase in range(8):
            points = []
            for step in range(241):
                t = step * math.tau / 240
                r = radius + swing * math.sin(petals * t + phase * math.tau / 8)
                points.append((x + r * math.cos(t), y + r * math.sin(t)))
            tone = back.metal if (phase + ring) % 2 else back.lines
            plate.cut(line(points, closed=True), stroke=tone, width=0.17, opacity=0.9)
    plate.dot(x, y, 24.2, stroke=back.metal, width=0.4)
    plate.dot(
        x, y, 15.6, fill=blend(back.field, INK, 0.35) if back.metal == GOLD else BONE, stroke=back.metal, width=0.8
    )
    plate.dot(x, y, 14.4, stroke=back.metal, width=0.22)
    for number in range(48):
        t = number * math.tau / 48
        plate.dot(x + 15.0 * math.cos(t), y + 15.0 * math.sin(t), 0.16, fill=back.metal)
    for cy in (y - 30.5, y + 30.5):  # a star beyond the rosette, above and below
        plate.cut(f"M{x} {cy - 5.2}L{x + 1.5} {cy}L{x} {cy + 5.2}L{x - 1.5} {cy}Z", fill=back.metal)
        plate.cut(f"M{x - 5.2} {cy}L{x} {cy - 1.5}L{x + 5.2} {cy}L{x} {cy + 1.5}Z", fill=back.metal)
        plate.dot(x, cy, 1.0, fill=back.field, stroke=back.metal, width=0.3)
