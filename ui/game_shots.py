"""Pictures of games as they are played: real events into a real table, and the screen at the moment worth a look."""

from __future__ import annotations

import atexit
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pygame

from firmware.clock import FakeClock
from firmware.config import SHIPPED, Config, read
from firmware.evening import Evening
from firmware.events import CameraLost, Event, Looked, Paused, Picked, Pressed, Tick, player_button
from firmware.journal import Journal
from firmware.referees import House
from rules.mille import Setup as Sabords
from rules.say import Message
from rules.series import Setup as Race
from ui.gallery import Shown, exhibit
from ui.game_base import GameScreen
from ui.game_screen import SCREENS
from ui.inputs import Touched, Typed
from ui.language import Language
from ui.mille_screen import MilleScreen
from ui.theme import Layout
from vision.seen import Die, Seen, Zone

_folder = tempfile.TemporaryDirectory(prefix="vigie-shots-")
atexit.register(_folder.cleanup)


class Played:
    """A game that is played by saying what happens at the table; `screen` looks on from when it is opened."""

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        setup: Any = None,
        *,
        seed: int = 1,
        house: House | None = None,
        config: Config | None = None,
    ) -> None:
        self.clock = FakeClock()
        self.config = config or read(SHIPPED)
        journal = Journal.open(Path(tempfile.mkdtemp(dir=_folder.name)), self.clock)
        atexit.register(journal.close)
        self.chance = Random(seed)
        self.evening = Evening(self.config, self.clock, journal, self.chance)
        self.table = self.evening.begin(game, players, setup, house)
        self.dice: list[Die] = []
        self.screen: GameScreen | None = None
        self._next_id = 0
        self._look()

    # -- what happens ----------------------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        self.evening.hear(event)

    def later(self, seconds: float) -> None:
        self.hear(Tick(self.clock.advance(seconds)))

    def _look(self) -> None:
        self.later(0.4)
        self.hear(Looked(Seen(self.clock.now(), "settled", tuple(self.dice))))

    def lay(self, *shown: str, zone: Zone = "track", **more: Any) -> tuple[int, ...]:
        """Dice come to rest where there is room: "palm red" of the race's, "sabre" of the corsairs'."""
        ids = []
        for one in shown:
            face, _, colour = one.partition(" ")
            x, y = self.spot(zone)
            self._next_id += 1
            ids.append(self._next_id)
            rot = self.chance.random() * 360
            read = Die(face, colour or None, "white", x, y, zone, "flat", 0.98, rot, id=self._next_id)
            self.dice.append(replace(read, **more))
        self._look()
        return tuple(ids)

    def spot(self, zone: Zone) -> tuple[float, float]:
        x0, y0, x1, y1 = {"track": (62, 22, 286, 275), "reserve": (312, 20, 364, 160)}.get(zone, (312, 184, 364, 277))
        while True:
            x, y = x0 + (x1 - x0) * self.chance.random(), y0 + (y1 - y0) * self.chance.random()
            if all(abs(die.x_mm - x) + abs(die.y_mm - y) > 26 for die in self.dice):
                return x, y

    def roll(self, *faces: str) -> None:
        """All eight corsair dice are thrown."""
        self.lift(*(die.id for die in self.dice))
        self.lay(*faces)

    def again(self, kept: Sequence[int], *faces: str) -> None:
        """The kept dice go to the reserve, the others are thrown again."""
        others = [die.id for die in self.dice if die.id not in kept]
        for number in kept:
            die = next(each for each in self.dice if each.id == number)
            x, y = self.spot("reserve")
            self.dice[self.dice.index(die)] = replace(die, zone="reserve", x_mm=x, y_mm=y, rot_deg=0.0)
        self._look()
        self.lift(*others)
        self.lay(*faces)

    def change(self, die: int, **changes: Any) -> None:
        self.dice = [replace(each, **changes) if each.id == die else each for each in self.dice]
        self._look()

    def lift(self, *dice: int) -> None:
        self.dice = [die for die in self.dice if die.id not in dice]
        self._look()

    def press(self, seat: int, after: float = 0.0) -> None:
        self.hear(Pressed(player_button(seat), self.clock.now() + after))

    def pick(self, *options: str) -> None:
        for option in options:
            self.hear(Picked(option, self.clock.now()))

    # -- a picture -------------------------------------------------------------------------------------------------

    def watch(self, layout: Layout, words: Language, **options: Any) -> GameScreen:
        """The screen is opened now: what happens from here on is announced."""
        make = SCREENS[self.table.record.game.key]
        self.screen = make(self.evening, self.hear, layout, words, None, self.config, **options)
        self._glance()
        return self.screen

    def _glance(self) -> None:
        assert self.screen is not None
        self.screen.draw(pygame.Surface(self.screen.layout.screen.size), self.clock.now())
        self.screen.redraw()

    def look(self) -> None:
        """A frame in between: what has happened so far is announced."""
        self._glance()

    def shown(self, after: float = 0.0) -> Shown:
        """The picture that long after what happened last."""
        self._glance()
        assert self.screen is not None
        return Shown(self.screen, self.clock.now() + after)


CREW = ("Anne", "Jack", "Zoé", "Louis")
RACE = ("skull red", "palm blue", "sabre red", "ship green", "diamond yellow", "palm purple", "pistol red")


def race(players: Sequence[str] = CREW, squares: int = 20, **options: Any) -> Played:
    """A race that is well on its way: some squares won, some dice on the track."""
    game = Played("series", players, Race(squares=squares), **options)
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


def touch_die(game: Played, screen: GameScreen) -> None:
    """Somebody touches a die on the screen, to say what it really shows."""
    x, y = screen.place("die 2").center
    screen.handle(Touched(x, y, game.clock.now()))


# -- the race ----------------------------------------------------------------------------------------------------------


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
    return won_race(layout, words).shown(2.95)


@exhibit("series-finale", lively=True)
def series_finale(layout: Layout, words: Language) -> Shown:
    return won_race(layout, words).shown(6.0)


# -- Mille Sabords -----------------------------------------------------------------------------------------------------

FIVE = ("Anne", "Barthélemy", "Zoé", "Louis", "Mary")
MIXED = ("diamond", "diamond", "skull", "monkey", "monkey", "sabre", "coin", "parrot")


def mille_game(players: Sequence[str] = CREW, target: int = 6000, **options: Any) -> Played:
    """Played with real cards, so that a picture can say which come."""
    options.setdefault("house", House(cards="physical"))
    return Played("mille", players, Sabords(target=target), **options)


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
    return game.shown(0.6)
