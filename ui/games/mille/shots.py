"""Pictures of Mille Sabords."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from firmware.config import SHIPPED, read
from firmware.play.events import CameraLost, CardsSeen
from firmware.play.hosting import House
from rules.mille.state import Setup
from rules.say import Message
from ui.gallery.exhibits import Shown, exhibit
from ui.gallery.games import CREW, Played, touch_die
from ui.gallery.hands import by_hand, menu_of
from ui.games.mille.screen import MilleScreen
from ui.inputs import Using
from ui.look.theme import Layout
from ui.table.furniture import FOLD_S
from ui.words.language import Language
from vision.seen import Card

FIVE = ("Anne", "Barthélemy", "Zoé", "Louis", "Mary")
MIXED = ("diamond", "diamond", "skull", "monkey", "monkey", "sabre", "coin", "parrot")


def mille_game(players: Sequence[str] = CREW, target: int = 6000, **options: Any) -> Played:
    """Played with real cards, so that a picture can say which come."""
    options.setdefault("house", House(cards="physical"))
    return Played("mille", players, Setup(target=target), **options)


def card(game: Played, kind: str) -> None:
    """The dice are taken up and a card is revealed."""
    game.lift(*(die.id for die in game.dice))
    game.pick(f"card:{kind}")


def stopped(game: Played, kind: str, *dice: str) -> None:
    """A whole turn: one throw, and stop."""
    card(game, kind)
    game.roll(*dice)
    if game.table.expects.task in ("choose", "guardian"):
        game.press(game.table.state.turn.seat)


def well_on(game: Played) -> Played:
    """A round with something in it; it is the first player's turn again."""
    stopped(game, "coin", *["coin"] * 4, "monkey", "monkey", "parrot", "skull")
    stopped(game, "pirate", *["diamond"] * 4, "sabre", "sabre", "sabre", "skull")
    stopped(game, "diamond", *["parrot"] * 3, *["skull"] * 3, "coin", "coin")
    for _ in game.table.players[3:]:
        stopped(game, "animals", *["monkey"] * 3, "parrot", "parrot", "coin", "sabre", "skull")
    return game


def opened(layout: Layout, words: Language, kind: str, **options: Any) -> Played:
    """Somebody's turn with that card, before the throw."""
    game = well_on(mille_game(**options))
    card(game, kind)
    game.watch(layout, words)
    return game


@exhibit("mille-reveal", lively=True)
def mille_reveal(layout: Layout, words: Language) -> Shown:
    game = mille_game(FIVE, house=House(cards="virtual"))
    game.watch(layout, words)
    return game.shown(0.3)


@exhibit("mille-real-cards", lively=True)
def mille_deck(layout: Layout, words: Language) -> Shown:
    game = well_on(mille_game())
    game.watch(layout, words)
    return game.shown(0.3)


@exhibit("mille-throw", lively=True)
def mille_throw(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, "ship3", players=FIVE).shown(0.8)


@exhibit("mille-choose", lively=True)
def mille_choose(layout: Layout, words: Language) -> Shown:
    game = well_on(mille_game())
    card(game, "diamond")
    game.roll(*MIXED)
    kept = [die.id for die in game.dice if die.face in ("diamond", "skull", "coin")]
    game.again(kept, "diamond", "skull", "monkey", "coin")
    game.watch(layout, words)
    return game.shown(0.4)


@exhibit("mille-first-throw", lively=True)
def mille_first(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "pirate", players=FIVE)
    game.roll("sabre", "sabre", "sabre", "monkey", "monkey", "monkey", "coin", "diamond")
    return game.shown(0.6)


@exhibit("mille-advice", lively=True)
def mille_advice(layout: Layout, words: Language) -> Shown:
    config = read(SHIPPED)
    game = well_on(mille_game(config=replace(config, play=replace(config.play, advice=True))))
    card(game, "coin")
    game.roll("coin", "coin", "skull", "monkey", "monkey", "monkey", "sabre", "parrot")
    screen = game.watch(layout, words)
    assert isinstance(screen, MilleScreen) and screen.adviser is not None
    screen.adviser.wait()
    return game.shown(0.4)


@exhibit("mille-island-laid", lively=True)
def mille_laid(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "treasure_island")
    game.roll("diamond", "diamond", "coin", "skull", "sabre", "monkey", "coin", "parrot")
    for die in [die for die in game.dice if die.face in ("diamond", "coin")]:
        x, y = game.spot("island")
        game.change(die.id, zone="island", x_mm=x, y_mm=y)
    return game.shown(0.4)


@exhibit("mille-scored", lively=True)
def mille_scored(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "coin")
    game.roll("coin", "coin", "coin", "monkey", "monkey", "monkey", "sabre", "skull")
    game.press(0)
    return game.shown(0.7)


@exhibit("mille-bust", lively=True)
def mille_bust(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "coin")
    game.roll("skull", "skull", "skull", "monkey", "monkey", "sabre", "coin", "parrot")
    return game.shown(1.2)


@exhibit("mille-saved-by-the-island", lively=True)
def mille_saved(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "treasure_island")
    game.roll("diamond", "diamond", "coin", "skull", "sabre", "monkey", "coin", "parrot")
    for die in [die for die in game.dice if die.face in ("diamond", "coin")]:
        x, y = game.spot("island")
        game.change(die.id, zone="island", x_mm=x, y_mm=y)
    game.again([die.id for die in game.dice if die.zone == "island" or die.face == "skull"], "skull", "skull", "monkey")
    return game.shown(1.0)


@exhibit("mille-skull-island", lively=True)
def mille_island(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "skull1")
    game.roll("skull", "skull", "skull", "monkey", "monkey", "sabre", "coin", "parrot")
    return game.shown(1.3)


