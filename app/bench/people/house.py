"""A table for people who are only played: the real host, director, screens, rules, journal and eyes, in one thread,
over the virtual table, with time that somebody moves on. Nothing is simulated but the clock and the fingers."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pygame

from app.table import Host
from firmware.books.journal import Journal
from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.eyes.slate import Frame
from firmware.games.hosted import HOSTED
from firmware.play.evening import Evening
from firmware.play.events import Looked, Tick
from firmware.play.referee import Lamp
from firmware.play.table import Table
from rules import duel, mille, sabords, series, shelf
from rules.sabords.state import Ends
from ui.director import Director
from ui.gallery.rehearsal import at_once
from ui.inputs import Input
from ui.screen import Window
from ui.words.language import language

if TYPE_CHECKING:
    from firmware.practice.virtual import VirtualCamera, VirtualMat
    from vision.time.watch import Watcher

EYES = (960, 540)
LOOK_S = 0.1
STILL_LOOKS = 12  # so many after the last thing that moved: the Watcher has said all it has to say


class Desk:
    """The device's place: no pins and no process, the eyes look when something may have changed."""

    def __init__(self, clock: FakeClock) -> None:
        self.eyes = self
        self.watching: Callable[[], Watcher] | None = None
        self.frame: Frame | None = None
        self.lamps: tuple[Lamp, ...] = ()
        self.beat = 0.0
        self._clock = clock
        self._watcher: Watcher | None = None
        self._mat: VirtualMat | None = None
        self._camera: VirtualCamera | None = None
        self._due = STILL_LOOKS

    def lay(self, mat: VirtualMat) -> None:
        self._mat, self._due = mat, STILL_LOOKS

    def watch(self, make: Callable[[], Watcher] | None, cards: str | None = None) -> None:
        self.watching, self._watcher, self._due = make, make() if make is not None else None, STILL_LOOKS

    def show(self, lamps: Sequence[Lamp]) -> None:
        self.lamps = tuple(lamps)

    def start(self) -> None: ...
    def close(self) -> None: ...

    def look(self) -> Looked | None:
        """What the eyes say now; while dice roll they say that something moves, and need not see how."""
        from firmware.practice.virtual import VirtualCamera

        mat, now = self._mat, self._clock.now()
        if mat is None or self._watcher is None or not self._due:
            return None
        if not mat.busy:
            self._due -= 1
        elif self._due < STILL_LOOKS:
            return None
        else:
            self._due -= 1
        if self._camera is None:
            self._camera = VirtualCamera(lambda: self._mat or mat)
        image = self._camera.capture()
        self.frame = Frame(0, now, image)
        seen = self._watcher.look(image, now)
        if seen is None:
            return None
        if seen.phase != "settled":
            self._due = max(self._due, STILL_LOOKS - 1)
        return Looked(seen)


class ShortEvening(Evening):
    """Games that are over soon, by the house rules that were agreed."""

    def begin(self, game: str, players: Sequence[str], setup: Any = None, *more: Any, **named: Any) -> Table:
        return super().begin(game, players, self._short(game, setup or HOSTED[game].setup), *more, **named)

    def _short(self, game: str, setup: Any) -> Any:
        folder = self.journal.folder
        match game:
            case "series":
                return replace(setup or series.Setup(), squares=5)
            case "mille":
                deck = folder / "pirates.toml"
                deck.write_text("[cards]\npirate = 6\ncoin = 1\n", encoding="utf-8")
                return replace(setup or mille.Setup(), target=5000, deck=str(deck))
            case "duel":
                crews = shelf.SHIPPED["duel"].read_text(encoding="utf-8").split("combat = [")[0]
                fight = '{{ kind = "{kind}", ships = ["black", "black"], gold = 5, back = "black" }}'
                fights = ", ".join(fight.format(kind=kind) for kind in ("boarding", "cannonade"))
                deck = folder / "fights.toml"
                deck.write_text(f"{crews}combat = [{fights}]\n", encoding="utf-8")
                return replace(setup or duel.Setup(), deck=str(deck))
            case "aux":
                return replace(setup or sabords.Setup(), chests=2, ends=Ends.ONE_COLOUR)
        return setup


class PlayedHost(Host):
    virtual_size = EYES

    def __init__(self, evening: Evening, clock: FakeClock) -> None:
        super().__init__(evening, virtual=True)
        self._clock = clock
        self.desk = Desk(clock)

    def connect(self, *, safe: bool = False) -> None:
        self.device = self.desk  # type: ignore[assignment]
        self._lay_out(next(iter(HOSTED)))

    def submit(self, work: Callable[[], Any], /) -> Future[Any]:
        return at_once(work)


class House:
    """Opens where the last one in this folder was left, however it ended."""

    def __init__(self, folder: Path, seed: int, size: tuple[int, int], code: str) -> None:
        os.environ["VIGIE_DATA"] = str(folder)
        self.folder, self.size, self.code = folder, size, code
        self.clock, self.chance = FakeClock(), Random(seed)
        self.journal = Journal.open(folder / "games", self.clock)
        self.evening = ShortEvening(read(SHIPPED), self.clock, self.journal, self.chance)
        self.host = PlayedHost(self.evening, self.clock)
        self.window = Window(size)
        self.director = Director(self.host, self.window.layout, language(code), None)
        self.draw()
        self.host.connect()

    @property
    def table(self) -> Table | None:
        return self.evening.table

    def do(self, *events: Input) -> None:
        for event in events:
            self.director.handle(event)
        self.host.desk.show(self.director.lamps)

    def wait(self, seconds: float) -> None:
        """Time passes; the eyes look, and the picture is drawn anew."""
        end = self.clock.now() + seconds
        while self.clock.now() < end - 1e-6:
            self.clock.advance(min(LOOK_S, end - self.clock.now()))
            seen = self.host.desk.look()
            if seen is not None:
                self.evening.hear(seen)
            self.evening.hear(Tick(self.clock.now()))
            companion = self.host.companion
            if companion is not None and companion.table is self.evening.table:
                companion.act(self.clock.now())
        self.draw()

    def rest(self, at_most: float = 8.0) -> None:
        """Until no die rolls and no hand is over the mat, and the eyes have seen it."""
        end = self.clock.now() + at_most
        while self.host.virtual is not None and self.host.virtual.busy and self.clock.now() < end:
            self.wait(LOOK_S)
        self.wait(0.5)

    def draw(self) -> None:
        self.window.show(self.director, self.clock.now())
        self.host.desk.show(self.director.lamps)

    def photograph(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(self.window.surface, str(path))
        return path

    def close(self) -> None:
        """The plug is pulled: only what is on the disk stays."""
        self.host.close()
        self.journal.close()
