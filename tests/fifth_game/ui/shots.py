"""Pictures of the plank."""

from __future__ import annotations

from tests.fifth_game.rules import GAME, Setup
from ui.gallery.exhibits import Shown, exhibit
from ui.gallery.games import CREW, Played
from ui.look.theme import Layout
from ui.pages.explain import Explain
from ui.words.language import Language


def walked(*pips: int, coins: int = 12) -> Played:
    """So many throws of the die; between them one walks on."""
    game = Played(GAME.key, CREW, Setup(coins))
    for place, each in enumerate(pips):
        if place:
            game.pick("walk_on")
            game.lift(*(die.id for die in game.dice))
        game.lay(str(each))
    return game


@exhibit("plank-how-to-play")
def explained(layout: Layout, words: Language) -> Shown:
    return Shown(Explain(layout, words, GAME.key, lambda: None))


@exhibit("plank-throw")
def throw(layout: Layout, words: Language) -> Shown:
    game = walked()
    game.watch(layout, words)
    return game.shown(0.3)


@exhibit("plank-choice")
def choice(layout: Layout, words: Language) -> Shown:
    game = walked(5, 3)
    game.watch(layout, words)
    return game.shown(0.3)


@exhibit("plank-leaning")
def leaning(layout: Layout, words: Language) -> Shown:
    game = walked()
    game.watch(layout, words)
    game.lay("4", face=None, state="cocked")
    return game.shown(0.3)


@exhibit("plank-fall", lively=True)
def fall(layout: Layout, words: Language) -> Shown:
    game = walked(6)
    game.watch(layout, words)
    game.pick("walk_on")
    game.lift(*(die.id for die in game.dice))
    game.lay("1")
    return game.shown(0.6)


@exhibit("plank-home", lively=True)
def home(layout: Layout, words: Language) -> Shown:
    game = walked(6)
    game.watch(layout, words)
    game.pick("turn_back")
    return game.shown(0.7)


@exhibit("plank-won")
def won(layout: Layout, words: Language) -> Shown:
    game = walked(4, coins=1)
    game.pick("turn_back")
    game.watch(layout, words)
    return game.shown(9.0)
