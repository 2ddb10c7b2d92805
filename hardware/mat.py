"""The mat to print: all of it on one A3, or on two A4 glued in the middle of the track. Geometry from mat.toml alone.

A printer leaves a rim of the paper white. That costs nothing here: what vision needs begins 10 mm inside the mat's
edge. The two A4 sheets lack the mat's outermost 5 mm to the left and right and overlap by 10 mm instead, so that any
printer with margins up to 5 mm prints all that counts, on either side of the seam.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hardware.sheet import A4, WHITE, Mark, Outline, Say, Sheet, rectangle
from rules.say import Message
from vision.art.pictograms import Rgb
from vision.mat import geometry
from vision.mat.geometry import Mat
from vision.seen import Zone

SEAM = 210.0  # through the track, far from markers and patches
RIM = 5.0  # what the A4 sheets leave out to the left and right, and the margin a printer may need
BLACK: Rgb = (0, 0, 0)
RULER = 100.0


def a3(say: Say, path: Path = geometry.OWN_MAT) -> Sheet:
    """The whole mat; its labels lie outside the zones, in the colour of the lines."""
    mat, (line, width) = geometry.load(path), _outline(path)
    sheet = Sheet(mat.width, mat.height, say(Message("The dice mat")))
    sheet.box(0, 0, mat.width, mat.height, _rgb(mat.base))
    for name, zone in mat.zones.items():
        fill = None if zone.fill is None else _rgb(zone.fill)
        sheet.box(zone.x0, zone.y0, zone.x1, zone.y1, fill, line=line, width=width, name=name)
    for box, level in mat.patches:
        sheet.box(box.x0, box.y0, box.x1, box.y1, (level, level, level), name=f"grey {level}")
    for marker in mat.markers:
        _marker(sheet, mat, marker)
    _labels(sheet, mat, line, say)
    return sheet


def two_a4(say: Say, path: Path = geometry.OWN_MAT) -> list[Sheet]:
    """The left and the right sheet. The right one is cut at the seam and lies over the left one."""
    whole, (line, _) = a3(say, path), _outline(path)
    left, right = window(whole, RIM, *A4), window(whole, whole.width - RIM - A4[0], *A4)
    left.title, right.title = say(Message("The dice mat, left sheet")), say(Message("The dice mat, right sheet"))
    for sheet, start in ((left, RIM), (right, whole.width - RIM - A4[0])):
        seam = SEAM - start
        for y0, y1 in ((0.0, 9.0), (whole.height - 9.0, whole.height)):
            sheet.line((seam, y0), (seam, y1), colour=BLACK, width=0.2, name="seam")
    foot = whole.height - 6.5
    at = SEAM - RIM
    left.words(
        at - 9, foot, say(Message("the right sheet's cut edge goes on this line")), 3.2, colour=line, align="right"
    )
    left.head((at - 8, foot - 1), (at - 1, foot - 1), line, 5)
    at = SEAM - (whole.width - RIM - A4[0])
    right.head((at + 8, foot - 1), (at + 1, foot - 1), line, 5)
    right.words(at + 9, foot, say(Message("cut here from mark to mark, lay it over the left sheet")), 3.2, colour=line)
    return [left, right]


def window(sheet: Sheet, x: float, width: float, height: float) -> Sheet:
    """The part of a sheet from x on; what lies beyond the page is not printed."""
    return Sheet(width, height, sheet.title, [_moved(mark, -x) for mark in sheet.marks])


def _moved(mark: Mark, dx: float) -> Mark:
    if isinstance(mark, Outline):
        return replace(mark, rings=tuple(tuple((x + dx, y) for x, y in ring) for ring in mark.rings))
    return replace(mark, x=mark.x + dx)


def _marker(sheet: Sheet, mat: Mat, marker: int) -> None:
    x, y = mat.markers[marker]
    size, quiet = mat.marker_size, mat.quiet
    sheet.box(x - quiet, y - quiet, x + size + quiet, y + size + quiet, WHITE)
    sheet.box(x, y, x + size, y + size, BLACK, name=f"marker {marker}")
    cells = mat.patterns[marker]
    cell = size / len(cells)
    light = [
        rectangle(x + column * cell, y + row * cell, x + (column + 1) * cell, y + (row + 1) * cell)
        for row, line in enumerate(cells)
        for column, bright in enumerate(line)
        if bright
    ]
    sheet.rings(light, WHITE)


def _labels(sheet: Sheet, mat: Mat, line: Rgb, say: Say) -> None:
    names: dict[Zone, Message] = {
        "track": Message("the track"),
        "reserve": Message("the reserve"),
        "island": Message("the island"),
    }
    for zone, name in names.items():
        box = mat.zones[zone]
        sheet.words((box.x0 + box.x1) / 2, box.y0 - 1.9, say(name), 6.6, "lettering", line, "centre")
    paper = _rgb(mat.base)
    middle = (mat.zones["reserve"].x1 + mat.width) / 2
    sheet.stamp("rose", middle - 13, 56, 26, line, paper)
    sheet.words(middle, 94, "Vigie", 13, "lettering", line, "centre")
    _ruler(sheet, middle, mat, line, say)
    _ruler(sheet, (mat.patches[0][0].x1 + mat.zones["track"].x0) / 2, mat, line, say)


def _ruler(sheet: Sheet, x: float, mat: Mat, line: Rgb, say: Say) -> None:
    """Printed to scale or not: a line to hold a ruler against."""
    top = (mat.height - RULER) / 2
    sheet.line((x, top), (x, top + RULER), colour=line, width=0.25, name="ruler")
    for step in range(11):
        reach = 2.5 if step % 5 == 0 else 1.2
        y = top + step * RULER / 10
        sheet.line((x - reach, y), (x + reach, y), colour=line, width=0.25)
    told = say(Message("100 mm: measure it before you cut"))
    sheet.words(x + 6.2, top + RULER / 2, told, 3.2, colour=line, align="centre", turn=-90)


def _outline(path: Path) -> tuple[Rgb, float]:
    with path.open("rb") as file:
        data = tomllib.load(file)["mat"]
    value = int(data["outline"].removeprefix("#"), 16)
    return (value >> 16, value >> 8 & 255, value & 255), float(data["outline_width"])


def _rgb(bgr: Sequence[int]) -> Rgb:
    blue, green, red = bgr
    return red, green, blue
