"""The treasure map, to print."""

from __future__ import annotations

from pygame import Surface

from rules import series
from ui.chart import sheet
from ui.words.language import Language

SEED = 7  # one map for all who print it
DIGITS = 0.028  # of the height


def paper_map(size: tuple[int, int], words: Language) -> Surface:
    squares = series.Setup().squares
    return sheet.draw(size, SEED, squares, words.say(series.GAME.title), round(size[1] * DIGITS)).surface
