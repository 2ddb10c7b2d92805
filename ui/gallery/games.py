"""A game as it is played for a picture: real events into a real table, and the screen at the moment worth a look."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pygame

from firmware.books.journal import Journal
from firmware.clock import FakeClock
from firmware.config import SHIPPED, Config, read
from firmware.play.evening import Evening
from firmware.play.events import Event, Looked, Picked, Pressed, Tick, player_button
from firmware.play.hosting import House
from ui.gallery.exhibits import Shown
from ui.gallery.folders import new_folder
from ui.games.staged import STAGED
from ui.inputs import Touched
from ui.look.theme import Layout
from ui.table.screen import GameScreen
from ui.words.language import Language
from vision.seen import Die, Seen, Zone


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
        journal = Journal.open(new_folder(), self.clock)
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
        make = STAGED[self.table.record.game.key].screen
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


def touch_die(game: Played, screen: GameScreen) -> None:
    """Somebody touches a die on the screen, to say what it really shows."""
    x, y = screen.place("die 2").center
    screen.handle(Touched(x, y, game.clock.now()))
