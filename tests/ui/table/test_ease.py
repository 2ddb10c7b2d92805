"""Larger letters and little motion, as the settings for every age say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from firmware.config import SHIPPED, read
from tests.ui.at_table import Sitting
from ui.gallery.games import Played
from ui.games.mille.shots import card, mille_game, well_on
from ui.look.theme import LARGER, Layout
from ui.screen import Window


def settled(motion: str) -> Played:
    config = read(SHIPPED)
    game = well_on(mille_game(config=replace(config, ease=replace(config.ease, motion=motion))))
    card(game, "coin")
    return game


def test_a_still_table_looks_the_same_from_one_moment_to_the_next(window: Callable[..., Window]) -> None:
    at = Sitting(settled("little"), window())
    at.game.roll("skull", "skull", "skull", "monkey", "monkey", "sabre", "coin", "parrot")
    pictures = set()
    for _ in range(4):
        at.draw(0.21)
        pictures.add(pygame.image.tobytes(at.window.surface, "RGB"))
    assert len(pictures) == 1
    lively = Sitting(settled("full"), window())
    lively.game.roll("skull", "skull", "skull", "monkey", "monkey", "sabre", "coin", "parrot")
    moving = set()
    for _ in range(4):
        lively.draw(0.21)
        moving.add(pygame.image.tobytes(lively.window.surface, "RGB"))
    assert len(moving) > 1


def test_larger_letters_are_those_of_sentences() -> None:
    usual, large = Layout(800, 480), Layout(800, 480, LARGER)
    assert large.small > usual.small
    assert (large.medium, large.large, large.stage) == (usual.medium, usual.large, usual.stage)
