"""The paper that cards are printed on: light parchment, one piece for a whole page, so that no seam shows at a cut."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from hardware.cards.card import PAPER, jpeg
from ui.look.grain import clouds, noise, tinted, to_surface
from ui.look.theme import SHADE, from_hex

DPI = 120


@lru_cache(maxsize=4)
def parchment(width_mm: float, height_mm: float) -> bytes:
    """Mottled and fibrous, pale enough for marks and words; without alpha."""
    rng = np.random.default_rng(3)
    width, height = (round(side / 25.4 * DPI) for side in (width_mm, height_mm))
    sheet = np.empty((height, width, 3), np.float32)
    sheet[:] = PAPER
    sheet = tinted(sheet, SHADE, np.clip(clouds(rng, height, width, 220, 5) * 0.22 + 0.10, 0, 0.4))
    foxing = np.clip(clouds(rng, height, width, 70, 4) - 0.85, 0, 1) * 0.8
    sheet = tinted(sheet, from_hex("#B98E5C"), np.clip(foxing, 0, 0.3))
    sheet += (noise(rng, height, width, 1.6, stretch=16) * 1.6 + rng.standard_normal((height, width), np.float32))[
        ..., None
    ]
    return jpeg(to_surface(sheet))
