"""A game for a picture on the virtual table: with a hand, with the keys of a keyboard, with the menu open."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from firmware.games.hosted import HOSTED
from firmware.practice.deck import Deck
from ui.gallery.exhibits import Shown
from ui.gallery.games import Played
from ui.inputs import Using
from ui.look.theme import Layout
from ui.table import sheets
from ui.table.screen import GameScreen
from ui.words.language import Language

if TYPE_CHECKING:
    from firmware.practice.virtual import VirtualMat


def virtual(game: Played) -> VirtualMat:
    from firmware.practice.house_dice import cubes_of
    from firmware.practice.virtual import VirtualMat
    from vision.mat import geometry

    kind = HOSTED[game.table.record.game.key].dice
    return VirtualMat(cubes_of(kind), geometry.load(), game.clock, Random(4), (640, 360))


def by_hand(game: Played, layout: Layout, words: Language, using: Using = Using.KEYS) -> GameScreen:
    """The game on the virtual table, with a keyboard."""
    hosted, mat = HOSTED[game.table.record.game.key], virtual(game)
    hand = hosted.hand(mat, game.table, Random(4), game.hear)
    if hosted.things is not None and game.evening.house.reads_cards:
        hand.deck = Deck(mat, game.table, hosted.things, Random(4), game.hear)
    screen = game.watch(layout, words, using=using)
    hand.tend(game.clock.now())
    screen.hand = hand
    game.later(0.7)
    game._look()
    return screen


def menu_of(game: Played, layout: Layout, words: Language, using: Using = Using.KEYS) -> Shown:
    screen = by_hand(game, layout, words, using)
    game.look()
    sheets.open_menu(screen, game.clock.now())
    return game.shown(0.3)