@exhibit("mille-skull-island-throw", lively=True)
def mille_island_throw(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "skull1")
    game.roll("skull", "skull", "skull", "monkey", "monkey", "sabre", "coin", "parrot")
    return game.shown(4.0)


@exhibit("mille-island-losses", lively=True)
def mille_losses(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "pirate")
    game.roll(*["skull"] * 4, "monkey", "monkey", "sabre", "coin")
    game.look()
    game.again([die.id for die in game.dice if die.face == "skull"], "monkey", "sabre", "coin", "parrot")
    return game.shown(0.85)


@exhibit("mille-ship-won", lively=True)
def mille_ship_won(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "ship4")
    game.roll(*["sabre"] * 5, "coin", "skull", "monkey")
    game.press(0)
    return game.shown(0.85)


@exhibit("mille-ship-lost", lively=True)
def mille_ship_lost(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "ship3")
    game.roll("skull", "skull", "skull", "sabre", "monkey", "sabre", "coin", "parrot")
    return game.shown(1.3)


@exhibit("mille-full-chest", lively=True)
def mille_chest(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "coin")
    game.roll("coin", "coin", "coin", "monkey", "monkey", "monkey", "diamond", "diamond")
    game.press(0)
    return game.shown(2.1)


@exhibit("mille-double", lively=True)
def mille_double(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "pirate")
    game.roll("coin", "coin", "coin", "monkey", "monkey", "skull", "diamond", "sabre")
    game.press(0)
    return game.shown(2.1)


@exhibit("mille-guardian", lively=True)
def mille_guardian(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "guardian")
    game.roll("skull", "skull", "skull", "monkey", "monkey", "sabre", "coin", "parrot")
    return game.shown(1.1)


@exhibit("mille-last-round", lively=True)
def mille_last(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "coin", target=5000)
    game.roll(*["coin"] * 7, "skull")
    game.press(0)
    return game.shown(2.2)


@exhibit("mille-sudden-death", lively=True)
def mille_sudden(layout: Layout, words: Language) -> Shown:
    game = mille_game(CREW[:2], target=5000)
    stopped(game, "diamond", *["diamond"] * 7, "coin")
    card(game, "pirate")
    game.roll(*["skull"] * 4, "monkey", "monkey", "sabre", "coin")
    game.watch(layout, words)
    game.again([die.id for die in game.dice if die.face == "skull"], "skull", "skull", "skull", "monkey")
    if game.table.state.turn.card is not None:
        game.look()
        game.again([die.id for die in game.dice if die.face == "skull"], "parrot")
    return game.shown(2.2)


@exhibit("mille-pirate-magic", lively=True)
def mille_magic(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "diamond")
    game.roll(*["diamond"] * 8)
    if game.table.expects.task == "choose":
        game.press(0)
    return game.shown(1.6)


@exhibit("mille-finale", lively=True)
def mille_finale(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "diamond")
    game.roll(*["diamond"] * 8)
    if game.table.expects.task == "choose":
        game.press(0)
    return game.shown(8.0)


@exhibit("mille-correct-a-die", lively=True)
def mille_correct(layout: Layout, words: Language) -> Shown:
    game = well_on(mille_game())
    card(game, "coin")
    game.roll(*MIXED)
    touch_die(game, game.watch(layout, words))
    return game.shown(0.3)


@exhibit("mille-unread-die", lively=True)
def mille_unread(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "coin")
    game.lay(*MIXED[:7])
    game.lay("", face=None, state="unsure", reason=Message("it cannot be read"))
    return game.shown(0.6)


@exhibit("mille-without-camera", lively=True)
def mille_blind(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, "coin")
    game.roll(*MIXED)
    lost = Message("The camera does not answer: check its cable. Meanwhile, enter the dice by hand.")
    game.hear(CameraLost(lost, game.clock.now()))
    game.pick("die:3", "die:4")
    game.look()
    game.later(FOLD_S)  # the banner has folded by now
    return game.shown(0.6)


@exhibit("mille-hands-first-throw", lively=True)
def mille_hands_throw(layout: Layout, words: Language) -> Shown:
    game = mille_game(FIVE)
    card(game, "coin")
    by_hand(game, layout, words)
    return game.shown(0.3)


@exhibit("mille-hands-card", lively=True)
def mille_hands_card(layout: Layout, words: Language) -> Shown:
    """Printed cards on the virtual table: one is to be turned over."""
    game = mille_game(FIVE, house=House(cards="printed"))
    by_hand(game, layout, words)
    return game.shown(0.3)


@exhibit("mille-printed-which", lively=True)
def mille_which(layout: Layout, words: Language) -> Shown:
    """A card lies there that the eyes do not know for sure: the likeliest come first."""
    game = mille_game(FIVE, house=House(cards="printed"))
    game.hear(CardsSeen((), game.clock.now()))
    game.hear(CardsSeen((Card(None, 450, 60, "off", likely=("ship3", "ship2")),), game.clock.now()))
    game.watch(layout, words)
    return game.shown(0.3)


@exhibit("mille-hands-marked", lively=True)
def mille_hands(layout: Layout, words: Language) -> Shown:
    """On the virtual table, with a keyboard: three dice are to be thrown again, or laid on the island."""
    game = well_on(mille_game())
    card(game, "treasure_island")
    game.roll(*MIXED)
    screen = by_hand(game, layout, words)
    assert screen.hand is not None
    for number in sorted(screen.hand.markable)[:3]:
        screen.hand.mark(number)
    return game.shown(0.3)


@exhibit("mille-menu", lively=True)
def mille_menu(layout: Layout, words: Language) -> Shown:
    game = well_on(mille_game())
    card(game, "coin")
    game.roll(*MIXED)
    return menu_of(game, layout, words, Using.NOTHING)
