"""A game's board on paper: one A3, or two A4 that are glued in the middle."""

from __future__ import annotations

from io import BytesIO

import pygame
from pygame import Rect, Surface

from hardware.sheet import A4, FADED, Sheet

A3 = (420.0, 297.0)
DPI = 150
RIM = 6.0  # what a printer may leave white
OVERLAP = 10.0


def size() -> tuple[int, int]:
    """In which the board is to be drawn, in pixels."""
    return _px(A3[0] - 2 * RIM), _px(A3[1] - 2 * RIM)


def a3(board: Surface, title: str) -> list[Sheet]:
    sheet = Sheet(*A3, title)
    sheet.photo(_jpeg(board, board.get_rect()), RIM, RIM, A3[0] - 2 * RIM, A3[1] - 2 * RIM)
    return [sheet]


def two_a4(board: Surface, title: str) -> list[Sheet]:
    """The left sheet reaches over the middle by OVERLAP; the right one is cut at its left edge and glued upon it."""
    half, (wide, high) = (A3[0] - 2 * RIM) / 2, board.get_size()
    left, right = Sheet(*A4, title), Sheet(*A4, title)
    shown = half + OVERLAP
    left.photo(_jpeg(board, Rect(0, 0, _px(shown), high)), A4[0] - RIM - shown + 4, RIM, shown, A4[1] - 2 * RIM)
    right.photo(_jpeg(board, Rect(wide - _px(half), 0, _px(half), high)), RIM, RIM, half, A4[1] - 2 * RIM)
    for y in (1.0, A4[1] - 1.0 - 4):
        right.line((RIM, y), (RIM, y + 4), colour=FADED, width=0.2, name="cut")
    return [left, right]


def _px(mm: float) -> int:
    return round(mm / 25.4 * DPI)


def _jpeg(board: Surface, part: Rect) -> bytes:
    ground = Surface(part.size)
    ground.fill((255, 255, 255))
    ground.blit(board, (0, 0), part)
    out = BytesIO()
    pygame.image.save(ground, out, "board.jpg")
    return out.getvalue()
