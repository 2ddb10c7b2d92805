from __future__ import annotations

from itertools import combinations

import pygame

from ui.games.mille import cards
from ui.look.pictures import picture


def test_no_two_cards_have_the_same_small_picture() -> None:
    drawn = {kind: pygame.image.tobytes(picture(cards.sign(kind), 60), "RGBA") for kind in cards.KINDS}
    assert [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]] == []
