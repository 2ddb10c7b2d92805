"""A place divided into places: rows, columns, grids and insets, as pure functions of rectangles.

head, body = rows(area, (0.2, REST), gap)        a fifth above, the rest below
left, right = columns(area, (90, REST))          ninety pixels, the rest beside them
for box in columns(area, 4, gap): ...            four of one width
"""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

REST = None  # of the length: what the others leave, in equal parts where several are the rest
Part = int | float | None  # pixels; a share of the whole; the rest


def rows(area: Rect, parts: int | Sequence[Part], gap: int = 0) -> list[Rect]:
    """From the top down. A number stands for so many of one height."""
    return [Rect(area.x, area.y + at, area.width, size) for at, size in _divided(area.height, parts, gap)]


def columns(area: Rect, parts: int | Sequence[Part], gap: int = 0) -> list[Rect]:
    """From the left to the right. A number stands for so many of one width."""
    return [Rect(area.x + at, area.y, size, area.height) for at, size in _divided(area.width, parts, gap)]


def grid(area: Rect, count: int, across: int, gap: int = 0, highest: int | None = None) -> list[Rect]:
    """Boxes of one size, row by row, so many across, in the middle of an area that is higher than they need."""
    lines = max(1, -(-count // across))
    wide = (area.width - gap * (across - 1)) // across
    high = min((area.height - gap * (lines - 1)) // lines, highest or area.height)
    top = area.y + (area.height - lines * high - (lines - 1) * gap) // 2
    return [
        Rect(area.x + number % across * (wide + gap), top + number // across * (high + gap), wide, high)
        for number in range(count)
    ]


def inset(
    area: Rect, across: int = 0, down: int = 0, *, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0
) -> Rect:
    """Without so much of each side: `across` of left and right, `down` of top and bottom. Never less than nothing."""
    x, y = area.x + across + left, area.y + down + top
    return Rect(x, y, max(0, area.right - across - right - x), max(0, area.bottom - down - bottom - y))


def centred(area: Rect, width: int, height: int) -> Rect:
    """A box in the middle."""
    box = Rect(0, 0, width, height)
    box.center = area.center
    return box


def _divided(length: int, parts: int | Sequence[Part], gap: int) -> list[tuple[int, int]]:
    """Where each part begins, and how long it is. Equal parts leave at the end what cannot be divided; a last rest
    takes all that is left."""
    if isinstance(parts, int):
        each = (length - gap * (parts - 1)) // max(1, parts)
        return [(place * (each + gap), each) for place in range(parts)]
    sizes = [round(part * length) if isinstance(part, float) else part for part in parts]
    left = max(0, length - gap * (len(parts) - 1) - sum(size for size in sizes if size is not None))
    resting, found, at = sizes.count(None), list[tuple[int, int]](), 0
    for size in sizes:
        if size is None:
            size = left // resting
            left, resting = left - size, resting - 1
        found.append((at, size))
        at += size + gap
    return found
