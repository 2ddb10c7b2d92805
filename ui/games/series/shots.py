"""Pictures of the treasure race."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firmware.play.events import CameraLost, Paused
from firmware.play.hosting import House
from rules.say import Message
from rules.series.rules import Setup
from ui.gallery.exhibits import Shown, exhibit
from ui.gallery.games import CREW, Played, touch_die
from ui.gallery.hands import by_hand, menu_of
from ui.inputs import Typed
from ui.look.theme import Layout
from ui.words.language import Language

RACE = ("skull red", "palm blue", "sabre red", "ship green", "diamond yellow", "palm purple", "pistol red")


def race(players: Sequence[str] = CREW, squares: int = 20, **options: Any) -> Played:
    """A race that is well on its way: some squares won, some dice on the track."""
    game = Played("series", players, Setup(squares=squares), **options)
    won = (
        ("palm", 0, "palm red", "palm black", "palm blue"),
        ("red", 1, "skull red", "ship red", "sabre red"),
        ("diamond", 2, "diamond blue", "diamond green", "diamond red"),
        ("palm", 0, "palm green", "palm yellow", "palm red"),
        ("green", 2, "ship green", "skull green", "pistol green"),
        ("palm", 1, "palm blue", "palm red", "palm red"),
    )
    for named, seat, *dice in won:
        claim(game, seat % len(players), named, *dice)
    return game


def claim(game: Played, seat: int, named: str, *dice: str) -> None:
    """These dice are thrown, somebody claims and takes them."""
    ids = [game.lay(die)[0] for die in dice]
    game.press(seat, 0.31 + 0.2 * game.chance.random())
    game.later(1.2)
    game.pick(f"series:{named}", "claim")
    game.lift(*ids)


def thrown(game: Played, *dice: str) -> Played:
    for die in dice:
        game.lay(die)
    return game


@exhibit("series-throw", lively=True)
def series_throw(layout: Layout, words: Language) -> Shown:
    game = thrown(race(), *RACE)
    game.watch(layout, words)
    return game.shown(0.3)


@exhibit("series-two-players", lively=True)
def series_two(layout: Layout, words: Language) -> Shown:
    game = thrown(race(CREW[:2], squares=40), *RACE[:4])
    game.watch(layout, words)
    return game.shown(0.3)


def claimed(layout: Layout, words: Language, *dice: str) -> Played:
    """Three press, the third player first."""
    game = thrown(race(), *(dice or RACE))
    game.watch(layout, words)
    for seat, after in ((2, 0.412), (0, 0.455), (3, 0.530)):
        game.press(seat, after)
    game.later(1.0)
    return game


@exhibit("series-claim", lively=True)
def series_claim(layout: Layout, words: Language) -> Shown:
    game = claimed(layout, words)
    game.pick("series:red")
    return game.shown(3.1)


@exhibit("series-claim-aloud", lively=True)
def series_aloud(layout: Layout, words: Language) -> Shown:
    game = thrown(race(house=House(naming="aloud")), *RACE)
    game.watch(layout, words)
    game.press(1, 0.2)
    game.later(0.8)
    return game.shown(2.0)


@exhibit("series-right", lively=True)
def series_right(layout: Layout, words: Language) -> Shown:
    game = claimed(layout, words)
    game.pick("series:red", "claim")
    return game.shown(1.0)


@exhibit("series-take", lively=True)
def series_take(layout: Layout, words: Language) -> Shown:
    game = claimed(layout, words)
    game.pick("series:red", "claim")
    return game.shown(2.6)


@exhibit("series-wrong", lively=True)
def series_wrong(layout: Layout, words: Language) -> Shown:
    game = claimed(layout, words)
    game.pick("series:skull", "series:ship", "claim")
    return game.shown(0.9)


@exhibit("series-tie", lively=True)
def series_tie(layout: Layout, words: Language) -> Shown:
    game = thrown(race(), *RACE)
    game.watch(layout, words)
    for seat, after in ((1, 0.380), (3, 0.387), (0, 0.512)):
        game.press(seat, after)
    game.later(0.6)
    return game.shown(1.0)


@exhibit("series-cocked-die", lively=True)
def series_cocked(layout: Layout, words: Language) -> Shown:
    game = thrown(race(), *RACE[:6])
    game.lay("", face=None, colour=None, state="cocked")
    game.watch(layout, words)
    return game.shown(0.3)


@exhibit("series-all-dice-out", lively=True)
def series_all_out(layout: Layout, words: Language) -> Shown:
    more = ("ship purple", "diamond black", "sabre green", "skull yellow", "pistol blue")
    game = thrown(race(), *RACE, *more)
    game.watch(layout, words)
    return game.shown(6.0)


@exhibit("series-correct-a-die", lively=True)
def series_correct(layout: Layout, words: Language) -> Shown:
    game = thrown(race(), *RACE)
    screen = game.watch(layout, words)
    touch_die(game, screen)
    return game.shown(0.3)


@exhibit("series-undo", lively=True)
def series_undo(layout: Layout, words: Language) -> Shown:
    game = thrown(race(), *RACE)
    game.watch(layout, words).handle(Typed("u", game.clock.now()))
    return game.shown(0.3)


@exhibit("series-camera-lost", lively=True)
def series_camera(layout: Layout, words: Language) -> Shown:
    game = thrown(race(), *RACE[:5])
    lost = Message("The camera does not answer: check its cable. Meanwhile, enter the dice by hand.")
    game.watch(layout, words)
    game.hear(CameraLost(lost, game.clock.now()))
    return game.shown(0.3)


@exhibit("series-paused", lively=True)
def series_paused(layout: Layout, words: Language) -> Shown:
    game = thrown(race(), *RACE)
    game.watch(layout, words)
    game.hear(Paused(True, game.clock.now()))
    return game.shown(0.3)


def won_race(layout: Layout, words: Language) -> Played:
    game = race(squares=10)
    thrown(game, "ship red", "ship green", "ship blue", "sabre red")  # nobody sees the ships at once
    game.watch(layout, words)
    claim(game, 0, "palm", "palm red", "palm green", "palm blue")
    claim(game, 0, "ship", "ship yellow")
    return game


@exhibit("series-treasure-dug", lively=True)
def series_dug(layout: Layout, words: Language) -> Shown:
    return won_race(layout, words).shown(3.4)


@exhibit("series-finale", lively=True)
def series_finale(layout: Layout, words: Language) -> Shown:
    return won_race(layout, words).shown(6.0)


@exhibit("series-hands", lively=True)
def series_hands(layout: Layout, words: Language) -> Shown:
    """On the virtual table, with a keyboard: a die is to be thrown, and whoever sees a series claims it."""
    game = race()
    game.lay("ship green")
    by_hand(game, layout, words)
    return game.shown(0.3)


@exhibit("series-hands-claim", lively=True)
def series_hands_claim(layout: Layout, words: Language) -> Shown:
    game = race()
    game.lay("palm yellow")
    by_hand(game, layout, words)
    game.press(0)
    game.later(0.2)
    game.pick("series:palm")
    game.look()
    game.later(0.5)
    return game.shown(0.5)


@exhibit("series-take-back", lively=True)
def series_take_back(layout: Layout, words: Language) -> Shown:
    game = race()
    game.lay("palm red")
    screen = by_hand(game, layout, words)
    screen.undo(game.clock.now())
    return game.shown(0.3)


@exhibit("series-menu", lively=True)
def series_menu(layout: Layout, words: Language) -> Shown:
    game = race()
    game.lay("palm red")
    return menu_of(game, layout, words)


@exhibit("series-put-back-eleven", lively=True)
def series_put_back(layout: Layout, words: Language) -> Shown:
    """A real table after a power cut: all dice but one were on the track, and somebody has cleared it."""
    game = race()
    pairs = [
        (face, colour) for face in ("skull", "sabre", "diamond", "ship", "pistol", "palm") for colour in ("red", "blue")
    ]
    for face, colour in pairs[:11]:
        game.lay(f"{face} {colour}")
    game.watch(layout, words)
    game.lift(*(die.id for die in game.dice))
    return game.shown(0.3)
