"""Noise, and old paper made of it: fibre, foxing, browned and worn edges."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pygame
from pygame import Surface

from ui.breath import breathe
from ui.look.engrave import ready
from ui.look.theme import INK, PARCHMENT, SHADE, Colour, from_hex

Field = npt.NDArray[np.floating[Any]]


def _spread(grid: Field, length: int) -> Field:
    """Cubic B-spline: `rows` + 3 rows of values become `length` rows. (No matrix product: BLAS would wake threads.)"""
    at = np.linspace(0, len(grid) - 3, length, endpoint=False, dtype=np.float32)
    whole = at.astype(int)
    t = (at - whole)[:, None]
    parts = ((1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, -3 * t**3 + 3 * t**2 + 3 * t + 1, t**3)
    total = parts[0] * grid[whole]
    for step in (1, 2, 3):
        total += parts[step] * grid[whole + step]
    return np.asarray(total / 6, np.float32)


def spread(grid: Field, height: int, width: int) -> Field:
    """A small grid as a smooth field of the given size."""
    breathe()
    return np.ascontiguousarray(_spread(np.ascontiguousarray(_spread(grid, height).T), width).T)


def enlarge(grid: Field, height: int, width: int) -> Field:
    """A field computed at a lower resolution, smoothly at the full one (cell centres keep their places)."""
    padded = np.pad(grid, 2, mode="edge")
    rows, columns = grid.shape
    step_y, step_x = rows / height, columns / width
    big = spread(padded, round(height * (rows + 1) / rows), round(width * (columns + 1) / columns))
    top, left = round(0.5 / step_y), round(0.5 / step_x)
    return big[top : top + height, left : left + width]


def noise(rng: np.random.Generator, height: int, width: int, cell: float, *, stretch: float = 1.0) -> Field:
    """Smooth noise about 0, with bumps `cell` pixels high and `stretch` times as wide."""
    rows, columns = max(1, round(height / cell)), max(1, round(width / (cell * stretch)))
    return spread(rng.standard_normal((rows + 3, columns + 3), np.float32), height, width) * 1.6


def clouds(rng: np.random.Generator, height: int, width: int, cell: float, octaves: int = 4) -> Field:
    """Noise in octaves, each half as large and half as strong; about -1 to 1."""
    total = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        total += noise(rng, height, width, max(2.0, cell / 2**octave)) / 2**octave
    return total / 2


def tinted(base: Field, colour: Colour, share: Field | float) -> Field:
    """`base` (height, width, 3) moved towards a colour by a share per pixel."""
    breathe()
    amount = share[..., None] if isinstance(share, np.ndarray) else share
    return base + (np.asarray(colour, np.float32) - base) * amount


def to_surface(pixels: Field, alpha: Field | None = None) -> Surface:
    """(height, width, 3) in 0..255, and an alpha in 0..1."""
    height, width, _ = pixels.shape
    surface = Surface((width, height), pygame.SRCALPHA if alpha is not None else 0, 32)
    pygame.surfarray.blit_array(surface, np.clip(pixels, 0, 255).astype(np.uint8).swapaxes(0, 1))
    if alpha is not None:
        veil = pygame.surfarray.pixels_alpha(surface)
        veil[:] = (np.clip(alpha, 0, 1) * 255).astype(np.uint8).T
        del veil  # unlocks the surface
    return ready(surface)


def from_edge(height: int, width: int) -> Field:
    """How far each pixel lies from the nearest edge."""
    y = np.minimum(np.arange(height), np.arange(height)[::-1]).astype(np.float32)
    x = np.minimum(np.arange(width), np.arange(width)[::-1]).astype(np.float32)
    return np.minimum(y[:, None], x[None, :])


def paper(rng: np.random.Generator, height: int, width: int, *, age: float = 1.0) -> tuple[Field, Field]:
    """A sheet of old paper and its alpha: mottled, fibrous, foxed, browned and worn at its edges."""
    size = min(height, width)
    sheet = np.empty((height, width, 3), np.float32)
    sheet[:] = PARCHMENT
    sheet = tinted(sheet, SHADE, np.clip(clouds(rng, height, width, size / 2.2, 5) * 0.42 + 0.2, 0, 0.75) * age)
    fibre = noise(rng, height, width, 1.6, stretch=16) * 2.2
    sheet += (fibre + rng.standard_normal((height, width), np.float32) * 1.5)[..., None]
    foxing = np.clip(clouds(rng, height, width, size / 12, 4) - 0.78, 0, 1) * 1.3
    sheet = tinted(sheet, from_hex("#A5794A"), np.clip(foxing, 0, 0.5) * age)
    edge = from_edge(height, width)
    ragged = edge + clouds(rng, height, width, size / 9, 5) * size * 0.012
    worn = np.maximum(ragged, 0) / size
    brown = np.exp(-worn / 0.045) * 0.62 + np.exp(-worn / 0.16) * 0.34
    sheet = tinted(sheet, from_hex("#8C6433"), np.clip(brown, 0, 0.85) * age)
    sheet = tinted(sheet, INK, np.exp(-worn / 0.008) * 0.45 * age)
    return sheet, np.clip(ragged - size * 0.006, 0, 1)


def crease(sheet: Field, at: float, *, upright: bool, depth: float = 14) -> None:
    """A fold: the paper is lit on one side of it and shaded on the other."""
    height, width, _ = sheet.shape
    length = width if upright else height
    away = np.arange(length, dtype=np.float32) - at * length
    relief = (np.exp(-np.abs(away) / (length * 0.004)) * -np.sign(away + 0.5) * depth).astype(np.float32)
    sheet += relief[None, :, None] if upright else relief[:, None, None]
